// What commands and the command line need to know and change about who may speak. Types only.

import type { AccountId, ChannelId, ChatRef, OutboundMessage, PersonId, SessionKey } from '../contracts/index.js';
import type { GroupManner } from './introduction.js';

/** A message to another chat than the command's; `key` makes a repeat harmless. */
export interface MessageElsewhere {
  key: string;
  to: ChatRef;
  message: OutboundMessage;
}

/** Somebody who asks to be let in, and the direct chat in which they do. */
export interface Asking {
  code: string;
  account: AccountId;
  /** What they call themself: data. */
  name: string;
  chat: ChatRef;
  at: number;
  expiresAt: number;
}

export interface KnownAccount {
  account: AccountId;
  name: string;
  standing: 'owner' | 'member' | 'denied' | 'unknown';
  /** nightjar.yaml names it as the owner's. */
  configured: boolean;
  /** All accounts of the same person, this one too. */
  accounts: AccountId[];
  asking?: Asking;
}

export interface KnownGroup {
  channel: ChannelId;
  /** Under the id that it had first. */
  chat: string;
  /** The id that it has now. */
  present: string;
  title?: string;
  state?: 'asked' | 'allowed' | 'denied';
  /** nightjar.yaml decides about it. */
  configured: boolean;
  introduced: boolean;
  /** How the bot behaves there once it takes part. */
  manner: GroupManner;
  /** Where the bot can speak there, if that is known. */
  to?: ChatRef;
}

export interface KnownPerson {
  person: PersonId;
  name: string;
  role: 'owner' | 'member';
  accounts: AccountId[];
}

/** A group as somebody names it. */
export interface NamedGroup {
  channel: ChannelId;
  chat: string;
  inside?: readonly string[];
  title?: string;
  to?: ChatRef;
}

export interface Speaker {
  account: AccountId;
  name: string;
  kind: 'person' | 'bot' | 'chat';
}

/** The question whether an account is another one of a person's. */
export interface LinkQuestion {
  code: string;
  person: PersonId;
  account: AccountId;
  name: string;
}

/** Whatever says "inside" belongs inside the transaction that ends the command; it throws a retryable error when what it rests on has changed meanwhile. */
export interface AccessDesk {
  /** The platforms on which the bot can write to somebody first. */
  channels: readonly ChannelId[];
  /** The direct chat with an account; undefined where the bot cannot write first. */
  direct(account: AccountId): ChatRef | undefined;
  /** A word to the owner, unless it would go to `except`, who hears of it anyway. */
  tellOwner(key: string, text: string, except?: AccountId): MessageElsewhere[];

  asking(now: number): Asking[];
  /** By the code as people type it. */
  findAsking(code: string, now: number): Asking | undefined;
  /** Inside: makes them a member, or one more account of the owner's. */
  letIn(asking: Asking, as: 'member' | 'owner', now: number): void;
  /** Inside. */
  turnAway(asking: Asking, now: number): void;

  account(account: AccountId, now: number): KnownAccount;
  /** Inside: an account that did not ask. */
  admit(account: AccountId, name: string, now: number): void;
  /** Inside: shut out everywhere. */
  deny(accounts: readonly AccountId[], name: string, now: number): void;
  /** Inside. */
  restore(accounts: readonly AccountId[]): void;

  /** What an id of a platform is known as. */
  meaning(channel: ChannelId, id: string): { chat: boolean; account: boolean };
  group(named: NamedGroup): KnownGroup;
  /** Inside. */
  decideGroup(group: KnownGroup, state: 'allowed' | 'denied', by: AccountId, now: number): void;
  /** Inside: by this turn of the outbox. */
  markIntroduced(group: KnownGroup, turn: string, now: number): void;
  /** Throws a retryable ChannelError where another process has the connection; false when the platform would not. */
  leave(chat: ChatRef): Promise<boolean>;

  admins(group: KnownGroup): { account: AccountId; name: string }[];
  /** Inside. */
  nameAdmin(group: KnownGroup, admin: { account: AccountId; name: string }, now: number): void;
  /** Inside. */
  dismissAdmin(group: KnownGroup, account: AccountId): void;
  /** Who spoke in a conversation lately, the latest first. */
  speakers(session: SessionKey): Speaker[];
  people(): KnownPerson[];
  /** Every group that was decided or asked about, or that has an admin. */
  groups(): KnownGroup[];
  denied(): { account: AccountId; name: string }[];

  accountsOf(person: PersonId): { account: AccountId; configured: boolean }[];
  newLinkCode(): string;
  /** Inside: only the newest code of a person holds. */
  giveOutLink(
    link: { code: string; person: PersonId; account: AccountId; name: string; chat: ChatRef },
    now: number,
  ): void;
  /** Whether the account is still nobody's. */
  canJoin(question: LinkQuestion): boolean;
  /** Inside. */
  join(question: LinkQuestion, now: number): void;
  /** Inside. */
  unlink(account: AccountId): void;
}

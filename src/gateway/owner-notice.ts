// A word to the owner that nobody asked for, in one of their direct chats, with buttons where there is something to decide.

import type { AccountId, ChannelId, ChatRef } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { newButtons, type PressButton } from './buttons.js';
import { chatKey, directTo } from './chat-key.js';
import { channelOf } from './codes.js';
import type { Outgoing } from './outbox.js';
import { queueMessage } from './queue-message.js';

export interface OwnerNotice {
  /** Says what it is about: a repeat changes nothing. */
  key: string;
  /** Markdown; what others wrote stands in it as data. */
  text: string;
  buttons?: readonly PressButton[];
  /** What they answer; default: the key. */
  answers?: string;
  /** Where the owner is told if they have an account there. */
  prefer?: ChannelId;
}

/** Whom a word to the owner can reach. */
export interface OwnerReach {
  /** In the order in which they are tried. */
  owners: readonly AccountId[];
  /** Channels on which the bot can open a direct chat. */
  channels: readonly ChannelId[];
}

/**
 * The account that is told; undefined when there is nobody who can be reached. One that has written in private comes before
 * one of which nothing is known, and that before one that could not be written to.
 */
export function ownerToTell(db: Db, reach: OwnerReach, prefer?: ChannelId): AccountId | undefined {
  return ranked(db, reach, prefer)[0]?.account;
}

/** Another account for what one could not be told; undefined when none is left that may be reached. */
export function nextOwner(db: Db, reach: OwnerReach): AccountId | undefined {
  const [first] = ranked(db, reach);
  return first && first.rank < TROUBLE ? first.account : undefined;
}

const TROUBLE = 2;

function ranked(db: Db, { owners, channels }: OwnerReach, prefer?: ChannelId): { account: AccountId; rank: number }[] {
  const rank = (account: AccountId) => {
    if (!isFree(db, directTo(account))) return TROUBLE;
    return hasWritten(db, account) ? 0 : 1;
  };
  return owners
    .filter((account) => channels.includes(channelOf(account)))
    .map((account) => ({ account, rank: rank(account), here: channelOf(account) === prefer }))
    .sort((a, b) => a.rank - b.rank || Number(b.here) - Number(a.here));
}

const NOTICE = 'notice/';

/** The turn of a notice in the outbox. */
export function noticeTurn(key: string): string {
  return `${NOTICE}${key}`;
}

export function isNotice({ turn }: { turn: string }): boolean {
  return turn.startsWith(NOTICE);
}

/** Queues the notice inside the caller's transaction. Undefined when there is nobody to tell, or they were told. */
export function insertOwnerNotice(
  db: Db,
  { key, text, buttons = [], answers = key, prefer }: OwnerNotice,
  { now, ...reach }: OwnerReach & { now: number },
): Outgoing | undefined {
  const account = ownerToTell(db, reach, prefer);
  if (account === undefined) return undefined;
  const made = newButtons(answers, buttons, now);
  const message = { text, ...(buttons.length > 0 ? { buttons: made.buttons } : {}) };
  const queued = queueMessage(db, { key: noticeTurn(key), to: directTo(account), message }, now);
  if (queued) made.store(db);
  return queued;
}

/**
 * An account of the owner's wrote in private, so that it can be written to, whatever was so before. Inside the caller's
 * transaction.
 */
export function noteWritten(db: Db, account: AccountId, now: number): void {
  db.sql('INSERT INTO direct_accounts (account, at) VALUES (?, ?) ON CONFLICT DO NOTHING').run([account, now]);
  db.sql('DELETE FROM chat_trouble WHERE chat = ?').run([chatKey(directTo(account))]);
}

function hasWritten(db: Db, account: AccountId): boolean {
  return db.sql('SELECT 1 FROM direct_accounts WHERE account = ?').get([account]) !== undefined;
}

function isFree(db: Db, chat: ChatRef): boolean {
  return db.sql('SELECT 1 FROM chat_trouble WHERE chat = ?').get([chatKey(chat)]) === undefined;
}

// Where the run of a schedule is delivered, decided anew at each run from who is who by then. A run of main goes to the owner
// alone: the stored chat only says on which platform they are told. Never widens what the schedule was made for.

import type { ChannelId, ChatRef, ChatSettings, InboundEvent, Schedule, Scope } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import type { Folders } from '../memory/folders.js';
import { chatKey, directTo } from './chat-key.js';
import { channelOf } from './codes.js';
import { presentId } from './grants.js';
import { type Identity, TERMINALS } from './identity.js';
import { ownerToTell } from './owner-notice.js';
import { accountsOf, isAdmin, isDenied, personOf } from './people.js';
import type { ChatPolicy } from './policy.js';
import { policyOf } from './policy-of.js';

export interface DeliveryParts {
  db: Db;
  identity: Pick<Identity, 'owners'>;
  folders: Pick<Folders, 'canonical' | 'addAlias'>;
  /** Channels on which the bot can write first. */
  channels: readonly ChannelId[];
  settingsOf(channel: ChannelId): ChatSettings | undefined;
}

export interface Delivery {
  chat: ChatRef;
  scope: Scope;
  policy: ChatPolicy;
}

/** Where it goes, or in a sentence why it goes nowhere. */
export function deliveryOf(
  parts: DeliveryParts,
  schedule: Pick<Schedule, 'chat' | 'scope' | 'by' | 'via'>,
): Delivery | string {
  const { chat, scope } = schedule;
  switch (scope.kind) {
    case 'main':
      return toOwner(parts, chat);
    case 'person':
      return toPerson(parts, chat, scope);
    case 'group':
      return mayStill(parts, schedule, scope)
        ? toGroup(parts, chat, scope)
        : 'whoever made it may not schedule there any more';
  }
}

/** In groups only the owner and admins schedule: who was dismissed since has nothing run there any more. */
function mayStill(
  { db, identity, folders }: DeliveryParts,
  { by, via }: Pick<Schedule, 'by' | 'via'>,
  stored: Extract<Scope, { kind: 'group' }>,
): boolean {
  // Whoever sits at this machine is the owner, and its configuration the owner's word.
  if (via === 'cli' || via === 'config' || channelOf(by) === TERMINALS || identity.owners().includes(by)) return true;
  const scope = folders.canonical(stored);
  return scope.kind === 'group' && !isDenied(db, by) && isAdmin(db, { channel: scope.channel, chat: scope.chat }, by);
}

function toOwner(parts: DeliveryParts, asked: ChatRef): Delivery | string {
  const reach = { owners: parts.identity.owners(), channels: parts.channels };
  const account = ownerToTell(parts.db, reach, asked.channel);
  if (account !== undefined) return direct(parts, directTo(account), { kind: 'main' });
  // Without a platform the owner is who sits at the terminal.
  if (asked.channel === TERMINALS && parts.channels.length === 0) return direct(parts, asked, { kind: 'main' });
  return 'there is no private chat with you that I can write to';
}

function toPerson(parts: DeliveryParts, asked: ChatRef, scope: Extract<Scope, { kind: 'person' }>): Delivery | string {
  const { db, channels } = parts;
  const accounts = accountsOf(db, scope.person).filter(
    (account) => !isDenied(db, account) && personOf(db, account)?.id === scope.person,
  );
  if (asked.channel === TERMINALS && accounts.some((account) => channelOf(account) === TERMINALS)) {
    return direct(parts, asked, scope);
  }
  const reachable = accounts.filter((account) => channels.includes(channelOf(account)));
  const account = reachable.find((one) => channelOf(one) === asked.channel) ?? reachable[0];
  if (account === undefined) return 'there is no private chat with that person any more';
  return direct(parts, directTo(account), scope);
}

function direct(parts: DeliveryParts, chat: ChatRef, scope: Scope): Delivery {
  const { policy } = policyOf(parts, parts.db, { chat, place: 'direct' });
  return { chat, scope, policy };
}

function toGroup(parts: DeliveryParts, asked: ChatRef, stored: Extract<Scope, { kind: 'group' }>): Delivery | string {
  const { db, folders } = parts;
  const scope = folders.canonical(stored);
  if (scope.kind !== 'group') return 'there is no such group';
  const chat = { ...asked, chat: presentId(db, scope) };
  const { policy } = policyOf(parts, db, { chat, place: 'group', inside: insideOf(db, [chat, asked]) });
  const isSilent = chat.channel !== TERMINALS && (!policy.takesPart || policy.respond === 'never');
  return isSilent ? 'I do not take part in that group any more' : { chat, scope, policy };
}

/** The larger places of a chat, as the last event of the first of its names named them that has one. */
export function insideOf(db: Db, chats: readonly ChatRef[]): string[] {
  for (const chat of chats) {
    const [event] = db
      .sql('SELECT event FROM inbox WHERE chat = ? ORDER BY row DESC LIMIT 1')
      .column<string>([chatKey(chat)]);
    if (event !== undefined) return (JSON.parse(event) as InboundEvent).inside ?? [];
  }
  return [];
}

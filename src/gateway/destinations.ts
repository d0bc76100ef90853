// Which chat somebody means by `me`, `telegram:-100123`, `discord:…`, `console:NAME` or `person:…`, and the other way round.
// Only chats that the bot knows and takes part in; what is delivered there has that chat's scope. Reads only.

import type { AccessDesk } from '../commands/access-desk.js';
import type { Where } from '../commands/schedules-desk.js';
import { type AccountId, type ChannelId, type ChatRef, type Scope, StateError } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import type { Folders } from '../memory/folders.js';
import { asData, asWords } from '../text/as-data.js';
import { oneLine } from '../text/truncate.js';
import { botAccount } from './access-facts.js';
import { chatKey, directTo } from './chat-key.js';
import { channelOf } from './codes.js';
import { firstId, presentId, rowOf } from './grants.js';
import { OWNER, TERMINALS } from './identity.js';
import { ownerToTell } from './owner-notice.js';
import { accountsOf, personOf } from './people.js';

export interface DestinationParts {
  db: Db;
  folders: Pick<Folders, 'canonical'>;
  access: Pick<AccessDesk, 'channels' | 'group' | 'groups' | 'accountsOf'>;
  /** The owner's accounts on platforms. */
  owners(): readonly AccountId[];
  /** The owner's private chat in this machine's terminal. */
  terminal: ChatRef;
}

export interface Destination {
  chat: ChatRef;
  scope: Scope;
}

const SHOWN = 8;
const FORM = /^([a-z][a-z0-9]*):(.+)$/i;
const PERSON = 'person:';

/** Throws a StateError that names the chats there are. */
export function destinationOf(parts: DestinationParts, text: string): Destination {
  const wanted = text.trim();
  if (/^(me|owner|main)$/i.test(wanted)) return ownersChat(parts);
  if (wanted.toLowerCase().startsWith(PERSON)) return personsChat(parts, wanted.slice(PERSON.length));
  const [, channelAsTyped = '', id = ''] = FORM.exec(wanted) ?? [];
  const channel = channelAsTyped.toLowerCase();
  const known = id === '' ? undefined : (groupChat(parts, channel, id) ?? accountsChat(parts, `${channel}:${id}`));
  if (!known) throw unknown(parts, wanted);
  return known;
}

/** How a schedule's chat is called and written; `title` is what others called it. */
export function whereOf({ db }: Pick<DestinationParts, 'db'>, { chat, scope }: Destination): Where {
  if (scope.kind === 'main') return { name: 'your private chat', address: 'me' };
  if (scope.kind === 'person') {
    const row = db.sql<{ name: string }>('SELECT name FROM people WHERE id = ?').get([scope.person]);
    const address = `${PERSON}${scope.person}`;
    return { name: `the private chat of ${asData(row?.name ?? scope.person)} (${asData(address)})`, address };
  }
  const first = { channel: scope.channel, chat: scope.chat };
  const id = presentId(db, first);
  const thread = chat.thread === undefined ? '' : `:${chat.thread}`;
  const address = `${scope.channel}:${id}${thread}`;
  const title = titleOf({ db }, { chat, scope });
  return { name: title === undefined ? asData(address, 120) : `${asWords(title)} (${asData(address, 120)})`, address };
}

/** What others call a group; undefined where nobody said. Their words, on one line. */
export function titleOf({ db }: Pick<DestinationParts, 'db'>, { chat, scope }: Destination): string | undefined {
  if (scope.kind !== 'group') return undefined;
  const first = { channel: scope.channel, chat: scope.chat };
  return rowOf(db, first)?.title ?? saidTitle(db, { ...chat, chat: presentId(db, first) });
}

function ownersChat({ db, access, owners, terminal }: DestinationParts): Destination {
  const account = ownerToTell(db, { owners: owners(), channels: access.channels });
  return { chat: account === undefined ? terminal : directTo(account), scope: { kind: 'main' } };
}

function personsChat(parts: DestinationParts, person: string): Destination {
  const { db, access, terminal } = parts;
  if (person === OWNER) return ownersChat(parts);
  const accounts = accountsOf(db, person).filter((one) => !isShutOut(db, one));
  const account = accounts.find((one) => access.channels.includes(channelOf(one)));
  const local = accounts.find((one) => one.startsWith(`${TERMINALS}:`));
  if (account === undefined && local === undefined) throw unknown(parts, `${PERSON}${person}`);
  const chat =
    account === undefined
      ? { ...terminal, chat: `dm:${(local ?? '').slice(TERMINALS.length + 1)}` }
      : directTo(account);
  return { chat, scope: { kind: 'person', person } };
}

/** The private chat with an account of somebody who was let in. */
function accountsChat({ db, access, owners }: DestinationParts, account: AccountId): Destination | undefined {
  if (!access.channels.includes(channelOf(account))) return undefined;
  const chat = directTo(account);
  if (owners().includes(account)) return { chat, scope: { kind: 'main' } };
  const person = personOf(db, account);
  if (!person || isShutOut(db, account)) return undefined;
  return { chat, scope: person.role === 'owner' ? { kind: 'main' } : { kind: 'person', person: person.id } };
}

function isShutOut(db: Db, account: AccountId): boolean {
  return db.sql('SELECT 1 FROM denied_accounts WHERE account = ?').get([account]) !== undefined;
}

/** A group that takes part, or one of its topics. Undefined where nothing like it is known; a silent one is refused. */
function groupChat(parts: DestinationParts, channel: ChannelId, id: string): Destination | undefined {
  const { db, access, folders, terminal } = parts;
  if (channel === TERMINALS) {
    const found = newestRef(db, channel, id);
    return found && { chat: { ...terminal, chat: id }, scope: folders.canonical({ kind: 'group', channel, chat: id }) };
  }
  const split = /^(-?\d+):(\d+)$/.exec(id);
  const [chat = id, thread] = split ? [split[1], split[2]] : [id];
  const found = knownRef(parts, channel, chat, thread);
  if (!found) return undefined;
  const first = firstId(db, { channel, chat: found.chat });
  const group = access.group({ channel, chat: first, to: found, inside: insideOf(db, found) });
  if (!group.configured && group.state !== 'allowed') {
    throw new StateError(`I do not take part in ${channel}:${oneLine(id, 60)}, so nothing can be delivered there.`, {
      remedy: `Let me first: \`/allow chat ${channel}:${group.present}\`.`,
    });
  }
  return { chat: found, scope: folders.canonical({ kind: 'group', channel, chat: found.chat }) };
}

/** The chat under the id that it has now, by the bot's present account there. */
function knownRef({ db, access }: DestinationParts, channel: ChannelId, chat: string, thread?: string) {
  const present = presentId(db, { channel, chat: firstId(db, { channel, chat }) });
  const names = [...new Set([present, chat, firstId(db, { channel, chat })])];
  for (const name of names) {
    const found = newestRef(db, channel, name, thread);
    if (found) return { ...found, account: botAccount(db, channel) ?? found.account, chat: present };
  }
  if (thread !== undefined) return undefined;
  // A public thread is unique by its own id.
  const inThread = newestThread(db, channel, chat);
  if (inThread) return inThread;
  const group = access.groups().find((one) => one.channel === channel && names.includes(one.chat));
  return group?.to;
}

/** The newest conversation of a group's chat: those of private chats are no group's. */
function newestRef(db: Db, channel: ChannelId, chat: string, thread?: string): ChatRef | undefined {
  const found = db
    .sql<{ chat: string }>(
      `SELECT chat FROM sessions
       WHERE scope ->> '$.kind' = 'group' AND chat ->> '$.channel' = :channel AND chat ->> '$.chat' = :chat
         AND coalesce(chat ->> '$.thread', '') = :thread ORDER BY opened_at DESC LIMIT 1`,
    )
    .get({ channel, chat, thread: thread ?? '' });
  if (found) return JSON.parse(found.chat) as ChatRef;
  const account = botAccount(db, channel);
  if (account === undefined) return undefined;
  const ref = { channel, account, chat, ...(thread === undefined ? {} : { thread }) };
  const heard = "SELECT 1 FROM inbox WHERE chat = ? AND message IS NOT NULL AND event ->> '$.place' = 'group' LIMIT 1";
  return db.sql(heard).get([chatKey(ref)]) === undefined ? undefined : ref;
}

function newestThread(db: Db, channel: ChannelId, thread: string): ChatRef | undefined {
  const found = db
    .sql<{ chat: string }>(
      `SELECT chat FROM sessions WHERE scope ->> '$.kind' = 'group' AND chat ->> '$.channel' = ? AND chat ->> '$.thread' = ?
       ORDER BY opened_at DESC LIMIT 1`,
    )
    .get([channel, thread]);
  // A platform whose threads are counted from one in each group has no unique ones.
  return found && thread.length >= 15 ? (JSON.parse(found.chat) as ChatRef) : undefined;
}

/** The larger places of a chat, as its last message told them. */
function insideOf(db: Db, chat: ChatRef): string[] {
  const last =
    "SELECT event ->> '$.inside' AS inside FROM inbox WHERE chat = ? AND message IS NOT NULL ORDER BY row DESC LIMIT 1";
  const found = db.sql<{ inside: string | null }>(last).get([chatKey(chat)]);
  return found?.inside ? (JSON.parse(found.inside) as string[]) : [];
}

function saidTitle(db: Db, chat: ChatRef): string | undefined {
  const last =
    "SELECT event ->> '$.title' AS title FROM inbox WHERE chat = ? AND message IS NOT NULL ORDER BY row DESC LIMIT 1";
  const title = db.sql<{ title: string | null }>(last).get([chatKey(chat)])?.title;
  return title ? oneLine(title, 80) : undefined;
}

function unknown(parts: DestinationParts, text: string): StateError {
  const groups = parts.access
    .groups()
    .filter(({ configured, state }) => configured || state === 'allowed')
    .map(
      ({ channel, present, title }) => `${channel}:${present}${title === undefined ? '' : ` (${oneLine(title, 40)})`}`,
    );
  const known = [...new Set([...groups, ...terminalGroups(parts.db)])];
  const more = known.length > SHOWN ? ` and ${known.length - SHOWN} more` : '';
  const list = known.length === 0 ? 'no group yet' : `${known.slice(0, SHOWN).join(', ')}${more}`;
  return new StateError(`I know no chat ${oneLine(text, 60) || '(empty)'}.`, {
    remedy: `I know \`me\`, people as person:ID, and ${list}; a chat is known once somebody wrote to me there.`,
  });
}

/** Addresses of the groups that are only pretended, at this machine. */
export function terminalGroups(db: Db): string[] {
  const found =
    "SELECT DISTINCT chat ->> '$.chat' AS name FROM sessions WHERE scope ->> '$.kind' = 'group' AND chat ->> '$.channel' = ?";
  return db
    .sql<{ name: string }>(found)
    .all([TERMINALS])
    .map(({ name }) => `${TERMINALS}:${oneLine(name, 40)}`);
}

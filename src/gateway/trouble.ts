// Chats that cannot be written to: what waits for them is given up, and the owner is told once until something arrives there
// again. Every function runs inside the caller's transaction.

import type { ChannelError, OutboundMessage } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { asData } from '../text/as-data.js';
import { accountOfDirect, chatKey, directTo } from './chat-key.js';
import { channelOf } from './codes.js';
import { inboxRow } from './inbox.js';
import {
  dropChat,
  insertOutbox,
  markDropped,
  type OutboxRow,
  type Outgoing,
  outboxRow,
  redirectOutbox,
  unsentTo,
} from './outbox.js';
import { insertOwnerNotice, isNotice, nextOwner, type OwnerReach } from './owner-notice.js';

/** How the turn of a word about a refused reply begins, and that of a reply without the files that were refused. */
const REFUSED = 'refused/';
const WITHOUT_FILES = 'without-files/';

/** Said in a group where the answer is for its asker's eyes alone, and cannot be shown to them. */
export const ASK_IN_PRIVATE = 'That is for our private chat; please ask me there.';

/**
 * The chat is out of reach: everything for it is dropped, but what an owner is told unasked, which goes to another account of
 * theirs. Returns what is to be sent about it, there or elsewhere.
 */
export function giveUpChat(db: Db, row: OutboxRow, error: ChannelError, reach: OwnerReach, now: number): Outgoing[] {
  if (accountOfDirect(row.chat) !== undefined) noteTrouble(db, row, error, now);
  const next = nextOwner(db, reach);
  const saved = unsentTo(db, row).flatMap((one) => {
    const passed = next !== undefined && isNotice(one) && accountOfDirect(one.chat) !== undefined;
    return (passed ? redirectOutbox(db, one, directTo(next)) : askInPrivate(db, one, now)) ?? [];
  });
  const dropped = dropChat(db, row, error.kind, now);
  if (row.message.quiet || dropped === 0) return saved;
  const lost = dropped === 1 ? 'One reply was left out.' : `${dropped} replies were left out.`;
  return [...saved, ...tellOnce(db, row, error, lost, reach, now)];
}

/** Whoever asked in a group and cannot be written to in private is told so where they asked. */
function askInPrivate(db: Db, { row, chat, inbox }: OutboxRow, now: number): Outgoing | undefined {
  if (inbox === undefined || accountOfDirect(chat) === undefined) return undefined;
  const asked = inboxRow(db, inbox);
  if (asked?.event.place !== 'group') return undefined;
  const { receiver: sender, event } = asked;
  const message = { text: ASK_IN_PRIVATE };
  const hint = { turn: `${REFUSED}${row}`, part: 0, sender, chat: event.chat, message, inbox, queuedAt: now };
  const queued = insertOutbox(db, hint);
  return queued === undefined ? undefined : { row: queued, sender, chat: event.chat };
}

/**
 * The platform does not take this reply: it is dropped, and the chat is told so; where that is refused too, the owner is. One
 * with files is sent without them first. Returns what is to be sent.
 */
export function giveUpReply(db: Db, row: OutboxRow, error: ChannelError, reach: OwnerReach, now: number): Outgoing[] {
  markDropped(db, row.row, error.kind, now);
  if (row.message.quiet) return [];
  if (row.turn.startsWith(REFUSED)) return tellOnce(db, row, error, 'A reply was left out.', reach, now);
  const { sender, chat, inbox } = row;
  const about = inbox === undefined ? {} : { inbox };
  const stands = outboxRow(db, row.row) ?? row;
  const spoken = withoutFiles(stands, error);
  const message = spoken ?? { text: insteadOf(stands, error) };
  const turn = `${spoken ? WITHOUT_FILES : REFUSED}${row.row}`;
  const queued = insertOutbox(db, { turn, part: 0, sender, chat, message, ...about, queuedAt: now });
  return queued === undefined ? [] : [{ row: queued, sender, chat }];
}

/** What a reply says goes out also where its files do not, with the reason; what stands of it already is not said again. */
function withoutFiles({ message, refs }: OutboxRow, { kind, message: why }: ChannelError): OutboundMessage | undefined {
  const { files = [], text, ...rest } = message;
  if (files.length === 0 || kind === 'gone') return undefined;
  const which = files.length === 1 ? 'the file' : 'the files';
  const note = `(I could not send ${which} here: ${clause(why)}.)`;
  return refs.length > 0 ? { text: note } : { ...rest, text: text.trim() === '' ? note : `${text}\n\n${note}` };
}

/** Errors of some channels are sentences, those of others are not. */
function clause(says: string): string {
  return says.replace(/\.$/, '').replace(/^The (?=files? )/, 'the ');
}

/** Something arrived there. */
export function clearTrouble(db: Db, { chat }: Pick<OutboxRow, 'chat'>): void {
  db.sql('DELETE FROM chat_trouble WHERE chat = ?').run([chatKey(chat)]);
}

function insteadOf({ message, refs }: OutboxRow, { kind }: ChannelError): string {
  if (message.private !== undefined && kind === 'gone') {
    return '(I could not send you that in private. Please allow direct messages from me, then ask again.)';
  }
  return refs.length > 0 ? '(The rest could not be shown here.)' : '(I had an answer, but it could not be shown here.)';
}

/** True the first time since something arrived there. */
function noteTrouble(db: Db, { chat }: OutboxRow, { kind }: Pick<ChannelError, 'kind'>, now: number): boolean {
  const note = 'INSERT INTO chat_trouble (chat, kind, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
  return db.sql(note).run([chatKey(chat), kind, now]).changes > 0;
}

function tellOnce(
  db: Db,
  row: OutboxRow,
  { kind, message }: ChannelError,
  lost: string,
  reach: OwnerReach,
  now: number,
): Outgoing[] {
  const chat = chatKey(row.chat);
  const first = noteTrouble(db, row, { kind }, now);
  // A word to somebody in person, the owner perhaps: another one would fare no better.
  if (!first || accountOfDirect(row.chat) !== undefined) return [];
  const { channel, chat: id } = row.chat;
  const asked = row.inbox === undefined ? undefined : inboxRow(db, row.inbox);
  const name = asked?.event.place === 'direct' ? asked.event.from.name : asked?.event.title;
  const where = [...(name ? [asData(name)] : []), asData(`${channel}:${id}`)].join(', ');
  const text = `I cannot write to ${where}: ${clause(message)}. ${lost}`;
  const own = asked?.principal.role === 'owner' && asked.event.place === 'direct';
  const notice = insertOwnerNotice(
    db,
    { key: `trouble/${chat}/${now}`, text, ...(own ? {} : { prefer: channel }) },
    { ...(own ? elsewhere(reach, channel) : reach), now },
  );
  return notice ? [notice] : [];
}

/** Where the owner cannot be reached in this chat, another channel is tried first. */
function elsewhere({ owners, channels }: OwnerReach, channel: string): OwnerReach {
  const others = owners.filter(
    (account) => !account.startsWith(`${channel}:`) && channels.includes(channelOf(account)),
  );
  return { owners: others.length > 0 ? others : owners, channels };
}

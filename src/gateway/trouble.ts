// Chats that cannot be written to: what waits for them is given up, and the owner is told once until something arrives there
// again. Every function runs inside the caller's transaction.

import type { ChannelError, OutboundMessage } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { asData } from '../text/as-data.js';
import { accountOfDirect, chatKey } from './chat-key.js';
import { inboxRow } from './inbox.js';
import { dropChat, insertOutbox, markDropped, type OutboxRow, type Outgoing, outboxRow } from './outbox.js';
import { insertOwnerNotice, type OwnerReach } from './owner-notice.js';

/** How the turn of a word about a refused reply begins, and that of a reply without the files that were refused. */
const REFUSED = 'refused/';
const WITHOUT_FILES = 'without-files/';

/** The chat is out of reach: everything for it is dropped. Returns the notice to send. */
export function giveUpChat(
  db: Db,
  row: OutboxRow,
  error: ChannelError,
  reach: OwnerReach,
  now: number,
): Outgoing | undefined {
  const dropped = dropChat(db, row, error.kind, now);
  if (row.message.quiet) return undefined;
  const lost = dropped === 1 ? 'One reply was left out.' : `${dropped} replies were left out.`;
  return tellOnce(db, row, error, lost, reach, now);
}

/**
 * The platform does not take this reply: it is dropped, and the chat is told so; where that is refused too, the owner is. One
 * with files is sent without them first. Returns what is to be sent.
 */
export function giveUpReply(
  db: Db,
  row: OutboxRow,
  error: ChannelError,
  reach: OwnerReach,
  now: number,
): Outgoing | undefined {
  markDropped(db, row.row, error.kind, now);
  if (row.message.quiet) return undefined;
  if (row.turn.startsWith(REFUSED)) return tellOnce(db, row, error, 'A reply was left out.', reach, now);
  const { sender, chat, inbox } = row;
  const about = inbox === undefined ? {} : { inbox };
  const stands = outboxRow(db, row.row) ?? row;
  const spoken = withoutFiles(stands, error);
  const message = spoken ?? { text: insteadOf(stands, error) };
  const turn = `${spoken ? WITHOUT_FILES : REFUSED}${row.row}`;
  const queued = insertOutbox(db, { turn, part: 0, sender, chat, message, ...about, queuedAt: now });
  return queued === undefined ? undefined : { row: queued, sender, chat };
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

function tellOnce(
  db: Db,
  row: OutboxRow,
  { kind, message }: ChannelError,
  lost: string,
  reach: OwnerReach,
  now: number,
): Outgoing | undefined {
  const chat = chatKey(row.chat);
  const first = db
    .sql('INSERT INTO chat_trouble (chat, kind, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
    .run([chat, kind, now]).changes;
  // A word to somebody in person, the owner perhaps: another one would fare no better.
  if (first === 0 || accountOfDirect(row.chat) !== undefined) return undefined;
  const { channel, chat: id } = row.chat;
  const asked = row.inbox === undefined ? undefined : inboxRow(db, row.inbox);
  const name = asked?.event.place === 'direct' ? asked.event.from.name : asked?.event.title;
  const where = [...(name ? [asData(name)] : []), asData(`${channel}:${id}`)].join(', ');
  const text = `I cannot write to ${where}: ${clause(message)}. ${lost}`;
  const own = asked?.principal.role === 'owner' && asked.event.place === 'direct';
  return insertOwnerNotice(
    db,
    { key: `trouble/${chat}/${now}`, text, ...(own ? {} : { prefer: channel }) },
    { ...(own ? elsewhere(reach, channel) : reach), now },
  );
}

/** Where the owner cannot be reached in this chat, another channel is tried first. */
function elsewhere({ owners, channels }: OwnerReach, channel: string): OwnerReach {
  const there = (account: string) => account.startsWith(`${channel}:`);
  return { owners: [...owners.filter((one) => !there(one)), ...owners.filter(there)], channels };
}

// Replies that waited too long: nobody waits for them any more. They are left out, and their chat is told so in one message
// however many they were.

import type { Db } from '../db/database.js';
import { outboxLane } from './chat-key.js';
import { insertOutbox, OPEN, type OutboxRow, type Outgoing } from './outbox.js';

/** How the turn of such a message begins; its `part` is the number of replies that it stands for. */
const EXPIRED = 'expired/';

/**
 * Drops what a sender could not send in a chat since before `limit` (epoch ms), inside the caller's transaction. A message
 * about earlier ones that still waits itself gives way to one about all of them. Returns the row of the message to send.
 */
export function expireOutbox(
  db: Db,
  { sender, chat }: Pick<OutboxRow, 'sender' | 'chat'>,
  limit: number,
  now: number,
): Outgoing | undefined {
  const place = { lane: outboxLane(chat), sender, now };
  const where = `lane = :lane AND sender = :sender AND ${OPEN} AND draft = 0`;
  const drop = `UPDATE outbox SET state = 'dropped', reason = 'too old', ended_at = :now WHERE ${where}`;
  const old = `${drop} AND queued_at < :limit AND turn NOT LIKE '${EXPIRED}%'`;
  const expired = db
    .sql<{ row: number; quiet: number | null }>(`${old} RETURNING row, message ->> '$.quiet' AS quiet`)
    .all({ ...place, limit })
    .filter(({ quiet }) => quiet === null);
  if (expired.length === 0) return undefined;
  const earlier = db.sql<{ part: number }>(`${drop} AND turn LIKE '${EXPIRED}%' RETURNING part`).all(place);
  const count = earlier.reduce((sum, { part }) => sum + part, expired.length);
  const [replies, were] = count === 1 ? ['One reply', 'was'] : [`${count} replies`, 'were'];
  const message = { text: `(${replies} from more than a day ago could not be sent in time and ${were} left out.)` };
  const turn = `${EXPIRED}${Math.max(...expired.map(({ row }) => row))}`;
  const row = insertOutbox(db, { turn, part: count, sender, chat, message, queuedAt: now });
  return row === undefined ? undefined : { row, sender, chat };
}

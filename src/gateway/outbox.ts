// The outbox table: every reply on its way, in order per chat. A row goes queued → sending → sent or dropped.

import type { ChatRef, OutboundMessage } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { chatKey, outboxLane } from './chat-key.js';

export interface OutboxRow {
  row: number;
  sender: string;
  chat: ChatRef;
  message: OutboundMessage;
  state: 'queued' | 'sending' | 'sent' | 'dropped';
  queuedAt: number;
}

export interface NewOutboxRow {
  /** With `part` the reply's identity: a repeated insert changes nothing. */
  turn: string;
  part: number;
  /** The process role that owns the connection. */
  sender: string;
  chat: ChatRef;
  message: OutboundMessage;
  inbox?: number;
  queuedAt: number;
}

/** How the reason ends when a row was dropped in mid-attempt. */
const FATE_UNKNOWN = ', fate unknown';

interface Stored {
  row: number;
  sender: string;
  chat: string;
  message: string;
  state: OutboxRow['state'];
  queued_at: number;
}

/** Adds a reply inside the caller's transaction. Undefined when it stood there already. */
export function insertOutbox(db: Db, row: NewOutboxRow): number | undefined {
  const result = db
    .sql(
      `INSERT INTO outbox (turn, part, sender, chat, lane, message, state, inbox, queued_at)
       VALUES (?, ?, ?, ?, ?, ?, 'queued', ?, ?) ON CONFLICT (turn, part) DO NOTHING`,
    )
    .run([
      row.turn,
      row.part,
      row.sender,
      chatKey(row.chat),
      outboxLane(row.chat),
      JSON.stringify(row.message),
      row.inbox ?? null,
      row.queuedAt,
    ]);
  return result.changes === 0 ? undefined : Number(result.lastInsertRowid);
}

export function outboxRow(db: Db, row: number): OutboxRow | undefined {
  const stored = db.sql<Stored>('SELECT * FROM outbox WHERE row = ?').get([row]);
  return stored && read(stored);
}

/** Where the unsent rows of some senders go, oldest first. */
export function openOutbox(db: Db, senders: readonly string[]): Pick<OutboxRow, 'row' | 'sender' | 'chat'>[] {
  return db
    .sql<{ row: number; sender: string; chat: string }>(
      `SELECT row, sender, chat FROM outbox WHERE state IN ('queued', 'sending')
         AND sender IN (SELECT value FROM json_each(?)) ORDER BY row`,
    )
    .all([JSON.stringify(senders)])
    .map(({ row, sender, chat }) => ({ row, sender, chat: JSON.parse(chat) as ChatRef }));
}

/** A sender's unsent rows of one chat up to and including `row`, in the order they must leave. */
export function unsentUpTo(db: Db, { sender, chat, row }: Pick<OutboxRow, 'sender' | 'chat' | 'row'>): OutboxRow[] {
  return db
    .sql<Stored>(
      `SELECT * FROM outbox WHERE lane = ? AND sender = ? AND row <= ? AND state IN ('queued', 'sending') ORDER BY row`,
    )
    .all([outboxLane(chat), sender, row])
    .map(read);
}

export function countUnsent(db: Db, sender: string): number {
  const found = db
    .sql<{ n: number }>("SELECT count(*) AS n FROM outbox WHERE sender = ? AND state IN ('queued', 'sending')")
    .get([sender]);
  return found?.n ?? 0;
}

/**
 * Each of these runs inside the caller's transaction and leaves a row alone that has ended. False when the sender may not
 * send the row any more: it was dropped, sent, or handed to somebody else.
 */
export function markSending(db: Db, { row, sender }: Pick<OutboxRow, 'row' | 'sender'>): boolean {
  return (
    db
      .sql("UPDATE outbox SET state = 'sending' WHERE row = ? AND sender = ? AND state IN ('queued', 'sending')")
      .run([row, sender]).changes > 0
  );
}

/** The attempt certainly did not reach the chat: the next one is no repetition. */
export function markUnsent(db: Db, row: number): void {
  db.sql("UPDATE outbox SET state = 'queued' WHERE row = ? AND state = 'sending'").run([row]);
}

export function markSent(db: Db, row: number, ref: string, now: number): void {
  db.sql("UPDATE outbox SET state = 'sent', ref = ?, ended_at = ? WHERE row = ? AND state = 'sending'").run([
    ref,
    now,
    row,
  ]);
}

export function markDropped(db: Db, row: number, reason: string, now: number): void {
  db.sql(
    `UPDATE outbox SET reason = CASE state WHEN 'sending' THEN ? || '${FATE_UNKNOWN}' ELSE ? END, state = 'dropped',
       ended_at = ? WHERE row = ? AND state IN ('queued', 'sending')`,
  ).run([reason, reason, now, row]);
}

/**
 * Drops what a sender could not send in a chat since before `limit` (epoch ms), and says so there in one message; inside
 * the caller's transaction. Returns that message's row.
 */
export function expireOutbox(
  db: Db,
  { sender, chat }: Pick<OutboxRow, 'sender' | 'chat'>,
  limit: number,
  now: number,
): Pick<OutboxRow, 'row' | 'sender' | 'chat'> | undefined {
  const expired = db
    .sql<{ row: number }>(
      `UPDATE outbox SET state = 'dropped', reason = 'too old', ended_at = ?
       WHERE lane = ? AND sender = ? AND queued_at < ? AND state IN ('queued', 'sending') RETURNING row`,
    )
    .all([now, outboxLane(chat), sender, limit]);
  if (expired.length === 0) return undefined;
  const [replies, were] = expired.length === 1 ? ['One reply', 'was'] : [`${expired.length} replies`, 'were'];
  const message = { text: `(${replies} from more than a day ago could not be sent in time and ${were} left out.)` };
  const turn = `expired/${Math.max(...expired.map(({ row }) => row))}`;
  const row = insertOutbox(db, { turn, part: 0, sender, chat, message, queuedAt: now });
  return row === undefined ? undefined : { row, sender, chat };
}

/** Queues a dropped reply again; one that had been on its way goes out with the mark. */
export function requeueOutbox(db: Db, row: number): void {
  db.sql(
    `UPDATE outbox SET state = CASE WHEN reason LIKE '%${FATE_UNKNOWN}' THEN 'sending' ELSE 'queued' END, reason = NULL,
       ended_at = NULL WHERE row = ? AND state = 'dropped'`,
  ).run([row]);
}

function read(stored: Stored): OutboxRow {
  return {
    row: stored.row,
    sender: stored.sender,
    chat: JSON.parse(stored.chat) as ChatRef,
    message: JSON.parse(stored.message) as OutboundMessage,
    state: stored.state,
    queuedAt: stored.queued_at,
  };
}

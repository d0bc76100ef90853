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

/** Unsent rows, oldest first. */
export function openOutbox(db: Db): OutboxRow[] {
  return db.sql<Stored>("SELECT * FROM outbox WHERE state IN ('queued', 'sending') ORDER BY row").all().map(read);
}

/** Unsent rows of one chat up to and including `row`, in the order they must leave. */
export function unsentUpTo(db: Db, chat: ChatRef, row: number): OutboxRow[] {
  return db
    .sql<Stored>("SELECT * FROM outbox WHERE lane = ? AND row <= ? AND state IN ('queued', 'sending') ORDER BY row")
    .all([outboxLane(chat), row])
    .map(read);
}

export function countUnsent(db: Db, sender: string): number {
  const found = db
    .sql<{ n: number }>("SELECT count(*) AS n FROM outbox WHERE sender = ? AND state IN ('queued', 'sending')")
    .get([sender]);
  return found?.n ?? 0;
}

/** Each of these runs inside the caller's transaction. */
export function markSending(db: Db, row: number): void {
  db.sql("UPDATE outbox SET state = 'sending' WHERE row = ?").run([row]);
}

/** The attempt certainly did not reach the chat: the next one is no repetition. */
export function markUnsent(db: Db, row: number): void {
  db.sql("UPDATE outbox SET state = 'queued' WHERE row = ? AND state = 'sending'").run([row]);
}

export function markSent(db: Db, row: number, ref: string, now: number): void {
  db.sql("UPDATE outbox SET state = 'sent', ref = ?, ended_at = ? WHERE row = ?").run([ref, now, row]);
}

export function markDropped(db: Db, row: number, reason: string, now: number): void {
  db.sql("UPDATE outbox SET state = 'dropped', reason = ?, ended_at = ? WHERE row = ?").run([reason, now, row]);
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

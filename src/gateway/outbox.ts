// The outbox table: every reply on its way, in order per chat. A row goes queued → sending → sent or dropped, and notes each
// of its messages that stands in the chat.

import type { ChatRef, OutboundMessage } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { chatKey, outboxLane } from './chat-key.js';

export interface OutboxRow {
  row: number;
  /** With `part` the reply's identity. */
  turn: string;
  part: number;
  sender: string;
  chat: ChatRef;
  message: OutboundMessage;
  state: 'queued' | 'sending' | 'sent' | 'dropped';
  queuedAt: number;
  /** The row of the inbox that it answers. */
  inbox?: number;
  /** The messages that stand in the chat, one for each piece that the channel cuts it into. */
  refs: readonly string[];
  /** A reply that still grows: its text so far may be shown, and is sent by nobody. */
  draft: boolean;
  /** What the first message shows, or may show, while that is not yet the reply itself. */
  shown?: string;
  /** When the attempt at the next piece began whose fate is not known (epoch ms); in state 'sending'. */
  since?: number;
}

/** Where a row goes: enough to wake its sender. */
export type Outgoing = Pick<OutboxRow, 'row' | 'sender' | 'chat'>;

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

export const OPEN = "state IN ('queued', 'sending')";

interface Stored {
  row: number;
  turn: string;
  part: number;
  sender: string;
  chat: string;
  message: string;
  state: OutboxRow['state'];
  queued_at: number;
  inbox: number | null;
  refs: string;
  draft: 0 | 1;
  shown: string | null;
  since: number | null;
}

/**
 * Adds a reply inside the caller's transaction. What was shown of it while it grew becomes this reply, in the same row.
 * Undefined when it stood there already.
 */
export function insertOutbox(db: Db, row: NewOutboxRow): number | undefined {
  return db
    .sql<{ row: number }>(
      `INSERT INTO outbox (turn, part, sender, chat, lane, message, state, inbox, queued_at)
       VALUES (?, ?, ?, ?, ?, ?, 'queued', ?, ?)
       ON CONFLICT (turn, part) DO UPDATE SET message = excluded.message, sender = excluded.sender, draft = 0,
         queued_at = excluded.queued_at WHERE draft = 1 AND ${OPEN}
       RETURNING row`,
    )
    .get([
      row.turn,
      row.part,
      row.sender,
      chatKey(row.chat),
      outboxLane(row.chat),
      JSON.stringify(row.message),
      row.inbox ?? null,
      row.queuedAt,
    ])?.row;
}

export function outboxRow(db: Db, row: number): OutboxRow | undefined {
  const stored = db.sql<Stored>('SELECT * FROM outbox WHERE row = ?').get([row]);
  return stored && read(stored);
}

/** Where the unsent rows of some senders go, oldest first. What still grows is woken by whoever lets it grow. */
export function openOutbox(db: Db, senders: readonly string[]): Outgoing[] {
  return db
    .sql<{ row: number; sender: string; chat: string }>(
      `SELECT row, sender, chat FROM outbox WHERE ${OPEN} AND draft = 0
         AND sender IN (SELECT value FROM json_each(?)) ORDER BY row`,
    )
    .all([JSON.stringify(senders)])
    .map(({ row, sender, chat }) => ({ row, sender, chat: JSON.parse(chat) as ChatRef }));
}

/** The unsent rows of the same sender and chat up to and including `row`, in the order they must leave. */
export function unsentUpTo(db: Db, row: number): OutboxRow[] {
  return db
    .sql<Stored>(
      `SELECT outbox.* FROM outbox AS last JOIN outbox ON outbox.lane = last.lane AND outbox.sender = last.sender
       WHERE last.row = :row AND outbox.row <= :row AND outbox.${OPEN} ORDER BY outbox.row`,
    )
    .all({ row })
    .map(read);
}

/** What a sender has for a chat and has not sent, the oldest first. */
export function unsentTo(db: Db, { sender, chat }: Pick<OutboxRow, 'sender' | 'chat'>): OutboxRow[] {
  return db
    .sql<Stored>(`SELECT * FROM outbox WHERE lane = ? AND sender = ? AND ${OPEN} ORDER BY row`)
    .all([outboxLane(chat), sender])
    .map(read);
}

export function countUnsent(db: Db, sender: string): number {
  const found = db.sql<{ n: number }>(`SELECT count(*) AS n FROM outbox WHERE sender = ? AND ${OPEN}`).get([sender]);
  return found?.n ?? 0;
}

/**
 * Each of these runs inside the caller's transaction and leaves a row alone that has ended. False when the sender may not
 * send the row any more: it was dropped, sent, or handed to somebody else. An attempt whose fate is unknown keeps its time.
 */
export function markSending(db: Db, { row, sender }: Pick<OutboxRow, 'row' | 'sender'>, now: number): boolean {
  return (
    db
      .sql(
        `UPDATE outbox SET state = 'sending', since = coalesce(since, ?) WHERE row = ? AND sender = ? AND ${OPEN}
           AND draft = 0`,
      )
      .run([now, row, sender]).changes > 0
  );
}

/** The attempt certainly did not reach the chat: the next one is no repetition. */
export function markUnsent(db: Db, row: number): void {
  db.sql("UPDATE outbox SET state = 'queued', since = NULL WHERE row = ? AND state = 'sending'").run([row]);
}

/** Those messages stand, and the attempt at the next piece begins. False when the row has ended. */
export function markStanding(db: Db, row: number, refs: readonly string[], now: number): boolean {
  return (
    db
      .sql(`UPDATE outbox SET state = 'sending', refs = ?, shown = NULL, since = ? WHERE row = ? AND ${OPEN}`)
      .run([JSON.stringify(refs), now, row]).changes > 0
  );
}

export function markSent(db: Db, row: number, refs: readonly string[], now: number): void {
  db.sql(
    `UPDATE outbox SET state = 'sent', refs = ?, shown = NULL, since = NULL, ended_at = ? WHERE row = ? AND ${OPEN}`,
  ).run([JSON.stringify(refs), now, row]);
}

/** What stood there is no more: the reply begins anew. */
export function markLost(db: Db, row: number): void {
  db.sql(`UPDATE outbox SET state = 'queued', refs = '[]', shown = NULL, since = NULL WHERE row = ? AND ${OPEN}`).run([
    row,
  ]);
}

/** A reply that still grows is not given up: the turn ends it. */
export function markDropped(db: Db, row: number, reason: string, now: number): void {
  db.sql(`UPDATE outbox SET ${dropping} WHERE row = :row AND draft = 0 AND ${OPEN}`).run({ reason, now, row });
}

/** Drops everything that a sender has for a chat, drafts included. Returns how many replies that were. */
export function dropChat(
  db: Db,
  { sender, chat }: Pick<OutboxRow, 'sender' | 'chat'>,
  reason: string,
  now: number,
): number {
  const where = `lane = :lane AND sender = :sender AND ${OPEN}`;
  const values = { reason, now, lane: outboxLane(chat), sender };
  return db.sql(`UPDATE outbox SET ${dropping} WHERE ${where}`).run(values).changes;
}

/**
 * Of a state that is older than the chats: whatever waited then may have been sent since, and goes out with the mark. What
 * still grew begins anew. Returns how many replies wait. Inside the caller's transaction.
 */
export function doubtUnsent(db: Db): number {
  return db
    .sql(`UPDATE outbox SET state = 'sending', since = coalesce(since, queued_at) WHERE ${OPEN} AND draft = 0`)
    .run().changes;
}

/** Queues a dropped reply again; one that had been on its way goes out with the mark. */
export function requeueOutbox(db: Db, row: number, now: number): void {
  db.sql(
    `UPDATE outbox SET state = CASE WHEN reason LIKE '%${FATE_UNKNOWN}' THEN 'sending' ELSE 'queued' END, reason = NULL,
       ended_at = NULL, queued_at = ? WHERE row = ? AND state = 'dropped'`,
  ).run([now, row]);
}

/**
 * Lets what is queued for a chat, or for a thread of it, follow to the chat's new id; inside the caller's transaction.
 * Returns what is to be sent there.
 */
export function moveOutbox(db: Db, { channel, account, chat }: ChatRef, to: string): Outgoing[] {
  const rows = db
    .sql<{ row: number; sender: string; chat: string; draft: 0 | 1 }>(
      `SELECT row, sender, chat, draft FROM outbox WHERE ${OPEN} AND chat ->> '$.channel' = ? AND chat ->> '$.account' = ?
         AND chat ->> '$.chat' = ? ORDER BY row`,
    )
    .all([channel, account, chat]);
  return rows.flatMap(({ row, sender, chat: old, draft }) => {
    const moved = { ...(JSON.parse(old) as ChatRef), chat: to };
    db.sql('UPDATE outbox SET chat = ?, lane = ? WHERE row = ?').run([chatKey(moved), outboxLane(moved), row]);
    return draft ? [] : [{ row, sender, chat: moved }];
  });
}

/** Sends a row that certainly stands nowhere to another chat; inside the caller's transaction. */
export function redirectOutbox(db: Db, { row, sender }: Pick<OutboxRow, 'row' | 'sender'>, to: ChatRef): Outgoing {
  db.sql(`UPDATE outbox SET chat = ?, lane = ?, state = 'queued', since = NULL WHERE row = ? AND ${OPEN}`).run([
    chatKey(to),
    outboxLane(to),
    row,
  ]);
  return { row, sender, chat: to };
}

/** A row that fails for good keeps the time of an attempt whose fate is unknown, for who queues it again. */
const dropping = `reason = CASE state WHEN 'sending' THEN :reason || '${FATE_UNKNOWN}' ELSE :reason END, state = 'dropped',
  ended_at = :now`;

function read(stored: Stored): OutboxRow {
  const { row, turn, part, sender, state, inbox, shown, since } = stored;
  return {
    row,
    turn,
    part,
    sender,
    chat: JSON.parse(stored.chat) as ChatRef,
    message: JSON.parse(stored.message) as OutboundMessage,
    state,
    queuedAt: stored.queued_at,
    refs: JSON.parse(stored.refs) as string[],
    draft: stored.draft === 1,
    ...(inbox === null ? {} : { inbox }),
    ...(shown === null ? {} : { shown }),
    ...(since === null ? {} : { since }),
  };
}

// The inbox table: every event the bot accepted, and how it ended. An event is here before its platform is told so.

import type { ChatRef, EntryFile, InboundEvent, Principal, Scope, SessionKey } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { chatKey } from './chat-key.js';
import { eventKey } from './turn-id.js';

export type InboxState = 'accepted' | 'answered' | 'context' | 'command' | 'refused' | 'failed';

export interface InboxRow {
  row: number;
  /** The process role whose connection it came through; its replies leave there too. */
  receiver: string;
  event: InboundEvent;
  principal: Principal;
  scope: Scope;
  session: SessionKey;
  state: InboxState;
  /** The job that serves it, and the lane it runs in; none for a command that does not wait. */
  job: 'turn' | 'command';
  lane?: string;
  acceptedAt: number;
  /** The row whose turn this one belongs to; its own once that turn has begun. */
  lead?: number;
  /** More of it may come until then. */
  dueAt?: number;
  /** What came with it, once that was fetched; absent while it is still with the platform. */
  kept?: EntryFile[];
  /** How often its author changed it. */
  revision: number;
}

export type NewInboxRow = Omit<InboxRow, 'row' | 'kept' | 'revision'>;

export interface Stored {
  row: number;
  receiver: string;
  event: string;
  principal: string;
  scope: string;
  session_key: string;
  state: InboxState;
  job: 'turn' | 'command';
  lane: string | null;
  accepted_at: number;
  lead: number | null;
  due_at: number | null;
  kept: string | null;
  revision: number;
}

/** What serves a row that has not ended: the job of its turn or command, and before it the one that fetches its files. */
export interface ServedRow extends Pick<InboxRow, 'row' | 'receiver' | 'job' | 'lane' | 'dueAt'> {
  /** The role whose connection has files that are still to be fetched. */
  fetchAt?: string;
}

/** How it stands with an event; undefined where it was not taken in. */
export function stateOfEvent(db: Db, event: InboundEvent): InboxState | undefined {
  return db.sql('SELECT state FROM inbox WHERE key = ?').column<InboxState>([eventKey(event)])[0];
}

/** Whether it is to be answered by a turn that has not ended. */
export function awaitsTurn(db: Db, event: InboundEvent): boolean {
  const [found] = db
    .sql("SELECT 1 FROM inbox WHERE key = ? AND job = 'turn' AND state = 'accepted'")
    .column<number>([eventKey(event)]);
  return found !== undefined;
}

/** Adds an event inside the caller's transaction. Undefined when it had been accepted before. */
export function insertInbox(db: Db, row: NewInboxRow): number | undefined {
  const { event } = row;
  const result = db
    .sql(
      `INSERT INTO inbox (key, receiver, channel, chat, event, principal, scope, session_key, state, job, lane,
         accepted_at, ended_at, message, author, lead, due_at, kept)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING`,
    )
    .run([
      eventKey(event),
      row.receiver,
      event.chat.channel,
      chatKey(event.chat),
      JSON.stringify(event),
      JSON.stringify(row.principal),
      JSON.stringify(row.scope),
      row.session,
      row.state,
      row.job,
      row.lane ?? null,
      row.acceptedAt,
      row.state === 'accepted' ? null : row.acceptedAt,
      event.type === 'message' ? event.message : null,
      event.from.account,
      row.lead ?? null,
      row.dueAt ?? null,
      hasFiles(row) ? null : '[]',
    ]);
  return result.changes === 0 ? undefined : Number(result.lastInsertRowid);
}

/** Only what is answered is worth fetching. */
function hasFiles({ state, event }: NewInboxRow): boolean {
  return state === 'accepted' && event.type === 'message' && event.files.length > 0;
}

export function inboxRow(db: Db, row: number): InboxRow | undefined {
  const stored = db.sql<Stored>('SELECT * FROM inbox WHERE row = ?').get([row]);
  return stored && readInbox(stored);
}

/**
 * Which jobs serve the rows that have not ended, oldest first. Rows that are part of another's turn need none, but for their
 * files.
 */
export function openInbox(db: Db): ServedRow[] {
  return db
    .sql<Pick<Stored, 'row' | 'receiver' | 'job' | 'lane' | 'due_at' | 'kept'>>(
      `SELECT row, receiver, job, lane, due_at, kept FROM inbox
       WHERE state = 'accepted' AND (lead IS NULL OR lead = row OR kept IS NULL) ORDER BY row`,
    )
    .all()
    .map(({ row, receiver, job, lane, due_at, kept }) => ({
      row,
      receiver,
      job,
      ...(lane === null ? {} : { lane }),
      ...(due_at === null ? {} : { dueAt: due_at }),
      ...(kept === null ? { fetchAt: receiver } : {}),
    }));
}

/** The same for one row. */
export function servedBy({ row, receiver, job, lane, dueAt, kept }: InboxRow): ServedRow {
  return {
    row,
    receiver,
    job,
    ...(lane === undefined ? {} : { lane }),
    ...(dueAt === undefined ? {} : { dueAt }),
    ...(kept === undefined ? { fetchAt: receiver } : {}),
  };
}

/** Notes what came with a message, once, inside the caller's transaction. */
export function keepFiles(db: Db, row: number, files: readonly EntryFile[]): void {
  db.sql('UPDATE inbox SET kept = ? WHERE row = ? AND kept IS NULL').run([JSON.stringify(files), row]);
}

/** The turns of a session that have not ended: the one that has begun, then those that wait, oldest first. */
export function openTurns(db: Db, session: SessionKey): InboxRow[] {
  return db
    .sql<Stored>(
      `SELECT * FROM inbox WHERE state = 'accepted' AND job = 'turn' AND session_key = ?
         AND (lead IS NULL OR lead = row) ORDER BY lead IS NULL, row`,
    )
    .all([session])
    .map(readInbox);
}

/** Commands of that name in the session's lane that have not ended, oldest first. */
export function openCommands(db: Db, session: SessionKey, name: string): InboxRow[] {
  return db
    .sql<Stored>(
      `SELECT * FROM inbox WHERE state = 'accepted' AND job = 'command' AND session_key = ? AND lane IS NOT NULL
         AND event ->> '$.name' = ? ORDER BY row`,
    )
    .all([session, name])
    .map(readInbox);
}

/** Ends a row inside the caller's transaction. False when it had ended already. */
export function endInbox(db: Db, row: number, state: Exclude<InboxState, 'accepted'>, now: number): boolean {
  return (
    db.sql("UPDATE inbox SET state = ?, ended_at = ? WHERE row = ? AND state = 'accepted'").run([state, now, row])
      .changes > 0
  );
}

/** Ends a row with the other messages of its turn, inside the caller's transaction. False when it had ended already. */
export function endWhole(db: Db, row: number, state: Exclude<InboxState, 'accepted'>, now: number): boolean {
  const ended = endInbox(db, row, state, now);
  if (ended) endTurnRows(db, row, state, now);
  return ended;
}

/** Ends the other messages of a row's turn with it, inside the caller's transaction. */
export function endTurnRows(db: Db, lead: number, state: Exclude<InboxState, 'accepted'>, now: number): void {
  db.sql("UPDATE inbox SET state = ?, ended_at = ? WHERE lead = ? AND state = 'accepted'").run([state, now, lead]);
}

/**
 * Opens a row again that failed or was given up, with the whole turn that it belongs to, inside the caller's transaction.
 * Returns the row that leads the turn.
 */
export function reopenInbox(db: Db, row: number): InboxRow | undefined {
  // What joined a turn has no turn of its own: its words stand in the transcript under that one.
  const lead = inboxRow(db, row)?.lead || row;
  db.sql(
    `UPDATE inbox SET state = 'accepted', ended_at = NULL
     WHERE (row = :lead OR lead = :lead) AND state IN ('failed', 'refused')`,
  ).run({ lead });
  return inboxRow(db, lead);
}

/** How many rows that came through `receiver` still wait for their end. */
export function countOpenInbox(db: Db, receiver: string): number {
  const found = db
    .sql<{ n: number }>("SELECT count(*) AS n FROM inbox WHERE state = 'accepted' AND receiver = ?")
    .get([receiver]);
  return found?.n ?? 0;
}

/** How many messages and commands have not ended, whoever received them. */
export function countOpen(db: Db): number {
  return db.sql<{ n: number }>("SELECT count(*) AS n FROM inbox WHERE state = 'accepted'").get()?.n ?? 0;
}

/** The receivers of a chat's rows that have not ended. */
export function openReceivers(db: Db, chat: ChatRef): string[] {
  return db
    .sql<{ receiver: string }>(
      `SELECT DISTINCT receiver FROM inbox WHERE state = 'accepted' AND chat = :chat
       UNION SELECT DISTINCT sender FROM outbox WHERE state IN ('queued', 'sending') AND chat = :chat`,
    )
    .all({ chat: chatKey(chat) })
    .map((found) => found.receiver);
}

/** Hands what waits in a chat from one receiver to another, inside the caller's transaction. */
export function adoptChat(db: Db, chat: ChatRef, from: string, to: string): void {
  const key = chatKey(chat);
  db.sql("UPDATE inbox SET receiver = ? WHERE state = 'accepted' AND chat = ? AND receiver = ?").run([to, key, from]);
  db.sql("UPDATE outbox SET sender = ? WHERE state IN ('queued', 'sending') AND chat = ? AND sender = ?").run([
    to,
    key,
    from,
  ]);
}

export function readInbox(stored: Stored): InboxRow {
  return {
    row: stored.row,
    receiver: stored.receiver,
    event: JSON.parse(stored.event) as InboundEvent,
    principal: JSON.parse(stored.principal) as Principal,
    scope: JSON.parse(stored.scope) as Scope,
    session: stored.session_key as SessionKey,
    state: stored.state,
    job: stored.job,
    ...(stored.lane === null ? {} : { lane: stored.lane }),
    acceptedAt: stored.accepted_at,
    revision: stored.revision,
    ...(stored.kept === null ? {} : { kept: JSON.parse(stored.kept) as EntryFile[] }),
    ...(stored.lead === null ? {} : { lead: stored.lead }),
    ...(stored.due_at === null ? {} : { dueAt: stored.due_at }),
  };
}

// Session rows in state.sqlite: which transcript a key writes to now, and what it has used. Holds no text.

import { randomBytes } from 'node:crypto';
import type { ChatRef, Scope, SessionKey, Usage } from '../contracts/index.js';
import type { Db } from '../db/database.js';

export interface SessionRow {
  id: string;
  key: SessionKey;
  scope: Scope;
  chat: ChatRef;
  /** talk: a conversation; run: one run of a schedule, or of a skill apart, which nobody goes on with. */
  purpose: 'talk' | 'run';
  openedAt: number;
  closedAt?: number;
  /** Absent while it is open, and for sessions that ended before anybody kept it. */
  endedBy?: EndedBy;
  turns: number;
  lastTurnAt?: number;
  inputTokens: number;
  outputTokens: number;
  /** The id of the last entry that was written down. */
  flushedThrough?: string;
  flushedAt?: number;
  compactions: number;
  compactedAt?: number;
  /** Why the last compaction came to nothing, and how often in a row. */
  trouble?: CompactionTrouble;
}

/**
 * command: somebody began anew; idle, daily: it was over by itself; privacy: what is remembered there changed, or it became as
 * old as anything may there; run: the run that it was for has ended.
 */
export type EndedBy = 'command' | 'idle' | 'daily' | 'privacy' | 'run';

export interface CompactionTrouble {
  /** One sentence. */
  says: string;
  at: number;
  times: number;
}

interface Stored {
  id: string;
  key: string;
  scope: string;
  chat: string;
  purpose: SessionRow['purpose'];
  opened_at: number;
  closed_at: number | null;
  turns: number;
  last_turn_at: number | null;
  input_tokens: number;
  output_tokens: number;
  flushed_through: string | null;
  flushed_at: number | null;
  compactions: number;
  compacted_at: number | null;
  compaction_trouble: string | null;
  ended_by: EndedBy | null;
}

/** The open session of a key, opened if there is none. Only the holder of the key's lane may call it. */
export async function openSession(
  db: Db,
  where: { key: SessionKey; scope: Scope; chat: ChatRef; purpose?: SessionRow['purpose'] },
  now: number,
): Promise<SessionRow> {
  return (
    currentSession(db, where.key) ??
    (await db.write(() => {
      db.sql(
        `INSERT INTO sessions (id, key, scope, chat, opened_at, purpose) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT DO NOTHING`,
      ).run([
        newSessionId(now),
        where.key,
        JSON.stringify(where.scope),
        JSON.stringify(where.chat),
        now,
        where.purpose ?? 'talk',
      ]);
      const row = currentSession(db, where.key);
      if (!row) throw new Error(`session ${where.key} was not opened`);
      return row;
    }))
  );
}

export function sessionById(db: Db, id: string): SessionRow | undefined {
  const row = db.sql<Stored>('SELECT * FROM sessions WHERE id = ?').get([id]);
  return row && read(row);
}

export function currentSession(db: Db, key: SessionKey): SessionRow | undefined {
  const row = db.sql<Stored>('SELECT * FROM sessions WHERE key = ? AND closed_at IS NULL').get([key]);
  return row && read(row);
}

/** The newest conversations of a key, open or not. */
export function sessionsOfKey(db: Db, key: SessionKey, limit: number): SessionRow[] {
  return db
    .sql<Stored>('SELECT * FROM sessions WHERE key = ? ORDER BY opened_at DESC, id DESC LIMIT ?')
    .all([key, limit])
    .map(read);
}

/** Conversations of every chat, open or not, the last used first. */
export function newestSessions(db: Db, limit: number): SessionRow[] {
  return db
    .sql<Stored>(
      "SELECT * FROM sessions WHERE purpose = 'talk' ORDER BY coalesce(last_turn_at, opened_at) DESC, id DESC LIMIT ?",
    )
    .all([limit])
    .map(read);
}

/** Of every chat, open or not, what used most tokens first; none that has used nothing. */
export function costliestSessions(db: Db, limit: number): SessionRow[] {
  return db
    .sql<Stored>(
      `SELECT * FROM sessions WHERE input_tokens + output_tokens > 0
       ORDER BY input_tokens + output_tokens DESC, id DESC LIMIT ?`,
    )
    .all([limit])
    .map(read);
}

/** Of a scope, used since a time (epoch ms), oldest first. */
export function sessionsOfScope(db: Db, scope: Scope, since: number): SessionRow[] {
  return db
    .sql<Stored>(
      `SELECT * FROM sessions WHERE purpose = 'talk' AND scope = ? AND coalesce(last_turn_at, opened_at) >= ? ORDER BY id`,
    )
    .all([JSON.stringify(scope), since])
    .map(read);
}

/** Conversations of a scope under all the names that it has, open or not, the newest first. */
export function conversationsOf(db: Db, names: readonly Scope[], limit: number): SessionRow[] {
  return db
    .sql<Stored>(
      `SELECT * FROM sessions WHERE purpose = 'talk' AND scope IN (SELECT value FROM json_each(?))
       ORDER BY opened_at DESC, id DESC LIMIT ?`,
    )
    .all([JSON.stringify(names.map((name) => JSON.stringify(name))), limit])
    .map(read);
}

/** Whether nobody talked in it: it was a run. */
export function isRun(db: Db, id: string): boolean {
  return db.sql("SELECT 1 FROM sessions WHERE id = ? AND purpose = 'run'").get([id]) !== undefined;
}

/** Those that the next message goes on with. */
export function openSessions(db: Db): SessionRow[] {
  return db
    .sql<Stored>("SELECT * FROM sessions WHERE closed_at IS NULL AND purpose = 'talk' ORDER BY key")
    .all()
    .map(read);
}

/** Every conversation there ever was. */
export function allSessions(db: Db): SessionRow[] {
  return db.sql<Stored>("SELECT * FROM sessions WHERE purpose = 'talk' ORDER BY id").all().map(read);
}

/** Inside a transaction of the caller; false when it had been closed. `endSession` does what else belongs to it. */
export function closeSession(db: Db, id: string, by: EndedBy, now: number): boolean {
  const { changes } = db
    .sql('UPDATE sessions SET closed_at = ?, ended_by = ? WHERE id = ? AND closed_at IS NULL')
    .run([now, by, id]);
  return changes > 0;
}

/** Counts a finished turn that a person began: it ends a silence, as no other may. Inside a transaction of the caller. */
export function recordTurn(db: Db, id: string, usage: Usage | undefined, now: number): void {
  db.sql(
    `UPDATE sessions SET turns = turns + 1, last_turn_at = ?, input_tokens = input_tokens + ?,
       output_tokens = output_tokens + ? WHERE id = ?`,
  ).run([now, whole(usage?.input), whole(usage?.output), id]);
}

/** A history was cut, or should have been and was not (`trouble`), inside a transaction of the caller. */
export function recordCompaction(db: Db, id: string, trouble: CompactionTrouble | undefined, now: number): void {
  if (trouble) {
    db.sql('UPDATE sessions SET compaction_trouble = ? WHERE id = ?').run([JSON.stringify(trouble), id]);
    return;
  }
  db.sql(
    'UPDATE sessions SET compactions = compactions + 1, compacted_at = ?, compaction_trouble = NULL WHERE id = ?',
  ).run([now, id]);
}

/** A server's count as a number that can be added up: what it reports is bookkeeping and must not fail a turn. */
function whole(count = 0): number {
  return Number.isFinite(count) ? Math.min(Math.max(0, Math.round(count)), 1_000_000_000) : 0;
}

/** How many turns a scope's sessions have had together. */
export function turnsOfScope(db: Db, scope: Scope): number {
  const row = db
    .sql<{ turns: number | null }>('SELECT sum(turns) AS turns FROM sessions WHERE scope = ?')
    .get([JSON.stringify(scope)]);
  return row?.turns ?? 0;
}

function newSessionId(now: number): string {
  const stamp = new Date(now).toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return `${stamp}-${randomBytes(4).toString('hex')}`;
}

function read(row: Stored): SessionRow {
  return {
    id: row.id,
    key: row.key as SessionKey,
    scope: JSON.parse(row.scope) as Scope,
    chat: JSON.parse(row.chat) as ChatRef,
    purpose: row.purpose,
    openedAt: row.opened_at,
    ...(row.closed_at === null ? {} : { closedAt: row.closed_at }),
    ...(row.ended_by === null ? {} : { endedBy: row.ended_by }),
    turns: row.turns,
    ...(row.last_turn_at === null ? {} : { lastTurnAt: row.last_turn_at }),
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    ...(row.flushed_through === null ? {} : { flushedThrough: row.flushed_through }),
    ...(row.flushed_at === null ? {} : { flushedAt: row.flushed_at }),
    compactions: row.compactions,
    ...(row.compacted_at === null ? {} : { compactedAt: row.compacted_at }),
    ...(row.compaction_trouble === null ? {} : { trouble: JSON.parse(row.compaction_trouble) as CompactionTrouble }),
  };
}

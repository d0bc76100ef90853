// Which ranges of a transcript are to be written down, and how far that has come: rows in state.sqlite. The ranges of a session
// follow one another, so that everything up to the last of them is flushed or sure to be. Holds no text.

import type { Entry, FlushCause } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { sessionById } from './rows.js';

export interface FlushRow {
  row: number;
  session: string;
  /** Ids of entries, both inside. */
  first: string;
  last: string;
  cause: FlushCause;
  /** How many compactions the session had had. */
  cycle: number;
  /** The last entry of the piece under way. */
  piece?: string;
  state: 'queued' | 'done';
  addedAt: number;
  /** So many lines were written, at least. */
  lines: number;
}

/** A row that waits, and the key of its session, in whose flush lane it is done. */
export interface OpenFlush {
  row: number;
  key: string;
}

interface Stored {
  row: number;
  session: string;
  first: string;
  last: string;
  cause: FlushCause;
  cycle: number;
  piece: string | null;
  state: 'queued' | 'done';
  added_at: number;
  lines: number;
}

/** Two triggers within this time are one flush. */
const COOL_DOWN_MS = 60_000;
const SAYING: ReadonlySet<Entry['type']> = new Set(['user', 'assistant', 'tool_result']);

/** Whether there is anything in an entry that could be written down. */
export function says({ type }: Pick<Entry, 'type'>): boolean {
  return SAYING.has(type);
}

/**
 * A window that fills asks for one flush a cycle, and none right behind another; what is about to be cut off or to end is
 * always written down. Pure.
 */
export function isFlushDue(
  cause: FlushCause,
  cycle: number,
  earlier: readonly Pick<FlushRow, 'cause' | 'cycle' | 'addedAt'>[],
  now: number,
): boolean {
  if (cause !== 'threshold') return true;
  return !earlier.some(
    (one) => (one.cause === 'threshold' && one.cycle === cycle) || Math.abs(now - one.addedAt) < COOL_DOWN_MS,
  );
}

/**
 * Adds a row for what is neither flushed nor in a row's range up to the entry `through` (absent or unknown: to the end), inside
 * a transaction of the caller. Undefined where there is nothing left that says something, or where no flush is due.
 */
export function queueFlush(
  db: Db,
  range: { session: string; entries: readonly Entry[]; through?: string; cause: FlushCause },
  now: number,
): number | undefined {
  const { session: id, entries, through, cause } = range;
  const session = sessionById(db, id);
  if (!session || !isFlushDue(cause, session.compactions, flushesOf(db, id), now)) return undefined;
  const end = placeOf(entries, through);
  const left = entries.slice(coveredTo(db, id, entries) + 1, end < 0 ? entries.length : end + 1).filter(says);
  const [first] = left;
  const last = left.at(-1);
  if (!first || !last) return undefined;
  const added = db
    .sql(
      `INSERT INTO flushes (session, first, last, cause, cycle, state, added_at) VALUES (?, ?, ?, ?, ?, 'queued', ?)
       ON CONFLICT DO NOTHING`,
    )
    .run([id, first.id, last.id, cause, session.compactions, now]);
  return added.changes === 0 ? undefined : Number(added.lastInsertRowid);
}

/** Whether everything up to the entry `through` that says something is flushed or inside a row's range: it may be cut off. */
export function isCovered(db: Db, session: string, entries: readonly Entry[], through: string): boolean {
  const end = placeOf(entries, through);
  return end >= 0 && !entries.slice(coveredTo(db, session, entries) + 1, end + 1).some(says);
}

/**
 * What a compaction behind these entries takes out of view when it keeps the entry `firstKept` and what follows; an unknown
 * one keeps nothing. What people said in the turn of that entry stays in view. Pure.
 */
export function cutOff(entries: readonly Entry[], firstKept: string): Entry[] {
  const kept = placeOf(entries, firstKept);
  const turn = entries[kept]?.turn;
  return entries
    .slice(0, kept < 0 ? entries.length : kept)
    .filter((one) => one.type !== 'user' || turn === undefined || one.turn !== turn);
}

/** The index of the last entry that is flushed or in a row's range; -1 for none. */
export function coveredTo(db: Db, session: string, entries: readonly Entry[]): number {
  const ends = new Set(flushesOf(db, session).map(({ last }) => last));
  const flushed = sessionById(db, session)?.flushedThrough;
  if (flushed !== undefined) ends.add(flushed);
  return entries.findLastIndex(({ id }) => ends.has(id));
}

/**
 * What of a row's range is not written down yet, as indexes, both inside; undefined when nothing is. An end that somebody took
 * out of the transcript must not keep the rest from being written down. Pure.
 */
export function rangeLeft(
  entries: readonly Entry[],
  { first, last }: Pick<FlushRow, 'first' | 'last'>,
  flushedThrough: string | undefined,
): { from: number; to: number } | undefined {
  const from = Math.max(0, placeOf(entries, first), placeOf(entries, flushedThrough) + 1);
  const end = placeOf(entries, last);
  const to = end < 0 ? entries.length - 1 : end;
  return entries.slice(from, to + 1).some(says) ? { from, to } : undefined;
}

export function flushRow(db: Db, row: number): FlushRow | undefined {
  const stored = db.sql<Stored>('SELECT * FROM flushes WHERE row = ?').get([row]);
  return stored && read(stored);
}

/** All of a session, oldest first. */
export function flushesOf(db: Db, session: string): FlushRow[] {
  return db.sql<Stored>('SELECT * FROM flushes WHERE session = ? ORDER BY row').all([session]).map(read);
}

/** Oldest first. */
export function openFlushes(db: Db): OpenFlush[] {
  return db
    .sql<OpenFlush>(
      `SELECT f.row, coalesce(s.key, f.session) AS key FROM flushes f LEFT JOIN sessions s ON s.id = f.session
       WHERE f.state = 'queued' ORDER BY f.row`,
    )
    .all();
}

/** Sessions with a row that has waited since before `at`. */
export function lateFlushes(db: Db, at: number): string[] {
  return db
    .sql("SELECT DISTINCT session FROM flushes WHERE state = 'queued' AND added_at < ? ORDER BY session")
    .column<string>([at]);
}

/** Keeps which piece is under way, unless another was chosen since `before`; returns the one that stands, in a transaction. */
export function keepPiece(db: Db, row: number, piece: string, before: string | undefined): string | undefined {
  db.sql('UPDATE flushes SET piece = ? WHERE row = ? AND piece IS ?').run([piece, row, before ?? null]);
  return flushRow(db, row)?.piece;
}

/**
 * Everything up to `through` is written down, in so many lines, inside a transaction of the caller. Moves on only from where
 * the caller believes the session to be, so that a repeat changes nothing.
 */
export function advanceFlush(
  db: Db,
  moved: { row: number; session: string; from: string | undefined; through: string; lines: number },
  now: number,
): void {
  const { row, session, from, through, lines } = moved;
  const { changes } = db
    .sql('UPDATE sessions SET flushed_through = ?, flushed_at = ? WHERE id = ? AND flushed_through IS ?')
    .run([through, now, session, from ?? null]);
  if (changes === 0) return;
  db.sql('UPDATE flushes SET piece = NULL, lines = lines + ? WHERE row = ?').run([lines, row]);
}

/** The whole range is through, inside a transaction of the caller. */
export function endFlush(db: Db, row: number, now: number): void {
  db.sql("UPDATE flushes SET state = 'done', done_at = ?, piece = NULL WHERE row = ? AND state = 'queued'").run([
    ...[now, row],
  ]);
}

function placeOf(entries: readonly Entry[], id: string | undefined): number {
  return id === undefined ? -1 : entries.findLastIndex((entry) => entry.id === id);
}

function read({ added_at, piece, ...row }: Stored): FlushRow {
  const { session, first, last, cause, cycle, state, lines } = row;
  const whole = { row: row.row, session, first, last, cause, cycle, state, addedAt: added_at, lines };
  return piece === null ? whole : { ...whole, piece };
}

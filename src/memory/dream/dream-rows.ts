// The rows of `dreams`: which nights each scope had, what they proposed, and how they ended. Every function is synchronous and
// fits inside a transaction; whether a change is allowed is decided by the caller.

import type { Dream, DreamPlan, DreamState, Scope } from '../../contracts/index.js';
import type { Db } from '../../db/database.js';
import { scopeId } from '../visibility.js';

interface Row {
  id: number;
  owner: string;
  night: string;
  cause: Dream['cause'];
  state: DreamState;
  agreed: number;
  serial: number;
  plan: string | null;
  reason: string | null;
  tokens: number;
  at: number;
  ended_at: number | null;
}

/** A dream, and what only its writer needs: whether its plan was agreed to, and which of its plans this is. */
export interface DreamRow extends Dream {
  agreed: boolean;
  serial: number;
}

const columns = 'id, owner, night, cause, state, agreed, serial, plan, reason, tokens, at, ended_at';
/** So many plans of a scope can be taken back, as long as nothing else was made of them. */
const KEPT_PLANS = 8;
const PRUNED_AT_ONCE = 200;

/** Undefined where the night had its dream. */
export function addDream(db: Db, scope: Scope, night: string, cause: Dream['cause'], now: number): number | undefined {
  const { changes, lastInsertRowid } = db
    .sql(
      `INSERT INTO dreams (scope, owner, night, cause, state, at) VALUES (?, ?, ?, ?, 'queued', ?) ON CONFLICT DO NOTHING`,
    )
    .run([scopeId(scope), JSON.stringify(scope), night, cause, now]);
  return changes > 0 ? Number(lastInsertRowid) : undefined;
}

export function dreamById(db: Db, id: number): DreamRow | undefined {
  const row = db.sql<Row>(`SELECT ${columns} FROM dreams WHERE id = ?`).get([id]);
  return row && toDream(row);
}

/** Newest first. */
export function dreamsOf(db: Db, scope: Scope, limit: number, states?: readonly DreamState[]): DreamRow[] {
  const wanted = states === undefined ? '' : `AND state IN (${states.map((state) => `'${state}'`).join(', ')})`;
  return db
    .sql<Row>(`SELECT ${columns} FROM dreams WHERE scope = ? ${wanted} ORDER BY id DESC LIMIT ?`)
    .all([scopeId(scope), limit])
    .map(toDream);
}

/** Under way, oldest first. */
export function openDreams(db: Db): Pick<Dream, 'id' | 'scope'>[] {
  return db
    .sql<Pick<Row, 'id' | 'owner'>>("SELECT id, owner FROM dreams WHERE state = 'queued' ORDER BY id")
    .all()
    .map(({ id, owner }) => ({ id, scope: JSON.parse(owner) as Scope }));
}

/** Of each scope the newest that waits for a yes, and its newest one where that failed; main first, then as they came. */
export function troubledDreams(db: Db): DreamRow[] {
  return db
    .sql<Row>(
      `SELECT ${columns} FROM dreams WHERE state = 'held' OR (state = 'failed' AND id IN (
         SELECT max(id) FROM dreams GROUP BY scope)) ORDER BY owner <> '{"kind":"main"}', id`,
    )
    .all([])
    .map(toDream);
}

/** It has no plan yet, and is dreamt as of that night. */
export function renameNight(db: Db, id: number, night: string): void {
  db.sql("UPDATE dreams SET night = ? WHERE id = ? AND state = 'queued' AND plan IS NULL").run([night, id]);
}

/** What is proposed, to be written or agreed to. Returns the number of the plan. */
export function keepPlan(db: Db, id: number, plan: DreamPlan, tokens: number): number {
  db.sql('UPDATE dreams SET plan = ?, serial = serial + 1, tokens = tokens + ? WHERE id = ?').run([
    JSON.stringify(plan),
    tokens,
    id,
  ]);
  return db.sql('SELECT serial FROM dreams WHERE id = ?').column<number>([id])[0] ?? 0;
}

/** A file changed since: everything is looked at anew, and nothing is agreed to any more. */
export function dropPlan(db: Db, id: number): void {
  db.sql(
    "UPDATE dreams SET plan = NULL, agreed = 0, state = 'queued', reason = NULL, ended_at = NULL WHERE id = ?",
  ).run([id]);
}

/** It waits; what waited before it for the same scope is replaced. */
export function holdDream(db: Db, { id, scope }: Pick<Dream, 'id' | 'scope'>, why: string, now: number): void {
  replaceHeld(db, scope, id, now);
  db.sql("UPDATE dreams SET state = 'held', reason = ?, ended_at = ? WHERE id = ?").run([why, now, id]);
}

function replaceHeld(db: Db, scope: Scope, by: number, now: number): void {
  db.sql(
    "UPDATE dreams SET state = 'replaced', plan = NULL, ended_at = ? WHERE scope = ? AND state = 'held' AND id <> ?",
  ).run([now, scopeId(scope), by]);
}

/** Somebody said yes to exactly its plan. False where it does not wait any more. */
export function agreeDream(db: Db, id: number): boolean {
  return db.sql("UPDATE dreams SET state = 'queued', agreed = 1 WHERE id = ? AND state = 'held'").run([id]).changes > 0;
}

/**
 * Ends it, from one of those states alone; false where it had another. What was written takes the place of what still waited.
 */
export function endDream(
  db: Db,
  { id, scope }: Pick<Dream, 'id' | 'scope'>,
  state: Exclude<DreamState, 'queued' | 'held'>,
  { from, reason, now }: { from: DreamState; reason?: string; now: number },
): boolean {
  const { changes } = db
    .sql('UPDATE dreams SET state = ?, reason = ?, ended_at = ? WHERE id = ? AND state = ?')
    .run([state, reason ?? null, now, id, from]);
  if (changes > 0 && state === 'ok') replaceHeld(db, scope, id, now);
  return changes > 0;
}

/** The one that this wish took back before. */
export function undoneBy(db: Db, scope: Scope, call: string): DreamRow | undefined {
  const row = db
    .sql<Row>(`SELECT ${columns} FROM dreams WHERE scope = ? AND undone_by = ?`)
    .get([scopeId(scope), call]);
  return row && toDream(row);
}

/** False where it had been taken back before. */
export function undoDream(
  db: Db,
  { id }: Pick<Dream, 'id'>,
  { call, now }: { call: string | undefined; now: number },
): boolean {
  const set = "UPDATE dreams SET state = 'undone', ended_at = ?, undone_by = ? WHERE id = ? AND state = 'ok'";
  return db.sql(set).run([now, call ?? null, id]).changes > 0;
}

/** Forgets a batch of dreams that ended before, and the texts of plans that nobody takes back any more. 0: there are no more. */
export function pruneDreams(db: Db, before: number): number {
  const gone = db
    .sql(
      `DELETE FROM dreams WHERE id IN (
         SELECT id FROM dreams WHERE ended_at < ? AND state NOT IN ('queued', 'held', 'ok') LIMIT ${PRUNED_AT_ONCE})`,
    )
    .run([before]).changes;
  const emptied = db
    .sql(
      `UPDATE dreams SET plan = json_set(plan, '$.files', json('[]'))
       WHERE json_valid(plan) AND state = 'ok' AND json_array_length(plan, '$.files') > 0 AND id NOT IN (
         SELECT id FROM (
           SELECT id, row_number() OVER (PARTITION BY scope ORDER BY id DESC) AS n FROM dreams WHERE state = 'ok')
         WHERE n <= ${KEPT_PLANS})`,
    )
    .run([]).changes;
  return gone + emptied;
}

/** Of nights before `day` it is not said any more what they read and wrote; in a transaction. */
export function emptyPlans(db: Db, scope: Scope, day: string): void {
  const lists = ['files', 'lines', 'moved', 'themes', 'refused'].map((name) => `'$.${name}', json('[]')`).join(', ');
  db.sql(
    `UPDATE dreams SET plan = json_set(plan, ${lists})
     WHERE scope = ? AND night < ? AND json_valid(plan) AND state NOT IN ('queued', 'held')`,
  ).run([scopeId(scope), day]);
}

function toDream(row: Row): DreamRow {
  return {
    id: row.id,
    scope: JSON.parse(row.owner) as Scope,
    night: row.night,
    cause: row.cause,
    state: row.state,
    agreed: row.agreed === 1,
    serial: row.serial,
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...planOf(row.plan),
    tokens: row.tokens,
    at: row.at,
    ...(row.ended_at === null ? {} : { endedAt: row.ended_at }),
  };
}

/** One that a damaged disk left unreadable is as if it had been let go. */
function planOf(json: string | null): { plan?: DreamPlan } {
  try {
    return json === null ? {} : { plan: JSON.parse(json) as DreamPlan };
  } catch {
    return {};
  }
}

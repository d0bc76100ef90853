// How a run ends in the tables: done, cancelled, dead, tried again, given back or lost. Each runs inside one write
// transaction and changes nothing unless the claim still stands, so that a late finisher is harmless.

import type { Db } from '../db/database.js';
import type { Claim } from './claim.js';
import type { JobRow } from './job-rows.js';
import { stepUp } from './lane-order.js';
import type { Lanes } from './lanes.js';

export type Ending =
  | { kind: 'done' }
  | { kind: 'cancelled' }
  | { kind: 'dead'; reason: string }
  /** Waits until `at`, at its place in the lane. */
  | { kind: 'again'; at: number; reason: string }
  /** Waits as if this run had not been. */
  | { kind: 'returned' };

/** 'lost': somebody else took the job, nothing was changed. 'cancelled' whenever that was asked for meanwhile. */
export type Recorded = Ending['kind'] | 'lost';

/** Writes the end of a run of `holder` and gives its lane back. */
export function recordEnding(db: Db, lanes: Lanes, claim: Claim, ending: Ending, now: number): Recorded {
  const { row, fence } = claim;
  const current = db
    .sql<{ cancel: number }>("SELECT cancel FROM jobs WHERE seq = ? AND claim = ? AND state = 'running'")
    .get([row.seq, row.claim]);
  if (!current) return 'lost';
  const end: Ending = current.cancel ? { kind: 'cancelled' } : ending;
  switch (end.kind) {
    case 'done':
      finish(db, row, 'done', null, now);
      break;
    case 'cancelled':
      finish(db, row, 'cancelled', 'cancelled', now);
      break;
    case 'dead':
      finish(db, row, 'dead', end.reason, now);
      break;
    case 'again':
      db.sql(
        `UPDATE jobs SET state = 'waiting', holder = NULL, lease_until = NULL, losses = 0, run_at = ?, reason = ?,
           progress = NULL
         WHERE seq = ?`,
      ).run([end.at, end.reason, row.seq]);
      break;
    case 'returned':
      unrun(db, row, 0, row.reason);
      break;
  }
  if (row.lane !== null && row.holder !== null) lanes.release(row.lane, row.holder, fence);
  return end.kind;
}

/** A run whose process is gone or hangs. The run does not count, the loss does. False: it had ended meanwhile. */
export function recordLoss(db: Db, row: JobRow, reason: string, now: number): boolean {
  const current = db
    .sql<{ cancel: number }>("SELECT cancel FROM jobs WHERE seq = ? AND claim = ? AND state = 'running'")
    .get([row.seq, row.claim]);
  if (!current) return false;
  if (current.cancel) finish(db, row, 'cancelled', 'cancelled', now);
  else unrun(db, row, 1, reason);
  return true;
}

/** Ends a job, waiting or running, and lets the next of its lane step up. */
export function finish(
  db: Db,
  job: { seq: number; lane: string | null },
  state: 'done' | 'dead' | 'cancelled',
  reason: string | null,
  now: number,
): void {
  db.sql(
    `UPDATE jobs SET state = ?, reason = ?, finished_at = ?, holder = NULL, lease_until = NULL, cancel = 0,
       progress = NULL
     WHERE seq = ?`,
  ).run([state, reason, now, job.seq]);
  stepUp(db, job.lane);
}

/** A first run that does not count has not begun either, or `withinMs` would run while nobody worked. */
function unrun(db: Db, row: JobRow, losses: number, reason: string | null): void {
  db.sql(
    `UPDATE jobs SET state = 'waiting', holder = NULL, lease_until = NULL, attempt = attempt - 1, losses = losses + ?,
       reason = ?, progress = NULL, first_run_at = CASE WHEN attempt = 1 THEN NULL ELSE first_run_at END
     WHERE seq = ?`,
  ).run([losses, reason, row.seq]);
}

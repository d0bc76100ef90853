// Keeps the leases of this process's runs alive, job and lane together, in one transaction; tells a run that lost one.

import type { Db } from '../db/database.js';
import { recordLoss } from './job-ends.js';
import type { Lanes } from './lanes.js';
import type { Run } from './run.js';

/** Extends every run's leases to `until` (epoch ms). Rejects as `db.write` does. */
export async function renewRuns(db: Db, lanes: Lanes, runs: readonly Run[], until: number, now: number): Promise<void> {
  const lost = await db.write(() => runs.filter((run) => !renew(db, lanes, run, until, now)));
  for (const run of lost) run.lose();
}

function renew(db: Db, lanes: Lanes, { claim: { row, fence } }: Run, until: number, now: number): boolean {
  const kept = db
    .sql("UPDATE jobs SET lease_until = ? WHERE seq = ? AND claim = ? AND state = 'running'")
    .run([until, row.seq, row.claim]).changes;
  if (kept === 0) return false;
  if (row.lane === null || row.holder === null) return true;
  if (lanes.renew(row.lane, row.holder, fence, until)) return true;
  // The lane went to somebody who runs no job, a command for one. The job has to wait for them.
  recordLoss(db, row, 'its lane was taken', now);
  return false;
}

// Returns what the dead and the hung hold: their running jobs and their lanes. Must never touch what this process runs.

import type { Log } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { recordLoss } from './job-ends.js';
import { type JobRow, jobColumns } from './job-rows.js';
import type { Lanes } from './lanes.js';
import type { Membership } from './processes.js';

export const foreignRunsSql = `SELECT ${jobColumns} FROM jobs WHERE state = 'running' AND holder <> ?`;
export const laneHoldersSql = 'SELECT DISTINCT holder FROM lanes WHERE holder IS NOT NULL AND holder <> ?';

export interface Reaper {
  db: Db;
  lanes: Lanes;
  process: Membership;
  log: Log;
}

/** One look at the other processes; writes only when there is something to return. Rejects as `db.write` does. */
export async function reap({ db, lanes, process, log }: Reaper, now: number): Promise<void> {
  const runs = db.sql<JobRow>(foreignRunsSql).all([process.id]);
  const laneHolders = db.sql<{ holder: string }>(laneHoldersSql).all([process.id]);
  const dead = new Set([...runs, ...laneHolders].flatMap(({ holder }) => holder ?? []));
  for (const holder of dead) if (process.isAlive(holder)) dead.delete(holder);
  const isDead = (run: JobRow) => run.holder !== null && dead.has(run.holder);
  const lost = runs.filter((run) => isDead(run) || (run.lease_until ?? 0) <= now);
  if (lost.length === 0 && dead.size === 0) return;

  await db.write(() => {
    for (const run of lost) recordLoss(db, run, isDead(run) ? 'its process died' : 'its process hung', now);
    for (const holder of dead) lanes.releaseAll(holder);
  });
  for (const run of lost) {
    log.warn('job.returned', { job: run.id, name: run.name, losses: run.losses + 1, died: isDead(run) });
  }
}

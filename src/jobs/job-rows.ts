// The rows of the jobs table as the engine reads them, and what of them the rest of the house sees. Holds no SQL that writes.

import type { Job, JobData, JobFilter, JobInfo, JobState } from '../contracts/index.js';
import type { Db, SqlValue } from '../db/database.js';
import { readProgress } from './progress.js';

export interface JobRow {
  seq: number;
  id: string;
  name: string;
  lane: string | null;
  data: string;
  state: JobState;
  run_at: number;
  attempt: number;
  attempts: number | null;
  added_at: number;
  first_run_at: number | null;
  finished_at: number | null;
  holder: string | null;
  claim: number;
  lease_until: number | null;
  losses: number;
  cancel: number;
  reason: string | null;
}

export const jobColumns =
  'seq, id, name, lane, data, state, run_at, attempt, attempts, added_at, first_run_at, finished_at, holder, claim, ' +
  'lease_until, losses, cancel, reason';

/** As a handler gets it. `firstRunAt` is 0 for a job that has not run. */
export function toJob(row: JobRow): Job {
  return {
    id: row.id,
    name: row.name,
    ...(row.lane === null ? {} : { lane: row.lane }),
    // Written by `add` alone, so it is what it was.
    data: JSON.parse(row.data) as JobData,
    attempt: row.attempt,
    addedAt: row.added_at,
    firstRunAt: row.first_run_at ?? 0,
  };
}

function progressOf(column: string | null): Pick<JobInfo, 'progress'> {
  const progress = readProgress(column);
  return progress ? { progress } : {};
}

/** Newest first; without a limit the newest 1,000. */
export function listJobs(db: Db, filter: JobFilter): JobInfo[] {
  const terms: string[] = [];
  const values: SqlValue[] = [];
  if (filter.id !== undefined) {
    terms.push('id = ?');
    values.push(filter.id);
  }
  if (filter.states) {
    terms.push('state IN (SELECT value FROM json_each(?))');
    values.push(JSON.stringify(filter.states));
  }
  if (filter.name !== undefined) {
    terms.push('name = ?');
    values.push(filter.name);
  }
  if (filter.lane !== undefined) {
    terms.push('lane = ?');
    values.push(filter.lane);
  }
  const where = terms.length > 0 ? `WHERE ${terms.join(' AND ')}` : '';
  return db
    .sql<JobRow & { progress: string | null }>(
      `SELECT ${jobColumns}, progress FROM jobs ${where} ORDER BY seq DESC LIMIT ?`,
    )
    .all([...values, filter.limit ?? 1000])
    .map((row) => ({
      ...toJob(row),
      ...progressOf(row.progress),
      state: row.state,
      runAt: row.run_at,
      ...(row.finished_at === null ? {} : { finishedAt: row.finished_at }),
      ...(row.reason === null ? {} : { reason: row.reason }),
    }));
}

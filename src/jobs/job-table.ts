// The jobs table from outside of a run: adding a job, trying one again, cancelling one. Every function runs inside
// somebody's write transaction, so that it can be part of what the job is for.

import { randomUUID } from 'node:crypto';
import { type AddOptions, type JobData, type JobId, type JobState, QueueError } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { finish } from './job-ends.js';
import { placeOfNew } from './lane-order.js';

/** Adds a job, and returns its id or that of the unfinished one with the same unique key. `id` names a new one. */
export function insertJob(
  db: Db,
  name: string,
  data: JobData,
  options: AddOptions,
  now: number,
  id: JobId = randomUUID(),
): JobId {
  const runAt = options.at ?? now;
  const added = db
    .sql<{ id: string }>(
      `INSERT INTO jobs (id, name, lane, unique_key, data, state, place, run_at, attempts, added_at)
       VALUES (?, ?, ?, ?, ?, 'waiting', ?, ?, ?, ?)
       ON CONFLICT (unique_key) WHERE state IN ('waiting', 'running') DO NOTHING RETURNING id`,
    )
    .get([
      id,
      name,
      options.lane ?? null,
      options.unique ?? null,
      JSON.stringify(data),
      placeOfNew(db, options.lane, runAt > now),
      runAt,
      options.attempts ?? null,
      now,
    ]);
  const standing = added ?? standingJob(db, options.unique);
  if (!standing) throw new QueueError(`job ${name} could not be added`, { retryable: true });
  return standing.id;
}

/** The unfinished job with that key, as `{ id }`. */
export function standingJob(db: Db, unique: string | undefined): { id: JobId } | undefined {
  return unique === undefined ? undefined : db.sql<{ id: JobId }>(byKey).get([unique]);
}

const byKey = "SELECT id FROM jobs WHERE unique_key = ? AND state IN ('waiting', 'running')";

interface Standing {
  seq: number;
  state: JobState;
  lane: string | null;
  unique_key: string | null;
}

function find(db: Db, id: JobId): Standing {
  const job = db.sql<Standing>('SELECT seq, state, lane, unique_key FROM jobs WHERE id = ?').get([id]);
  if (!job) throw new QueueError(`there is no job ${id}`, { remedy: '`nightjar jobs list` shows the jobs there are.' });
  return job;
}

/** A dead or cancelled job waits again. Throws a QueueError for any other. */
export function reopenJob(db: Db, id: JobId, now: number): void {
  const job = find(db, id);
  if (job.state !== 'dead' && job.state !== 'cancelled') {
    throw new QueueError(`job ${id} is ${job.state}; only a dead or cancelled job can be tried again`);
  }
  const twin = standingJob(db, job.unique_key ?? undefined);
  if (twin) throw new QueueError(`job ${id} need not be tried again: job ${twin.id} does the same and has not ended`);
  // Like a delayed job that is due, it finds its place when the next job is taken.
  db.sql(
    `UPDATE jobs SET state = 'waiting', place = ?, run_at = ?, attempt = 0, losses = 0, first_run_at = NULL,
       finished_at = NULL, reason = NULL, cancel = 0
     WHERE seq = ?`,
  ).run([job.lane === null ? 'front' : 'later', now, job.seq]);
}

/** A running job is only marked: its holder sees that when it next looks. Throws a QueueError for one that has ended. */
export function cancelJob(db: Db, id: JobId, now: number): void {
  const job = find(db, id);
  if (job.state === 'running') {
    db.sql('UPDATE jobs SET cancel = 1 WHERE seq = ?').run([job.seq]);
    return;
  }
  if (job.state !== 'waiting') throw new QueueError(`job ${id} has already ended (${job.state})`);
  finish(db, job, 'cancelled', 'cancelled', now);
}

// Cancelling a job that Redis alone knows. One that waits is taken out; one that runs gets a row in the jobs table that
// asks its process to end it. Either way the table is what tells of it afterwards.

import { type Clock, type JobId, QueueError } from '../../contracts/index.js';
import type { Db } from '../../db/database.js';
import type { BullJob, Queues } from './queues.js';

const TRIES = 5;

export interface CancelParts {
  db: Db;
  clock: Clock;
  queues: Queues;
  leaseMs: number;
}

/** False: Redis does not know it. Throws a QueueError when it has ended; rejects when Redis or the disk fails. */
export async function cancelInRedis(parts: CancelParts, id: JobId): Promise<boolean> {
  const { queues } = parts;
  for (let tries = 0; tries < TRIES; tries++) {
    const found = await queues.find(id);
    if (!found) return false;
    const { name, job, state } = found;
    if (state === 'done') throw new QueueError(`job ${id} has already ended (done)`);
    if (state === 'waiting') {
      if (await queues.remove(name, id)) {
        await note(parts, job, undefined);
        return true;
      }
      continue;
    }
    const token = (await queues.holders(name)).get(id);
    if (token !== undefined) {
      await note(parts, job, token.split('/', 1)[0]);
      return true;
    }
  }
  throw new QueueError(`job ${id} changes hands right now`, { retryable: true });
}

/** Writes the row: cancelled, or running at `holder` and to be cancelled. */
async function note({ db, clock, leaseMs }: CancelParts, job: BullJob, holder: string | undefined): Promise<void> {
  const now = clock.now();
  const runs = holder !== undefined;
  await db.write(() =>
    db
      .sql(
        `INSERT INTO jobs (id, name, unique_key, data, state, place, run_at, attempt, added_at, first_run_at, finished_at,
           holder, claim, lease_until, cancel, reason)
         VALUES (:id, :name, :unique, :data, :state, 'front', :added, :attempt, :added, :first, :finished,
           :holder, :attempt, :until, :attempt, :reason)
         ON CONFLICT DO NOTHING`,
      )
      .run({
        id: job.id ?? '',
        name: job.name,
        unique: job.opts.deduplication?.id ?? null,
        data: JSON.stringify(job.data),
        state: runs ? 'running' : 'cancelled',
        added: job.timestamp,
        attempt: runs ? 1 : 0,
        first: runs ? (job.processedOn ?? now) : null,
        finished: runs ? null : now,
        holder: holder ?? null,
        until: runs ? now + leaseMs : null,
        reason: runs ? null : 'cancelled',
      }),
  );
}

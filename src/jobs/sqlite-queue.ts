// The embedded engine of the queue: the jobs table of state.sqlite, shared by every process of the home. Owns the public
// operations; taking and running jobs is worker.ts. Must never close the database, which is its caller's.

import { randomUUID } from 'node:crypto';
import {
  type AddOptions,
  type Clock,
  type JobData,
  type JobId,
  type JobQueue,
  type JobState,
  type Log,
  QueueError,
} from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { finish } from './job-ends.js';
import { listJobs } from './job-rows.js';
import { placeOfNew } from './lane-order.js';
import { openLanes } from './lanes.js';
import type { Membership } from './processes.js';
import { Worker } from './worker.js';

export interface SqliteQueueOptions {
  db: Db;
  /** Names the holder of leases; one queue per membership. */
  process: Membership;
  clock: Clock;
  log: Log;
  /** How long a silent holder keeps a job; renewed every third of it. Default 30,000. */
  leaseMs?: number;
  /** How soon other processes' jobs and cancellations are seen. Default 200. */
  pollMs?: number;
  /** How long ended jobs are kept. Default 30 days. */
  keepFinishedMs?: number;
}

/** `work` needs something else to keep the process alive: the queue's own timers do not. */
export function sqliteQueue(options: SqliteQueueOptions): JobQueue {
  const { db, process, clock, log } = options;
  const lanes = openLanes({ db, clock, isAlive: (id) => process.isAlive(id) });
  let worker: Worker | undefined;
  let working: Promise<void> | undefined;
  let closed = false;

  function mustBeOpen(): void {
    if (closed) throw new QueueError('the queue is closed');
  }

  return {
    async add(name, data, addOptions = {}) {
      mustBeOpen();
      const id = await db.write(() => insert(db, name, data, addOptions, clock.now()));
      worker?.wake();
      return id;
    },

    async work(handlers, workOptions) {
      mustBeOpen();
      if (working) throw new QueueError('this queue is already working; work() may be called once');
      worker = new Worker(
        {
          db,
          lanes,
          clock,
          log,
          process,
          leaseMs: options.leaseMs ?? 30_000,
          pollMs: options.pollMs ?? 200,
          keepFinishedMs: options.keepFinishedMs ?? 30 * 24 * 3_600_000,
        },
        handlers,
        workOptions,
      );
      working = worker.work();
      await working;
    },

    async list(filter = {}) {
      mustBeOpen();
      return listJobs(db, filter);
    },

    async retry(id) {
      mustBeOpen();
      await db.write(() => reopen(db, id, clock.now()));
      worker?.wake();
    },

    async cancel(id) {
      mustBeOpen();
      await db.write(() => cancel(db, id, clock.now()));
      worker?.wake();
    },

    health: () => ({ engine: 'embedded', state: 'up' }),

    async close() {
      worker?.stop();
      // A handler that finishes while the worker drains may still add.
      await working;
      closed = true;
    },
  };
}

function insert(db: Db, name: string, data: JobData, options: AddOptions, now: number): JobId {
  const runAt = options.at ?? now;
  const added = db
    .sql<{ id: string }>(
      `INSERT INTO jobs (id, name, lane, unique_key, data, state, place, run_at, attempts, added_at)
       VALUES (?, ?, ?, ?, ?, 'waiting', ?, ?, ?, ?)
       ON CONFLICT (unique_key) WHERE state IN ('waiting', 'running') DO NOTHING RETURNING id`,
    )
    .get([
      randomUUID(),
      name,
      options.lane ?? null,
      options.unique ?? null,
      JSON.stringify(data),
      placeOfNew(db, options.lane, runAt > now),
      runAt,
      options.attempts ?? null,
      now,
    ]);
  const standing = added ?? db.sql<{ id: string }>(byKey).get([options.unique ?? null]);
  if (!standing) throw new QueueError(`job ${name} could not be added`, { retryable: true });
  return standing.id;
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

function reopen(db: Db, id: JobId, now: number): void {
  const job = find(db, id);
  if (job.state !== 'dead' && job.state !== 'cancelled') {
    throw new QueueError(`job ${id} is ${job.state}; only a dead or cancelled job can be tried again`);
  }
  const twin = job.unique_key === null ? undefined : db.sql<{ id: string }>(byKey).get([job.unique_key]);
  if (twin) throw new QueueError(`job ${id} need not be tried again: job ${twin.id} does the same and has not ended`);
  // Like a delayed job that is due, it finds its place when the next job is taken.
  db.sql(
    `UPDATE jobs SET state = 'waiting', place = ?, run_at = ?, attempt = 0, losses = 0, first_run_at = NULL,
       finished_at = NULL, reason = NULL, cancel = 0
     WHERE seq = ?`,
  ).run([job.lane === null ? 'front' : 'later', now, job.seq]);
}

/** A running job is only marked: its holder sees that when it next looks. */
function cancel(db: Db, id: JobId, now: number): void {
  const job = find(db, id);
  if (job.state === 'running') {
    db.sql('UPDATE jobs SET cancel = 1 WHERE seq = ?').run([job.seq]);
    return;
  }
  if (job.state !== 'waiting') throw new QueueError(`job ${id} has already ended (${job.state})`);
  finish(db, job, 'cancelled', 'cancelled', now);
}

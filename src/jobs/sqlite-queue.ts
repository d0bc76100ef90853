// The embedded engine of the queue: the jobs table of state.sqlite, shared by every process of the home. Owns the public
// operations; taking and running jobs is worker.ts. Must never close the database, which is its caller's.

import { type Clock, type JobQueue, type Log, QueueError } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { EndBatch } from './end-batch.js';
import { listJobs } from './job-rows.js';
import { cancelJob, insertJob, reopenJob } from './job-table.js';
import { type Lanes, openLanes } from './lanes.js';
import type { Membership } from './processes.js';
import { Worker, type WorkerParts } from './worker.js';

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
  const { db, process, clock } = options;
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
      const id = await db.write(() => insertJob(db, name, data, addOptions, clock.now()));
      worker?.wake();
      return id;
    },

    async work(handlers, workOptions) {
      mustBeOpen();
      if (working) throw new QueueError('this queue is already working; work() may be called once');
      worker = new Worker(workerParts(options, lanes), handlers, workOptions);
      working = worker.work();
      await working;
    },

    async list(filter = {}) {
      mustBeOpen();
      return listJobs(db, filter);
    },

    async retry(id) {
      mustBeOpen();
      await db.write(() => reopenJob(db, id, clock.now()));
      worker?.wake();
    },

    async cancel(id) {
      mustBeOpen();
      await db.write(() => cancelJob(db, id, clock.now()));
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

/** What a worker on the table needs, with the defaults filled in. */
export function workerParts(options: SqliteQueueOptions, lanes: Lanes): WorkerParts {
  const { db, process, clock, log } = options;
  return {
    ...{ db, lanes, clock, log, process },
    ends: new EndBatch({ db, lanes, clock }),
    leaseMs: options.leaseMs ?? 30_000,
    pollMs: options.pollMs ?? 200,
    keepFinishedMs: options.keepFinishedMs ?? 30 * 24 * 3_600_000,
  };
}

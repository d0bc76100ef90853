// The engine on BullMQ. A job without a lane that is due at once lives in Redis alone; every other one lives in the jobs
// table of state.sqlite, as under the embedded engine, and so does each that failed or was added while Redis was away.
// Must never fail, or wait for long, because of Redis, nor let anything but ids reach it.

import { randomUUID } from 'node:crypto';
import { type JobFilter, type JobInfo, type JobQueue, QueueError } from '../../contracts/index.js';
import { listJobs } from '../job-rows.js';
import { cancelJob, insertJob, reopenJob, standingJob } from '../job-table.js';
import { openLanes } from '../lanes.js';
import { type SqliteQueueOptions, workerParts } from '../sqlite-queue.js';
import { Bells } from './bells.js';
import { cancelInRedis } from './cancel.js';
import { Crew, unknownWithoutRedis } from './crew.js';
import { Link } from './link.js';
import { Queues } from './queues.js';

export interface BullQueueOptions extends SqliteQueueOptions {
  /** redis:// or rediss://, with the password inside. */
  redis: string;
  /** What tells this installation from others on the same server. */
  prefix: string;
}

/** Resolves once it is known whether the server can be used, or after 2 s; it never has to be there. */
export async function bullQueue(options: BullQueueOptions): Promise<JobQueue> {
  const { db, process, clock, log } = options;
  const lanes = openLanes({ db, clock, isAlive: (id) => process.isAlive(id) });
  const parts = workerParts(options, lanes);
  const link = new Link(options.redis, { clock, log });
  // In braces: everything of one installation on one node, wherever keys are spread.
  const prefix = `{nightjar-${options.prefix.replace(/[^A-Za-z0-9_-]/g, '_')}}`;
  // Renewed every third of it and looked for every fifth: what a silent process holds is back within its lease.
  const lockMs = Math.round((parts.leaseMs * 2) / 3);
  const queues = new Queues({ link, prefix, lockMs, keepFinishedMs: parts.keepFinishedMs });
  const bells = new Bells({ link, queues, clock, prefix, id: process.id });
  /** Added to the table after Redis broke in the middle of the same; perhaps it has them too. */
  const doubtful = new Map<string, string>();
  let crew: Crew | undefined;
  let working: Promise<void> | undefined;
  let closed = false;

  link.on({ up: () => void dropDoubtful(), down: () => {} });
  await link.opened();

  function mustBeOpen(): void {
    if (closed) throw new QueueError('the queue is closed');
  }

  function wake(name: string): void {
    if (crew) crew.wake(name);
    else bells.ring(name);
  }

  async function dropDoubtful(): Promise<void> {
    for (const [id, name] of doubtful) {
      try {
        await queues.remove(name, id);
        doubtful.delete(id);
      } catch {
        return;
      }
    }
  }

  return {
    async add(name, data, addOptions = {}) {
      mustBeOpen();
      const { unique, lane, at } = addOptions;
      const id = randomUUID();
      if (lane === undefined && at === undefined && link.isUp) {
        const standing = standingJob(db, unique);
        if (standing) return standing.id;
        try {
          const added = await queues.add(name, data, addOptions, id);
          if (unique === undefined || added !== id) return added;
          // It may have failed between the two looks, and moved.
          const moved = standingJob(db, unique);
          if (!moved) return added;
          if (await queues.remove(name, id)) return moved.id;
          return added;
        } catch {
          doubtful.set(id, name);
        }
      }
      const added = await db.write(() => insertJob(db, name, data, addOptions, clock.now(), id));
      wake(name);
      if (doubtful.has(id) && link.isUp) void dropDoubtful();
      return added;
    },

    async work(handlers, workOptions) {
      mustBeOpen();
      if (working) throw new QueueError('this queue is already working; work() may be called once');
      crew = new Crew({ ...parts, link, queues, bells, lockMs }, handlers, workOptions);
      working = crew.work();
      await working;
    },

    async list(filter = {}) {
      mustBeOpen();
      // In this order: a job moves from Redis to the table, and stands in both before it leaves.
      const inRedis = link.isUp ? await queues.list(filter).catch(() => []) : [];
      return merge(listJobs(db, filter), inRedis, filter);
    },

    async retry(id) {
      mustBeOpen();
      const row = db.sql<{ name: string; key: string | null }>('SELECT name, unique_key AS key FROM jobs WHERE id = ?');
      const known = row.get([id]);
      if (!known && link.isUp) {
        const found = await queues.find(id);
        if (found) throw new QueueError(`job ${id} is ${found.state}; only a dead or cancelled job can be tried again`);
      }
      if (known?.key && link.isUp) {
        const twin = await queues.standing(known.name, known.key).catch(() => undefined);
        if (twin !== undefined && twin !== id) {
          throw new QueueError(`job ${id} need not be tried again: job ${twin} does the same and has not ended`);
        }
      }
      await db.write(() => reopenJob(db, id, clock.now()));
      if (known) wake(known.name);
    },

    async cancel(id) {
      mustBeOpen();
      if (db.sql('SELECT 1 FROM jobs WHERE id = ?').get([id]) === undefined) {
        if (!link.isUp) throw unknownWithoutRedis(id);
        if (await cancelInRedis({ db, clock, queues, leaseMs: parts.leaseMs }, id)) {
          crew?.cancel(id);
          return;
        }
      }
      const name = db.sql<{ name: string }>('SELECT name FROM jobs WHERE id = ?').get([id])?.name;
      await db.write(() => cancelJob(db, id, clock.now()));
      if (name !== undefined) wake(name);
    },

    health: () => link.health(),

    async close() {
      crew?.stop();
      // A handler that finishes while the worker drains may still add.
      await working;
      closed = true;
      link.close();
    },
  };
}

/** Newest first; of a job that both know, what the table says. */
function merge(inTable: JobInfo[], inRedis: JobInfo[], { limit = 1_000 }: JobFilter): JobInfo[] {
  const known = new Set(inTable.map(({ id }) => id));
  const all = inRedis.filter(({ id }) => !known.has(id));
  if (all.length === 0) return inTable;
  // Both parts are in order by themselves; the sort keeps that for what was added in the same millisecond.
  return [...all, ...inTable].sort((a, b) => b.addedAt - a.addedAt).slice(0, limit);
}

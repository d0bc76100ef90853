// What an operator can do with jobs. A job only serves a row, so the row is opened or ended with it: otherwise a retry
// would find nothing to do, and the sweep would bring a cancelled job back.

import {
  type Clock,
  type JobDesk,
  type JobInfo,
  type JobQueue,
  QueueError,
  type ScheduledRun,
} from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { endRun, reopenRun } from '../jobs/scheduler/claims.js';
import { endSnapshot } from '../sessions/snapshots.js';
import { endWhole, inboxRow, reopenInbox } from './inbox.js';
import { markDropped, requeueOutbox } from './outbox.js';
import { releaseReplies } from './outbox-drafts.js';
import { COMMAND, FETCH, LEFT_COMMAND, REMIND, SCHEDULED, SEND, SNAPSHOT } from './wake-ups.js';

export function openJobDesk({ db, queue, clock }: { db: Db; queue: JobQueue; clock: Clock }): JobDesk {
  async function find(id: string): Promise<JobInfo> {
    const exact = await queue.list({ id });
    const found =
      exact.length > 0 ? exact : (await queue.list({ limit: 100_000 })).filter((job) => job.id.startsWith(id));
    const [job, another] = found;
    const remedy = '`nightjar jobs list` shows them.';
    if (!job) throw new QueueError(`There is no job ${id}.`, { remedy });
    if (another) throw new QueueError(`More than one job begins with ${id}.`, { remedy });
    return job;
  }

  return {
    list: (all) => queue.list({ limit: 200, ...(all ? {} : { states: ['waiting', 'running', 'dead'] }) }),
    find,
    async retry(id) {
      const job = await find(id);
      if (job.state === 'dead' || job.state === 'cancelled') await db.write(() => reopenRow(db, job, clock.now()));
      await queue.retry(job.id);
    },
    async cancel(id) {
      const job = await find(id);
      await queue.cancel(job.id);
      await db.write(() => giveUpRow(db, job, clock.now()));
    },
  };
}

function reopenRow(db: Db, { name, data }: JobInfo, now: number): void {
  const row = Number(data.row);
  if (name.startsWith(SEND)) requeueOutbox(db, row, now);
  if (isOfSchedule(name)) reopenRun(db, runOf(data));
  const begun = isOfInbox(name) ? reopenInbox(db, row) : undefined;
  if (begun) releaseReplies(db, begun.event, now);
}

function giveUpRow(db: Db, { name, data }: JobInfo, now: number): void {
  const row = Number(data.row);
  if (name.startsWith(SEND)) markDropped(db, row, 'cancelled', now);
  else if (name === SNAPSHOT) endSnapshot(db, String(data.session), undefined, now);
  else if (name === REMIND || name === SCHEDULED) {
    const run = { schedule: String(data.schedule), slot: Number(data.slot) };
    endRun(db, run, { outcome: 'skipped', reason: 'its job was cancelled' }, now);
  } else if (isOfInbox(name) && !isOfAnotherTurn(db, row)) endWhole(db, row, 'refused', now);
}

function isOfInbox(name: string): boolean {
  return name === 'turn' || name === LEFT_COMMAND || name.startsWith(COMMAND) || name.startsWith(FETCH);
}

function isOfSchedule(name: string): boolean {
  return name === REMIND || name === SCHEDULED;
}

function runOf({ schedule, slot }: JobInfo['data']): ScheduledRun {
  return { schedule: String(schedule), slot: Number(slot) };
}

/** Its own job does nothing any more. */
function isOfAnotherTurn(db: Db, row: number): boolean {
  const lead = inboxRow(db, row)?.lead;
  return lead !== undefined && lead !== row;
}

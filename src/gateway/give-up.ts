// What becomes of the row behind a job that the operator cancelled: without this the sweep would bring the job back.

import type { JobInfo } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { endInbox } from './inbox.js';
import { markDropped } from './outbox.js';
import { SEND } from './wake-ups.js';

/** Ends the message or reply that a cancelled job served; jobs of other kinds have no row. */
export async function giveUpRow(db: Db, job: Pick<JobInfo, 'name' | 'data'>, now: number): Promise<void> {
  const row = Number(job.data.row);
  await db.write(() => {
    if (job.name === 'turn' || job.name === 'command') endInbox(db, row, 'refused', now);
    else if (job.name.startsWith(SEND)) markDropped(db, row, 'cancelled', now);
  });
}

// A fresh database for tests of schedules, and short ways to change it.

import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Schedule, ScheduledRun } from '../../../src/contracts/index.js';
import type { Db } from '../../../src/db/database.js';
import { openState } from '../../../src/db/state.js';
import { claimDue, endRun, type RunEnd } from '../../../src/jobs/scheduler/claims.js';
import { type NewSchedule, putSchedule } from '../../../src/jobs/scheduler/rows.js';
import { tempDir } from '../temp-dir.js';
import { wish } from './wish.js';

export interface ScheduleHome {
  dir: string;
  db: Db;
  put(over: Partial<NewSchedule>, now: number): Promise<Schedule>;
  claim(now: number, limit?: number): Promise<ScheduledRun[]>;
  end(run: ScheduledRun, outcome: RunEnd['outcome'], now: number): Promise<{ paused: boolean }>;
  write<T>(work: () => T): Promise<T>;
}

export async function scheduleHome(): Promise<ScheduleHome> {
  const dir = tempDir();
  const { db, close } = await openState(join(dir, 'state.sqlite'));
  onTestFinished(() => close());
  return {
    dir,
    db,
    put: (over, now) => db.write(() => putSchedule(db, wish(over), now)),
    claim: (now, limit = 100) => db.write(() => claimDue(db, now, limit)),
    end: (run, outcome, now) => db.write(() => endRun(db, run, { outcome, reason: 'the model is away' }, now)),
    write: (work) => db.write(work),
  };
}

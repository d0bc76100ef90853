// The SQLite engine under the queue contract: instances with connections of their own on one file, one clock turned by
// hand, and a death that is only played (real ones are in processes of their own).

import { join } from 'node:path';
import { openDb } from '../../../src/db/database.js';
import { openState } from '../../../src/db/state.js';
import { joinProcesses, type Membership } from '../../../src/jobs/processes.js';
import { sqliteQueue } from '../../../src/jobs/sqlite-queue.js';
import { FakeClock } from '../fake-clock.js';
import { memoryLog } from '../memory-log.js';
import { tempDir } from '../temp-dir.js';
import { StoppableClock, type TestDb, testDb } from './played-death.js';
import type { QueueHarness, QueueInstance } from './queue-bench.js';

const LEASE_MS = 3_000;

export interface SqliteInstance extends QueueInstance {
  db: TestDb;
  process: Membership;
}

export interface SqliteHarness extends QueueHarness {
  clock: FakeClock;
  log: ReturnType<typeof memoryLog>;
  open(): Promise<SqliteInstance>;
}

export async function sqliteHarness(options: { keepFinishedMs?: number } = {}): Promise<SqliteHarness> {
  const dir = tempDir();
  const path = join(dir, 'state.sqlite');
  const state = await openState(path);
  const clock = new FakeClock();
  const log = memoryLog();
  const killed = new Set<string>();
  const opened: TestDb[] = [];

  async function open(): Promise<SqliteInstance> {
    const db = testDb(openDb(path));
    opened.push(db);
    const time = new StoppableClock(clock);
    const member = await joinProcesses({ db, runDir: join(dir, 'run'), kind: 'test', clock });
    const process = { ...member, isAlive: (id: string) => !killed.has(id) && member.isAlive(id) };
    const queue = sqliteQueue({ db, process, clock: time, log, leaseMs: LEASE_MS, ...options });
    return {
      queue,
      db,
      process,
      async kill() {
        killed.add(process.id);
        time.stop();
        db.die();
      },
      hang: () => time.stop(),
      resume: () => time.go(),
    };
  }

  return {
    clock,
    log,
    open,
    now: () => clock.now(),
    pass: (ms) => clock.advance(ms),
    leaseMs: LEASE_MS,
    async dispose() {
      for (const db of opened) db.close();
      state.close();
    },
  };
}

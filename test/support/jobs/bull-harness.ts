// The BullMQ engine under the queue contract: instances with connections of their own to one SQLite file and one Redis
// server, in real time; a death cuts both.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { openDb } from '../../../src/db/database.js';
import { openState } from '../../../src/db/state.js';
import { bullQueue } from '../../../src/jobs/bullmq/bull-queue.js';
import { joinProcesses, type Membership } from '../../../src/jobs/processes.js';
import { systemClock } from '../../../src/ops/system-clock.js';
import { memoryLog } from '../memory-log.js';
import { tempDir } from '../temp-dir.js';
import { StoppableClock, type TestDb, testDb } from './played-death.js';
import type { QueueHarness, QueueInstance } from './queue-bench.js';
import { type RedisServer, type Way, wayTo } from './redis-server.js';

const LEASE_MS = 1_200;

export interface BullInstance extends QueueInstance {
  db: TestDb;
  process: Membership;
  way: Way;
}

export interface BullHarness extends QueueHarness {
  log: ReturnType<typeof memoryLog>;
  /** How its keys in Redis begin. */
  prefix: string;
  open(): Promise<BullInstance>;
  /** Redis forgets everything. */
  flush(): Promise<void>;
}

export async function bullHarness(server: RedisServer, options: { leaseMs?: number } = {}): Promise<BullHarness> {
  const dir = tempDir();
  const path = join(dir, 'state.sqlite');
  const state = await openState(path);
  const log = memoryLog();
  const killed = new Set<string>();
  const opened: (BullInstance & { bury(): void })[] = [];
  const prefix = randomUUID();
  const leaseMs = options.leaseMs ?? LEASE_MS;

  async function open(): Promise<BullInstance> {
    const db = testDb(openDb(path));
    const clock = new StoppableClock(systemClock);
    const member = await joinProcesses({ db, runDir: join(dir, 'run'), kind: 'test', clock });
    const process = { ...member, isAlive: (id: string) => !killed.has(id) && member.isAlive(id) };
    const way = await wayTo(server);
    const queue = await bullQueue({ db, process, clock, log, leaseMs, prefix, redis: way.url });
    const instance = {
      queue,
      db,
      process,
      way,
      async kill() {
        killed.add(process.id);
        clock.stop();
        db.die();
        way.cut();
      },
      hang() {
        clock.stop();
        way.hold();
      },
      resume() {
        way.release();
        clock.go();
      },
      bury() {
        if (killed.has(process.id)) db.bury();
        clock.go();
      },
    };
    opened.push(instance);
    return instance;
  }

  return {
    log,
    prefix,
    open,
    async flush() {
      const direct = new Redis(server.url);
      await direct.flushall();
      direct.disconnect();
    },
    leaseMs,
    now: () => systemClock.now(),
    pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    async dispose() {
      for (const { bury } of opened) bury();
      await Promise.all(opened.map(({ queue }) => queue.close()));
      for (const { way } of opened) way.dispose();
      for (const { db } of opened) db.close();
      state.close();
    },
  };
}

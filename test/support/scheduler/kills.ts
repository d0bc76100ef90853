// Two real processes that schedule on one home, killed with -9 and started again; then the books are held against the slots.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openState } from '../../../src/db/state.js';
import { endRun, openRuns } from '../../../src/jobs/scheduler/claims.js';
import { putSchedule } from '../../../src/jobs/scheduler/rows.js';
import { openScheduler } from '../../../src/jobs/scheduler/scheduler.js';
import { silentLog as log } from '../silent-log.js';
import { audit } from './audit.js';
import { fastClock } from './fast-clock.js';
import { wish } from './wish.js';

const child = fileURLToPath(new URL('./child.ts', import.meta.url));

export interface KillFigures {
  kills: number;
  slots: number;
  claims: number;
  deliveries: number;
  /** Runs that a killed process had claimed, or begun, and another ended. */
  leftOpen: number;
  faults: string[];
}

export async function scheduleKills(home: string, kills: number, random: () => number): Promise<KillFigures> {
  const startedAt = Date.now();
  const shown = Date.parse('2026-10-24T23:00:00Z');
  const clock = fastClock(startedAt, shown);
  const state = await openState(join(home, 'state.sqlite'));
  const { db } = state;
  const faults: string[] = [];
  const begin = async (): Promise<ChildProcess> => {
    const args = ['--import', 'tsx', child, home, String(startedAt), String(shown)];
    const started = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(started.stdout, 'data');
    return started;
  };
  const end = async (one: ChildProcess, signal: NodeJS.Signals) => {
    const ended = once(one, 'exit');
    one.kill(signal);
    await ended;
  };

  db.exec('CREATE TABLE delivered (schedule TEXT NOT NULL, slot INTEGER NOT NULL)');
  await db.write(() => {
    for (let n = 0; n < 20; n++) {
      const spec = n % 4 === 0 ? { kind: 'every' as const, everyMs: 60_000 * (1 + n), anchor: shown } : undefined;
      const cron = { kind: 'cron' as const, expr: `*/${1 + n} * * * *` };
      putSchedule(
        db,
        wish({ id: `s${n}`, spec: spec ?? cron, zone: 'Europe/Berlin', missed: n % 2 === 0 ? 'skip' : 'run-once' }),
        clock.now(),
      );
    }
  });
  let children = await Promise.all([begin(), begin()]);
  let leftOpen = 0;
  try {
    for (let kill = 0; kill < kills; kill++) {
      await pause(100 + random() * 200);
      const [victim, other] = random() < 0.5 ? children : [...children].reverse();
      if (!victim || !other) throw new Error('two processes were started');
      await end(victim, 'SIGKILL');
      leftOpen += openRuns(db).length;
      children = [other, await begin()];
    }
  } finally {
    for (const one of children) await end(one, 'SIGTERM');
  }

  // One more comes, ends what was left and claims what came meanwhile; its clock stands, or it would never be done.
  const now = clock.now();
  const standing = { ...clock, now: () => now };
  const dispatch = async (run: { schedule: string; slot: number }) =>
    void (await db.write(() => {
      db.sql('INSERT INTO delivered (schedule, slot) VALUES (?, ?)').run([run.schedule, run.slot]);
      endRun(db, run, { outcome: 'said' }, now);
    }));
  const last = openScheduler({ db, clock: standing, log, dispatch });
  await last.sweep();
  await last.tick();
  const { slots, runs, faults: found } = audit(db, now);
  faults.push(...found);
  const twice = db
    .sql('SELECT schedule || ? || slot FROM delivered GROUP BY schedule, slot HAVING count(*) > 1')
    .column<string>(['@']);
  for (const key of twice) faults.push(`${key} was delivered more than once`);
  const deliveries = db.sql('SELECT count(*) FROM delivered').column<number>()[0] ?? 0;
  const said = db.sql("SELECT count(*) FROM runs WHERE outcome = 'said'").column<number>()[0] ?? 0;
  if (said !== deliveries) faults.push(`${said} runs ended well, ${deliveries} were delivered`);
  state.close();
  return { kills, slots, claims: runs, deliveries, leftOpen, faults };
}

// Random schedules on a home, two schedulers that look at it, time that jumps, restarts in the middle of runs; then the
// books are held against the slots. Deliveries are counted as a handler makes them: in the transaction that ends the run.

import { join } from 'node:path';
import type { ScheduledRun } from '../../../src/contracts/index.js';
import { openState, type State } from '../../../src/db/state.js';
import { endRun, isOpenRun } from '../../../src/jobs/scheduler/claims.js';
import { putSchedule } from '../../../src/jobs/scheduler/rows.js';
import { openScheduler, type Scheduler } from '../../../src/jobs/scheduler/scheduler.js';
import { FakeClock } from '../fake-clock.js';
import { silentLog as log } from '../silent-log.js';
import { audit } from './audit.js';
import { randomSpec, zones } from './specs.js';
import { wish } from './wish.js';

export interface RoundsOptions {
  schedules: number;
  steps: number;
  restarts: number;
  random: () => number;
}

export interface RoundFigures {
  schedules: number;
  slots: number;
  claims: number;
  deliveries: number;
  restarts: number;
  faults: string[];
}

interface House {
  state: State;
  scheduler: Scheduler;
  /** Handed on and not yet run: what a queue would hold, and what a crash leaves behind. */
  queue: ScheduledRun[];
}

/** One home, whose clock starts somewhere near a change of clocks. */
export async function scheduleRounds(home: string, options: RoundsOptions): Promise<RoundFigures> {
  const { random } = options;
  const upTo = (n: number) => Math.floor(random() * n);
  const changes = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-04-24', '2026-09-27', '2026-10-25', '2026-11-01'];
  const clock = new FakeClock(Date.parse(`${changes[upTo(changes.length)]}T00:00:00Z`) - upTo(3 * 86_400_000));
  const delivered = new Map<string, number>();
  const open = async (): Promise<House> => {
    const state = await openState(join(home, 'state.sqlite'));
    const queue: ScheduledRun[] = [];
    const dispatch = async (run: ScheduledRun) => {
      if (random() < 0.1) throw new Error('the queue is away');
      queue.push(run);
    };
    return { state, queue, scheduler: openScheduler({ db: state.db, clock, log, dispatch }) };
  };
  const deliver = ({ state }: House, run: ScheduledRun, now: number) =>
    state.db.write(() => {
      if (!isOpenRun(state.db, run)) return;
      const key = `${run.schedule}@${run.slot}`;
      delivered.set(key, (delivered.get(key) ?? 0) + 1);
      endRun(state.db, run, { outcome: 'said' }, now);
    });

  let houses = [await open(), await open()];
  const wishes = Array.from({ length: options.schedules }, (_, n) =>
    wish({
      id: `s${n}`,
      spec: randomSpec(random, clock.now()),
      zone: zones[upTo(zones.length)] ?? 'UTC',
      missed: random() < 0.5 ? 'run-once' : 'skip',
      via: 'config',
    }),
  );
  const put = async ({ state }: House) =>
    void (await state.db.write(() => wishes.map((one) => putSchedule(state.db, one, clock.now()))));
  for (const house of houses) await put(house);

  let restarts = 0;
  for (let step = 0; step < options.steps; step++) {
    await clock.advance(([20_000, 100_000, 7_200_000, 43_200_000][upTo(4)] ?? 0) + upTo(3_600_000) * upTo(2));
    await Promise.all(houses.map(({ scheduler }) => scheduler.tick()));
    if (restarts < options.restarts && random() < options.restarts / options.steps + 0.2) {
      restarts++;
      // Whatever was handed on and has not run is gone with the process.
      for (const { state } of houses) state.close();
      houses = [await open(), await open()];
      for (const house of houses) await put(house);
    }
    if (random() < 0.5) await Promise.all(houses.map(({ scheduler }) => scheduler.sweep()));
    for (const house of houses) {
      for (const run of house.queue.splice(0)) if (random() < 0.9) await deliver(house, run, clock.now());
    }
  }

  // Everything that is open ends, and what came meanwhile is claimed and ends.
  const [house] = houses;
  if (!house) throw new Error('no house');
  for (let left = 1; left > 0; ) {
    await house.scheduler.tick();
    await house.scheduler.sweep();
    for (const run of house.queue.splice(0)) await deliver(house, run, clock.now());
    const { n } = house.state.db
      .sql<{ n: number }>(`
      SELECT (SELECT count(*) FROM runs WHERE state = 'claimed')
        + (SELECT count(*) FROM schedules WHERE state = 'active' AND next_at <= ?) AS n`)
      .get([clock.now()]) ?? { n: 0 };
    left = n;
  }
  const { slots, runs, faults } = audit(house.state.db, clock.now());
  const stored = house.state.db.sql<{ n: number }>('SELECT count(*) AS n FROM schedules').get()?.n ?? 0;
  if (stored !== options.schedules) faults.push(`${stored} schedules instead of ${options.schedules}`);
  for (const [key, times] of delivered) if (times !== 1) faults.push(`${key} was delivered ${times} times`);
  for (const { state } of houses) state.close();
  return { schedules: stored, slots, claims: runs, deliveries: delivered.size, restarts, faults };
}

import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ScheduledRun } from '../../../../src/contracts/index.js';
import { openState } from '../../../../src/db/state.js';
import { endRun, isOpenRun, openRuns } from '../../../../src/jobs/scheduler/claims.js';
import { listSchedules, putSchedule } from '../../../../src/jobs/scheduler/rows.js';
import { openScheduler } from '../../../../src/jobs/scheduler/scheduler.js';
import { FakeClock } from '../../../support/fake-clock.js';
import { scheduleHome } from '../../../support/scheduler/home.js';
import { wish } from '../../../support/scheduler/wish.js';
import { silentLog as log } from '../../../support/silent-log.js';

const MINUTE = 60_000;
const minutely = { spec: { kind: 'cron' as const, expr: '* * * * *' } };

async function house(dispatch?: (run: ScheduledRun) => Promise<void>) {
  const home = await scheduleHome();
  const clock = new FakeClock('2026-11-30T12:00:00Z');
  const dispatched: string[] = [];
  const scheduler = openScheduler({
    db: home.db,
    clock,
    log,
    async dispatch(run) {
      dispatched.push(`${run.schedule}@${new Date(run.slot).toISOString().slice(11, 19)}`);
      await dispatch?.(run);
    },
  });
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  return { ...home, clock, dispatched, scheduler, stop };
}

describe('looking', () => {
  it('finds every second what anybody added, until it is stopped', async () => {
    const { put, clock, dispatched, scheduler, stop } = await house();
    scheduler.start(stop.signal);
    await clock.advance(10_000);
    await put(minutely, clock.now());
    await clock.advance(51_000);
    expect(dispatched).toEqual(['water@12:01:00']);
    stop.abort();
    await put({ id: 'other', ...minutely }, clock.now());
    await clock.advance(5 * MINUTE);
    expect(dispatched).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  it('C119 a job longer than the look runs once', async () => {
    const { put, clock, db, dispatched, scheduler, stop, end } = await house();
    await put({ spec: { kind: 'at', at: clock.now() + 5_000 } }, clock.now());
    scheduler.start(stop.signal);
    await clock.advance(20_000);
    expect(dispatched).toEqual(['water@12:00:05']);
    for (const run of openRuns(db)) await end(run, 'said', clock.now());
    await clock.advance(5 * MINUTE);
    expect(dispatched).toHaveLength(1);
  });

  it('a queue that is away holds up nobody; what it did not take is handed on again', async () => {
    let away = true;
    const { put, clock, dispatched, scheduler, stop } = await house(async () => {
      if (away) throw new Error('the queue is away');
    });
    await put(minutely, clock.now());
    scheduler.start(stop.signal);
    await clock.advance(61_000);
    away = false;
    await clock.advance(31_000);
    expect(new Set(dispatched)).toEqual(new Set(['water@12:01:00']));
    expect(dispatched.length).toBeGreaterThan(1);
  });

  it('one that hangs is not asked again for the same run, and others go on', async () => {
    const { put, clock, dispatched, scheduler, stop } = await house(() => new Promise(() => {}));
    await put(minutely, clock.now());
    scheduler.start(stop.signal);
    await clock.advance(90_000);
    await put({ id: 'other', ...minutely }, clock.now());
    await clock.advance(90_000);
    expect(dispatched).toEqual(['water@12:01:00', 'other@12:02:00']);
  });

  it('a database that cannot be read stops nothing: neither look nor sweep rejects', async () => {
    const { db, scheduler, put, clock, dispatched } = await house();
    await put(minutely, clock.now());
    db.exec('ALTER TABLE runs RENAME TO elsewhere');
    await clock.advance(MINUTE);
    await scheduler.tick();
    await scheduler.sweep();
    expect(dispatched).toEqual([]);
    db.exec('ALTER TABLE elsewhere RENAME TO runs');
    await scheduler.tick();
    expect(dispatched).toEqual(['water@12:01:00']);
  });

  it('a host that slept makes up for it once, and one whose clock was set back does not stall', async () => {
    const { put, clock, db, dispatched, scheduler, stop } = await house(async (run) => {
      await db.write(() => endRun(db, run, { outcome: 'said' }, clock.now()));
    });
    await put(minutely, clock.now());
    scheduler.start(stop.signal);
    await clock.advance(30_000);
    clock.set(clock.now() + 8 * 60 * MINUTE);
    await clock.advance(2_000);
    expect(dispatched).toEqual(['water@20:00:00']);
    clock.set(clock.now() - 4 * 60 * MINUTE);
    await clock.advance(MINUTE);
    expect(dispatched).toEqual(['water@20:00:00', 'water@16:01:00']);
  });
});

it('C118 20 starts and stops, five in the middle of a run: one schedule of each id, one open run at most, each slot once', async () => {
  const { dir, clock } = await house();
  const delivered: string[] = [];
  for (let start = 0; start < 20; start++) {
    const state = await openState(join(dir, 'state.sqlite'));
    const { db } = state;
    const dies = start % 4 === 1;
    await db.write(() => {
      for (const id of ['a', 'b']) putSchedule(db, wish({ id, via: 'config', ...minutely }), clock.now());
    });
    const dispatch = async (run: ScheduledRun) => {
      if (dies) return new Promise<void>(() => {});
      // As a handler does: both may be handed a run that was left open, and one of them finds that it has ended.
      await db.write(() => {
        if (isOpenRun(db, run)) delivered.push(`${run.schedule}@${run.slot}`);
        endRun(db, run, { outcome: 'said' }, clock.now());
      });
    };
    const schedulers = [0, 1].map(() => openScheduler({ db, clock, log, dispatch }));
    const stop = new AbortController();
    for (const scheduler of schedulers) scheduler.start(stop.signal);
    await clock.advance(MINUTE);
    expect(listSchedules(db).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(openRuns(db).length).toBe(dies ? 2 : 0);
    stop.abort();
    await clock.advance(0);
    state.close();
  }
  expect(new Set(delivered).size).toBe(delivered.length);
  // Those that died in the middle were made up for by the next start.
  expect(delivered.length).toBeGreaterThanOrEqual(2 * 19);
});

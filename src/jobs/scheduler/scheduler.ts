// Looks every second which slots have come, claims them in one short transaction and hands them on; hands on again what was
// claimed and has not ended. Several may look at one home. Never rejects, and never dispatches what it has not claimed.

import type { Clock, Log, ScheduledRun } from '../../contracts/index.js';
import type { Db } from '../../db/database.js';
import { claimDue, isAnyDue, openRuns, realign, type Stuck } from './claims.js';

/** Schedules may be added by other processes, so it looks, instead of waiting for the next slot that it knows of. */
const LOOK_MS = 1_000;
const SWEEP_MS = 30_000;
/** How many a transaction claims. */
const BATCH = 50;

export interface SchedulerOptions {
  db: Db;
  clock: Clock;
  log: Log;
  /** At least once for each run; must be safe to repeat. One that rejects is tried again by the sweep. */
  dispatch(run: ScheduledRun): Promise<void>;
  /** Inside the transaction that pauses a schedule because it cannot go on. */
  stuck?: Stuck;
}

export interface Scheduler {
  /** Sweeps, then looks until the signal aborts. */
  start(signal: AbortSignal): void;
  /** One look: resolves when everything it claimed was dispatched, or could not be. */
  tick(): Promise<void>;
  /** Dispatches every run that was claimed and has not ended, but those this process is dispatching. */
  sweep(): Promise<void>;
}

export function openScheduler({ db, clock, log, dispatch, stuck }: SchedulerOptions): Scheduler {
  /** Runs that `dispatch` has not answered for: a queue that hangs must not be asked twice. */
  const underWay = new Set<string>();
  let lastLook: number | undefined;
  let failing = false;

  async function handOn(runs: readonly ScheduledRun[]): Promise<void> {
    await Promise.all(
      runs.map(async (run) => {
        const key = `${run.schedule}@${run.slot}`;
        if (underWay.has(key)) return;
        underWay.add(key);
        try {
          await dispatch(run);
        } catch (error) {
          log.warn('schedule.dispatch-failed', { schedule: run.schedule, slot: run.slot, error });
        } finally {
          underWay.delete(key);
        }
      }),
    );
  }

  /** What `work` returns; undefined where the database could not do it, told once until it can again. */
  async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      const result = await work();
      failing = false;
      return result;
    } catch (error) {
      if (!failing) log.error('schedule.failed', { error });
      failing = true;
      return undefined;
    }
  }

  /** Claims everything that is due, a batch at a time; the dispatches go on by themselves. */
  async function claimAll(begun: Promise<void>[]): Promise<void> {
    const now = clock.now();
    if (lastLook === undefined || now < lastLook) {
      const moved = await db.write(() => realign(db, clock.now(), stuck));
      if (moved > 0) log.warn('schedule.clock-set-back', { schedules: moved });
    }
    lastLook = now;
    // The time is read once the lock is held: another process may have claimed while this one waited.
    while (isAnyDue(db, clock.now())) begun.push(handOn(await db.write(() => claimDue(db, clock.now(), BATCH, stuck))));
  }

  async function look(): Promise<Promise<void>[]> {
    const begun: Promise<void>[] = [];
    await attempt(() => claimAll(begun));
    return begun;
  }

  const open = async () => (await attempt(async () => openRuns(db))) ?? [];

  return {
    start(signal) {
      void (async () => {
        let sweptAt: number | undefined;
        while (!signal.aborted) {
          const now = clock.now();
          if (sweptAt === undefined || now - sweptAt >= SWEEP_MS || now < sweptAt) {
            sweptAt = now;
            void handOn(await open());
          }
          // Not awaited: while a queue is away, slots are claimed all the same.
          await look();
          await clock.sleep(LOOK_MS, signal);
        }
      })();
    },
    async tick() {
      await Promise.all(await look());
    },
    async sweep() {
      await handOn(await open());
    },
  };
}

// The loop of one working process: takes jobs while there is room, keeps leases alive, sees cancellations, returns what
// the dead hold, prunes, and sleeps in between on one timer. Must never reject, whatever the disk does.

import { setImmediate as breathe } from 'node:timers/promises';
import { type JobHandlers, NightjarError, type WorkOptions } from '../contracts/index.js';
import { describeError } from './backoff.js';
import { claimNext, isDueWithin, nextRunAt, type Taker, type Within } from './claim.js';
import { renewRuns } from './leases.js';
import type { Membership } from './processes.js';
import { pruneFinished } from './prune.js';
import { reap } from './reaper.js';
import { Run, type RunParts } from './run.js';

const REAP_EVERY_MS = 1_000;
const PRUNE_EVERY_MS = 3_600_000;
const DEFAULT_DRAIN_MS = 10_000;
/** How long a handler may take to stop once its context is aborted. */
const STOP_MS = 500;
const LONGEST_PAUSE_MS = 5_000;
/** How long the loop may take jobs before everything else in the process gets a turn. */
const SLICE_MS = 4;

export interface WorkerParts extends RunParts {
  process: Membership;
  leaseMs: number;
  pollMs: number;
  keepFinishedMs: number;
}

export class Worker {
  readonly #parts: WorkerParts;
  readonly #handlers: JobHandlers;
  readonly #options: WorkOptions;
  readonly #taker: Omit<Taker, 'names'>;
  readonly #runs = new Map<number, { run: Run; ended: Promise<void> }>();
  readonly #due = { reap: 0, renew: 0, prune: 0 };
  readonly #stop = new AbortController();
  #cancelTimer: () => void = () => {};
  #round: Promise<void> | undefined;
  #again = false;
  #drained = false;
  #finished = false;
  #nextRun: number | undefined;
  #failures = 0;
  #pausedUntil = 0;
  #sliceEnds = 0;

  constructor(parts: WorkerParts, handlers: JobHandlers, options: WorkOptions) {
    this.#parts = parts;
    this.#handlers = handlers;
    this.#options = options;
    this.#taker = { db: parts.db, lanes: parts.lanes, holder: parts.process.id };
  }

  /** Works until the signal of the options, or `stop`; resolves when the last job has ended or was given back. */
  async work(): Promise<void> {
    const { signal } = this.#options;
    const stop = () => this.stop();
    if (signal.aborted) return;
    signal.addEventListener('abort', stop, { once: true });
    const stopped = new Promise<void>((resolve) => {
      this.#stop.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    this.wake();
    await stopped;
    signal.removeEventListener('abort', stop);
    await this.#drain();
    this.#finished = true;
    this.#cancelTimer();
    await this.#round;
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Something may have become possible: look at once. */
  wake(): void {
    if (this.#finished || this.#parts.clock.now() < this.#pausedUntil) return;
    this.#again = true;
    this.#round ??= this.#rounds();
  }

  async #rounds(): Promise<void> {
    this.#cancelTimer();
    while (this.#again && !this.#finished) {
      this.#again = false;
      try {
        await this.#tend();
        if (!(await this.#take())) continue;
        if (this.#failures > 0) this.#parts.log.info('queue.recovered', { failures: this.#failures });
        this.#failures = 0;
      } catch (error) {
        this.#trouble(error);
        break;
      }
    }
    this.#round = undefined;
    this.#arm();
  }

  /** What falls due by time. */
  async #tend(): Promise<void> {
    const { clock, db, lanes, process, leaseMs, keepFinishedMs } = this.#parts;
    const now = clock.now();
    if (this.#runs.size > 0) {
      const cancelled = "SELECT seq FROM jobs WHERE state = 'running' AND holder = ? AND cancel = 1";
      for (const { seq } of db.sql<{ seq: number }>(cancelled).all([this.#taker.holder])) {
        this.#runs.get(seq)?.run.cancel();
      }
    }
    // A clock that was set back must not put these off.
    const isDue = (at: number, every: number) => now >= at || at > now + every;
    if (isDue(this.#due.renew, leaseMs / 3)) {
      const runs = [...this.#runs.values()].map(({ run }) => run);
      if (runs.length > 0) await renewRuns(db, lanes, runs, now + leaseMs, now);
      this.#due.renew = now + leaseMs / 3;
    }
    if (isDue(this.#due.reap, REAP_EVERY_MS)) {
      await reap(this.#parts, now);
      this.#due.reap = now + REAP_EVERY_MS;
    }
    if (isDue(this.#due.prune, PRUNE_EVERY_MS)) {
      await process.sweep();
      const whole = await pruneFinished(db, now - keepFinishedMs);
      this.#due.prune = whole ? now + PRUNE_EVERY_MS : now;
    }
  }

  /** False: it only made way for others, and tried nothing. */
  async #take(): Promise<boolean> {
    const { clock, leaseMs } = this.#parts;
    this.#nextRun = undefined;
    for (let misses = 0; this.#hasRoom() && misses < 3; ) {
      // Quick jobs end and begin without a pause, so the slice spans rounds; each new one looks at everything due by time.
      if (performance.now() > this.#sliceEnds) {
        await breathe();
        this.#sliceEnds = performance.now() + SLICE_MS;
        this.#again = true;
        return false;
      }
      const now = clock.now();
      const names = this.#namesWithRoom();
      const taker = { ...this.#taker, names: JSON.stringify(names) };
      const within = this.#lanesBeyond(names).find((one) => isDueWithin(taker, one, now));
      this.#nextRun = nextRunAt(taker, now);
      if (!within && (this.#nextRun === undefined || this.#nextRun > now)) return true;
      const claim = await claimNext(taker, now, now + leaseMs, within);
      const handler = claim && this.#handlers[claim.row.name];
      if (claim && handler) this.#start(new Run(this.#parts, claim, handler));
      // Another process was quicker, or a delayed job stands behind others now.
      else misses++;
    }
    return true;
  }

  #hasRoom(): boolean {
    return !this.#drained && this.#runs.size < this.#options.concurrency;
  }

  #namesWithRoom(): string[] {
    const running = new Map<string, number>();
    for (const { run } of this.#runs.values()) running.set(run.job.name, (running.get(run.job.name) ?? 0) + 1);
    return this.#handled()
      .filter(([name, { atOnce }]) => atOnce === undefined || (running.get(name) ?? 0) < atOnce)
      .map(([name]) => name);
  }

  /** The lanes that need no room. */
  #lanesBeyond(withRoom: readonly string[]): Within[] {
    return this.#handled()
      .filter(([name]) => !withRoom.includes(name))
      .flatMap(([name, { beyond = [] }]) => beyond.map((lane) => ({ name, lane })));
  }

  #handled(): [string, JobHandlers[string]][] {
    return Object.entries(this.#handlers).filter(([, { drains }]) => drains || !this.#stop.signal.aborted);
  }

  #start(run: Run): void {
    const { seq } = run.claim.row;
    const ended = run.execute().then(() => {
      this.#runs.delete(seq);
      this.wake();
    });
    this.#runs.set(seq, { run, ended });
  }

  #trouble(error: unknown): void {
    const { clock, log, pollMs } = this.#parts;
    if (this.#failures === 0) {
      const remedy = error instanceof NightjarError && error.remedy ? { remedy: error.remedy } : {};
      log.error('queue.trouble', { error: describeError(error), ...remedy });
    }
    this.#pausedUntil = clock.now() + Math.min(LONGEST_PAUSE_MS, pollMs * 2 ** this.#failures);
    this.#failures++;
  }

  #arm(): void {
    if (this.#finished) return;
    const { clock, pollMs } = this.#parts;
    const now = clock.now();
    const untilNext = this.#nextRun === undefined ? pollMs : Math.max(0, this.#nextRun - now);
    const paused = this.#pausedUntil - now;
    this.#cancelTimer = clock.after(paused > 0 ? paused : Math.min(pollMs, untilNext || pollMs), () => {
      // A timer may fire a millisecond early.
      this.#pausedUntil = 0;
      this.wake();
    });
  }

  async #drain(): Promise<void> {
    const { clock, log } = this.#parts;
    // A timer, not a look at the clock: a supervisor's patience does not follow a clock that is set.
    const over = new AbortController();
    let late = false;
    const limit = clock.sleep(this.#options.drainMs ?? DEFAULT_DRAIN_MS, over.signal).then(() => {
      late = true;
    });
    for (;;) {
      // What a job added on its way out is looked for before the end is believed.
      this.wake();
      await this.#round;
      if (this.#runs.size === 0 || late) break;
      await Promise.race([limit, ...[...this.#runs.values()].map((one) => one.ended)]);
    }
    over.abort();
    this.#drained = true;
    for (const { run } of this.#runs.values()) run.interrupt();
    await this.#allEnded(STOP_MS, clock);
    for (const { run } of this.#runs.values()) {
      await run.giveBack().catch((error: unknown) => {
        log.error('job.return-failed', { job: run.job.id, error: describeError(error) });
      });
    }
  }

  /** Resolves when no job runs any more, or after `ms`. */
  async #allEnded(ms: number, clock: WorkerParts['clock']): Promise<void> {
    if (this.#runs.size === 0) return;
    const over = new AbortController();
    const ended = Promise.all([...this.#runs.values()].map((one) => one.ended));
    await Promise.race([ended, clock.sleep(ms, over.signal)]);
    over.abort();
  }
}

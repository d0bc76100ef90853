// The loop of one working process: takes jobs while there is room, keeps leases alive, sees cancellations, returns what
// the dead hold, prunes, and sleeps in between on one timer. Must never reject, whatever the disk does.

import { setImmediate as breathe } from 'node:timers/promises';
import { type JobHandlers, NightjarError, type WorkOptions } from '../contracts/index.js';
import { apartFromAll } from '../ops/log-trace.js';
import { describeError } from './backoff.js';
import { type Claim, isDueWithin, nextRunAt, type Taker, takeNext, type Within } from './claim.js';
import { admitDue } from './lane-order.js';
import { renewRuns } from './leases.js';
import type { Membership } from './processes.js';
import { pruneFinished } from './prune.js';
import { reap } from './reaper.js';
import { Room } from './room.js';
import { Run, type RunParts } from './run.js';

const REAP_EVERY_MS = 1_000;
const PRUNE_EVERY_MS = 3_600_000;
const DEFAULT_DRAIN_MS = 10_000;
/** How long a handler may take to stop once its context is aborted. */
const STOP_MS = 500;
const LONGEST_PAUSE_MS = 5_000;
/** How long the loop may take jobs before everything else in the process gets a turn. */
const SLICE_MS = 4;
/** So many jobs are taken in one transaction, to keep it short. */
const TAKEN_AT_ONCE = 16;

export interface WorkerParts extends RunParts {
  process: Membership;
  leaseMs: number;
  pollMs: number;
  keepFinishedMs: number;
}

/** What else of this process takes jobs into the same room. */
export interface Beside {
  /** What it runs now; a shutdown waits for that too. */
  runs(): Iterable<{ run: Run; ended: Promise<void> }>;
  /** A slot became free. */
  freed(): void;
  /** There may be more to take than there is room for here. */
  crowded(): void;
}

export class Worker {
  readonly #parts: WorkerParts;
  readonly #handlers: JobHandlers;
  readonly #options: WorkOptions;
  readonly #room: Room;
  readonly #beside: Beside | undefined;
  readonly #taker: Omit<Taker, 'names'>;
  readonly #runs = new Map<number, { run: Run; ended: Promise<void> }>();
  readonly #due = { reap: 0, renew: 0, prune: 0 };
  readonly #stop = new AbortController();
  #cancelTimer: () => void = () => {};
  #round: Promise<void> | undefined;
  #again = false;
  #finished = false;
  #nextRun: number | undefined;
  #failures = 0;
  #pausedUntil = 0;
  #sliceEnds = 0;

  /** `room` is shared with whatever else of this process begins jobs. */
  constructor(
    parts: WorkerParts,
    handlers: JobHandlers,
    options: WorkOptions,
    room = new Room(handlers, options.concurrency),
    beside?: Beside,
  ) {
    this.#parts = parts;
    this.#handlers = handlers;
    this.#options = options;
    this.#room = room;
    this.#beside = beside;
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
    this.#room.drain();
    this.#stop.abort();
  }

  /** Something may have become possible: look at once. */
  wake(): void {
    if (this.#finished || this.#parts.clock.now() < this.#pausedUntil) return;
    this.#again = true;
    this.#round ??= apartFromAll(() => this.#rounds());
  }

  /** Whether the job of that row runs here. */
  has(seq: number): boolean {
    return this.#runs.has(seq);
  }

  /** Resolves when the look that runs now, if any, is over. Never rejects. */
  async looked(): Promise<void> {
    await this.#round;
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
    const { clock } = this.#parts;
    this.#nextRun = undefined;
    for (let misses = 0; this.#room.freeFor('table') > 0 && misses < 3; ) {
      // Quick jobs end and begin without a pause, so the slice spans rounds; each new one looks at everything due by time.
      if (performance.now() > this.#sliceEnds) {
        await breathe();
        this.#sliceEnds = performance.now() + SLICE_MS;
        this.#again = true;
        return false;
      }
      const now = clock.now();
      const within = this.#lanesBeyond().find((one) => isDueWithin(this.#parts, one, now));
      this.#nextRun = nextRunAt(this.#taking(this.#openNames()), now);
      if (!within && (this.#nextRun === undefined || this.#nextRun > now)) {
        if (this.#room.want('table', false)) this.#beside?.freed();
        return true;
      }
      // Another process was quicker, or a delayed job stands behind others now.
      if ((await this.#claim(now, within)) === 0) misses++;
    }
    const isCrowded = this.#room.freeFor('table') === 0;
    if (this.#room.want('table', isCrowded)) this.#beside?.freed();
    if (isCrowded && !this.#room.closed) this.#beside?.crowded();
    return true;
  }

  /** Takes what there is room for in one transaction, and begins it. Returns how many jobs that were. */
  async #claim(now: number, within: Within | undefined): Promise<number> {
    const { db, leaseMs } = this.#parts;
    const claims: Claim[] = [];
    const until = now + leaseMs;
    const keep = (claim: Claim | undefined): boolean => {
      if (!claim) return false;
      this.#room.enter(claim.row.name, 'table');
      claims.push(claim);
      return true;
    };
    try {
      await db.write(() => {
        admitDue(db, now);
        if (within) keep(takeNext(this.#taking([]), now, until, within));
        const began = performance.now();
        while (claims.length < TAKEN_AT_ONCE && this.#room.freeFor('table') > 0) {
          const { usual, background } = this.#room.names();
          const taken =
            keep(takeNext(this.#taking(usual), now, until)) ||
            (background.length > 0 &&
              this.#room.hasRoomForBackground &&
              keep(takeNext(this.#taking(background), now, until)));
          if (!taken || performance.now() - began > SLICE_MS / 2) break;
        }
      });
    } catch (error) {
      for (const { row } of claims) this.#room.leave(row.name);
      throw error;
    }
    for (const claim of claims) this.#start(claim);
    return claims.length;
  }

  #taking(names: readonly string[]): Taker {
    return { ...this.#taker, names: JSON.stringify(names) };
  }

  /** What may be taken now, whoever comes first. */
  #openNames(): string[] {
    const { usual, background } = this.#room.names();
    return this.#room.hasRoomForBackground ? [...usual, ...background] : usual;
  }

  /** The lanes that need no room. */
  #lanesBeyond(): Within[] {
    return this.#room
      .handled()
      .filter(([name, { beyond }]) => beyond && !this.#room.hasRoomFor(name))
      .flatMap(([name, { beyond = [] }]) => beyond.map((lane) => ({ name, lane })));
  }

  #start(claim: Claim): void {
    const { seq, name } = claim.row;
    const handler = this.#handlers[name];
    if (!handler) return;
    const run = new Run(this.#parts, claim, handler);
    const ended = run.execute().then(() => {
      this.#runs.delete(seq);
      this.#room.leave(name);
      this.wake();
      if (this.#beside) void this.looked().then(() => this.#beside?.freed());
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
      const runs = this.#allRuns();
      if (runs.length === 0 || late) break;
      await Promise.race([limit, ...runs.map((one) => one.ended)]);
    }
    over.abort();
    this.#room.close();
    for (const { run } of this.#allRuns()) run.interrupt();
    await this.#allEnded(STOP_MS, clock);
    for (const { run } of this.#allRuns()) {
      await run.giveBack().catch((error: unknown) => {
        log.error('job.return-failed', { job: run.job.id, error: describeError(error) });
      });
    }
  }

  #allRuns(): { run: Run; ended: Promise<void> }[] {
    return [...this.#runs.values(), ...(this.#beside?.runs() ?? [])];
  }

  /** Resolves when no job runs any more, or after `ms`. */
  async #allEnded(ms: number, clock: WorkerParts['clock']): Promise<void> {
    const runs = this.#allRuns();
    if (runs.length === 0) return;
    const over = new AbortController();
    const ended = Promise.all(runs.map((one) => one.ended));
    await Promise.race([ended, clock.sleep(ms, over.signal)]);
    over.abort();
  }
}

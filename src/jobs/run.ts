// One job being run by this process: calls its handler, decides what its end means, and writes that down, however long
// the disk refuses. Must never write for a run whose claim is gone.

import {
  type Clock,
  type Job,
  type JobHandler,
  type Log,
  NightjarError,
  QueueError,
  type RetryPolicy,
} from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { apartFromAll } from '../ops/log-trace.js';
import { describeError, nextAttempt } from './backoff.js';
import type { Claim } from './claim.js';
import type { EndBatch } from './end-batch.js';
import { type Ending, type Recorded, recordEnding } from './job-ends.js';
import { toJob } from './job-rows.js';
import type { Lanes } from './lanes.js';
import { openProgress, type Progress } from './progress.js';

/** A job whose process died or hung this often in a row is taken for the cause, and becomes a dead letter. */
const MAX_LOSSES = 25;
/** Pauses between attempts to write an end down. */
const FIRST_PAUSE_MS = 200;
const LAST_PAUSE_MS = 5_000;

export interface RunParts {
  db: Db;
  lanes: Lanes;
  clock: Clock;
  log: Log;
  /** Where ends that went well are written together. */
  ends: EndBatch;
}

export class Run {
  readonly claim: Claim;
  readonly job: Job;
  protected readonly parts: RunParts;
  readonly #handler: JobHandler;
  // Made when somebody asks for them: most jobs never do, and making two costs as much as the rest of a quick run.
  #aborting: AbortController | undefined;
  #leaving: AbortController | undefined;
  /** Somebody else has the job, or it was given back: this run may write nothing any more. */
  #isGone = false;
  #returning = false;

  constructor(parts: RunParts, claim: Claim, handler: JobHandler, job = toJob(claim.row)) {
    this.parts = parts;
    this.claim = claim;
    this.#handler = handler;
    this.job = job;
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  get #abort(): AbortController {
    this.#aborting ??= new AbortController();
    return this.#aborting;
  }

  /** Somebody asked for its end. */
  cancel(): void {
    this.#abort.abort(new QueueError('the job was cancelled'));
  }

  /** The claim is somebody else's. */
  lose(): void {
    if (this.isGone) return;
    this.parts.log.warn('job.lease-lost', { job: this.job.id, name: this.job.name });
    this.abandon();
    this.#abort.abort(new QueueError('the lease of the job was lost'));
  }

  /** The process shuts down: the handler has to stop now, and a failure from here on is no failure of the job. */
  interrupt(): void {
    this.#returning = true;
    this.#abort.abort(new QueueError('the worker is shutting down'));
  }

  /** After `interrupt`, for a handler that does not stop: gives the job back over its head. Rejects as `db.write` does. */
  async giveBack(): Promise<void> {
    if (this.isGone) return;
    this.abandon();
    await this.parts.db.write(() => this.record({ kind: 'returned' }));
    this.parts.log.warn('job.ignored-shutdown', { job: this.job.id, name: this.job.name });
  }

  /** Runs the handler and records the end. Never rejects. */
  execute(): Promise<void> {
    return apartFromAll(() => this.#execute());
  }

  async #execute(): Promise<void> {
    const { row, fence } = this.claim;
    if (row.losses >= MAX_LOSSES) {
      const reason = `${row.reason ?? 'its process died'} ${row.losses} times`;
      return this.#settle({ kind: 'dead', reason }, new QueueError(reason));
    }
    let progress: Progress | undefined;
    const signal = () => this.#abort.signal;
    const context = {
      fence,
      get signal() {
        return signal();
      },
      progress: (done: number, total: number) => {
        progress ??= openProgress(this.parts, row);
        progress.tell(done, total);
      },
    };
    try {
      await this.#handler.run(this.job, context);
    } catch (error) {
      return this.#settle(this.#afterFailure(error), error);
    } finally {
      progress?.end();
    }
    if (!this.needsNoRecord) await this.#settle({ kind: 'done' }, undefined);
  }

  /** From here on this run may write nothing. */
  protected abandon(): void {
    this.#isGone = true;
    this.#leaving?.abort();
  }

  /** Whether a job that went well leaves nothing to write here. */
  protected get needsNoRecord(): boolean {
    return false;
  }

  /** Writes the end of a job that went well. Rejects as `db.write` does. */
  protected recordDone(): Promise<Recorded> {
    return this.parts.ends.done(this.claim, () => this.isGone);
  }

  /** Writes any end, inside a write transaction. */
  protected record(ending: Ending): Recorded {
    const { db, lanes, clock } = this.parts;
    return recordEnding(db, lanes, this.claim, ending, clock.now());
  }

  #afterFailure(error: unknown): Ending {
    if (this.#returning) return { kind: 'returned' };
    const now = this.parts.clock.now();
    const next = nextAttempt(this.#policy(), this.job, error, now, Math.random());
    return 'dead' in next
      ? { kind: 'dead', reason: next.dead }
      : { kind: 'again', at: next.at, reason: describeError(error) };
  }

  #policy(): RetryPolicy {
    const attempts = this.claim.row.attempts;
    return attempts === null ? this.#handler.retry : { ...this.#handler.retry, attempts };
  }

  async #settle(first: Ending, error: unknown): Promise<void> {
    const { db, clock, log } = this.parts;
    const about = { job: this.job.id, name: this.job.name, attempt: this.job.attempt };
    let ending = first;
    for (let failures = 0; !this.isGone; ) {
      let hook: { threw: unknown } | undefined;
      try {
        const writeFailure = () =>
          db.write(() => {
            // The wait for the lock was long enough to be given back meanwhile.
            if (this.isGone) return 'lost';
            const kind = this.record(ending);
            if (kind === 'dead') hook = this.#bury(error);
            if (hook) throw hook.threw;
            return kind;
          });
        const recorded = ending.kind === 'done' ? await this.recordDone() : await writeFailure();
        const cause = error instanceof NightjarError ? { culprit: error.culprit } : {};
        if (recorded === 'lost') this.lose();
        else if (recorded === 'dead') log.error('job.dead', { ...about, ...cause, reason: reasonOf(ending) });
        else if (recorded === 'again') log.warn('job.failed', { ...about, ...cause, reason: reasonOf(ending) });
        else log.debug('job.ended', { ...about, state: recorded });
        return;
      } catch (trouble) {
        if (hook) {
          log.error('job.dead-hook-failed', { ...about, error: describeError(trouble) });
          ending = { kind: 'again', at: clock.now() + this.#handler.retry.capMs, reason: reasonOf(ending) };
          continue;
        }
        if (failures === 0) log.error('job.end-unwritten', { ...about, error: describeError(trouble) });
        this.#leaving ??= new AbortController();
        await clock.sleep(Math.min(LAST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures), this.#leaving.signal);
        failures++;
      }
    }
  }

  #bury(error: unknown): { threw: unknown } | undefined {
    try {
      this.#handler.dead?.(this.job, error);
      return undefined;
    } catch (threw) {
      return { threw };
    }
  }
}

function reasonOf(ending: Ending): string {
  return 'reason' in ending ? ending.reason : ending.kind;
}

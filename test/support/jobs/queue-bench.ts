// What the queue contract needs to know about an engine, and the tools its tests are written with. Knows no engine.

import type {
  Job,
  JobContext,
  JobHandler,
  JobInfo,
  JobQueue,
  RetryPolicy,
  WorkOptions,
} from '../../../src/contracts/index.js';

/** One "process" on the shared store. */
export interface QueueInstance {
  queue: JobQueue;
  /** Dies on the spot: nothing is cleaned up, and nothing it still does reaches the store. */
  kill(): Promise<void>;
  /** Stops answering, as a blocked event loop does: no lease is renewed until `resume`. */
  hang(): void;
  resume(): void;
}

export interface QueueHarness {
  open(): Promise<QueueInstance>;
  /** Epoch ms, as the engine sees it. */
  now(): number;
  /** Lets this much of the engine's time go by: a clock turned by hand, or real waiting. */
  pass(ms: number): Promise<void>;
  /** How long a silent holder keeps a job. */
  leaseMs: number;
  dispose(): Promise<void>;
}

export interface Gate {
  open: () => void;
  passed: Promise<void>;
}

export function gate(): Gate {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
}

export const quick: RetryPolicy = { baseMs: 20, capMs: 80 };

export function handler(run: (job: Job, context: JobContext) => Promise<void> | void, retry = quick): JobHandler {
  return { retry, run: async (job, context) => run(job, context) };
}

/** Resolves when the context aborts; then fails, as well-behaved handlers do. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** A worker that a test started, and how to end it. */
export interface Working {
  /** Begins the shutdown. */
  stop: () => void;
  /** Resolves when work() has. */
  ended: Promise<void>;
  hasEnded: () => boolean;
}

export class Bench {
  readonly harness: QueueHarness;
  readonly #working: Working[] = [];

  constructor(harness: QueueHarness) {
    this.harness = harness;
  }

  open(): Promise<QueueInstance> {
    return this.harness.open();
  }

  work(
    instance: QueueInstance,
    handlers: Record<string, JobHandler>,
    options: Partial<Omit<WorkOptions, 'signal'>> = {},
  ): Working {
    const stop = new AbortController();
    let over = false;
    const ended = instance.queue.work(handlers, { concurrency: 4, drainMs: 0, ...options, signal: stop.signal });
    const working = {
      stop: () => stop.abort(),
      ended: ended.then(() => {
        over = true;
      }),
      hasEnded: () => over,
    };
    this.#working.push(working);
    return working;
  }

  /** Lets time pass until the condition holds; fails after 20 s of it. */
  async until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
    for (let waited = 0; waited <= 20_000; waited += 20) {
      if (await holds()) return;
      await this.harness.pass(20);
    }
    throw new Error(`waited in vain until ${what}`);
  }

  async info(queue: JobQueue, id: string): Promise<JobInfo> {
    const found = (await queue.list()).find((job) => job.id === id);
    if (!found) throw new Error(`job ${id} is not listed`);
    return found;
  }

  async untilState(queue: JobQueue, id: string, state: JobInfo['state']): Promise<JobInfo> {
    await this.until(`job is ${state}`, async () => (await this.info(queue, id)).state === state);
    return this.info(queue, id);
  }

  /** Stops every worker; those of killed instances never answer, so time is bounded. */
  async dispose(): Promise<void> {
    for (const one of this.#working) one.stop();
    for (let turn = 0; turn < 60 && this.#working.some((one) => !one.hasEnded()); turn++) await this.harness.pass(20);
    await this.harness.dispose();
  }
}

// The queue contract: only what an embedded SQLite table and BullMQ can both give.

export type JobId = string;

/** Ids only; text never travels in a job. */
export type JobData = Readonly<Record<string, string | number>>;

export interface Job {
  id: JobId;
  name: string;
  lane?: string;
  data: JobData;
  /** 1 on the first run. */
  attempt: number;
  /** When it was added, and when its first attempt began (epoch ms). */
  addedAt: number;
  firstRunAt: number;
}

export interface JobContext {
  /** Aborts when the worker shuts down hard, the job is cancelled, or its lease was lost. */
  signal: AbortSignal;
  /** The lane's fence for this run, growing with every acquisition; 0 without a lane. */
  fence: number;
  /** Tells how far a long job is, kept now and then and forgotten when it ends; never throws. Absent: nobody asks. */
  progress?(done: number, total: number): void;
}

/**
 * A job whose handler throws is tried again after base × 2^(attempt−1), at most `capMs`, jittered, or after the error's
 * `retryAfterMs` if that is longer; while it waits it keeps its place at the head of its lane. It becomes a dead letter
 * when the error is a NightjarError with `retryable` false, after `attempts` runs, or when the next run would begin later
 * than `withinMs` after the first. With neither bound it is tried without end.
 */
export interface RetryPolicy {
  baseMs: number;
  capMs: number;
  attempts?: number;
  withinMs?: number;
}

export interface JobHandler {
  retry: RetryPolicy;
  /** Taken during the shutdown too, because it ends what was promised already: a reply that only has to be sent. */
  drains?: true;
  /**
   * Nobody waits for it: it is taken only where no due job of another name could be, and never in a process's last free
   * slot where that runs more than one job at once.
   */
  background?: true;
  /** This process runs at most so many of these at once, so that slow ones leave room for others. Absent: no such bound. */
  atOnce?: number;
  /** Lanes that do not wait for others of this name, however many of those run. */
  beyond?: readonly string[];
  /** At least once: must be safe to repeat after a crash at any point. */
  run(job: Job, context: JobContext): Promise<void>;
  /**
   * Runs inside the state.sqlite transaction that records the dead letter: synchronous, only that database. May run
   * again for the same job after `retry`.
   */
  dead?(job: Job, error: unknown): void;
}

export type JobHandlers = Readonly<Record<string, JobHandler>>;

export interface AddOptions {
  /** While a job with this key is waiting or running, another add returns that job's id. A finished one never blocks. */
  unique?: string;
  /** Jobs of one lane run one at a time, in the order they were added. */
  lane?: string;
  /** Not before this time (epoch ms); until then it blocks nobody in its lane. */
  at?: number;
  /** Overrides the handler's bound for this job. */
  attempts?: number;
}

export type JobState = 'waiting' | 'running' | 'done' | 'dead' | 'cancelled';

export interface JobInfo extends Job {
  state: JobState;
  runAt: number;
  finishedAt?: number;
  /** The last failure, one line without a stack. */
  reason?: string;
  /** How far it is, where it told. */
  progress?: { done: number; total: number };
}

/** How the engine itself is. `detail` is one sentence for people, with the remedy where something is wrong. */
export interface QueueHealth {
  engine: 'embedded' | 'redis';
  state: 'up' | 'down';
  detail?: string;
}

export interface WorkOptions {
  /** How many jobs this process runs at once. */
  concurrency: number;
  /**
   * Aborting begins the shutdown: no new job is taken but of handlers that drain, running ones may finish for `drainMs`
   * (default 10,000), then their contexts abort and their leases are returned.
   */
  signal: AbortSignal;
  drainMs?: number;
}

export interface JobFilter {
  id?: JobId;
  states?: JobState[];
  name?: string;
  lane?: string;
  limit?: number;
}

export interface JobQueue {
  add(name: string, data: JobData, options?: AddOptions): Promise<JobId>;
  /** Takes jobs whose name has a handler here, until the signal aborts; resolves when the last one has ended. */
  work(handlers: JobHandlers, options: WorkOptions): Promise<void>;
  /** Newest first; without a limit at most 1,000. */
  list(filter?: JobFilter): Promise<JobInfo[]>;
  /** A dead or cancelled job waits again with its attempts forgotten. Throws QueueError for any other state. */
  retry(id: JobId): Promise<void>;
  /** A waiting job never runs; a running one has its context aborted and is not tried again. Throws if it has ended. */
  cancel(id: JobId): Promise<void>;
  health(): QueueHealth;
  close(): Promise<void>;
}

/** What of the work nobody waits for costs tokens, and so has a budget a day. */
export type WorkKind = 'flush' | 'compaction' | 'snapshot' | 'scheduled' | 'heartbeat' | 'transcription' | 'dreaming';

export interface WorkLimits {
  /** A day, in the owner's time zone; absent: as many as come. */
  runs?: number | undefined;
  tokens?: number | undefined;
}

/** How much of a kind of work was done on a day, and what may be. */
export interface WorkUse {
  kind: WorkKind;
  runs: number;
  tokens: number;
  limits: WorkLimits;
  over: boolean;
}

export interface Budgets {
  /** Whether a model may be asked for such work now. */
  allows(kind: WorkKind): boolean;
  /** Counts what a run used; it may be the one that ends the day's budget. Rejects as `db.write` does. */
  spend(kind: WorkKind, used: { runs: number; tokens: number }): Promise<void>;
  /** Every kind that was used today, or has a limit. */
  today(): WorkUse[];
}

/** What an operator can do with the queue, beside a running bot or without one. */
export interface JobDesk {
  /** Newest first: what is unfinished or was given up; with `all` what is done or was cancelled, too. At most 200. */
  list(all: boolean): Promise<JobInfo[]>;
  /** By its id or a beginning of it. Throws a QueueError when there is none, or more than one. */
  find(id: string): Promise<JobInfo>;
  /** As in JobQueue. */
  retry(id: JobId): Promise<void>;
  /** As in JobQueue; the message or reply that the job served ends too. */
  cancel(id: JobId): Promise<void>;
}

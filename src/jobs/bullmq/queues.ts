// The BullMQ queues of one installation: one per job name, on one connection. Owns how names, keys and times are written
// in Redis. Nothing but ids may be handed to it.

import { Job as BullJob, Queue } from 'bullmq';
import type { AddOptions, Job, JobData, JobFilter, JobId, JobInfo, JobState } from '../../contracts/index.js';
import type { Link } from './link.js';

export type { BullJob };

/** How many jobs that ended well are remembered per name, to be shown. */
const KEPT = 1_000;
/** What happened is no history of ours. */
const EVENTS_KEPT = 1_000;
/** A job whose process dies is given up by us, not by BullMQ. */
const NEVER = 1_000_000;

export interface QueuesOptions {
  link: Link;
  prefix: string;
  /** How long the silence of a process leaves it its jobs. */
  lockMs: number;
  keepFinishedMs: number;
}

/** Anything else could be part of a longer key. */
const ours = /^[0-9a-f-]{36}$/;

const bullStates = {
  waiting: 'wait',
  running: 'active',
  done: 'completed',
} as const;

export class Queues {
  readonly #options: QueuesOptions;
  readonly #queues = new Map<string, Queue>();
  readonly #registered = new Set<string>();

  readonly #kept: { count: number; age: number };

  constructor(options: QueuesOptions) {
    this.#options = options;
    this.#kept = { count: KEPT, age: Math.ceil(options.keepFinishedMs / 1_000) };
  }

  /** The names this process knows of. */
  get names(): string[] {
    return [...this.#queues.keys()];
  }

  of(name: string): Queue {
    const known = this.#queues.get(name);
    if (known) return known;
    const { link, prefix, lockMs } = this.#options;
    const options = {
      connection: link.commands,
      prefix,
      skipVersionCheck: true,
      streams: { events: { maxLen: EVENTS_KEPT } },
      // Read by the scripts that take and end a job.
      lockDuration: lockMs,
      stalledInterval: Math.max(100, Math.round(lockMs / 5)),
      maxStalledCount: NEVER,
      removeOnComplete: this.#kept,
    };
    const queue = new Queue(encodeURIComponent(name), options);
    // The link says what is wrong with the connection, once.
    queue.on('error', () => {});
    this.#queues.set(name, queue);
    return queue;
  }

  /** Every queue of the installation, known here or not. Rejects when Redis does not answer. */
  async all(): Promise<string[]> {
    for (const name of await this.#options.link.commands.smembers(this.#registry)) this.of(name);
    return this.names;
  }

  /** Lets other processes find what is here; again and again, as Redis may forget. */
  async register(): Promise<void> {
    if (this.#queues.size === 0) return;
    const names = this.names;
    await this.#options.link.commands.sadd(this.#registry, ...names);
    for (const name of names) this.#registered.add(name);
  }

  get #registry(): string {
    return `${this.#options.prefix}:names`;
  }

  /** Where a process waits for what can be done by that name. */
  marker(name: string): string {
    return this.of(name).keys.marker ?? '';
  }

  /** Adds a job under this id, or returns that of the unfinished one with its key. */
  async add(name: string, data: JobData, { unique, attempts }: AddOptions, id: JobId): Promise<JobId> {
    const queue = this.of(name);
    if (!this.#registered.has(name)) await this.register();
    this.#options.link.together();
    const job = await queue.add(name, data, {
      // Nothing else: beyond 64 bytes of options Redis stores a job in a form that costs half as much again.
      jobId: id,
      ...(unique === undefined ? {} : { deduplication: { id: unique } }),
      ...(attempts === undefined ? {} : { attempts }),
    });
    return job.id ?? id;
  }

  /** Takes the job that waits longest, if any does. */
  async take(name: string, token: string): Promise<BullJob | undefined> {
    return this.taken(name, await this.of(name).getBackend().moveToActive(token));
  }

  /** The job in what a script that takes one answered. */
  taken(name: string, [data, id]: TakenJob): BullJob | undefined {
    return data ? BullJob.fromJSON(this.of(name), data, id) : undefined;
  }

  /** Ends a job that `token` holds, and takes the next where one is asked for; answers as `taken` reads it. */
  async end(name: string, job: BullJob, token: string, andTake: boolean): Promise<TakenJob> {
    const ended = await this.of(name)
      .getBackend()
      .moveToCompleted(job, null, job.opts.removeOnComplete ?? this.#kept, token, andTake);
    return Array.isArray(ended.result) ? ended.result : [];
  }

  /** Gives a job back that `token` holds, as if it had not begun. */
  async giveBack(name: string, id: JobId, token: string): Promise<void> {
    await this.of(name).getBackend().moveJobFromActiveToWait(id, token);
  }

  /** Removes a job that nobody runs. False: it is not there, or somebody does. */
  async remove(name: string, id: JobId): Promise<boolean> {
    return (await this.of(name).getBackend().remove(id, false)) === 1;
  }

  /** Who runs the jobs of that name: job id → token. */
  async holders(name: string): Promise<Map<JobId, string>> {
    const queue = this.of(name);
    const { commands } = this.#options.link;
    const active = await commands.lrange(queue.keys.active ?? '', 0, -1);
    const tokens = active.length === 0 ? [] : await commands.mget(active.map((id) => `${queue.toKey(id)}:lock`));
    return new Map(active.flatMap((id, index) => (tokens[index] ? [[id, tokens[index]] as const] : [])));
  }

  /** One more process died over this job. */
  async countLoss(name: string, id: JobId): Promise<void> {
    await this.#options.link.commands.hincrby(this.of(name).toKey(id), 'stc', 1);
  }

  /** Extends locks; returns the jobs that somebody else has now. What Redis forgot is taken again. */
  async renew(name: string, held: ReadonlyMap<JobId, string>): Promise<JobId[]> {
    const queue = this.of(name);
    const { lockMs, link } = this.#options;
    const refused = await queue.getBackend().extendLocks([...held.keys()], [...held.values()], lockMs);
    const lost: JobId[] = [];
    for (const id of refused) {
      const lock = `${queue.toKey(id)}:lock`;
      const token = held.get(id) ?? '';
      if ((await link.commands.exists(queue.toKey(id))) === 0) continue;
      await link.commands.set(lock, token, 'PX', lockMs, 'NX');
      if ((await link.commands.get(lock)) !== token) lost.push(id);
    }
    return lost;
  }

  /** Makes what died with its process wait again; BullMQ's own way, which needs nobody to know of the death. */
  async returnStalled(name: string): Promise<JobId[]> {
    return this.of(name).getBackend().moveStalledJobsToWait();
  }

  /** The job of that id, where it is and what it is. */
  async find(id: JobId): Promise<{ name: string; state: JobState; job: BullJob } | undefined> {
    if (!ours.test(id)) return undefined;
    for (const name of await this.all()) {
      const job = await BullJob.fromId(this.of(name), id);
      if (!job) continue;
      const state = await job.getState();
      return { name, job, state: state === 'completed' ? 'done' : state === 'active' ? 'running' : 'waiting' };
    }
    return undefined;
  }

  /** The id of the unfinished job with that key. */
  async standing(name: string, unique: string): Promise<JobId | undefined> {
    return (await this.of(name).getDeduplicationJobId(unique)) ?? undefined;
  }

  /** Of each name the newest that fit the filter, in no order. */
  async list({ id, states, name, lane, limit }: JobFilter): Promise<JobInfo[]> {
    if (lane !== undefined) return [];
    const last = id === undefined ? (limit ?? 1_000) - 1 : -1;
    const found = new Map<JobId, JobInfo>();
    for (const one of name === undefined ? await this.all() : [name]) {
      // In the order in which a job goes through them: one that moves meanwhile is seen twice rather than never.
      for (const state of ['waiting', 'running', 'done'] as const) {
        if (states && !states.includes(state)) continue;
        for (const job of await this.of(one).getJobs([bullStates[state]], 0, last)) {
          if (job instanceof BullJob && job.id !== undefined) found.set(job.id, toInfo(job, state));
        }
      }
    }
    return [...found.values()].filter((job) => id === undefined || job.id === id);
  }
}

/** What BullMQ's scripts answer that take a job: its fields and its id. */
type TakenJob = Awaited<ReturnType<ReturnType<Queue['getBackend']>['moveToActive']>>;

/** As a handler gets it. */
export function toJob(job: BullJob): Job {
  return {
    id: job.id ?? '',
    name: job.name,
    data: job.data as JobData,
    attempt: 1,
    addedAt: job.timestamp,
    firstRunAt: job.processedOn ?? 0,
  };
}

function toInfo(job: BullJob, state: JobState): JobInfo {
  return {
    ...toJob(job),
    ...(state === 'waiting' ? { attempt: 0, firstRunAt: 0 } : {}),
    state,
    runAt: job.timestamp,
    ...(job.finishedOn === undefined ? {} : { finishedAt: job.finishedOn }),
  };
}

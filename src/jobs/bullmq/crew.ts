// What one working process does under this engine: the worker on the jobs table, the pump on Redis, one room for both,
// and the bells that wake them. Goes on with the table alone while Redis is away. Must never reject.

import { type JobHandlers, QueueError, type WorkOptions } from '../../contracts/index.js';
import { describeError } from '../backoff.js';
import { finish } from '../job-ends.js';
import { Room } from '../room.js';
import { Worker, type WorkerParts } from '../worker.js';
import type { Bells } from './bells.js';
import type { Link } from './link.js';
import { Pump } from './pump.js';
import type { Queues } from './queues.js';
import { renewLocks, returnDead, returnSilent } from './returns.js';

const TEND_MS = 200;
const RETURN_MS = 1_000;

export interface CrewParts extends WorkerParts {
  link: Link;
  queues: Queues;
  bells: Bells;
  /** How long the silence of a process leaves it its jobs in Redis. */
  lockMs: number;
}

export class Crew {
  readonly #parts: CrewParts;
  readonly #room: Room;
  readonly #worker: Worker;
  readonly #pump: Pump;
  readonly #names: readonly string[];
  readonly #done = { renew: 0, dead: 0, silent: 0 };
  #cancelTimer: () => void = () => {};
  #tending: Promise<void> | undefined;
  #over = false;

  constructor(parts: CrewParts, handlers: JobHandlers, options: WorkOptions) {
    this.#parts = parts;
    this.#names = Object.keys(handlers);
    this.#room = new Room(handlers, options.concurrency);
    this.#pump = new Pump({
      ...parts,
      room: this.#room,
      handlers,
      holder: parts.process.id,
      freed: async () => {
        this.#worker.wake();
        await this.#worker.looked();
      },
      settled: () => this.#changed(),
      yielded: () => this.#worker.wake(),
    });
    this.#worker = new Worker(parts, handlers, options, this.#room, {
      runs: () => this.#pump.runs(),
      freed: () => {
        void this.#pump.kick().then(() => this.#changed());
      },
      crowded: () => {
        for (const name of this.#names) parts.bells.ring(name);
      },
    });
  }

  /** As Worker.work. */
  async work(): Promise<void> {
    const { link, bells } = this.#parts;
    const back = { up: () => this.#back(), down: () => {} };
    link.on(back);
    const listening = bells.listen(
      () => this.#listensTo(),
      (name) => this.#hear(name),
    );
    if (link.isUp) this.#back();
    this.#arm();
    await this.#worker.work();
    this.#over = true;
    this.#cancelTimer();
    bells.stop();
    link.waiting.disconnect();
    await this.#pump.stop();
    await this.#tending;
    await listening;
  }

  stop(): void {
    this.#worker.stop();
  }

  /** A job was added to the table, or a waiting one changed: this process takes it, or wakes one that can. */
  wake(name: string): void {
    if (this.#room.free === 0 || !this.#room.hasRoomFor(name)) this.#parts.bells.ring(name);
    this.#worker.wake();
  }

  /** Whether a run of that id is here; aborts it. */
  cancel(id: string): void {
    this.#pump.find(id)?.cancel();
    this.#worker.wake();
  }

  #listensTo(): string[] {
    if (this.#over || this.#room.free === 0) return [];
    const { usual, background } = this.#room.names();
    return this.#room.hasRoomForBackground ? [...usual, ...background] : usual;
  }

  #changed(): void {
    this.#parts.bells.changed(this.#listensTo());
  }

  async #hear(name: string): Promise<void> {
    this.#worker.wake();
    await Promise.all([this.#pump.look([name]), this.#worker.looked()]);
    // Filled up: whoever has room left may find more.
    if (!this.#listensTo().includes(name) && !this.#over) this.#parts.bells.ring(name);
  }

  /** Redis answers, for the first time or again. */
  #back(): void {
    if (this.#over) return;
    this.#done.dead = 0;
    for (const name of this.#names) this.#parts.queues.of(name);
    this.#changed();
    void this.#tend();
    void this.#pump.tellUntold().then(() => this.#pump.look(this.#names));
  }

  #arm(): void {
    if (this.#over) return;
    this.#cancelTimer = this.#parts.clock.after(TEND_MS, () => {
      void this.#tend().finally(() => this.#arm());
    });
  }

  async #tend(): Promise<void> {
    this.#tending ??= this.#tendOnce()
      .catch((error: unknown) => {
        // A connection that broke is told by the link; what the disk refuses is tried again.
        if (this.#parts.link.isUp) this.#parts.log.debug('queue.untended', { error: describeError(error) });
      })
      .finally(() => {
        this.#tending = undefined;
      });
    await this.#tending;
  }

  async #tendOnce(): Promise<void> {
    const { clock, link, queues, lockMs } = this.#parts;
    await this.#endCancelled();
    if (!link.isUp) return;
    await this.#pump.tellUntold();
    const now = clock.now();
    const isDue = (last: number, every: number) => now >= last + every || now < last;
    if (isDue(this.#done.renew, lockMs / 3)) {
      this.#done.renew = now;
      await renewLocks(queues, this.#pump);
    }
    const again: string[] = [];
    if (isDue(this.#done.dead, RETURN_MS)) {
      this.#done.dead = now;
      await queues.register();
      again.push(...(await returnDead(this.#parts)));
    }
    if (isDue(this.#done.silent, lockMs / 5)) {
      this.#done.silent = now;
      again.push(...(await returnSilent(this.#parts, this.#names)));
    }
    const mine = again.filter((name) => this.#names.includes(name));
    if (mine.length > 0) await this.#pump.look(mine);
  }

  /** Jobs of Redis that somebody cancelled while they ran here stand in the table as running. */
  async #endCancelled(): Promise<void> {
    const { db, clock, process } = this.#parts;
    const asked = db
      .sql<{ seq: number; id: string; lane: null }>(
        `SELECT seq, id, lane FROM jobs WHERE state = 'running' AND lane IS NULL AND holder = ? AND cancel = 1`,
      )
      .all([process.id]);
    const ended = asked.filter(({ id, seq }) => {
      this.#pump.find(id)?.cancel();
      return !this.#pump.find(id) && !this.#worker.has(seq);
    });
    // It was done before it heard.
    if (ended.length > 0) {
      await db.write(() => {
        for (const job of ended) finish(db, job, 'cancelled', 'cancelled', clock.now());
      });
    }
  }
}

/** The error of whoever asks for a job that only Redis could know. */
export function unknownWithoutRedis(id: string): QueueError {
  return new QueueError(`there is no job ${id} here, and the Redis server that may know it cannot be reached`, {
    retryable: true,
    remedy: 'Try again when `nightjar status` says that the queue is up.',
  });
}

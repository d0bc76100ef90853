// Takes jobs that live in Redis alone and runs them while there is room: at once when one ends and another waits, and
// one look per name otherwise. Owns what becomes of a job in Redis when its run has ended. Must never reject.

import type { JobHandlers } from '../../contracts/index.js';
import type { Room } from '../room.js';
import type { Run, RunParts } from '../run.js';
import { FastRun } from './fast-run.js';
import type { Link } from './link.js';
import type { BullJob, Queues } from './queues.js';

/** How many jobs in a row, and for how long, a slot goes on with one name while others wait for one. */
const IN_A_ROW = 16;
const IN_A_ROW_MS = 50;

export interface PumpParts extends RunParts {
  link: Link;
  queues: Queues;
  room: Room;
  handlers: JobHandlers;
  /** The id of this process: every token begins with it. */
  holder: string;
  /** A slot became free; resolves when the other place has had its look. */
  freed: () => Promise<void>;
  /** What became free was offered to everybody here. */
  settled: () => void;
  /** Nothing more waits here for room. */
  yielded: () => void;
}

interface Held {
  name: string;
  job: BullJob;
  token: string;
  run: FastRun;
  ended: Promise<void>;
}

export class Pump {
  readonly #parts: PumpParts;
  readonly #held = new Map<string, Held>();
  /** What ended while Redis was away, to be told when it is back. */
  readonly #untold = new Map<string, () => Promise<void>>();
  /** The names under which more may wait. */
  readonly #open = new Set<string>();
  #looking: Promise<void> | undefined;
  #tokens = 0;
  #stopped = false;

  constructor(parts: PumpParts) {
    this.#parts = parts;
  }

  /** What runs, for a shutdown to wait for. */
  *runs(): Iterable<{ run: Run; ended: Promise<void> }> {
    yield* this.#held.values();
  }

  get size(): number {
    return this.#held.size;
  }

  find(id: string): Run | undefined {
    return this.#held.get(id)?.run;
  }

  /** Per name the jobs that run here, with their tokens. */
  held(): Map<string, Map<string, string>> {
    const byName = new Map<string, Map<string, string>>();
    for (const { name, job, token } of this.#held.values()) {
      byName.set(name, (byName.get(name) ?? new Map<string, string>()).set(job.id ?? '', token));
    }
    return byName;
  }

  /** Something may wait under these names. Resolves when there is no room for more, or nothing more waits. */
  look(names: Iterable<string>): Promise<void> {
    for (const name of names) this.#open.add(name);
    return this.kick();
  }

  /** There may be room again. */
  async kick(): Promise<void> {
    this.#looking ??= this.#take().finally(() => {
      this.#looking = undefined;
    });
    await this.#looking;
  }

  /** Tells Redis of what ended while it was away. */
  async tellUntold(): Promise<void> {
    for (const [id, tell] of [...this.#untold]) {
      try {
        await tell();
      } catch {
        if (!this.#parts.link.isUp) return;
        // Redis forgot the job, or gave it to somebody else.
      }
      this.#untold.delete(id);
    }
  }

  /** Takes nothing any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#looking;
  }

  async #take(): Promise<void> {
    const { room, link } = this.#parts;
    for (;;) {
      const name = this.#next();
      if (name === undefined || this.#stopped || !link.isUp) break;
      room.enter(name, 'redis');
      const token = `${this.#parts.holder}/${++this.#tokens}`;
      const job = await this.#fetch(name, token);
      if (job) {
        this.#begin(name, job, token);
      } else {
        room.leave(name);
        this.#open.delete(name);
      }
    }
    if (room.want('redis', this.#open.size > 0 && room.freeFor('redis') === 0)) this.#parts.yielded();
  }

  /** Which name to look under; what nobody waits for comes last, and leaves a slot free. */
  #next(): string | undefined {
    const { room } = this.#parts;
    if (this.#open.size === 0 || room.freeFor('redis') === 0) return undefined;
    const { usual, background } = room.names();
    const pick = (names: readonly string[]) => names.find((name) => this.#open.has(name));
    const name = pick(usual) ?? (room.hasRoomForBackground ? pick(background) : undefined);
    // The next look begins with another one.
    if (name !== undefined && this.#open.delete(name)) this.#open.add(name);
    return name;
  }

  async #fetch(name: string, token: string): Promise<BullJob | undefined> {
    try {
      return await this.#parts.queues.take(name, token);
    } catch {
      return undefined;
    }
  }

  #begin(name: string, job: BullJob, token: string): void {
    const ended = this.#runFrom(name, job, token);
    void ended.then(async () => {
      await this.#parts.freed();
      await this.kick();
      this.#parts.settled();
    });
  }

  /** Runs a job and, while nothing else waits for the slot, those behind it. */
  async #runFrom(name: string, first: BullJob, token: string): Promise<void> {
    const { room } = this.#parts;
    const began = performance.now();
    let job: BullJob | undefined = first;
    for (let row = 1; job; row++) {
      const held = this.#hold(name, job, token);
      await held.ended;
      this.#held.delete(job.id ?? '');
      const goesOn =
        !this.#stopped &&
        !room.draining &&
        this.#parts.handlers[name]?.background !== true &&
        (room.free > 0 || !this.#othersWait(name) || (row < IN_A_ROW && performance.now() - began < IN_A_ROW_MS));
      job = await this.#tell(held, goesOn);
    }
    room.leave(name);
  }

  /** Whether something else waits for a slot. */
  #othersWait(name: string): boolean {
    return this.#parts.room.isWanted('table') || this.#open.size > (this.#open.has(name) ? 1 : 0);
  }

  #hold(name: string, job: BullJob, token: string): Held {
    const { queues, holder, handlers } = this.#parts;
    const handler = handlers[name];
    if (!handler) throw new Error(`no handler for ${name}`);
    const run = new FastRun(this.#parts, holder, job, handler, () => queues.giveBack(name, job.id ?? '', token));
    // It began before and was not ended here: what failed then may stand in the table already.
    const isOver = job.stalledCounter > 0 && this.#stands(job);
    if (isOver) run.outcome = 'moved';
    const held: Held = { name, job, token, run, ended: isOver ? Promise.resolve() : run.execute() };
    this.#held.set(job.id ?? '', held);
    return held;
  }

  #stands(job: BullJob): boolean {
    return this.#parts.db.sql('SELECT 1 FROM jobs WHERE id = ?').get([job.id ?? '']) !== undefined;
  }

  /** Tells Redis how a run ended; returns the next job where one was asked for and waits. */
  async #tell({ name, job, token, run }: Held, andTake: boolean): Promise<BullJob | undefined> {
    const { queues } = this.#parts;
    if (run.outcome === 'lost' || run.isGone) return undefined;
    if (run.outcome === 'moved') job.opts.removeOnComplete = true;
    try {
      if (run.outcome === 'returned') {
        await queues.giveBack(name, job.id ?? '', token);
        return undefined;
      }
      const next = queues.taken(name, await queues.end(name, job, token, andTake));
      if (andTake && !next) this.#open.delete(name);
      return next;
    } catch {
      const id = job.id ?? '';
      this.#untold.set(id, async () => {
        // The lock ran out meanwhile: it is ours again unless somebody else has the job.
        if ((await queues.renew(name, new Map([[id, token]]))).length > 0) return;
        if (run.outcome === 'returned') await queues.giveBack(name, id, token);
        else await queues.end(name, job, token, false);
      });
      if (this.#parts.link.isUp) await this.tellUntold();
      return undefined;
    }
  }
}

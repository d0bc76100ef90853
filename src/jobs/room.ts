// How many jobs this process may begin now, and of which names: the bound of the process, those of the names, and a
// slot that work nobody waits for never takes. Where jobs come from two places, the last slot goes to them in turn.

import type { JobHandler, JobHandlers } from '../contracts/index.js';

/** Where a job is taken from: the jobs table, or Redis. */
export type Source = 'table' | 'redis';

export class Room {
  readonly #handlers: [string, JobHandler][];
  readonly #concurrency: number;
  readonly #running = new Map<string, number>();
  readonly #wanting = { table: false, redis: false };
  #turn: Source = 'table';
  #used = 0;
  #draining = false;
  #closed = false;
  #names: { usual: string[]; background: string[] } | undefined;

  constructor(handlers: JobHandlers, concurrency: number) {
    this.#handlers = Object.entries(handlers);
    this.#concurrency = concurrency;
  }

  /** From now on only handlers that drain. */
  drain(): void {
    this.#draining = true;
    this.#names = undefined;
  }

  /** From now on nothing. */
  close(): void {
    this.#closed = true;
  }

  get closed(): boolean {
    return this.#closed;
  }

  get draining(): boolean {
    return this.#draining;
  }

  get free(): number {
    return this.#closed ? 0 : Math.max(0, this.#concurrency - this.#used);
  }

  /** How many jobs may be begun from there. While the other one waits for room, a slot is left to it, the last in turn. */
  freeFor(source: Source): number {
    const free = this.free;
    if (!this.#wanting[source === 'table' ? 'redis' : 'table']) return free;
    return free === 1 ? (this.#turn === source ? 1 : 0) : Math.max(0, free - 1);
  }

  /** Whether more may be there than was taken. True: it no longer is, so the other place may go on. */
  want(source: Source, wants: boolean): boolean {
    const wanted = this.#wanting[source];
    this.#wanting[source] = wants;
    return wanted && !wants;
  }

  isWanted(source: Source): boolean {
    return this.#wanting[source];
  }

  enter(name: string, source: Source): void {
    this.#used++;
    this.#count(name, 1);
    this.#turn = source === 'table' ? 'redis' : 'table';
  }

  leave(name: string): void {
    this.#used--;
    this.#count(name, -1);
  }

  /** Work nobody waits for leaves the last slot free, unless there is only one. */
  get hasRoomForBackground(): boolean {
    return this.free > (this.#concurrency > 1 ? 1 : 0);
  }

  /** The handled names below their bounds; the same arrays until that changes. */
  names(): { usual: string[]; background: string[] } {
    if (this.#names) return this.#names;
    const open = this.handled().filter(([name, handler]) => !this.#isFull(name, handler));
    const pick = (background: boolean) =>
      open.filter(([, handler]) => (handler.background ?? false) === background).map(([name]) => name);
    this.#names = { usual: pick(false), background: pick(true) };
    return this.#names;
  }

  /** Whether one more of that name may begin, as far as its own bound goes. */
  hasRoomFor(name: string): boolean {
    const { usual, background } = this.names();
    return usual.includes(name) || background.includes(name);
  }

  handled(): [string, JobHandler][] {
    return this.#draining ? this.#handlers.filter(([, { drains }]) => drains) : this.#handlers;
  }

  #isFull(name: string, { atOnce }: JobHandler): boolean {
    return atOnce !== undefined && (this.#running.get(name) ?? 0) >= atOnce;
  }

  #count(name: string, by: number): void {
    const count = (this.#running.get(name) ?? 0) + by;
    this.#running.set(name, count);
    // Only a bound that is reached or left changes the names.
    if (this.#handlers.some(([one, { atOnce }]) => one === name && atOnce !== undefined)) this.#names = undefined;
  }
}

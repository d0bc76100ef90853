// The one door to the core: what arrives goes through in order, one batch at a time, and again until it is accepted.
// Holds a bounded number of events and says when there is no room. Knows nothing of Discord.

import type { Clock, Deliver, InboundEvent, Log } from '../../src/contracts/index.js';

export interface Parcel {
  /** Absent for something that only moves the marks on. */
  event?: InboundEvent;
  /** A value of its own that is stored with the event. */
  mark?: Mark;
  /** Where the chat is read up to, once this is accepted. */
  seen?: { channel: string; message: string; direct: boolean };
}

export interface Mark {
  name: string;
  value: string;
}

export interface DeliveryDeps {
  clock: Clock;
  log: Log;
  /** The mark that tells what was seen once `batch` is accepted. */
  markFor(batch: readonly Parcel[]): Mark | undefined;
  /** The batch is on disk. */
  accepted(batch: readonly Parcel[]): void;
}

export const MOST_WAITING = 1_000;
const BATCH = 100;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

export class Delivery {
  readonly #deps: DeliveryDeps;
  readonly #waiting: Parcel[] = [];
  #deliver: Deliver | undefined;
  #signal: AbortSignal | undefined;
  #running = false;

  constructor(deps: DeliveryDeps) {
    this.#deps = deps;
  }

  start(deliver: Deliver, signal: AbortSignal): void {
    this.#deliver = deliver;
    this.#signal = signal;
    this.#work();
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  push(parcels: readonly Parcel[]): void {
    if (this.#signal?.aborted) return;
    this.#waiting.push(...parcels);
    this.#work();
  }

  #work(): void {
    if (this.#running) return;
    this.#running = true;
    this.#run().catch((error: unknown) => this.#deps.log.error('discord.delivery-failed', { error }));
  }

  async #run(): Promise<void> {
    try {
      while (this.#deliver && !this.#signal?.aborted && this.#waiting.length > 0) {
        const batch = nextBatch(this.#waiting);
        if (!(await this.#hand(batch, this.#deliver))) break;
        this.#waiting.splice(0, batch.length);
        this.#deps.accepted(batch);
      }
    } finally {
      // In the same step as the last look at what waits, so that nothing is pushed in between.
      this.#running = false;
    }
  }

  /** False when there is nobody to deliver to any more. */
  async #hand(batch: Parcel[], deliver: Deliver): Promise<boolean> {
    const events = batch.map(({ event }) => event).filter((event) => event !== undefined);
    if (events.length === 0) return true;
    const mark = batch.at(-1)?.mark ?? this.#deps.markFor(batch);
    for (let pause = FIRST_PAUSE_MS; !this.#signal?.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        await deliver(events, mark);
        return true;
      } catch (error) {
        this.#deps.log.error('discord.not-accepted', { error, events: events.length });
      }
      await this.#deps.clock.sleep(pause, this.#signal);
    }
    return false;
  }
}

/** A parcel with a mark of its own closes its batch, because a batch carries one mark. */
function nextBatch(waiting: readonly Parcel[]): Parcel[] {
  const batch: Parcel[] = [];
  for (const parcel of waiting.slice(0, BATCH)) {
    if (parcel.mark && batch.length > 0) break;
    batch.push(parcel);
    if (parcel.mark) break;
  }
  return batch;
}

// The order of each chat: what the gateway tells goes straight to delivery, except where something has to come before it,
// as messages of a gap or the knowledge of what the chat is. Such a chat waits alone. What has no room is fetched later.

import type { Delivery, Parcel } from './delivery.js';
import { MOST_WAITING } from './delivery.js';

export interface Arrival {
  channel: string;
  /** The id of a new message; absent for edits and the like. */
  message?: string;
  /** Asked once the place is known. */
  read: () => Parcel | undefined;
}

export interface FeedDeps {
  delivery: Delivery;
  /** The place of the channel is known. */
  isKnown(channel: string): boolean;
  /** Finds out what the channel is; never throws. */
  learn(channel: string): Promise<void>;
  /** What was missed in the channel, in its order; never throws. */
  missed(channel: string): Promise<Arrival[]>;
  /** A message of the channel goes to delivery. */
  received(channel: string, message: string): void;
  /** Messages had no room. */
  overflowed(channel: string): void;
  /** An arrival could not be read. */
  unreadable(error: unknown): void;
}

/** Chats that fetch at the same time. */
const MOST_FETCHING = 4;

interface Held {
  waiting: Arrival[];
  /** Something may have been missed. */
  gap: boolean;
}

export class Feed {
  readonly #deps: FeedDeps;
  readonly #held = new Map<string, Held>();
  readonly #queue: string[] = [];
  readonly #dropped = new Set<string>();
  #fetching = 0;
  #parked = 0;

  constructor(deps: FeedDeps) {
    this.#deps = deps;
  }

  arrive(arrival: Arrival): void {
    const { channel } = arrival;
    const held = this.#held.get(channel);
    if (this.#dropped.has(channel) || this.#deps.delivery.waiting + this.#parked >= MOST_WAITING) {
      if (!this.#dropped.has(channel)) this.#deps.overflowed(channel);
      this.#dropped.add(channel);
    } else if (held) {
      held.waiting.push(arrival);
      this.#parked++;
    } else if (this.#deps.isKnown(channel)) {
      this.#pass([arrival]);
    } else {
      this.#hold(channel, false).waiting.push(arrival);
      this.#parked++;
    }
  }

  /** Fetches what was missed in the channel before anything newer of it goes on. */
  catchUp(channel: string): void {
    this.#hold(channel, true);
  }

  /** There may be room again. */
  eased(): void {
    if (!this.#hasRoom()) return;
    this.#work();
    const dropped = [...this.#dropped];
    this.#dropped.clear();
    for (const channel of dropped) this.catchUp(channel);
  }

  #hasRoom(): boolean {
    return this.#deps.delivery.waiting <= MOST_WAITING / 2;
  }

  #hold(channel: string, gap: boolean): Held {
    const before = this.#held.get(channel);
    if (before) {
      before.gap ||= gap;
      return before;
    }
    const held = { waiting: [], gap };
    this.#held.set(channel, held);
    this.#queue.push(channel);
    this.#work();
    return held;
  }

  #work(): void {
    while (this.#fetching < MOST_FETCHING && this.#hasRoom()) {
      // Chats in which somebody waits come first.
      const busy = this.#queue.findIndex((one) => (this.#held.get(one)?.waiting.length ?? 0) > 0);
      const [channel] = this.#queue.splice(Math.max(0, busy), 1);
      if (channel === undefined) return;
      this.#fetching++;
      void this.#prepare(channel).finally(() => {
        this.#fetching--;
        this.#work();
      });
    }
  }

  async #prepare(channel: string): Promise<void> {
    const held = this.#held.get(channel);
    if (!held) return;
    const given = new Set<string>();
    if (!this.#deps.isKnown(channel)) await this.#deps.learn(channel);
    while (held.gap) {
      held.gap = false;
      const missed = await this.#deps.missed(channel);
      for (const { message } of missed) if (message !== undefined) given.add(message);
      this.#pass(missed);
    }
    this.#held.delete(channel);
    this.#parked -= held.waiting.length;
    this.#pass(held.waiting.filter(({ message }) => message === undefined || !given.has(message)));
  }

  #pass(arrivals: Arrival[]): void {
    const parcels: Parcel[] = [];
    for (const { channel, message, read } of arrivals) {
      if (message !== undefined) this.#deps.received(channel, message);
      try {
        const parcel = read();
        if (parcel) parcels.push(parcel);
      } catch (error) {
        this.#deps.unreadable(error);
      }
    }
    this.#deps.delivery.push(parcels);
  }
}

// A process whose death or hanging is only played: its database lets nothing through any more, its clock stands still.

import type { Clock } from '../../../src/contracts/index.js';
import type { Db } from '../../../src/db/database.js';

export interface TestDb extends Db {
  /** How many write transactions were asked for. */
  writes(): number;
  /** From now on every write fails like this; undefined mends it. */
  breakWrites(error: unknown): void;
  /** Its process is dead: writes vanish. */
  die(): void;
  /** What vanished fails now, so that nothing waits for it for ever. */
  bury(): void;
}

export function testDb(db: Db): TestDb {
  let dead = false;
  let trouble: unknown;
  let writes = 0;
  let buried = false;
  const vanished: (() => void)[] = [];
  return {
    ...db,
    async write(work) {
      writes++;
      if (buried) throw new Error('its process is dead');
      if (dead) return new Promise((_, reject) => void vanished.push(() => reject(new Error('its process is dead'))));
      if (trouble !== undefined) throw trouble;
      return db.write(work);
    },
    writes: () => writes,
    breakWrites(error) {
      trouble = error;
    },
    die() {
      dead = true;
    },
    bury() {
      buried = true;
      for (const fail of vanished) fail();
    },
  };
}

/** A clock as one process sees it: while stopped, its timers wait. */
export class StoppableClock implements Clock {
  readonly #inner: Clock;
  #held: (() => void)[] | undefined;

  constructor(inner: Clock) {
    this.#inner = inner;
  }

  now(): number {
    return this.#inner.now();
  }

  after(ms: number, run: () => void): () => void {
    let cancelled = false;
    const cancel = this.#inner.after(ms, () => {
      if (this.#held) this.#held.push(() => cancelled || run());
      else run();
    });
    return () => {
      cancelled = true;
      cancel();
    };
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#inner.sleep(ms, signal);
  }

  stop(): void {
    this.#held ??= [];
  }

  go(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const run of held) run();
  }
}

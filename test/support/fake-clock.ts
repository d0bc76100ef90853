// A clock that tests turn by hand: time stands still until `advance`.

import type { Clock } from '../../src/contracts/index.js';

interface Timer {
  at: number;
  order: number;
  run: () => void;
}

export class FakeClock implements Clock {
  #now: number;
  #order = 0;
  #timers: Timer[] = [];

  constructor(start: number | string = '2026-11-29T09:00:00Z') {
    this.#now = typeof start === 'number' ? start : Date.parse(start);
  }

  now(): number {
    return this.#now;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const cancel = this.after(ms, done);
      function done() {
        signal?.removeEventListener('abort', stop);
        resolve();
      }
      function stop() {
        cancel();
        resolve();
      }
      signal?.addEventListener('abort', stop, { once: true });
    });
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#now + Math.max(0, ms), order: this.#order++, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  /** Sets the clock as an operator or a time server does: timers keep their distance. */
  set(now: number): void {
    for (const timer of this.#timers) timer.at += now - this.#now;
    this.#now = now;
  }

  /** How many timers wait; lets a test see that a cancelled wait is gone. */
  get pending(): number {
    return this.#timers.length;
  }

  /** Moves time on, firing what falls due in order and letting promises settle in between. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settle();
    for (;;) {
      const due = this.#timers.filter((one) => one.at <= end).sort((a, b) => a.at - b.at || a.order - b.order)[0];
      if (!due) break;
      this.#timers = this.#timers.filter((one) => one !== due);
      this.#now = Math.max(this.#now, due.at);
      due.run();
      await settle();
    }
    this.#now = end;
    await settle();
  }
}

/** Lets everything that is already runnable run: promise callbacks and the I/O phase. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}

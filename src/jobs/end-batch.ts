// Writes the ends of jobs that went well, all of one turn of the event loop in one transaction: quick jobs end in
// crowds, and a transaction costs more than an end. Must never mix in an end that runs somebody's hook.

import type { Clock } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import type { Claim } from './claim.js';
import { type Recorded, recordEnding } from './job-ends.js';
import type { Lanes } from './lanes.js';

/** A transaction on the main thread stays short. */
const AT_ONCE = 32;

interface Waiting {
  claim: Claim;
  isGone: () => boolean;
  resolve: (recorded: Recorded) => void;
  reject: (error: unknown) => void;
}

export class EndBatch {
  readonly #parts: { db: Db; lanes: Lanes; clock: Clock };
  #waiting: Waiting[] = [];

  constructor(parts: { db: Db; lanes: Lanes; clock: Clock }) {
    this.#parts = parts;
  }

  /** Records that the job is done; `isGone` is asked inside the transaction. Rejects as `db.write` does. */
  done(claim: Claim, isGone: () => boolean): Promise<Recorded> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ claim, isGone, resolve, reject });
      // After every promise that is already settled, so that the others of this turn are here too.
      if (this.#waiting.length === 1) process.nextTick(() => void this.#flush());
    });
  }

  async #flush(): Promise<void> {
    const { db, lanes, clock } = this.#parts;
    const all = this.#waiting;
    this.#waiting = [];
    for (let from = 0; from < all.length; from += AT_ONCE) {
      const some = all.slice(from, from + AT_ONCE);
      try {
        const ends = await db.write(() => {
          const now = clock.now();
          return some.map(({ claim, isGone }) =>
            isGone() ? 'lost' : recordEnding(db, lanes, claim, { kind: 'done' }, now),
          );
        });
        for (const [index, { resolve }] of some.entries()) resolve(ends[index] ?? 'lost');
      } catch (error) {
        for (const { reject } of some) reject(error);
      }
    }
  }
}

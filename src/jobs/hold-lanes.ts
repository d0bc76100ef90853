// Holds lanes for somebody who runs no job: waits for whoever is at work in them, and keeps the leases for as long as it takes. Must
// never let a lane go while the work goes on, nor keep one after it.

import { type Clock, QueueError } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import type { Lanes } from './lanes.js';

/** A lease, and how often it is renewed. */
const LEASE_MS = 60_000;
const RENEW_MS = 15_000;
const LOOK_MS = 100;

export interface LaneHoldParts {
  db: Db;
  lanes: Lanes;
  /** The id under which this process holds lanes. */
  process: string;
  clock: Clock;
}

/** Rejects with a QueueError where one is not free within `waitMs`. */
export async function holdLanes<T>(
  { db, lanes, process, clock }: LaneHoldParts,
  wanted: readonly string[],
  waitMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const until = clock.now() + waitMs;
  const held = new Map<string, number>();
  const renew = () =>
    db.write(() => {
      for (const [lane, fence] of held) lanes.renew(lane, process, fence, clock.now() + LEASE_MS);
    });
  let cancel = () => {};
  function renewLater(): void {
    cancel = clock.after(RENEW_MS, () => {
      renewLater();
      // Tried again soon: a lease outlives several of these.
      void renew().catch(() => undefined);
    });
  }
  renewLater();
  try {
    // In one order, so that two who want the same never wait for each other.
    for (const lane of [...new Set(wanted)].sort()) {
      for (;;) {
        const fence = await db.write(() => lanes.acquire(lane, process, clock.now() + LEASE_MS));
        if (fence !== undefined) {
          held.set(lane, fence);
          break;
        }
        if (clock.now() >= until) {
          throw new QueueError('a conversation that this is about is being worked on', {
            retryable: true,
            remedy: 'Wait until the bot has answered, then try again.',
          });
        }
        await clock.sleep(LOOK_MS);
      }
    }
    return await work();
  } finally {
    cancel();
    await db.write(() => {
      for (const [lane, fence] of held) lanes.release(lane, process, fence);
    });
  }
}

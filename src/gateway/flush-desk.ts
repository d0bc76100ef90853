// Makes sure that what is about to be cut off a history is written down, or sure to be: a durable row first, then the job.

import type { Clock, Entry, FlushCause } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { queueFlush } from '../sessions/flushes.js';
import { sessionById } from '../sessions/rows.js';
import type { WakeUps } from './wake-ups.js';

export interface FlushDesk {
  /**
   * Resolves once everything up to the entry `through` is flushed or in the range of a durable row; with the cause 'threshold'
   * only where a flush is due. Rejects with a StateError when the disk refuses: then nothing may be cut.
   */
  ensure(session: string, entries: readonly Entry[], through: string, cause: FlushCause): Promise<void>;
}

export function openFlushDesk(parts: { db: Db; clock: Clock; wakeUps: Pick<WakeUps, 'flush'> }): FlushDesk {
  const { db, clock, wakeUps } = parts;
  return {
    async ensure(session, entries, through, cause) {
      const row = await db.write(() => queueFlush(db, { session, entries, through, cause }, clock.now()));
      const key = sessionById(db, session)?.key;
      if (row !== undefined && key !== undefined) await wakeUps.flush({ row, key });
    },
  };
}

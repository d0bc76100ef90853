// How a session ends, whoever ends it: closed, with rows that make sure that what it holds is written down and its tail kept.

import type { Entry } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { dropEpoch } from './epochs.js';
import { isFleeting } from './fleeting.js';
import { queueFlush } from './flushes.js';
import { closeSession, type EndedBy, type SessionRow } from './rows.js';
import { queueSnapshot } from './snapshots.js';

/** What is to be done for a session that ended. */
export interface Ended {
  session: string;
  key: string;
  /** The row of its flush, where there is anything to write down. */
  flush?: number;
}

/**
 * Inside a transaction of the caller, who holds the lane; `entries` is the whole transcript. Undefined when it had ended
 * before. The next message opens another session.
 */
export function endSession(
  db: Db,
  { id: session, key }: Pick<SessionRow, 'id' | 'key'>,
  entries: readonly Entry[],
  by: EndedBy,
  now: number,
): Ended | undefined {
  if (!closeSession(db, session, by, now)) return undefined;
  // The wish for a snapshot stands for all that is to be done behind its end: of this one nothing is written down.
  const flush = isFleeting(db, session) ? undefined : queueFlush(db, { session, entries, cause: 'ended' }, now);
  queueSnapshot(db, session, now);
  dropEpoch(db, session);
  return flush === undefined ? { session, key } : { session, key, flush };
}

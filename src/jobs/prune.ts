// Forgets jobs that ended long ago, a small batch at a time.

import type { Db } from '../db/database.js';

const BATCH = 200;

export const pruneSql = `
  DELETE FROM jobs WHERE seq IN (
    SELECT seq FROM jobs WHERE state IN ('done', 'dead', 'cancelled') AND finished_at IS NOT NULL AND finished_at < ?
    LIMIT ${BATCH})`;

/** Removes up to a batch of jobs that ended before `before` (epoch ms). False: there may be more. */
export async function pruneFinished(db: Db, before: number): Promise<boolean> {
  const { changes } = await db.write(() => db.sql(pruneSql).run([before]));
  return changes < BATCH;
}

// Who stands where in a lane. Keeps one rule: of a lane's unfinished jobs that are not 'later', the one with the lowest
// seq is 'front' and every other is 'behind'. Runs inside the write transaction of whatever changed the lane.

import type { Db } from '../db/database.js';

/** A job that counts in its lane. The same words as in the index jobs_lane, or SQLite would not use it. */
const counted = "lane = :lane AND state IN ('waiting', 'running') AND place <> 'later' AND lane IS NOT NULL";

/** How many delayed jobs one transaction takes in, to stay short. */
const BATCH = 100;

/** Where a job that is being added, with the highest seq of all, stands. */
export function placeOfNew(db: Db, lane: string | undefined, delayed: boolean): 'front' | 'behind' | 'later' {
  if (lane === undefined) return 'front';
  if (delayed) return 'later';
  return db.sql(`SELECT 1 FROM jobs WHERE ${counted} LIMIT 1`).get({ lane }) ? 'behind' : 'front';
}

/** After a job left the lane: the next one steps up. Nothing happens when the front is still there. */
export function stepUp(db: Db, lane: string | null): void {
  if (lane === null) return;
  db.sql(
    `UPDATE jobs SET place = 'front' WHERE place = 'behind'
     AND seq = (SELECT seq FROM jobs WHERE ${counted} ORDER BY seq LIMIT 1)`,
  ).run({ lane });
}

/** Takes delayed jobs that are due into their lanes, at the place their seq gives them. */
export function admitDue(db: Db, now: number): void {
  const due = db
    .sql<{ seq: number; lane: string }>(
      `SELECT seq, lane FROM jobs WHERE state = 'waiting' AND place = 'later' AND run_at <= ?
       ORDER BY run_at, seq LIMIT ${BATCH}`,
    )
    .all([now]);
  for (const { seq, lane } of due) {
    const before = db.sql(`SELECT 1 FROM jobs WHERE ${counted} AND seq < :seq LIMIT 1`).get({ lane, seq });
    if (!before) {
      db.sql(
        `UPDATE jobs SET place = 'behind' WHERE place = 'front'
         AND seq = (SELECT seq FROM jobs WHERE ${counted} ORDER BY seq LIMIT 1)`,
      ).run({ lane });
    }
    db.sql('UPDATE jobs SET place = ? WHERE seq = ?').run([before ? 'behind' : 'front', seq]);
  }
}

// Which job comes next, and taking it. A claim is one short write transaction; asking costs an index lookup per handled
// name, however many jobs wait. Must never give a job to two takers.

import { QueueError } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { type JobRow, jobColumns } from './job-rows.js';
import { admitDue } from './lane-order.js';
import type { Lanes } from './lanes.js';

/** A job that this process runs, with its lane's fence (0 without a lane). `row.claim` tells it from later takings. */
export interface Claim {
  row: JobRow;
  fence: number;
}

/**
 * Per handled name the first job whose lane is free; the few fronts of lanes at work are stepped over. A job that was to
 * run at once, or had begun before, is due even where its time lies ahead: then the clock was set back.
 */
const fronts = `
  SELECT job.seq AS seq, CASE WHEN job.run_at = job.added_at OR job.first_run_at > :now THEN min(job.run_at, :now)
    ELSE job.run_at END AS run_at FROM json_each(:names) AS handled JOIN jobs AS job ON job.seq = (
    SELECT front.seq FROM jobs AS front
    WHERE front.name = handled.value AND front.state = 'waiting' AND front.place = 'front' AND (front.lane IS NULL OR (
      NOT EXISTS (SELECT 1 FROM lanes WHERE lanes.lane = front.lane AND holder IS NOT NULL AND lease_until > :now)
      AND NOT EXISTS (SELECT 1 FROM jobs AS other WHERE other.lane = front.lane AND other.state = 'running')))
    ORDER BY front.run_at, front.seq LIMIT 1)`;

export const nextRunSql = `
  SELECT min(run_at) AS at FROM (
    SELECT run_at FROM (${fronts})
    UNION ALL
    SELECT * FROM (SELECT run_at FROM jobs WHERE state = 'waiting' AND place = 'later' ORDER BY run_at LIMIT 1))`;

export const claimSql = `
  UPDATE jobs SET state = 'running', attempt = attempt + 1, claim = claim + 1, holder = :holder, lease_until = :until,
    first_run_at = coalesce(first_run_at, :now)
  WHERE seq = (SELECT seq FROM (${fronts}) WHERE run_at <= :now ORDER BY run_at, seq LIMIT 1)
  RETURNING ${jobColumns}`;

/** `names` is a JSON array of the handled names. */
export interface Taker {
  db: Db;
  lanes: Lanes;
  names: string;
  holder: string;
}

/** When a claim may next succeed (epoch ms, perhaps past); undefined while nothing waits that could be taken. */
export function nextRunAt({ db, names }: Taker, now: number): number | undefined {
  return db.sql<{ at: number | null }>(nextRunSql).get({ names, now })?.at ?? undefined;
}

/** Takes the job that is due first, and its lane. Undefined: nothing to take. Rejects as `db.write` does. */
export function claimNext({ db, lanes, names, holder }: Taker, now: number, until: number): Promise<Claim | undefined> {
  return db.write(() => {
    admitDue(db, now);
    const row = db.sql<JobRow>(claimSql).get({ names, now, holder, until });
    if (!row) return undefined;
    const fence = row.lane === null ? 0 : lanes.acquire(row.lane, holder, until);
    if (fence === undefined) throw new QueueError(`lane ${row.lane} was taken inside the claim`, { retryable: true });
    return { row, fence };
  });
}

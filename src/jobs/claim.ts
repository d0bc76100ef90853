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

/** Nobody runs anything in the lane of `front`. */
const laneIsFree = `
  NOT EXISTS (SELECT 1 FROM lanes WHERE lanes.lane = front.lane AND holder IS NOT NULL AND lease_until > :now)
  AND NOT EXISTS (SELECT 1 FROM jobs AS other WHERE other.lane = front.lane AND other.state = 'running')`;

/**
 * Per handled name the first job whose lane is free; the few fronts of lanes at work are stepped over. A job that was to
 * run at once, or had begun before, is due even where its time lies ahead: then the clock was set back.
 */
const fronts = `
  SELECT job.seq AS seq, CASE WHEN job.run_at = job.added_at OR job.first_run_at > :now THEN min(job.run_at, :now)
    ELSE job.run_at END AS run_at FROM json_each(:names) AS handled JOIN jobs AS job ON job.seq = (
    SELECT front.seq FROM jobs AS front
    WHERE front.name = handled.value AND front.state = 'waiting' AND front.place = 'front'
      AND (front.lane IS NULL OR (${laneIsFree}))
    ORDER BY front.run_at, front.seq LIMIT 1)`;

export const nextRunSql = `
  SELECT min(run_at) AS at FROM (
    SELECT run_at FROM (${fronts})
    UNION ALL
    SELECT * FROM (SELECT run_at FROM jobs WHERE state = 'waiting' AND place = 'later' ORDER BY run_at LIMIT 1))`;

const taking = `
  UPDATE jobs SET state = 'running', attempt = attempt + 1, claim = claim + 1, holder = :holder, lease_until = :until,
    first_run_at = coalesce(first_run_at, :now)`;

export const claimSql = `${taking}
  WHERE seq = (SELECT seq FROM (${fronts}) WHERE run_at <= :now ORDER BY run_at, seq LIMIT 1)
  RETURNING ${jobColumns}`;

/** The job of that name that stands first in one lane, where it is due in the same sense. */
export const inLaneSql = `
  SELECT front.seq FROM jobs AS front
  WHERE front.lane = :lane AND front.name = :name AND front.state = 'waiting' AND front.place = 'front'
    AND (front.run_at <= :now OR front.run_at = front.added_at OR front.first_run_at > :now) AND ${laneIsFree}
  LIMIT 1`;

export const claimInLaneSql = `${taking} WHERE seq = (${inLaneSql}) RETURNING ${jobColumns}`;

/** A lane in which a job of that name is taken whatever else runs. */
export interface Within {
  name: string;
  lane: string;
}

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

/** Whether a claim within that lane may succeed now. */
export function isDueWithin({ db }: Pick<Taker, 'db'>, within: Within, now: number): boolean {
  return db.sql(inLaneSql).get({ ...within, now }) !== undefined;
}

/**
 * Takes the job that is due first, and its lane; with `within` the one that stands first there. Undefined: nothing to take.
 * For use inside a write transaction, after `admitDue`.
 */
export function takeNext(
  { db, lanes, names, holder }: Taker,
  now: number,
  until: number,
  within?: Within,
): Claim | undefined {
  const row = within
    ? db.sql<JobRow>(claimInLaneSql).get({ ...within, now, holder, until })
    : db.sql<JobRow>(claimSql).get({ names, now, holder, until });
  if (!row) return undefined;
  const fence = row.lane === null ? 0 : lanes.acquire(row.lane, holder, until);
  if (fence === undefined) throw new QueueError(`lane ${row.lane} was taken inside the claim`, { retryable: true });
  return { row, fence };
}

/** As `takeNext`, in a transaction of its own. Rejects as `db.write` does. */
export function claimNext(taker: Taker, now: number, until: number, within?: Within): Promise<Claim | undefined> {
  return taker.db.write(() => {
    admitDue(taker.db, now);
    return takeNext(taker, now, until, within);
  });
}

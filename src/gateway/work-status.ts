// What work in the background does right now and has used today, as plain data and as lines for the owner. Reads only.

import type { StatusLine } from '../commands/command.js';
import type { JobInfo, WorkUse } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { span, timesOf } from '../text/amount.js';
import { jobDoing, jobShare } from '../text/job-words.js';
import { useWords } from '../text/work-words.js';

/** A job that runs for long, that tells how far it is, or whose process was lost under it. */
export interface LongJob {
  name: string;
  /** Since it was begun for the first time. */
  forMs: number;
  progress?: NonNullable<JobInfo['progress']>;
  /** How often in a row its process died or hung. */
  losses?: number;
}

export interface WorkStatus {
  today: WorkUse[];
  long: LongJob[];
}

const LONG_MS = 30_000;
const SHOWN = 5;

interface Row {
  name: string;
  first_run_at: number | null;
  progress: string | null;
  losses: number;
}

/** Longest first. */
export function longJobs(db: Db, now: number): LongJob[] {
  return db
    .sql<Row>(
      `SELECT name, first_run_at, progress, losses FROM jobs
       WHERE (state = 'running' AND (progress IS NOT NULL OR first_run_at <= ? OR losses > 0))
          OR (state = 'waiting' AND losses > 0)
       ORDER BY coalesce(first_run_at, added_at), seq LIMIT ${SHOWN}`,
    )
    .all([now - LONG_MS])
    .map(({ name, first_run_at, progress, losses }) => ({
      name,
      forMs: Math.max(0, now - (first_run_at ?? now)),
      ...(progress === null ? {} : { progress: JSON.parse(progress) as NonNullable<JobInfo['progress']> }),
      ...(losses > 0 ? { losses } : {}),
    }));
}

export function workLines({ today, long }: WorkStatus): StatusLine[] {
  const used = today.filter(({ runs, tokens, over }) => runs > 0 || tokens > 0 || over);
  return [
    ...(used.length > 0 ? [{ label: 'Background today', value: used.map(useWords).join('; ') }] : []),
    ...long.map((job) => ({ label: 'At work', value: longWords(job) })),
  ];
}

/** `writing down a conversation: 40 %, for 3 min`. */
function longWords({ name, forMs, progress, losses = 0 }: LongJob): string {
  const share = jobShare(progress);
  const details = [
    ...(share === undefined ? [] : [share]),
    ...(forMs >= LONG_MS ? [`for ${span(forMs)}`] : []),
    ...(losses > 0 ? [`its process died or hung ${timesOf(losses)}`] : []),
  ];
  return [jobDoing(name), details.join(', ')].filter((part) => part !== '').join(': ');
}

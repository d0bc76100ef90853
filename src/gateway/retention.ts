// How long is kept what has ended: messages, replies, runs of schedules, received files. In small transactions with pauses
// between them, at most once an hour for the whole home. Must never take what something open still refers to.

import { setImmediate as breathe } from 'node:timers/promises';
import type { Clock, Log } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { pruneMedia } from './media-retention.js';

export interface RetentionParts {
  db: Db;
  /** The home, below which media/ lies. */
  home: string;
  clock: Pick<Clock, 'now'>;
  log: Log;
  /** In days; the section `retention` of the configuration. */
  keep: { inboxDays: number; outboxDays: number; jobsDays: number; mediaDays: number };
  /** Forgets some runs that ended before this time (epoch ms). False: there may be more. */
  pruneRuns?: (db: Db, before: number) => Promise<boolean>;
  signal?: AbortSignal;
}

export interface Pruned {
  inbox: number;
  outbox: number;
  media: number;
}

const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;
/** Where it is kept when this was last done, by whichever process. */
const LAST = 'retention.at';
/** So many rows are looked at in one go, and so many removed in one transaction. */
const LOOKED_AT = 200;
const AT_ONCE = 25;
/** What is left over waits for the next hour. */
const MAX_ROWS = 20_000;

/** Undefined where it was done less than an hour ago. Rejects with a StateError when the state cannot be written. */
export async function sweepRetention(parts: RetentionParts, now: number): Promise<Pruned | undefined> {
  const { db, keep, signal, pruneRuns, log } = parts;
  if (!isDue(db, now) || !(await db.write(() => isDue(db, now) && markDone(db, now)))) return undefined;
  const before = (days: number) => now - days * DAY_MS;
  const jobs = before(keep.jobsDays);
  // What a job that was given up serves must be there as long as the job can be tried again.
  const outbox = await pruneOutbox(db, { usual: before(keep.outboxDays), failed: jobs }, signal);
  const inbox = await pruneInbox(db, { usual: before(keep.inboxDays), failed: jobs }, signal);
  while (pruneRuns && !signal?.aborted && !(await pruneRuns(db, jobs))) await breathe();
  const media = await pruneMedia(parts, before(keep.mediaDays));
  const pruned = { inbox, outbox, media };
  if (inbox + outbox + media > 0) log.info('retention.pruned', pruned);
  return pruned;
}

/** After a clock that was set back the old mark says nothing. */
function isDue(db: Db, now: number): boolean {
  const value = db.sql<{ value: string }>('SELECT value FROM facts WHERE name = ?').get([LAST])?.value;
  const last = Number(value ?? Number.NaN);
  return !(now >= last && now - last < HOUR_MS);
}

function markDone(db: Db, now: number): boolean {
  db.sql('INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value').run([
    LAST,
    String(now),
  ]);
  return true;
}

/** Epoch ms: what ended before goes; `failed` for what can still be tried again by hand, where that is longer. */
interface Limits {
  usual: number;
  failed: number;
}

interface Looked {
  row: number;
  /** When it came: rows follow each other in time, a few aside. */
  at: number;
  channel: string;
}

/**
 * An introduction or a question to the owner that was given up is said again because its row says so. The question about a
 * change of a file is found through its row as long as it can be answered.
 */
const OUTBOX_ENDED = `state IN ('sent', 'dropped')
  AND ended_at < CASE state WHEN 'dropped' THEN min(:usual, :failed) ELSE :usual END
  AND row NOT IN (SELECT question FROM proposals WHERE state IN ('drafted', 'asked') AND question IS NOT NULL)
  AND NOT (state = 'dropped' AND turn IN (
    SELECT notice FROM grants WHERE notice IS NOT NULL UNION ALL
    SELECT introduction FROM grants WHERE introduction IS NOT NULL))`;

async function pruneOutbox(db: Db, limits: Limits, signal: AbortSignal | undefined): Promise<number> {
  const look = db.sql<Looked>(
    `SELECT row, queued_at AS at, '' AS channel FROM outbox WHERE row > ? ORDER BY row LIMIT ${LOOKED_AT}`,
  );
  const remove = db.sql(`DELETE FROM outbox WHERE row IN (SELECT value FROM json_each(:rows)) AND ${OUTBOX_ENDED}`);
  return await walk({
    look: (after) => look.all([after]),
    remove: (rows) => db.write(() => remove.run({ rows, ...bounds(limits) }).changes),
    limits,
    signal,
  });
}

/**
 * Kept beside what is open: the rows of a turn that is, what an unsent reply answers, an edit that its transcript does not
 * know of, the newest row of all (what follows a question is told by its number) and of each channel (it names the bot's
 * own account there).
 */
const INBOX_ENDED = `state <> 'accepted' AND accepted_at < :usual
  AND ended_at < CASE WHEN state IN ('failed', 'refused') THEN min(:usual, :failed) ELSE :usual END
  AND NOT (state = 'answered' AND revision > noted)
  AND NOT EXISTS (SELECT 1 FROM inbox AS first WHERE first.row = inbox.lead AND first.state = 'accepted')
  AND NOT EXISTS (SELECT 1 FROM inbox AS other WHERE other.lead = inbox.row AND other.state = 'accepted')
  AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.inbox = inbox.row AND outbox.state IN ('queued', 'sending'))
  AND row < (SELECT max(row) FROM inbox) AND row NOT IN (SELECT value FROM json_each(:newest))`;

async function pruneInbox(db: Db, limits: Limits, signal: AbortSignal | undefined): Promise<number> {
  const look = db.sql<Looked>(
    `SELECT row, accepted_at AS at, channel FROM inbox WHERE row > ? ORDER BY row LIMIT ${LOOKED_AT}`,
  );
  const remove = db.sql(`DELETE FROM inbox WHERE row IN (SELECT value FROM json_each(:rows)) AND ${INBOX_ENDED}`);
  const newest = new Map<string, number>();
  function note({ channel }: Looked): void {
    if (newest.has(channel)) return;
    const [row = 0] = db
      .sql('SELECT row FROM inbox WHERE channel = ? ORDER BY row DESC LIMIT 1')
      .column<number>([channel]);
    newest.set(channel, row);
  }
  return await walk({
    look(after) {
      const rows = look.all([after]);
      for (const row of rows) note(row);
      return rows;
    },
    remove(rows) {
      const kept = JSON.stringify([...newest.values()]);
      return db.write(() => remove.run({ rows, newest: kept, ...bounds(limits) }).changes);
    },
    limits,
    signal,
  });
}

function bounds({ usual, failed }: Limits): Record<string, number> {
  return { usual, failed };
}

/** From the oldest on, until what comes is younger than every limit. Resolves to how many went. */
async function walk(step: {
  look(after: number): Looked[];
  /** `rows` is a JSON array of row numbers. */
  remove(rows: string): Promise<number>;
  limits: Limits;
  signal: AbortSignal | undefined;
}): Promise<number> {
  let removed = 0;
  for (let after = 0; removed < MAX_ROWS; ) {
    const rows = step.look(after);
    const old = rows.filter(({ at }) => at < step.limits.usual).map(({ row }) => row);
    if (old.length === 0) break;
    after = rows.at(-1)?.row ?? after;
    for (let from = 0; from < old.length; from += AT_ONCE) {
      await breathe();
      if (step.signal?.aborted) return removed;
      removed += await step.remove(JSON.stringify(old.slice(from, from + AT_ONCE)));
    }
  }
  return removed;
}

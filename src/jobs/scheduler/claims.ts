// Claiming slots and ending runs. A slot is claimed by one row, in the transaction that advances its schedule, before
// anything is dispatched: so it runs once, whoever restarts and however many look. Everything here belongs inside a write
// transaction of the caller. A schedule has at most one run that has not ended; slots that come meanwhile went by.

import { QueueError, type RunOutcome, type Schedule, type ScheduledRun } from '../../contracts/index.js';
import type { Db } from '../../db/database.js';
import { readRow, type ScheduleRow, scheduleColumns } from './read-row.js';
import { GRACE_MS, scheduleById, upcoming } from './rows.js';
import { latestSlot, nextSlot } from './slots.js';

/** So many failures in a row pause a schedule. */
const FAILURES_MAX = 5;
const PRUNE_BATCH = 200;

const latestOfLiving = `(
  slot = (SELECT max(slot) FROM runs AS other WHERE other.schedule = runs.schedule)
  AND EXISTS (SELECT 1 FROM schedules WHERE schedules.id = runs.schedule AND schedules.state <> 'done'))`;

/** Active, its slot has come, and none of its runs is open. */
const due = `
  state = 'active' AND next_at <= :now AND id NOT IN (SELECT schedule FROM runs WHERE state = 'claimed')`;

const dueSql = `SELECT ${scheduleColumns} FROM schedules WHERE ${due} ORDER BY next_at, id LIMIT :limit`;
const anyDueSql = `SELECT 1 FROM schedules WHERE ${due} LIMIT 1`;

/** Whether a claim may find something now; needs no transaction. */
export function isAnyDue(db: Db, now: number): boolean {
  return db.sql(anyDueSql).get({ now }) !== undefined;
}

/** Is told, inside the transaction, of a schedule that was paused because it cannot go on, and why: one sentence. */
export type Stuck = (id: string, why: string) => void;

/**
 * Claims what is due of at most `limit` schedules, the longest overdue first, and returns what is to be run. One that cannot
 * be read, or whose time cannot be computed, is paused with the reason and otherwise left as it is; the others go on.
 */
export function claimDue(db: Db, now: number, limit: number, stuck: Stuck = () => {}): ScheduledRun[] {
  const runs: ScheduledRun[] = [];
  for (const row of db.sql<ScheduleRow>(dueSql).all({ now, limit })) {
    const run = orPaused(db, row, now, stuck, (schedule) => claimOne(db, schedule, now));
    if (run) runs.push(run);
  }
  return runs;
}

function orPaused<T>(
  db: Db,
  row: ScheduleRow,
  now: number,
  stuck: Stuck,
  work: (schedule: Schedule) => T,
): T | undefined {
  const read = readRow(row);
  let why: string;
  try {
    if (!('why' in read)) return work(read);
    why = `It cannot be read: ${read.why}.`;
  } catch (error) {
    // The database's own trouble is nobody's pause.
    if (!(error instanceof QueueError || error instanceof RangeError)) throw error;
    why = `Its next time cannot be computed: ${error.message}`;
  }
  pause(db, row.id, why, now);
  stuck(row.id, why);
  return undefined;
}

function claimOne(db: Db, schedule: Schedule, now: number): ScheduledRun | undefined {
  const { id, spec, zone } = schedule;
  const { skipped, slot } = sorted(schedule, now);
  // Computed before anything is written: where it throws, nothing was claimed.
  const next = spec.kind === 'at' ? undefined : upcoming(db, id, spec, zone, slot ?? now);
  if (skipped !== undefined) recordSkipped(db, id, skipped, now);
  db.sql('UPDATE schedules SET state = ?, next_at = ?, changed_at = ? WHERE id = ?').run([
    next === undefined ? 'done' : 'active',
    next ?? null,
    now,
    id,
  ]);
  return slot === undefined ? undefined : insertRun(db, id, slot, now);
}

/**
 * Of the slots that have come: which is to be run, and the last of those that went by. `run-once` runs the latest for all of
 * them; `skip` runs each that is not late, one after the other.
 */
function sorted({ spec, zone, missed, nextAt }: Schedule, now: number): { skipped?: number; slot?: number } {
  const first = nextAt ?? now;
  if (missed === 'run-once') return { slot: latestSlot(spec, zone, first, now) };
  const late = now - GRACE_MS - 1;
  if (first > late) return { slot: first };
  const skipped = latestSlot(spec, zone, first, late);
  const slot = nextSlot(spec, zone, skipped);
  return slot === undefined || slot > now ? { skipped } : { skipped, slot };
}

/** One row for all that went by. */
function recordSkipped(db: Db, id: string, slot: number, now: number): void {
  const { changes } = db
    .sql(`
      INSERT INTO runs (schedule, slot, state, claimed_at, ended_at, outcome, reason)
      VALUES (?, ?, 'ended', ?, ?, 'skipped', 'its time went by while nothing ran') ON CONFLICT DO NOTHING`)
    .run([id, slot, now, now]);
  if (changes > 0) note(db, { schedule: id, slot }, 'skipped');
}

function insertRun(db: Db, schedule: string, slot: number, now: number): ScheduledRun | undefined {
  const { changes } = db
    .sql("INSERT INTO runs (schedule, slot, state, claimed_at) VALUES (?, ?, 'claimed', ?) ON CONFLICT DO NOTHING")
    .run([schedule, slot, now]);
  return changes > 0 ? { schedule, slot } : undefined;
}

/**
 * A run by hand, beside the slots of the schedule: the one that is open, where there is one. Undefined: there is no such
 * schedule, or it is not confirmed, or done.
 */
export function claimNow(db: Db, id: string, now: number): ScheduledRun | undefined {
  const schedule = scheduleById(db, id);
  if (schedule?.state !== 'active' && schedule?.state !== 'paused') return undefined;
  const open = db
    .sql<ScheduledRun>("SELECT schedule, slot FROM runs WHERE schedule = ? AND state = 'claimed' ORDER BY slot LIMIT 1")
    .get([id]);
  if (open) return open;
  for (let slot = now; ; slot++) {
    const run = insertRun(db, id, slot, now);
    if (run) return run;
  }
}

/** Claimed and not ended, the oldest first. */
export function openRuns(db: Db): ScheduledRun[] {
  return db
    .sql<ScheduledRun>("SELECT schedule, slot FROM runs WHERE state = 'claimed' ORDER BY claimed_at, slot, schedule")
    .all();
}

export function isOpenRun(db: Db, { schedule, slot }: ScheduledRun): boolean {
  return (
    db.sql("SELECT 1 FROM runs WHERE schedule = ? AND slot = ? AND state = 'claimed'").get([schedule, slot]) !==
    undefined
  );
}

export interface RunEnd {
  outcome: RunOutcome;
  tokens?: number;
  /** One line, for people. */
  reason?: string;
  session?: string;
}

/**
 * Ends a run, once: a second time changes nothing. `paused`: it was the fifth failure in a row, and its schedule is paused
 * now, with a reason to be told.
 */
export function endRun(db: Db, run: ScheduledRun, end: RunEnd, now: number): { paused: boolean } {
  const { changes } = db
    .sql(`
      UPDATE runs SET state = 'ended', outcome = ?, tokens = ?, reason = ?, session = ?, ended_at = ?
      WHERE schedule = ? AND slot = ? AND state = 'claimed'`)
    .run([end.outcome, end.tokens ?? 0, end.reason ?? null, end.session ?? null, now, run.schedule, run.slot]);
  if (changes === 0) return { paused: false };
  note(db, run, end.outcome);
  const schedule = scheduleById(db, run.schedule);
  if (schedule?.state !== 'active' || end.outcome !== 'failed' || schedule.failures < FAILURES_MAX)
    return { paused: false };
  const last = end.reason === undefined ? '' : ` The last time: ${end.reason}`;
  pause(db, run.schedule, `It failed ${FAILURES_MAX} times in a row.${last}`, now);
  return { paused: true };
}

/**
 * Opens a run again that came to nothing, for whoever wants another attempt at it. Nothing changes where its schedule is gone,
 * or has another run that is open.
 */
export function reopenRun(db: Db, run: ScheduledRun): void {
  db.sql(`
    UPDATE runs SET state = 'claimed', outcome = NULL, reason = NULL, ended_at = NULL
    WHERE schedule = :schedule AND slot = :slot AND state = 'ended' AND outcome IN ('failed', 'skipped')
      AND EXISTS (SELECT 1 FROM schedules WHERE id = :schedule)
      AND NOT EXISTS (SELECT 1 FROM runs WHERE schedule = :schedule AND state = 'claimed')`).run({
    schedule: run.schedule,
    slot: run.slot,
  });
}

/** What came of it, where its schedule shows it. A run that was skipped says nothing about failures. */
function note(db: Db, { schedule, slot }: ScheduledRun, outcome: RunOutcome): void {
  db.sql(`
    UPDATE schedules SET last_at = :slot, last_outcome = :outcome,
      failures = CASE :outcome WHEN 'failed' THEN failures + 1 WHEN 'skipped' THEN failures ELSE 0 END
    WHERE id = :schedule`).run({ schedule, slot, outcome });
}

function pause(db: Db, id: string, reason: string, now: number): void {
  db.sql("UPDATE schedules SET state = 'paused', reason = ?, next_at = NULL, changed_at = ? WHERE id = ?").run([
    reason,
    now,
    id,
  ]);
}

/**
 * After the clock was set back: a schedule whose next slot lies beyond the first free one from now on goes back to that, or
 * it would wait until the time that was left. Slots that were claimed stay claimed. Returns how many went back.
 */
export function realign(db: Db, now: number, stuck: Stuck = () => {}): number {
  const rows = db
    .sql<ScheduleRow>(`SELECT ${scheduleColumns} FROM schedules WHERE state = 'active' AND next_at > ?`)
    .all([now]);
  return rows.reduce((sum, row) => sum + (orPaused(db, row, now, stuck, (one) => movedBack(db, one, now)) ?? 0), 0);
}

function movedBack(db: Db, { id, spec, zone, nextAt = 0 }: Schedule, now: number): number {
  // Most are where they should be, and that is one question.
  if ((nextSlot(spec, zone, now) ?? nextAt) >= nextAt) return 0;
  const next = upcoming(db, id, spec, zone, now);
  if (next === undefined || next >= nextAt) return 0;
  return db.sql('UPDATE schedules SET next_at = ?, changed_at = ? WHERE id = ?').run([next, now, id]).changes;
}

/**
 * Forgets a batch of runs that ended before `before`, and of schedules that were done before. 0: there are no more. The
 * latest run of a schedule that goes on stays: however the clock is set, its slot is not run again.
 */
export function pruneRuns(db: Db, before: number): number {
  const runs = db
    .sql(`
      DELETE FROM runs WHERE (schedule, slot) IN (
        SELECT schedule, slot FROM runs WHERE ended_at IS NOT NULL AND ended_at < ? AND NOT ${latestOfLiving} LIMIT ${PRUNE_BATCH})`)
    .run([before]).changes;
  const schedules = db
    .sql(`
      DELETE FROM schedules WHERE id IN (
        SELECT id FROM schedules WHERE state = 'done' AND changed_at < ?
          AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.schedule = schedules.id AND runs.state = 'claimed')
        LIMIT ${PRUNE_BATCH})`)
    .run([before]).changes;
  return runs + schedules;
}

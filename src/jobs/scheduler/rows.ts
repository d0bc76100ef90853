// The schedules as they are stored: adding, replacing, pausing, removing. Every function that writes belongs inside a
// write transaction of the caller, who also decides who may do it: nothing here looks at scopes but to filter.

import { randomInt } from 'node:crypto';
import {
  type ChatRef,
  type Schedule,
  type ScheduleSpec,
  type ScheduleState,
  type Scope,
  StateError,
  type UnreadableSchedule,
} from '../../contracts/index.js';
import type { Db, SqlValue } from '../../db/database.js';
import { readRow, type ScheduleRow, scheduleColumns } from './read-row.js';
import { nextSlot } from './slots.js';

/**
 * How late a slot may be and still count as in time: a restart, or the moment between asking for something and confirming
 * it, must not lose a run.
 */
export const GRACE_MS = 120_000;

export type NewSchedule = Omit<
  Schedule,
  'state' | 'nextAt' | 'lastAt' | 'lastOutcome' | 'failures' | 'createdAt' | 'reason'
> & {
  /** Default: active. */
  state?: 'asked' | 'active';
  /** The tool call that makes it: the same one makes only one. */
  origin?: { session: string; call: string };
};

export interface ScheduleFilter {
  scope?: Scope;
  chat?: ChatRef;
  states?: readonly ScheduleState[];
}

/** Easy to read aloud and to type: nothing that looks like another. */
const ID_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Seven letters and digits: one in 27,000 million. */
export function newScheduleId(): string {
  return Array.from({ length: 7 }, () => ID_LETTERS[randomInt(ID_LETTERS.length)]).join('');
}

/**
 * Adds it, or replaces the one of that id. What stays when it is replaced: when it was made, what its last run came to,
 * and, where nothing about its times has changed, its next slot, also one that is overdue. The same wish again changes
 * nothing, not even a pause: so a start may put everything there is. A call that has made one gets that one back as it
 * is. An `every` of the same length keeps its rhythm. One that cannot be read is replaced by what the configuration says, and
 * by nothing else. Throws a QueueError for a time or zone that cannot be read, a StateError over such a row.
 */
export function putSchedule(db: Db, wish: NewSchedule, now: number): Schedule {
  if (wish.origin) {
    const made = db
      .sql<ScheduleRow>(`SELECT ${scheduleColumns} FROM schedules WHERE session = ? AND call = ?`)
      .get([wish.origin.session, wish.origin.call]);
    if (made) return mustRead(made);
  }
  const old = scheduleById(db, wish.id, wish.via === 'config' ? undefined : mustRead);
  const spec = old && sameRhythm(old.spec, wish.spec) ? old.spec : wish.spec;
  const sameTimes =
    old !== undefined && JSON.stringify(ordered(old.spec)) === JSON.stringify(ordered(spec)) && old.zone === wish.zone;
  if (old && sameTimes && wish.state !== 'asked' && old.state !== 'asked' && isSame(old, wish)) return old;

  const asked = wish.state === 'asked';
  const kept = sameTimes && old?.state === 'active' ? old.nextAt : undefined;
  const next = asked ? undefined : (kept ?? upcoming(db, wish.id, spec, wish.zone, now));
  const state: ScheduleState = asked ? 'asked' : next === undefined ? 'done' : 'active';
  db.sql(`
    INSERT INTO schedules (id, spec, zone, missed, task, message, chat, scope, by, via, session, call, state, reason, next_at,
      failures, created_at, changed_at)
    VALUES (:id, :spec, :zone, :missed, :task, :message, :chat, :scope, :by, :via, :session, :call, :state, NULL, :next, 0,
      :now, :now)
    ON CONFLICT (id) DO UPDATE SET spec = excluded.spec, zone = excluded.zone, missed = excluded.missed,
      task = excluded.task, message = excluded.message, chat = excluded.chat, scope = excluded.scope, by = excluded.by,
      via = excluded.via, session = coalesce(excluded.session, session), call = coalesce(excluded.call, call), state = excluded.state, reason = NULL,
      next_at = excluded.next_at, failures = 0, changed_at = excluded.changed_at`).run({
    id: wish.id,
    spec: JSON.stringify(ordered(spec)),
    zone: wish.zone,
    missed: wish.missed,
    task: wish.task,
    message: wish.message,
    chat: chatText(wish.chat),
    scope: scopeText(wish.scope),
    by: wish.by,
    via: wish.via,
    session: wish.origin?.session ?? null,
    call: wish.origin?.call ?? null,
    state,
    next: next ?? null,
    now,
  });
  return stored(db, wish.id);
}

/** Undefined: there is none of that id, or it cannot be read. */
export function scheduleById(
  db: Db,
  id: string,
  read: (row: ScheduleRow) => Schedule | undefined = ifReadable,
): Schedule | undefined {
  const row = db.sql<ScheduleRow>(`SELECT ${scheduleColumns} FROM schedules WHERE id = ?`).get([id]);
  return row && read(row);
}

/** The tool call that made it, or changed it last. */
export function originOf(db: Db, id: string): { session: string; call: string } | undefined {
  return db
    .sql<{ session: string; call: string }>(
      'SELECT session, call FROM schedules WHERE id = ? AND session IS NOT NULL AND call IS NOT NULL',
    )
    .get([id]);
}

function ifReadable(row: ScheduleRow): Schedule | undefined {
  const read = readRow(row);
  return 'why' in read ? undefined : read;
}

function mustRead(row: ScheduleRow): Schedule {
  const read = readRow(row);
  if (!('why' in read)) return read;
  throw new StateError(`the schedule ${read.id} cannot be read (${read.why}), so nothing is written over it`, {
    remedy: 'Put it right, or remove it first.',
  });
}

/** Those that are stored and cannot be read, by id: nothing of them runs, and nothing of them is lost. */
export function unreadableSchedules(db: Db): UnreadableSchedule[] {
  const rows = db.sql<ScheduleRow>(`SELECT ${scheduleColumns} FROM schedules ORDER BY id`).all();
  return rows.map(readRow).filter((one) => 'why' in one);
}

/** Those that can be read: first those that have a next slot, by its time; then by age. */
export function listSchedules(db: Db, filter: ScheduleFilter = {}): Schedule[] {
  const terms: string[] = [];
  const values: SqlValue[] = [];
  if (filter.scope) {
    terms.push('scope = ?');
    values.push(scopeText(filter.scope));
  }
  if (filter.chat) {
    terms.push('chat = ?');
    values.push(chatText(filter.chat));
  }
  if (filter.states) {
    terms.push('state IN (SELECT value FROM json_each(?))');
    values.push(JSON.stringify(filter.states));
  }
  const where = terms.length > 0 ? `WHERE ${terms.join(' AND ')}` : '';
  return db
    .sql<ScheduleRow>(
      `SELECT ${scheduleColumns} FROM schedules ${where} ORDER BY next_at IS NULL, next_at, created_at, id`,
    )
    .all(values)
    .flatMap((row) => ifReadable(row) ?? []);
}

/** How many a scope has that are not done. */
export function countSchedules(db: Db, scope: Scope): number {
  const sql = "SELECT count(*) AS n FROM schedules WHERE scope = ? AND state <> 'done'";
  return db.sql<{ n: number }>(sql).get([scopeText(scope)])?.n ?? 0;
}

/** Its runs that have not ended do so as skipped, `now` or when they were claimed. False: there was none. */
export function removeSchedule(db: Db, id: string, now?: number): boolean {
  db.sql(`
    UPDATE runs SET state = 'ended', outcome = 'skipped', ended_at = coalesce(?, claimed_at),
      reason = 'its schedule was removed'
    WHERE schedule = ? AND state = 'claimed'`).run([now ?? null, id]);
  return db.sql('DELETE FROM schedules WHERE id = ?').run([id]).changes > 0;
}

/** Only an active one changes; undefined: there is none of that id. A run of it that was claimed already still takes place. */
export function pauseSchedule(db: Db, id: string, reason: string | undefined, now: number): Schedule | undefined {
  db.sql(`
    UPDATE schedules SET state = 'paused', reason = ?, next_at = NULL, changed_at = ?
    WHERE id = ? AND state = 'active'`).run([reason ?? null, now, id]);
  return scheduleById(db, id);
}

/** Only a paused one changes: its failures are forgotten, and what it missed is. Done, where no slot is left. */
export function resumeSchedule(db: Db, id: string, now: number): Schedule | undefined {
  return activate(db, id, 'paused', now);
}

/** Only one that was asked for changes. Done, where its time went by before. */
export function confirmSchedule(db: Db, id: string, now: number): Schedule | undefined {
  return activate(db, id, 'asked', now);
}

function activate(db: Db, id: string, from: ScheduleState, now: number): Schedule | undefined {
  const schedule = scheduleById(db, id);
  if (schedule?.state !== from) return schedule;
  const next = upcoming(db, id, schedule.spec, schedule.zone, now);
  const reason = next === undefined ? 'Its time went by before.' : null;
  db.sql(`
    UPDATE schedules SET state = ?, reason = ?, next_at = ?, failures = 0, changed_at = ? WHERE id = ?`).run([
    next === undefined ? 'done' : 'active',
    reason,
    next ?? null,
    now,
    id,
  ]);
  return scheduleById(db, id);
}

/** Removes what came from there and is not named any more; the ids of what it removed. */
export function removeOrphans(db: Db, via: 'config', keepIds: readonly string[], now: number): string[] {
  const gone = db
    .sql('SELECT id FROM schedules WHERE via = ? AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY id')
    .column<string>([via, JSON.stringify(keepIds)]);
  for (const id of gone) removeSchedule(db, id, now);
  return gone;
}

/**
 * The first slot strictly after `now` that has not been claimed: where the clock was set back, slots ahead may have been.
 * A single time that has just gone by is still to come. Throws as `nextSlot` does.
 */
export function upcoming(db: Db, id: string, spec: ScheduleSpec, zone: string, now: number): number | undefined {
  const claimed = db.sql('SELECT 1 FROM runs WHERE schedule = ? AND slot = ?');
  let next = nextSlot(spec, zone, spec.kind === 'at' ? now - GRACE_MS : now);
  while (next !== undefined && claimed.get([id, next])) next = nextSlot(spec, zone, next);
  return next;
}

function stored(db: Db, id: string): Schedule {
  const schedule = scheduleById(db, id);
  if (!schedule) throw new Error(`schedule ${id} is gone within its own transaction`);
  return schedule;
}

function sameRhythm(old: ScheduleSpec, spec: ScheduleSpec): boolean {
  return old.kind === 'every' && spec.kind === 'every' && old.everyMs === spec.everyMs;
}

/** In everything but its times. */
function isSame(old: Schedule, wish: NewSchedule): boolean {
  return (
    old.missed === wish.missed &&
    old.task === wish.task &&
    old.message === wish.message &&
    chatText(old.chat) === chatText(wish.chat) &&
    scopeText(old.scope) === scopeText(wish.scope) &&
    old.by === wish.by &&
    old.via === wish.via
  );
}

// As text to compare: the same members in the same order, whoever made the object.

function ordered(spec: ScheduleSpec): ScheduleSpec {
  switch (spec.kind) {
    case 'at':
      return { kind: 'at', at: spec.at };
    case 'every':
      return { kind: 'every', everyMs: spec.everyMs, anchor: spec.anchor };
    case 'cron':
      return { kind: 'cron', expr: spec.expr };
  }
}

function chatText({ channel, account, chat, thread }: ChatRef): string {
  return JSON.stringify({ channel, account, chat, ...(thread === undefined ? {} : { thread }) });
}

function scopeText(scope: Scope): string {
  switch (scope.kind) {
    case 'main':
      return JSON.stringify({ kind: 'main' });
    case 'person':
      return JSON.stringify({ kind: 'person', person: scope.person });
    case 'group':
      return JSON.stringify({ kind: 'group', channel: scope.channel, chat: scope.chat });
  }
}

// Reads when something is to happen, as people and models write it, and says it back. Pure. A text that is not clear is
// refused with an example, never guessed.

import { QueueError, type ScheduleSpec } from '../../contracts/index.js';
import { counted } from '../../text/amount.js';
import { localTime, localWeekday } from '../../text/local-time.js';
import { instantOf, nextSlot } from './slots.js';

/** Runs never come closer. */
const CLOSEST_MS = 60_000;
const LONGEST_MS = 3_660 * 86_400_000;
/** It stands in every list. All sixty minutes, one by one, have room. */
const LONGEST_CRON = 250;

const NICKNAMES: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

const CRON_EXAMPLE =
  'Write five fields (minute, hour, day, month, weekday), for example "0 9 * * MON-FRI": weekdays at 09:00.';
const EVERY_EXAMPLE = 'Write how long, for example "30m", "2h", "1d" or "1h30m".';
const AT_EXAMPLE =
  'Write a day and a time, for example "2026-12-01 09:00", a time of day such as "18:30", or how long from now, such as "in 10m".';

/** Five fields, six where the first is one second of the minute, or a name such as `@daily`. Throws a QueueError. */
export function parseCron(expr: string): ScheduleSpec {
  const text = expr.trim().replace(/\s+/g, ' ');
  const known = NICKNAMES[text.toLowerCase()];
  if (known !== undefined) return { kind: 'cron', expr: known };
  const refuse = (why: string, remedy = CRON_EXAMPLE): never => {
    throw new QueueError(`the cron expression "${shown(text)}" ${why}`, { remedy });
  };
  if (text.length > LONGEST_CRON) refuse(`has ${text.length} characters; ${LONGEST_CRON} are the most`);
  const fields = text === '' ? [] : text.split(' ');
  if (fields.length < 5 || fields.length > 6) refuse(`has ${counted(fields.length, 'field')} instead of five`);
  if (fields.length === 6 && !/^[0-5]?\d$/.test(fields[0] ?? '')) {
    refuse(
      'would run more than once a minute',
      'Runs are at least a minute apart: leave the seconds out, as in "*/5 * * * *", or give one second, as in "30 */5 * * * *".',
    );
  }
  const spec: ScheduleSpec = { kind: 'cron', expr: text };
  let first: number | undefined;
  try {
    // Any year will do: whether a day ever comes does not depend on it.
    first = nextSlot(spec, 'UTC', Date.UTC(2026, 0, 1));
  } catch (error) {
    refuse(`cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (first === undefined) {
    refuse(
      'never comes: no year has that day',
      'Name a day that exists, for example "0 9 28 2 *": 28 February at 09:00.',
    );
  }
  return spec;
}

/** `30m`, `2h`, `1d`, `90 minutes`, `1h30m`, `every 2 hours`; counted from `now`. Throws a QueueError. */
export function parseEvery(text: string, now: number): ScheduleSpec {
  const everyMs = durationOf(text.trim().replace(/^every\s+/i, ''));
  if (everyMs === undefined)
    throw new QueueError(`"${shown(text)}" is not a length of time`, { remedy: EVERY_EXAMPLE });
  if (everyMs < CLOSEST_MS) {
    throw new QueueError(`"${shown(text)}" is too often: runs are at least a minute apart`, {
      remedy: 'Write "1m" or longer, for example "30m".',
    });
  }
  if (everyMs > LONGEST_MS) {
    throw new QueueError(`"${shown(text)}" is longer than ten years`, { remedy: EVERY_EXAMPLE });
  }
  return { kind: 'every', everyMs, anchor: now };
}

/**
 * One time, of `zone` unless it carries its own offset. A local time that its day does not have is when the gap is over;
 * one that it has twice is the first. Throws a QueueError, for a time that is past too.
 */
export function parseAt(text: string, zone: string, now: number): ScheduleSpec {
  const clean = text.trim().replace(/\s+/g, ' ');
  if (!isZone(zone)) {
    throw new QueueError(`"${shown(zone)}" is not a time zone`, {
      remedy: 'Write its name, for example "Europe/Berlin".',
    });
  }
  const at = relative(clean, now) ?? timeOfDay(clean, zone, now) ?? dayAndTime(clean, zone);
  if (at === undefined) throw new QueueError(`"${shown(text)}" is not a time`, { remedy: AT_EXAMPLE });
  if (at <= now) {
    throw new QueueError(`"${shown(text)}" is past: it is ${slotWords(now, zone)} now`, {
      remedy: `Write a time to come, for example "${localTime(now + 86_400_000, zone)}" or "in 10m".`,
    });
  }
  return { kind: 'at', at };
}

/** Whether it is the name of a time zone (IANA), as `Europe/Berlin` or `UTC`; offsets are none. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** `cron 0 9 * * *`, `every 2h`, `once 2026-12-01 09:00`. */
export function specWords(spec: ScheduleSpec, zone: string): string {
  switch (spec.kind) {
    case 'cron':
      return `cron ${spec.expr}`;
    case 'every':
      return `every ${durationWords(spec.everyMs)}`;
    case 'at':
      return `once ${localTime(spec.at, zone)}`;
  }
}

/** `Tue 2026-12-01 09:00 (Europe/Berlin)`. Throws RangeError for an unknown zone. */
export function slotWords(at: number, zone: string): string {
  return `${localWeekday(at, zone).slice(0, 3)} ${localTime(at, zone)} (${zone})`;
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const PIECE =
  /(\d{1,6}(?:\.\d{1,3})?)\s*(s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)(?![a-z])(?:\s*(?:,|and)?\s*)/gy;

/** In whole seconds, as ms; undefined: it is none. A unit alone is one of it. */
function durationOf(text: string): number | undefined {
  const clean = text.toLowerCase().replace(/^(?=[a-z])(?:an?\s+)?(?=(?:second|minute|hour|day|week)$)/, '1 ');
  let [total, end] = [0, 0];
  for (const [piece, count, unit = ''] of clean.matchAll(PIECE)) {
    total += Number(count) * (UNITS[unit.charAt(0)] ?? 0);
    end += piece.length;
  }
  return end === clean.length && total > 0 ? Math.round(total / 1_000) * 1_000 : undefined;
}

function durationWords(ms: number): string {
  let rest = Math.round(ms / 1_000) * 1_000;
  let words = '';
  for (const unit of ['d', 'h', 'm', 's']) {
    const size = UNITS[unit] ?? 1;
    if (rest >= size) words += `${Math.floor(rest / size)}${unit}`;
    rest %= size;
  }
  return words || '0s';
}

function relative(text: string, now: number): number | undefined {
  const [, length] = /^(?:\+|in )\s*(.+)$/i.exec(text) ?? [];
  const ms = length === undefined ? undefined : durationOf(length);
  return ms === undefined || ms > LONGEST_MS ? undefined : now + ms;
}

function timeOfDay(text: string, zone: string, now: number): number | undefined {
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hour === undefined) return undefined;
  return nextSlot({ kind: 'cron', expr: `${Number(minute)} ${Number(hour)} * * *` }, zone, now);
}

const DAY_AND_TIME =
  /^(\d{4})-(\d\d)-(\d\d)[T ]([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?\s?(Z|[+-](?:0\d|1[0-4]):?[0-5]\d)?$/i;

function dayAndTime(text: string, zone: string): number | undefined {
  const [found, year, month, day, hour, minute, second = '0', offset] = DAY_AND_TIME.exec(text) ?? [];
  if (found === undefined || Number(year) < 1970 || Number(month) < 1 || Number(month) > 12) return undefined;
  if (Number(day) < 1 || Number(day) > 31) return undefined;
  const local = {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
  };
  return instantOf(local, offset === undefined ? { zone } : { offset: minutesEast(offset) });
}

/** `+02:00`, `-0330`, `Z`. */
function minutesEast(offset: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(offset) ?? [];
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** What was written, for a message about it. */
function shown(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}

// When a schedule has its slots: croner computes them. One rule about clocks that change, for every pattern and zone:
// a pattern for every hour keeps its rhythm in real time; any other names times of the day, and such a time that a day
// does not have runs once, as soon as the gap is over, and one that a day has twice runs once, the first time. So no day
// is lost and none runs twice. `every` counts real time and knows no clock. Pure.

import { Cron } from 'croner';
import { QueueError, type ScheduleSpec } from '../../contracts/index.js';
import { localTime } from '../../text/local-time.js';

/** Making a pattern costs more than asking it; schedules repeat theirs. */
const MAX_KEPT = 500;
const kept = new Map<string, Pattern>();

/**
 * The first slot (epoch ms) strictly after `after`; undefined: there is none. Throws a QueueError for a pattern or zone that
 * cannot be read.
 */
export function nextSlot(spec: ScheduleSpec, zone: string, after: number): number | undefined {
  switch (spec.kind) {
    case 'at':
      return spec.at > after ? spec.at : undefined;
    case 'every':
      return spec.anchor + (Math.floor((after - spec.anchor) / spec.everyMs) + 1) * spec.everyMs;
    case 'cron':
      return nextOf(patternOf(spec.expr, zone), after);
  }
}

/** Throws a QueueError for a pattern that cannot be read; the zone must be known. */
export function checkPattern(expr: string, zone: string): void {
  patternOf(expr, zone);
}

/** At most `count` slots after `after`, in order. Throws as `nextSlot` does. */
export function nextSlots(spec: ScheduleSpec, zone: string, after: number, count: number): number[] {
  const slots: number[] = [];
  for (let at = nextSlot(spec, zone, after); at !== undefined && slots.length < count; at = nextSlot(spec, zone, at)) {
    slots.push(at);
  }
  return slots;
}

/**
 * The last slot that is not later than `until`, where `slot` is one; `slot` itself when it is the last. However many lie
 * between, it asks some thirty times. Throws as `nextSlot` does.
 */
export function latestSlot(spec: ScheduleSpec, zone: string, slot: number, until: number): number {
  const following = (after: number) => nextSlot(spec, zone, after) ?? Number.POSITIVE_INFINITY;
  if (following(slot) > until) return slot;
  // Slots stand on whole seconds for cron, and a minute apart for the others: half a second tells two of them apart.
  let [low, high] = [slot, until];
  while (high - low > 500) {
    const middle = Math.floor((low + high) / 2);
    if (following(middle) > until) high = middle;
    else low = middle;
  }
  return following(low);
}

/** The instant of a local time, by the rule above; undefined: no calendar has that day. `offset`: minutes east of UTC. */
export function instantOf(local: LocalTime, where: { zone: string } | { offset: number }): number | undefined {
  const { year, month, day, hour, minute, second } = local;
  const pattern = `${second} ${minute} ${hour} ${day} ${month} * ${year}`;
  // Any instant that is before this local time wherever it is.
  const before = Date.UTC(year, month - 1, day) - 2 * 86_400_000;
  if ('zone' in where) return nextOf({ ...made(pattern, '7-part', where.zone), timesOfDay: true }, before);
  const plain = made(pattern, '7-part', 'UTC').plain.nextRun(new Date(before));
  return plain ? plain.getTime() - where.offset * 60_000 : undefined;
}

export interface LocalTime {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

interface Pattern {
  zone: string;
  local: Cron;
  /** The same, of a clock that never changes. */
  plain: Cron;
  /** Not for every hour. */
  timesOfDay: boolean;
}

function patternOf(expr: string, zone: string): Pattern {
  const key = `${zone} ${expr}`;
  let pattern = kept.get(key);
  if (!pattern) {
    const { text, timesOfDay } = byRule(expr);
    pattern = { ...made(text, '5-or-6-parts', zone), timesOfDay };
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(key, pattern);
  }
  return pattern;
}

function made(text: string, mode: '5-or-6-parts' | '7-part', zone: string): Omit<Pattern, 'timesOfDay'> {
  const options = { mode, paused: true, fixedTimeRule: 'no-wildcard' } as const;
  try {
    const local = new Cron(text, { ...options, timezone: zone });
    return { zone, local, plain: zone === 'UTC' ? local : new Cron(text, { ...options, timezone: 'UTC' }) };
  } catch (error) {
    throw explained(error);
  }
}

function nextOf(pattern: Pattern, after: number): number | undefined {
  try {
    const next = pattern.local.nextRun(new Date(after))?.getTime();
    return pattern.timesOfDay ? (lostInGap(pattern, after, next) ?? next) : next;
  } catch (error) {
    // An unknown zone is only noticed here.
    throw explained(error);
  }
}

function explained(error: unknown): QueueError {
  return new QueueError(error instanceof Error ? error.message.replace(/^Cron\w+: /, '') : String(error));
}

/** No zone is further from UTC. */
const FARTHEST_MS = 15 * 3_600_000;

/**
 * The end of a gap between `after` and `next` that took a time of the pattern with it: croner leaves such a time out where
 * the gap ends at midnight or beyond (as in Nuuk), because then it looks for it on the wrong day.
 */
function lostInGap({ zone, plain }: Pattern, after: number, next: number | undefined): number | undefined {
  const shownAtNext = next === undefined ? Number.POSITIVE_INFINITY : shownAt(next, zone);
  let wanted = plain.nextRun(new Date(shownAt(after, zone)))?.getTime();
  while (wanted !== undefined && wanted < shownAtNext) {
    let low = Math.max(after, wanted - FARTHEST_MS);
    let high = Math.min(next ?? Number.POSITIVE_INFINITY, wanted + FARTHEST_MS);
    if (low >= high) return undefined;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (shownAt(middle, zone) < wanted) low = middle;
      else high = middle;
    }
    if (shownAt(high, zone) > wanted) return high;
    // It is there, for the second time.
    wanted = plain.nextRun(new Date(wanted))?.getTime();
  }
  return undefined;
}

/** What a clock of the zone shows, as ms since an epoch of its own. */
function shownAt(ms: number, zone: string): number {
  const minute = Date.parse(`${localTime(ms, zone).replace(' ', 'T')}Z`);
  return minute + (ms % 60_000);
}

/**
 * The same pattern in the form in which croner follows the rule: it takes one with a wildcard or a step in its time for a
 * rhythm in real time, and all others for times of the day.
 */
function byRule(expr: string): { text: string; timesOfDay: boolean } {
  const fields = expr.trim().split(/\s+/);
  const [hourAt, minuteAt] = fields.length === 6 ? [2, 1] : [1, 0];
  const hours = listed(fields[hourAt] ?? '', 23);
  const minutes = listed(fields[minuteAt] ?? '', 59);
  // Not as croner writes it: let it say so itself.
  if (!hours || !minutes) return { text: expr, timesOfDay: false };
  fields[hourAt] = hours.length === 24 ? '*' : hours.join(',');
  fields[minuteAt] = minutes.join(',');
  return { text: fields.join(' '), timesOfDay: hours.length < 24 };
}

/** The values of a field, in order; undefined where it is not one. */
function listed(field: string, max: number): number[] | undefined {
  const values = new Set<number>();
  for (const part of field.split(',')) {
    const found = /^(?:(\*|\?)|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(part);
    if (!found) return undefined;
    const [, all, one, upTo, by] = found;
    // A step needs something to step through.
    if (by !== undefined && (Number(by) === 0 || Number(by) > max + 1 || (!all && upTo === undefined)))
      return undefined;
    const first = all ? 0 : Number(one);
    const last = all ? max : Number(upTo ?? one);
    if (last > max || first > last) return undefined;
    for (let value = first; value <= last; value += Number(by ?? 1)) values.add(value);
  }
  return [...values].sort((a, b) => a - b);
}

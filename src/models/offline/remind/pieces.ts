// The pieces of time that every language has, for the tables of words. Pure.

import type { Spoken } from './spoken.js';
import type { TimeRule } from './time-rule.js';

export type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month';

const MINUTES = { minute: 1, hour: 60 } as const;

/** A rule for whole words of a script with spaces. */
export function wordRule(pattern: string, says: TimeRule['says']): TimeRule {
  return timeRule(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, says);
}

/** A rule for a script without them; a number is never cut in two. */
export function signRule(pattern: string, says: TimeRule['says']): TimeRule {
  return timeRule(`(?<!\\d)(?:${pattern})(?!(?<=\\d)\\d)`, says);
}

/** Made when it is first asked for: a talk has one language, and there are many of them. */
function timeRule(source: string, says: TimeRule['says']): TimeRule {
  let made: RegExp | undefined;
  return {
    get pattern() {
      made ??= new RegExp(source, 'iuy');
      return made;
    },
    says,
  };
}

/** Undefined for what is no number; only hours have halves. */
export function spanOf(count: number, unit: Unit | undefined): Spoken | undefined {
  if (unit === undefined || Number.isNaN(count)) return undefined;
  if (unit === 'minute' || unit === 'hour') return { span: { minutes: count * MINUTES[unit] } };
  if (!Number.isInteger(count)) return undefined;
  return unit === 'month' ? { span: { months: count } } : { span: { days: unit === 'week' ? count * 7 : count } };
}

export function everyOf(count: number, unit: Unit | undefined): Spoken | undefined {
  if (unit === undefined || Number.isNaN(count)) return undefined;
  if (unit === 'minute' || unit === 'hour') return { every: { minutes: count * MINUTES[unit] } };
  return { every: { unit: count === 1 ? unit : 'other' } };
}

/** 0 is Monday. */
export function everyDays(weekdays: readonly number[]): Spoken {
  return { every: { days: [...new Set(weekdays.map((day) => (day + 1) % 7))].sort() } };
}

export const workdays: Spoken = everyDays([0, 1, 2, 3, 4]);
export const weekends: Spoken = everyDays([5, 6]);
export const everyDay: Spoken = { every: { unit: 'day' } };

export function clock(hour: number, minute = 0): Spoken | undefined {
  return Number.isNaN(hour) || Number.isNaN(minute) ? undefined : { hour, minute };
}

/** "9:05"; a zero in front says that all 24 hours are meant. */
export function digital(hour = '', minute = ''): Spoken | undefined {
  const found = clock(Number(hour), Number(minute));
  return found && hour.startsWith('0') ? { ...found, exact: true } : found;
}

/** "Quarter to one" is 12:45. */
export function beforeHour(minutes: number, hour: number): Spoken | undefined {
  return clock(hour === 1 ? 12 : hour - 1, 60 - minutes);
}

/** From texts of digits; without a year, or a month, when it is not said. */
export function dateOf(year: string | undefined, month: number | undefined, date: string | undefined): Spoken {
  return {
    ...(year === undefined ? {} : { year: Number(year) }),
    ...(month === undefined ? {} : { month }),
    date: Number(date),
  };
}

export const isoDate = '(20\\d\\d)-(\\d{1,2})-(\\d{1,2})';
export const says = {
  isoDate: ([year, month, date]: readonly (string | undefined)[]): Spoken => dateOf(year, Number(month), date),
};

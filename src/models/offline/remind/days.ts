// The day that was meant, from today on: tomorrow, Friday, the 3rd, 24 December. Days are YYYY-MM-DD. Pure.

import { addDays } from '../../../text/local-time.js';
import type { Spoken } from './spoken.js';

/** Leap days are at most so far apart. */
const YEARS_AHEAD = 8;

/**
 * Undefined when there is no such day, or two that could be meant. Without any day it is the first one whose time is
 * ahead; only "today" and a day with its year or week may be one whose time has gone by.
 */
export function dayOf(spoken: Spoken, today: string, isAhead: (day: string) => boolean): string | undefined {
  const { offset, weekday, date } = spoken;
  const said = [offset, date].filter((one) => one !== undefined).length;
  if (said > 1) return undefined;
  const day = date === undefined ? byOffset(spoken, today, isAhead) : byDate(spoken, today, isAhead);
  const named = weekday !== undefined && (offset !== undefined || date !== undefined);
  return named && (day === undefined || weekdayOf(day) !== weekday || spoken.week !== undefined) ? undefined : day;
}

function byOffset(spoken: Spoken, today: string, isAhead: (day: string) => boolean): string | undefined {
  const { offset, weekday, week, month } = spoken;
  if (month !== undefined) return undefined;
  if (offset !== undefined) return offset > 3_660 ? undefined : addDays(today, offset);
  if (weekday !== undefined) return byWeekday(weekday, week, today, isAhead);
  if (week !== undefined) return undefined;
  return isAhead(today) ? today : addDays(today, 1);
}

function byWeekday(
  weekday: number,
  week: Spoken['week'],
  today: string,
  isAhead: (day: string) => boolean,
): string | undefined {
  const monday = addDays(today, -weekdayOf(today));
  if (week === 'next') {
    // Said before that day of this week, it is this one to some and the next one to others.
    return weekday > weekdayOf(today) ? undefined : addDays(monday, 7 + weekday);
  }
  if (week !== undefined) return addDays(monday, 7 * week + weekday);
  const coming = addDays(today, (weekday - weekdayOf(today) + 7) % 7);
  return isAhead(coming) ? coming : addDays(coming, 7);
}

function byDate(spoken: Spoken, today: string, isAhead: (day: string) => boolean): string | undefined {
  const { year, month, date = 0 } = spoken;
  const thisYear = Number(today.slice(0, 4));
  if (month === undefined) {
    const first = thisYear * 12 + Number(today.slice(5, 7)) - 1;
    for (let at = first; at < first + 14; at++) {
      const day = asDay(Math.floor(at / 12), (at % 12) + 1, date);
      if (day !== undefined && isAhead(day)) return day;
    }
    return undefined;
  }
  if (year !== undefined) return asDay(year, month, date);
  for (let at = thisYear; at <= thisYear + YEARS_AHEAD; at++) {
    const day = asDay(at, month, date);
    if (day !== undefined && isAhead(day)) return day;
  }
  return undefined;
}

/** Undefined when there is no such day. */
function asDay(year: number, month: number, date: number): string | undefined {
  if (year < 1 || year > 9_999) return undefined;
  const day = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
  const ms = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(ms) || addDays(day, 0) !== day ? undefined : day;
}

/** 0 is Monday. */
function weekdayOf(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

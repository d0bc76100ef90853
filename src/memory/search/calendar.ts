// Spans of days in the Gregorian calendar: weeks begin on Monday. Days are YYYY-MM-DD. Pure.

import { addDays } from '../../text/local-time.js';

/** Both ends inside. */
export interface DayRange {
  from: string;
  to: string;
}

/** One day, `n` days from `today`. */
export function dayFrom(today: string, n: number): DayRange {
  const day = addDays(today, n);
  return { from: day, to: day };
}

/** The last `n` days, today among them. */
export function lastDays(today: string, n: number): DayRange {
  return { from: addDays(today, 1 - n), to: today };
}

/** The week `n` weeks from today's. */
export function weekFrom(today: string, n: number): DayRange {
  const monday = addDays(today, 7 * n - weekdayOf(today));
  return { from: monday, to: addDays(monday, 6) };
}

/** Saturday and Sunday of the week `n` weeks from today's. */
export function weekendFrom(today: string, n: number): DayRange {
  const { to } = weekFrom(today, n);
  return { from: addDays(to, -1), to };
}

/** The weekday (0 is Monday) in the week `n` weeks from today's. */
export function weekdayFrom(today: string, n: number, weekday: number): DayRange {
  return dayFrom(weekFrom(today, n).from, weekday);
}

/** The nearest such weekday before today, or today itself when `orToday`. */
export function lastWeekday(today: string, weekday: number, orToday: boolean): DayRange {
  const back = (weekdayOf(today) - weekday + 7) % 7;
  return dayFrom(today, back === 0 && !orToday ? -7 : -back);
}

/** The month `n` months from today's. */
export function monthFrom(today: string, n: number): DayRange {
  const [year, month] = numbers(today);
  const count = year * 12 + month - 1 + n;
  return monthOf(Math.floor(count / 12), (count % 12) + 1) ?? dayFrom(today, 0);
}

/** The year `n` years from today's. */
export function yearFrom(today: string, n: number): DayRange {
  return yearOf(numbers(today)[0] + n) ?? dayFrom(today, 0);
}

/** Undefined when there is no such day. */
export function dayOf(year: number, month: number, date: number): DayRange | undefined {
  const day = `${pad(year, 4)}-${pad(month, 2)}-${pad(date, 2)}`;
  const ms = Date.parse(`${day}T00:00:00Z`);
  if (year < 1 || Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== day) return undefined;
  return { from: day, to: day };
}

/** Undefined when there is no such month. */
export function monthOf(year: number, month: number): DayRange | undefined {
  const first = dayOf(year, month, 1);
  if (!first) return undefined;
  const next = month === 12 ? dayOf(year + 1, 1, 1) : dayOf(year, month + 1, 1);
  return next && { from: first.from, to: addDays(next.from, -1) };
}

export function yearOf(year: number): DayRange | undefined {
  const first = dayOf(year, 1, 1);
  const last = dayOf(year, 12, 31);
  return first && last && { from: first.from, to: last.to };
}

/** The last such day or month (without `date`) that has begun: dates that name no year look back. Undefined when there is none. */
export function latest(today: string, month: number, date?: number): DayRange | undefined {
  const [year] = numbers(today);
  const at = (y: number) => (date === undefined ? monthOf(y, month) : dayOf(y, month, date));
  for (let y = year; y >= year - 8; y--) {
    const days = at(y);
    if (days && days.from <= today) return days;
  }
  return undefined;
}

/** 0 is Monday. */
function weekdayOf(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

function numbers(day: string): [year: number, month: number, date: number] {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return [year, month, date];
}

function pad(n: number, digits: number): string {
  return String(n).padStart(digits, '0');
}

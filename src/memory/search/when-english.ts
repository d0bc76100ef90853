// How English speaks of days: a table of expressions and the days they mean. Pure.

import * as calendar from './calendar.js';
import type { DateRule } from './date-rule.js';

const WEEKDAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

const WEEKDAY = `(${WEEKDAYS.join('|')})`;
const MONTH = `(${MONTHS.join('|')}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\.?`;
const DATE = '(\\d{1,2})(?:st|nd|rd|th)?';
const YEAR = '((?:19|20)\\d\\d)';
const COUNT = `(\\d{1,3}|an?|${NUMBERS.slice(1).join('|')}|a couple of|a few|several)`;
const UNIT = '(day|week|month|year)s?';

const weekday = (word: string) => WEEKDAYS.indexOf(word.toLowerCase());
const month = (word: string) => MONTHS.findIndex((name) => name.startsWith(word.toLowerCase().slice(0, 3))) + 1;
const rule = (pattern: string, days: DateRule['days']): DateRule => ({
  pattern: new RegExp(`\\b(?:${pattern})\\b`, 'gi'),
  days,
});
const named = (pattern: string, days: DateRule['days']): DateRule => ({ ...rule(pattern, days), named: true });
const yearly = (pattern: string, days: DateRule['days']): DateRule => ({ ...named(pattern, days), yearly: true });

/** Around so many: [least, most]. */
function count(words: string): [number, number] {
  const word = words.toLowerCase();
  if (word === 'a' || word === 'an') return [1, 1];
  if (word === 'a couple of') return [2, 2];
  if (word === 'a few' || word === 'several') return [2, 6];
  const n = /^\d/.test(word) ? Number(word) : NUMBERS.indexOf(word);
  return [n, n];
}

function ago(today: string, words: string, unit: string): calendar.DayRange {
  const [least, most] = count(words);
  const span = (n: number): calendar.DayRange => {
    if (unit === 'day') return calendar.dayFrom(today, -n);
    if (unit === 'month') return calendar.monthFrom(today, -n);
    if (unit === 'year') return calendar.yearFrom(today, -n);
    // "two weeks ago" is seldom meant to the day.
    return { from: calendar.dayFrom(today, -7 * n - 3).from, to: calendar.dayFrom(today, -7 * n + 3).to };
  };
  return { from: span(most).from, to: span(least).to };
}

const STEP: Record<string, number> = { last: -1, previous: -1, past: -1, this: 0, next: 1 };
const step = (word: string) => STEP[word.toLowerCase()] ?? 0;
const UNIT_DAYS: Record<string, number> = { day: 1, week: 7, month: 30, year: 365 };

/** Longer expressions before those that they contain. */
export const ENGLISH: readonly DateRule[] = [
  rule('(?:the )?day before yesterday', (today) => calendar.dayFrom(today, -2)),
  rule('(?:the )?day after tomorrow', (today) => calendar.dayFrom(today, 2)),
  rule('yesterday(?: (?:morning|afternoon|evening|night))?|last night', (today) => calendar.dayFrom(today, -1)),
  rule('tomorrow(?: (?:morning|afternoon|evening|night))?', (today) => calendar.dayFrom(today, 1)),
  rule('today|tonight|this (?:morning|afternoon|evening)', (today) => calendar.dayFrom(today, 0)),
  rule(`(?:in |over |during )?(?:the )?(?:last|past) ${COUNT} ${UNIT}`, (today, [words = '', unit = '']) =>
    calendar.lastDays(today, count(words)[1] * (UNIT_DAYS[unit.toLowerCase()] ?? 1) + 1),
  ),
  rule(`${COUNT} ${UNIT} (?:ago|earlier)`, (today, [words = '', unit = '']) => ago(today, words, unit.toLowerCase())),
  rule('(?:the )?(last|previous|past|this|next) week', (today, [which = '']) => calendar.weekFrom(today, step(which))),
  rule('(?:the )?(last|previous|past|this|next) weekend', (today, [which = '']) =>
    calendar.weekendFrom(today, step(which)),
  ),
  rule('(?:the )?(last|previous|past|this|next) month', (today, [which = '']) =>
    calendar.monthFrom(today, step(which)),
  ),
  rule('(?:the )?(last|previous|past|this|next) year', (today, [which = '']) => calendar.yearFrom(today, step(which))),
  rule(`(?:last|past|previous) ${WEEKDAY}`, (today, [name = '']) => calendar.lastWeekday(today, weekday(name), false)),
  rule(`(this|next) ${WEEKDAY}`, (today, [which = '', name = '']) =>
    calendar.weekdayFrom(today, step(which), weekday(name)),
  ),
  rule(`(?:on )?${WEEKDAY}`, (today, [name = '']) => calendar.lastWeekday(today, weekday(name), true)),
  named(`${DATE}(?: of)? ${MONTH},? ${YEAR}`, (_, [date, name = '', year]) =>
    calendar.dayOf(Number(year), month(name), Number(date)),
  ),
  named(`${MONTH} ${DATE},? ${YEAR}`, (_, [name = '', date, year]) =>
    calendar.dayOf(Number(year), month(name), Number(date)),
  ),
  rule(`last ${MONTH}`, (today, [name = '']) => calendar.latest(calendar.monthFrom(today, -1).to, month(name))),
  named(`${MONTH}(?: of)?,? ${YEAR}`, (_, [name = '', year]) => calendar.monthOf(Number(year), month(name))),
  yearly(`${DATE}(?: of)? ${MONTH}`, (today, [date, name = '']) => calendar.latest(today, month(name), Number(date))),
  yearly(`${MONTH} ${DATE}`, (today, [name = '', date]) => calendar.latest(today, month(name), Number(date))),
  yearly(`(?:in|during|of|this) (?:early |late )?${MONTH}`, (today, [name = '']) =>
    calendar.latest(today, month(name)),
  ),
  named(`(?:in|during|of) ${YEAR}`, (_, [year]) => calendar.yearOf(Number(year))),
];

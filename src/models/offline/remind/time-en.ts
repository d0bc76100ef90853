// How English says time. Words only.

import { latinNumbers, numberOf, numberPattern } from './numbers.js';
import {
  beforeHour,
  clock,
  dateOf,
  digital,
  everyDay,
  everyDays,
  everyOf,
  isoDate,
  says,
  spanOf,
  type Unit,
  weekends,
  wordRule,
  workdays,
} from './pieces.js';
import type { Part, Spoken } from './spoken.js';
import type { TimeWords } from './time-rule.js';

const numbers = latinNumbers.en;
const N = `(${numberPattern(numbers)})`;
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?';
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH =
  '(january|february|march|april|may|june|july|august|september|october|november|december|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\b\\.?)';
const PART = '(morning|afternoon|evening|night)';
const HALF = '(a\\.?m\\b\\.?|p\\.?m\\b\\.?)';
const UNIT = '(minutes?|mins?|hours?|hrs?|days?|weeks?|months?)';
const YEAR = '(?:,?\\s+(20\\d\\d)(?![\\d:]))?';

const n = (word = '') => numberOf(word, numbers);
const part = (word = '') => word.toLowerCase() as Part;
const weekday = (word = '') => WEEKDAYS.indexOf(word.toLowerCase().slice(0, 3));
const month = (word = '') => MONTHS.indexOf(word.toLowerCase().slice(0, 3)) + 1;
const unit = (word = ''): Unit | undefined =>
  (({ m: word.startsWith('mo') ? 'month' : 'minute', h: 'hour', d: 'day', w: 'week' }) as const)[
    word.charAt(0).toLowerCase()
  ];

/** With a.m. or p.m., if said. */
function halved(time: Spoken | undefined, half = ''): Spoken | undefined {
  const sign = half.toLowerCase().charAt(0);
  return time && (sign === 'a' || sign === 'p') ? { ...time, half: `${sign}m` } : time;
}

/** "Monday, Wednesday and Friday". */
function each(names = ''): Spoken {
  return everyDays([...names.matchAll(new RegExp(WEEKDAY, 'giu'))].map(([name]) => weekday(name)));
}

const LIST = `(${WEEKDAY}(?:(?:,\\s*|\\s+and\\s+|,\\s*and\\s+)(?:every\\s+)?${WEEKDAY})*)`;

export const englishTime: TimeWords = {
  between: /[\s,]*(?:(?:at|on|around|about|the|from|starting|for|of|this)\s+)*/iuy,
  behind: /\s*(?:sharp|exactly|precisely)?(?![\p{L}\p{N}])/iuy,
  rules: [
    wordRule('today', () => ({ offset: 0 })),
    wordRule('tonight\\s+at\\s+midnight', () => ({ part: 'midnight' })),
    wordRule('tonight', () => ({ offset: 0, part: 'evening' })),
    wordRule(`this\\s+${PART}`, ([name]) => ({ offset: 0, part: part(name) })),
    wordRule(`(?:tomorrow|tmrw)(?:\\s+${PART})?`, ([name]) => ({ offset: 1, ...(name ? { part: part(name) } : {}) })),
    wordRule('(?:the\\s+)?day\\s+after\\s+tomorrow', () => ({ offset: 2 })),
    wordRule(`(?:in\\s+the|at)\\s+${PART}|${PART}`, ([a, b]) => ({ part: part(a ?? b) })),
    wordRule('noon|midday', () => ({ part: 'noon' })),
    wordRule('midnight', () => ({ part: 'midnight' })),
    wordRule(`in\\s+(?:the\\s+next\\s+)?${N}\\s*${UNIT}`, ([count, name]) => spanOf(n(count), unit(name))),
    wordRule(`and\\s+${N}\\s*(minutes?|mins?)`, ([count, name]) => spanOf(n(count), unit(name))),
    wordRule('in\\s+(\\d{1,3})(m|h|d)', ([count, name]) => spanOf(n(count), unit(name))),
    wordRule('in\\s+half\\s+an?\\s+hour', () => ({ span: { minutes: 30 } })),
    wordRule('in\\s+(?:a\\s+)?quarter\\s+of\\s+an\\s+hour', () => ({ span: { minutes: 15 } })),
    wordRule('in\\s+an\\s+hour\\s+and\\s+a\\s+half', () => ({ span: { minutes: 90 } })),
    wordRule(`in\\s+${N}\\s+and\\s+a\\s+half\\s+hours`, ([count]) => spanOf(n(count) + 0.5, 'hour')),
    wordRule('in\\s+(\\d{1,2}\\.5)\\s*hours', ([count]) => spanOf(Number(count), 'hour')),
    wordRule(`${N}\\s*${UNIT}\\s+from\\s+now`, ([count, name]) => spanOf(n(count), unit(name))),
    wordRule(`(?:(this|next|coming)\\s+)?(${WEEKDAY})`, ([which, name]) => ({
      weekday: weekday(name),
      ...(which?.toLowerCase() === 'next' ? { week: 'next' as const } : {}),
      ...(which?.toLowerCase() === 'this' ? { week: 0 as const } : {}),
    })),
    wordRule(`(${WEEKDAY})\\s+next\\s+week|next\\s+week(?:\\s+on)?\\s+(${WEEKDAY})`, ([a, b]) => ({
      weekday: weekday(a ?? b),
      week: 1,
    })),
    wordRule('next\\s+week', () => ({ week: 1 })),
    wordRule(isoDate, says.isoDate),
    wordRule(`(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?${MONTH}${YEAR}`, ([d, name, y]) => dateOf(y, month(name), d)),
    wordRule(`${MONTH}\\s+(?:the\\s+)?(\\d{1,2})(?:st|nd|rd|th)?${YEAR}`, ([name, d, y]) => dateOf(y, month(name), d)),
    wordRule('(?:the\\s+)?(\\d{1,2})(?:st|nd|rd|th)(?:\\s+of\\s+the\\s+month)?', ([d]) => ({ date: Number(d) })),
    wordRule(`(?:at\\s+)?(\\d{1,2})[:.](\\d\\d)(?:\\s*${HALF})?`, ([h, m, half]) => halved(digital(h, m), half)),
    wordRule(`(?:at\\s+)?${N}\\s*(?:o['’]?clock\\s*)?${HALF}`, ([h, half]) => halved(clock(n(h)), half)),
    wordRule(`(?:at\\s+)?${N}\\s*o['’]?clock`, ([h]) => clock(n(h))),
    wordRule(`at\\s+(?:around\\s+|about\\s+)?${N}`, ([h]) => clock(n(h))),
    wordRule(`at\\s+${N}\\s+(fifteen|thirty|forty-five|twenty)`, ([h, m]) => clock(n(h), n(m))),
    wordRule(`(?:at\\s+)?half\\s+past\\s+${N}`, ([h]) => clock(n(h), 30)),
    wordRule(`(?:at\\s+)?(?:a\\s+)?quarter\\s+past\\s+${N}`, ([h]) => clock(n(h), 15)),
    wordRule(`(?:at\\s+)?(?:a\\s+)?quarter\\s+to\\s+${N}`, ([h]) => beforeHour(15, n(h))),
    wordRule(`(?:at\\s+)?${N}\\s+(?:minutes\\s+)?past\\s+${N}`, ([m, h]) => clock(n(h), n(m))),
    wordRule(`(?:at\\s+)?${N}\\s+(?:minutes\\s+)?to\\s+${N}`, ([m, h]) => beforeHour(n(m), n(h))),
    wordRule('(?:every|each)\\s+other\\s+\\p{L}+', () => ({ every: { unit: 'other' } })),
    wordRule(`(?:every|each)\\s+(?:single\\s+)?(minute|hour|day|week|month)`, ([name]) => everyOf(1, unit(name))),
    wordRule(`(?:every|each)\\s+${PART}`, ([name]) => ({ every: { unit: 'day' }, part: part(name) })),
    wordRule(`every\\s+${N}\\s*${UNIT}`, ([count, name]) => everyOf(n(count), unit(name))),
    wordRule('every\\s+half\\s+(?:an\\s+)?hour', () => ({ every: { minutes: 30 } })),
    wordRule(
      '(?:every|each|on)\\s+(?:week\\s?day|work\\s?day|working\\s+day|business\\s+day)s?|weekdays',
      () => workdays,
    ),
    wordRule('(?:every|each)\\s+weekend|(?:at|on)\\s+weekends|weekends', () => weekends),
    wordRule(`(?:every|each)\\s+${LIST}`, ([names]) => each(names)),
    wordRule(
      `(?:on\\s+)?((?:${WEEKDAY.replace('s?', 's')})(?:(?:,\\s*|\\s+and\\s+)(?:on\\s+)?${WEEKDAY.replace('s?', 's')})*)`,
      ([names]) => each(names),
    ),
    wordRule('every\\s+year|yearly|annually', () => ({ every: { unit: 'year' } })),
    wordRule('daily', () => everyDay),
    wordRule('hourly', () => ({ every: { minutes: 60 } })),
    wordRule('weekly', () => ({ every: { unit: 'week' } })),
    wordRule('monthly', () => ({ every: { unit: 'month' } })),
  ],
};

// How German says time. Words only.

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

const numbers = latinNumbers.de;
const N = `(${numberPattern(numbers)})`;
const WEEKDAYS = ['mo', 'di', 'mi', 'do', 'fr', 'sa', 'so'];
const WEEKDAY = '(montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)';
const MONTHS = 'jan feb mär apr mai jun jul aug sep okt nov dez'.split(' ');
const MONTH = '(januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)';
const PARTS: readonly (readonly [RegExp, Part])[] = [
  [/^(?:früh|morgen|vormittag)/iu, 'morning'],
  [/^mittag/iu, 'noon'],
  [/^nachmittag/iu, 'afternoon'],
  [/^abend/iu, 'evening'],
  [/^nacht/iu, 'night'],
];
const PART = '(früh|morgen|vormittag|mittag|nachmittag|abend|nacht)';
const UNIT = '(minuten?|min|stunden?|std|tag(?:en?)?|wochen?|monat(?:en?)?)';

const n = (word = '') => numberOf(word, numbers);
const part = (word = '') => PARTS.find(([pattern]) => pattern.test(word))?.[1] ?? 'morning';
const weekday = (word = '') => WEEKDAYS.indexOf(word.toLowerCase().slice(0, 2));
const month = (word = '') => MONTHS.indexOf(word.toLowerCase().slice(0, 3)) + 1;
const unit = (word = ''): Unit | undefined =>
  (({ m: word.startsWith('mo') ? 'month' : 'minute', s: 'hour', t: 'day', w: 'week' }) as const)[
    word.charAt(0).toLowerCase()
  ];
const each = (...names: (string | undefined)[]): Spoken =>
  everyDays(names.flatMap((name) => (name === undefined ? [] : [weekday(name)])));

export const germanTime: TimeWords = {
  between: /[\s,]*(?:(?:um|am|gegen|ab|schon|den|dem)\s+)*/iuy,
  behind: /\s*(?:pünktlich|genau)?(?![\p{L}\p{N}])/iuy,
  rules: [
    wordRule(`heute(?:\\s+${PART})?`, ([name]) => ({ offset: 0, ...(name ? { part: part(name) } : {}) })),
    wordRule(`morgen(?:\\s+${PART})?`, ([name]) => ({ offset: 1, ...(name ? { part: part(name) } : {}) })),
    wordRule(`übermorgen(?:\\s+${PART})?`, ([name]) => ({ offset: 2, ...(name ? { part: part(name) } : {}) })),
    wordRule('(früh|morgens|vormittags|nachmittags|abends|nachts|mittags)', ([name]) => ({ part: part(name) })),
    wordRule(`(?:am|in\\s+der)\\s+${PART}`, ([name]) => ({ part: part(name) })),
    wordRule('mitternacht', () => ({ part: 'midnight' })),
    wordRule(`in\\s+${N}\\s*${UNIT}`, ([count, name]) => spanOf(n(count), unit(name))),
    wordRule(`und\\s+${N}\\s*(minuten?|min)`, ([count, name]) => spanOf(n(count), unit(name))),
    wordRule('in\\s+einer\\s+halben\\s+stunde', () => ({ span: { minutes: 30 } })),
    wordRule('in\\s+einer\\s+viertelstunde', () => ({ span: { minutes: 15 } })),
    wordRule('in\\s+einer\\s+dreiviertelstunde', () => ({ span: { minutes: 45 } })),
    wordRule('in\\s+(?:anderthalb|eineinhalb)\\s+stunden', () => ({ span: { minutes: 90 } })),
    wordRule('in\\s+zweieinhalb\\s+stunden', () => ({ span: { minutes: 150 } })),
    wordRule(
      `(?:(diese[nmrs]?|nächste[nmrs]?|kommende[nmrs]?)\\s+)?${WEEKDAY}\\s?${PART}?`,
      ([which = '', name, at]) => ({
        weekday: weekday(name),
        ...(/^nä/iu.test(which) ? { week: 'next' as const } : {}),
        ...(/^di/iu.test(which) ? { week: 0 as const } : {}),
        ...(at ? { part: part(at) } : {}),
      }),
    ),
    wordRule(
      `nächste\\s+woche(?:\\s+am)?\\s+${WEEKDAY}|${WEEKDAY}\\s+(?:in\\s+der\\s+)?nächste[rn]?\\s+woche`,
      ([a, b]) => ({
        weekday: weekday(a ?? b),
        week: 1,
      }),
    ),
    wordRule('nächste\\s+woche', () => ({ week: 1 })),
    wordRule(isoDate, says.isoDate),
    wordRule('(\\d{1,2})\\.\\s?(\\d{1,2})\\.(?:\\s?(20\\d\\d))?', ([d, m, y]) => dateOf(y, Number(m), d)),
    wordRule(`(\\d{1,2})\\.?\\s+${MONTH}(?:\\s+(20\\d\\d))?`, ([d, name, y]) => dateOf(y, month(name), d)),
    wordRule('(?:am|zum|jeden)\\s+(\\d{1,2})\\.', ([d]) => ({ date: Number(d) })),
    wordRule('(?:um\\s+)?(\\d{1,2})[:.](\\d\\d)(?:\\s*uhr)?', ([h, m]) => digital(h, m)),
    wordRule(`(?:um|gegen)\\s+${N}`, ([h]) => clock(n(h))),
    wordRule(
      `(?:um\\s+|gegen\\s+)?${N}\\s*uhr(?:\\s*(\\d{1,2}|fünfzehn|dreißig|fünfundvierzig|zwanzig|zehn))?`,
      ([h, m]) => clock(n(h), m === undefined ? 0 : n(m)),
    ),
    wordRule(`(?:um\\s+)?halb\\s+${N}`, ([h]) => beforeHour(30, n(h))),
    wordRule(`(?:um\\s+)?viertel\\s+nach\\s+${N}`, ([h]) => clock(n(h), 15)),
    wordRule(`(?:um\\s+)?(?:viertel\\s+vor|dreiviertel)\\s+${N}`, ([h]) => beforeHour(15, n(h))),
    wordRule(`(?:um\\s+)?(zehn|fünf|zwanzig|\\d{1,2})\\s+nach\\s+${N}`, ([m, h]) => clock(n(h), n(m))),
    wordRule(`(?:um\\s+)?(zehn|fünf|zwanzig|\\d{1,2})\\s+vor\\s+${N}`, ([m, h]) => beforeHour(n(m), n(h))),
    wordRule('jede[nrs]?\\s+zweite[nrs]?\\s+\\p{L}+', () => ({ every: { unit: 'other' } })),
    wordRule('jede[nrs]?\\s+(minute|stunde|tag|woche|monat)', ([name]) => everyOf(1, unit(name))),
    wordRule('jede[nrs]?\\s+(morgen|vormittag|mittag|nachmittag|abend|nacht)', ([name]) => ({
      every: { unit: 'day' },
      part: part(name),
    })),
    wordRule(`alle\\s+${N}\\s*${UNIT}`, ([count, name]) => everyOf(n(count), unit(name))),
    wordRule('(?:jede\\s+halbe|alle\\s+halbe)\\s+stunde', () => ({ every: { minutes: 30 } })),
    wordRule(
      'jede[nrs]?\\s+(?:werktag|arbeitstag|wochentag)|an\\s+(?:werktagen|arbeitstagen)|werktags|wochentags',
      () => workdays,
    ),
    wordRule('jedes\\s+wochenende|am\\s+wochenende\\s+immer', () => weekends),
    wordRule(`jede[nrs]?\\s+${WEEKDAY}(?:\\s+und\\s+(?:jeden\\s+)?${WEEKDAY})?`, ([a, b]) => each(a, b)),
    wordRule(`${WEEKDAY}s(?:\\s+und\\s+${WEEKDAY}s)?`, ([a, b]) => each(a, b)),
    wordRule('jedes\\s+jahr|jährlich', () => ({ every: { unit: 'year' } })),
    wordRule('täglich', () => everyDay),
    wordRule('stündlich', () => ({ every: { minutes: 60 } })),
    wordRule('wöchentlich', () => ({ every: { unit: 'week' } })),
    wordRule('monatlich', () => ({ every: { unit: 'month' } })),
  ],
};

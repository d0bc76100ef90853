// How French says time. Words only.

import { latinNumbers, numberOf, numberPattern } from './numbers.js';
import {
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
import type { Part } from './spoken.js';
import type { TimeWords } from './time-rule.js';

const numbers = latinNumbers.fr;
const N = `(${numberPattern(numbers)})`;
const WEEKDAYS = ['lun', 'mar', 'mer', 'jeu', 'ven', 'sam', 'dim'];
const WEEKDAY = '(lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)';
const MONTHS = [
  'janvier',
  'février',
  'mars',
  'avril',
  'mai',
  'juin',
  'juillet',
  'août',
  'septembre',
  'octobre',
  'novembre',
  'décembre',
];
const MONTH = `(${MONTHS.join('|')})`;
const PARTS: Readonly<Record<string, Part>> = { m: 'morning', a: 'afternoon', s: 'evening', n: 'night' };
const PART = '(matin|après-midi|soir|nuit)';
const UNIT = '(minutes?|min|heures?|h|jours?|semaines?|mois)';

const n = (word = '') => numberOf(word, numbers);
const part = (word = '') => PARTS[word.charAt(0).toLowerCase()] ?? 'morning';
const weekday = (word = '') => WEEKDAYS.indexOf(word.toLowerCase().slice(0, 3));
const month = (word = '') => MONTHS.indexOf(word.toLowerCase()) + 1;
const unit = (word = ''): Unit | undefined =>
  (({ m: word.startsWith('mo') ? 'month' : 'minute', h: 'hour', j: 'day', s: 'week' }) as const)[
    word.charAt(0).toLowerCase()
  ];
const HOUR = `${N}\\s*(?:heures?|h)`;

export const frenchTime: TimeWords = {
  between: /[\s,]*(?:(?:à|vers|le|les|dès)\s+)*/iuy,
  behind: /\s*(?:précises?|pile)?(?![\p{L}\p{N}])/iuy,
  rules: [
    wordRule("aujourd['’]hui", () => ({ offset: 0 })),
    wordRule(`(?:ce|cet|cette)\\s+${PART}`, ([name]) => ({ offset: 0, part: part(name) })),
    wordRule(`demain(?:\\s+${PART})?`, ([name]) => ({ offset: 1, ...(name ? { part: part(name) } : {}) })),
    wordRule(`après[- ]demain(?:\\s+${PART})?`, ([name]) => ({ offset: 2, ...(name ? { part: part(name) } : {}) })),
    wordRule(`(?:du|le|de\\s+la|de\\s+l['’])\\s*${PART}`, ([name]) => ({ part: part(name) })),
    wordRule('midi', () => ({ part: 'noon' })),
    wordRule('minuit', () => ({ part: 'midnight' })),
    wordRule(`dans\\s+${N}\\s*${UNIT}`, ([count, name]) => spanOf(n(count), unit(name))),
    wordRule(`et\\s+${N}\\s*(minutes?|min)`, ([count, name]) => spanOf(n(count), unit(name))),
    wordRule('dans\\s+une\\s+demi[- ]heure', () => ({ span: { minutes: 30 } })),
    wordRule("dans\\s+un\\s+quart\\s+d['’]heure", () => ({ span: { minutes: 15 } })),
    wordRule(`dans\\s+${N}\\s+heures?\\s+et\\s+demie`, ([count]) => spanOf(n(count) + 0.5, 'hour')),
    wordRule(`(?:ce\\s+)?${WEEKDAY}(?:\\s+(prochain))?(?:\\s+${PART})?`, ([name, next, at]) => ({
      weekday: weekday(name),
      ...(next ? { week: 'next' as const } : {}),
      ...(at ? { part: part(at) } : {}),
    })),
    wordRule(
      `${WEEKDAY}\\s+de\\s+la\\s+semaine\\s+prochaine|la\\s+semaine\\s+prochaine,?\\s+(?:le\\s+)?${WEEKDAY}`,
      ([a, b]) => ({
        weekday: weekday(a ?? b),
        week: 1,
      }),
    ),
    wordRule('la\\s+semaine\\s+prochaine', () => ({ week: 1 })),
    wordRule(isoDate, says.isoDate),
    wordRule(`(?:le\\s+)?(\\d{1,2}|1er)\\s+${MONTH}(?:\\s+(20\\d\\d))?`, ([d = '', name, y]) =>
      dateOf(y, month(name), d.replace('er', '')),
    ),
    wordRule('le\\s+(\\d{1,2}|1er)(?!\\s*(?:h\\b|heures))', ([d = '']) =>
      dateOf(undefined, undefined, d.replace('er', '')),
    ),
    wordRule('(?:à\\s+)?(\\d{1,2})\\s*[h:]\\s*(\\d\\d)?', ([h, m]) => digital(h, m ?? '00')),
    wordRule(`(?:à\\s+)?${HOUR}(?:\\s+(\\d{1,2}|cinq|dix|quinze|vingt|trente|quarante-cinq))?`, ([h, m]) =>
      clock(n(h), m === undefined ? 0 : n(m)),
    ),
    wordRule(`(?:à\\s+)?${HOUR}\\s+et\\s+demie?`, ([h]) => clock(n(h), 30)),
    wordRule(`(?:à\\s+)?${HOUR}\\s+et\\s+quart`, ([h]) => clock(n(h), 15)),
    wordRule(`(?:à\\s+)?${HOUR}\\s+moins\\s+le\\s+quart`, ([h]) => clock(n(h) - 1, 45)),
    wordRule(
      `(?:tous\\s+les|chaque)\\s+(?:jours?\\s+(?:ouvrés?|ouvrables?|de\\s+semaine))|en\\s+semaine`,
      () => workdays,
    ),
    wordRule('tous\\s+les\\s+jours|chaque\\s+jour|quotidiennement', () => everyDay),
    wordRule(`(?:tous\\s+les|chaque)\\s+(matin|après-midi|soir)s?|toutes\\s+les\\s+(nuit)s`, ([a, b]) => ({
      ...everyDay,
      part: part(a ?? b),
    })),
    wordRule(`(?:tous\\s+les|chaque)\\s+${WEEKDAY}s?(?:\\s+et\\s+(?:les\\s+)?${WEEKDAY}s?)?`, ([a, b]) =>
      everyDays([weekday(a), ...(b ? [weekday(b)] : [])]),
    ),
    wordRule('(?:tous\\s+les|chaque)\\s+week-?ends?', () => weekends),
    wordRule(`tou(?:te)?s\\s+les\\s+${N}\\s*${UNIT}`, ([count, name]) => everyOf(n(count), unit(name))),
    wordRule(
      'toutes\\s+les\\s+(heures|minutes|semaines)|chaque\\s+(heure|minute|semaine|mois)|tous\\s+les\\s+(mois)',
      ([a, b, c]) => everyOf(1, unit(a ?? b ?? c)),
    ),
    wordRule('toutes\\s+les\\s+demi-heures', () => ({ every: { minutes: 30 } })),
    wordRule('tous\\s+les\\s+ans|chaque\\s+année', () => ({ every: { unit: 'year' } })),
  ],
};

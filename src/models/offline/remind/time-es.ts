// How Spanish says time. Words only.

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

const numbers = latinNumbers.es;
const N = `(${numberPattern(numbers)})`;
const WEEKDAYS = ['lu', 'ma', 'mi', 'ju', 'vi', 'sá', 'do'];
const WEEKDAY = '(lunes|martes|miércoles|miercoles|jueves|viernes|sábado|sabado|domingo)';
const MONTHS = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');
const MONTH = `(${MONTHS.join('|')})`;
const PARTS: Readonly<Record<string, Part>> = { m: 'morning', t: 'afternoon', n: 'evening', r: 'early' };
const PART = '(mañana|tarde|noche|madrugada)';
const UNIT = '(minutos?|min|horas?|h|días?|semanas?|mes(?:es)?)';

const n = (word = '') => numberOf(word, numbers);
const part = (word = '') => PARTS[/^mad/iu.test(word) ? 'r' : word.charAt(0).toLowerCase()] ?? 'morning';
const weekday = (word = '') => WEEKDAYS.indexOf(word.toLowerCase().slice(0, 2).replace('sa', 'sá'));
const month = (word = '') => MONTHS.indexOf(word.toLowerCase()) + 1;
const unit = (word = ''): Unit | undefined =>
  (({ m: word.startsWith('me') ? 'month' : 'minute', h: 'hour', d: 'day', s: 'week' }) as const)[
    word.charAt(0).toLowerCase()
  ];
const AT = `(?:a\\s+)?las?\\s+${N}`;

export const spanishTime: TimeWords = {
  between: /[\s,]*(?:(?:sobre|el|los|a|hacia)\s+)*/iuy,
  behind: /\s*(?:en\s+punto|horas|h)?(?![\p{L}\p{N}])/iuy,
  rules: [
    wordRule('hoy', () => ({ offset: 0 })),
    wordRule('esta\\s+(mañana|tarde|noche)', ([name]) => ({ offset: 0, part: part(name) })),
    wordRule(`mañana(?:\\s+(?:por|en)\\s+la\\s+${PART})?`, ([name]) => ({
      offset: 1,
      ...(name ? { part: part(name) } : {}),
    })),
    wordRule(`pasado\\s+mañana(?:\\s+por\\s+la\\s+${PART})?`, ([name]) => ({
      offset: 2,
      ...(name ? { part: part(name) } : {}),
    })),
    wordRule(`(?:de|por|en)\\s+la\\s+${PART}`, ([name]) => ({ part: part(name) })),
    wordRule('(?:al?\\s+)?mediod[ií]a', () => ({ part: 'noon' })),
    wordRule('(?:a\\s+)?(?:la\\s+)?medianoche', () => ({ part: 'midnight' })),
    wordRule(`(?:en|dentro\\s+de)\\s+${N}\\s*${UNIT}`, ([count, name]) => spanOf(n(count), unit(name))),
    wordRule(`y\\s+${N}\\s*(minutos?|min)`, ([count, name]) => spanOf(n(count), unit(name))),
    wordRule('(?:en|dentro\\s+de)\\s+media\\s+hora', () => ({ span: { minutes: 30 } })),
    wordRule('(?:en|dentro\\s+de)\\s+un\\s+cuarto\\s+de\\s+hora', () => ({ span: { minutes: 15 } })),
    wordRule('(?:en|dentro\\s+de)\\s+(?:una\\s+)?hora\\s+y\\s+media', () => ({ span: { minutes: 90 } })),
    wordRule(`(?:en|dentro\\s+de)\\s+${N}\\s+horas\\s+y\\s+media`, ([count]) => spanOf(n(count) + 0.5, 'hour')),
    wordRule(
      `(?:el\\s+)?(?:(este|próximo)\\s+)?${WEEKDAY}(?:\\s+(próximo))?(?:\\s+que\\s+viene)?(?:\\s+por\\s+la\\s+${PART})?`,
      ([which = '', name, next, at]) => ({
        weekday: weekday(name),
        ...(next || /^pr/iu.test(which) ? { week: 'next' as const } : {}),
        ...(/^es/iu.test(which) ? { week: 0 as const } : {}),
        ...(at ? { part: part(at) } : {}),
      }),
    ),
    wordRule(`(?:el\\s+)?${WEEKDAY}\\s+de\\s+la\\s+(?:semana\\s+que\\s+viene|próxima\\s+semana)`, ([name]) => ({
      weekday: weekday(name),
      week: 1,
    })),
    wordRule('la\\s+semana\\s+que\\s+viene|la\\s+próxima\\s+semana', () => ({ week: 1 })),
    wordRule(isoDate, says.isoDate),
    wordRule(`(?:el\\s+)?(\\d{1,2})\\s+de\\s+${MONTH}(?:\\s+(?:de\\s+|del\\s+)?(20\\d\\d))?`, ([d, name, y]) =>
      dateOf(y, month(name), d),
    ),
    wordRule('(?:el\\s+)?día\\s+(\\d{1,2})', ([d]) => dateOf(undefined, undefined, d)),
    wordRule('(?:a\\s+)?(?:las?\\s+)?(\\d{1,2})[:.](\\d\\d)', ([h, m]) => digital(h, m)),
    wordRule(AT, ([h]) => clock(n(h))),
    wordRule(`${AT}\\s+y\\s+(media|cuarto|cinco|diez|veinte|veinticinco)`, ([h, m = '']) =>
      clock(n(h), { media: 30, cuarto: 15, veinticinco: 25 }[m.toLowerCase()] ?? n(m)),
    ),
    wordRule(`${AT}\\s+menos\\s+cuarto`, ([h]) => clock(n(h) === 1 ? 12 : n(h) - 1, 45)),
    wordRule(
      '(?:todos\\s+los|cada)\\s+días?\\s+(?:laborables?|hábil(?:es)?)|entre\\s+semana|de\\s+lunes\\s+a\\s+viernes',
      () => workdays,
    ),
    wordRule('todos\\s+los\\s+días|cada\\s+día|a\\s+diario|diariamente', () => everyDay),
    wordRule('(?:todas\\s+las|cada)\\s+(mañana|tarde|noche)s?', ([name]) => ({ ...everyDay, part: part(name) })),
    wordRule(`(?:todos\\s+los|cada)\\s+${WEEKDAY}s?(?:\\s+y\\s+(?:los\\s+)?${WEEKDAY}s?)?`, ([a, b]) =>
      everyDays([weekday(a), ...(b ? [weekday(b)] : [])]),
    ),
    wordRule('(?:todos\\s+los|cada)\\s+fin(?:es)?\\s+de\\s+semana', () => weekends),
    wordRule(`cada\\s+${N}\\s*${UNIT}`, ([count, name]) => everyOf(n(count), unit(name))),
    wordRule(
      'cada\\s+(hora|minuto|semana|mes)|todas\\s+las\\s+(horas|semanas)|todos\\s+los\\s+(meses|minutos)',
      ([a, b, c]) => everyOf(1, unit(a ?? b ?? c)),
    ),
    wordRule('cada\\s+media\\s+hora', () => ({ every: { minutes: 30 } })),
    wordRule('cada\\s+año|todos\\s+los\\s+años', () => ({ every: { unit: 'year' } })),
  ],
};

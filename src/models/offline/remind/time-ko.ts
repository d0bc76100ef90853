// How Korean says time. Words only.

import { koreanNumber } from './numbers.js';
import {
  clock,
  dateOf,
  digital,
  everyDay,
  everyDays,
  everyOf,
  isoDate,
  says,
  signRule,
  spanOf,
  type Unit,
  weekends,
  workdays,
} from './pieces.js';
import type { Part } from './spoken.js';
import type { TimeWords } from './time-rule.js';

const HOURS = '(?:열두|열한|다섯|여섯|일곱|여덟|아홉|한|두|세|네|열)';
const SINO = '[일이삼사오육칠팔구십]{1,3}';
const H = `(\\d{1,2}|${HOURS})`;
const N = `(\\d{1,3}|${HOURS}|${SINO})`;
const DAYS = '월화수목금토일';
const PARTS: readonly (readonly [RegExp, Part])[] = [
  [/새벽/u, 'early'],
  [/아침|오전/u, 'morning'],
  [/점심|낮/u, 'noon'],
  [/오후/u, 'afternoon'],
  [/저녁/u, 'evening'],
  [/밤/u, 'evening'],
];
const PART = '(새벽|아침|오전|점심|낮|오후|저녁|밤)';
const UNIT = '(분|시간|일|주일?|개월|달)';
const LATER = '\\s?(?:뒤|후|있다가|지나서)';

const part = (word = '') => PARTS.find(([pattern]) => pattern.test(word))?.[1] ?? 'evening';
const unit = (word = ''): Unit | undefined =>
  (({ 분: 'minute', 시: 'hour', 일: 'day', 주: 'week', 개: 'month', 달: 'month' }) as const)[word.charAt(0)];
const n = (word = '') => koreanNumber(word);
const weekday = (word = '') => DAYS.indexOf(word);

export const koreanTime: TimeWords = {
  between: /(?:[\s,]|에는|에|은|는|의)*/uy,
  behind: /\s?(?:정각|쯤|경|즈음)?(?:에는|에|마다|은|는)?(?![가-힣])[\s,]*/uy,
  clockLast: true,
  rules: [
    signRule('오늘', () => ({ offset: 0 })),
    signRule('내일', () => ({ offset: 1 })),
    signRule('내일\\s?모레|모레', () => ({ offset: 2 })),
    signRule('글피', () => ({ offset: 3 })),
    signRule(PART, ([name]) => ({ part: part(name) })),
    signRule('정오', () => ({ part: 'noon' })),
    signRule('자정', () => ({ part: 'midnight' })),
    signRule(`${H}\\s?시(?!간)`, ([h]) => clock(n(h))),
    signRule(`${H}\\s?시\\s?반`, ([h]) => clock(n(h), 30)),
    signRule(`${H}\\s?시\\s?(\\d{1,2}|${SINO})\\s?분(?!\\s?(?:뒤|후|전))`, ([h, m]) => clock(n(h), n(m))),
    signRule('(\\d{1,2}):(\\d\\d)', ([h, m]) => digital(h, m)),
    signRule(`${N}\\s?${UNIT}${LATER}`, ([count, name]) => spanOf(n(count), unit(name))),
    signRule(`${N}\\s?시간\\s?반${LATER}`, ([count]) => spanOf(n(count) + 0.5, 'hour')),
    signRule(`${N}\\s?시간\\s?${N}\\s?분${LATER}`, ([h, m]) => spanOf(n(h) * 60 + n(m), 'minute')),
    signRule(`반\\s?시간${LATER}`, () => ({ span: { minutes: 30 } })),
    signRule(`([${DAYS}])요일(?:날)?`, ([name]) => ({ weekday: weekday(name) })),
    signRule(`이번\\s?주\\s?([${DAYS}])요일`, ([name]) => ({ weekday: weekday(name), week: 0 })),
    signRule(`다음\\s?주\\s?([${DAYS}])요일`, ([name]) => ({ weekday: weekday(name), week: 1 })),
    signRule(`다다음\\s?주\\s?([${DAYS}])요일`, ([name]) => ({ weekday: weekday(name), week: 2 })),
    signRule('다음\\s?주', () => ({ week: 1 })),
    signRule(isoDate, says.isoDate),
    signRule('(?:(20\\d\\d)년\\s?)?(\\d{1,2})월\\s?(\\d{1,2})일', ([y, m, d]) => dateOf(y, Number(m), d)),
    signRule('(\\d{1,2})일(?!\\s?(?:뒤|후|마다|간))', ([d]) => dateOf(undefined, undefined, d)),
    signRule('매일|날마다', () => everyDay),
    signRule('아침마다', () => ({ ...everyDay, part: 'morning' })),
    signRule('저녁마다', () => ({ ...everyDay, part: 'evening' })),
    signRule('밤마다', () => ({ ...everyDay, part: 'evening' })),
    signRule('(?:매주\\s?)?평일(?:\\s?매일|마다)?', () => workdays),
    signRule('(?:매주\\s?)?주말(?:마다)|매주\\s?주말', () => weekends),
    signRule(`매주\\s?((?:[${DAYS}](?:요일)?(?:[,\\s]|와|과|하고)*)*[${DAYS}])요일(?:마다)?`, ([names = '']) =>
      everyDays([...names.replace(/요일/gu, '')].map(weekday).filter((day) => day >= 0)),
    ),
    signRule(`([${DAYS}])요일마다`, ([name]) => everyDays([weekday(name)])),
    signRule('매주', () => everyOf(1, 'week')),
    signRule(`${N}\\s?${UNIT}(?:마다|에\\s?한\\s?번)`, ([count, name]) => everyOf(n(count), unit(name))),
    signRule('매시간|시간마다|매시', () => everyOf(1, 'hour')),
    signRule('매분', () => everyOf(1, 'minute')),
    signRule('매달|매월', () => everyOf(1, 'month')),
    signRule('매년|해마다', () => ({ every: { unit: 'year' } })),
    signRule('격일|하루\\s?걸러|격주', () => ({ every: { unit: 'other' } })),
  ],
};

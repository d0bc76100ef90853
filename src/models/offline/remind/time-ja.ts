// How Japanese says time. Words only.

import { hanNumber } from './numbers.js';
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

const N = '(\\d{1,3}|[〇一二三四五六七八九十]{1,3})';
const DAYS = '月火水木金土日';
const PARTS: readonly (readonly [RegExp, Part])[] = [
  [/早朝|未明/u, 'early'],
  [/朝|午前/u, 'morning'],
  [/昼/u, 'noon'],
  [/午後|夕/u, 'afternoon'],
  [/夜|晩/u, 'evening'],
];
const PART = '(早朝|未明|朝|午前中?|お?昼|午後|夕方|深夜|夜|晩)';
const UNIT = '(分間?|時間|日間?|週間|(?:か|ヶ|カ|ケ|箇)月)';

const part = (word = '') =>
  word === '深夜' ? 'night' : (PARTS.find(([pattern]) => pattern.test(word))?.[1] ?? 'evening');
const unit = (word = ''): Unit | undefined =>
  /分/.test(word) ? 'minute' : /時/.test(word) ? 'hour' : /月/.test(word) ? 'month' : /週/.test(word) ? 'week' : 'day';
const n = (word = '') => hanNumber(word);
const weekday = (word = '') => DAYS.indexOf(word);
const LATER = '(?:後|したら|経ったら|たったら)';

export const japaneseTime: TimeWords = {
  between: /(?:[\s,、]|の|に|は|で)*/uy,
  behind: /(?:ちょうど|きっかり|ごろ|ころ|頃|くらい|ぐらい|ぴったり)?(?:に|は|、|,|\s)*/uy,
  clockLast: true,
  rules: [
    signRule('今日|本日|きょう', () => ({ offset: 0 })),
    signRule('明日|あした|あす', () => ({ offset: 1 })),
    signRule('明後日|あさって', () => ({ offset: 2 })),
    signRule('明々後日|しあさって', () => ({ offset: 3 })),
    signRule('今朝', () => ({ offset: 0, part: 'morning' })),
    signRule('今夜|今晩|今夕', () => ({ offset: 0, part: 'evening' })),
    signRule('明朝', () => ({ offset: 1, part: 'morning' })),
    signRule('明晩', () => ({ offset: 1, part: 'evening' })),
    signRule(PART, ([name]) => ({ part: part(name) })),
    signRule('正午', () => ({ part: 'noon' })),
    signRule('真夜中|零時', () => ({ part: 'midnight' })),
    signRule(`${N}時(?!間)`, ([h]) => clock(n(h))),
    signRule(`${N}時半`, ([h]) => clock(n(h), 30)),
    signRule(`${N}時${N}分(?!後|前)`, ([h, m]) => clock(n(h), n(m))),
    signRule('(\\d{1,2}):(\\d\\d)', ([h, m]) => digital(h, m)),
    signRule(`${N}\\s?${UNIT}${LATER}`, ([count, name]) => spanOf(n(count), unit(name))),
    signRule(`${N}時間半${LATER}`, ([count]) => spanOf(n(count) + 0.5, 'hour')),
    signRule(`${N}時間${N}分${LATER}`, ([h, m]) => spanOf(n(h) * 60 + n(m), 'minute')),
    signRule(`半時間${LATER}`, () => ({ span: { minutes: 30 } })),
    signRule(`(?:次の|今度の)?([${DAYS}])曜日?`, ([name]) => ({ weekday: weekday(name) })),
    signRule(`今週の?([${DAYS}])曜日?`, ([name]) => ({ weekday: weekday(name), week: 0 })),
    signRule(`来週の?([${DAYS}])曜日?`, ([name]) => ({ weekday: weekday(name), week: 1 })),
    signRule(`再来週の?([${DAYS}])曜日?`, ([name]) => ({ weekday: weekday(name), week: 2 })),
    signRule('来週', () => ({ week: 1 })),
    signRule(isoDate, says.isoDate),
    signRule(`(?:(20\\d\\d)年)?${N}月${N}日`, ([y, m, d]) => dateOf(y, n(m), String(n(d)))),
    signRule(`${N}日(?!後|間|ごと|おき)`, ([d]) => dateOf(undefined, undefined, String(n(d)))),
    signRule('毎日', () => everyDay),
    signRule('毎朝', () => ({ ...everyDay, part: 'morning' })),
    signRule('毎晩|毎夜', () => ({ ...everyDay, part: 'evening' })),
    signRule('毎夕', () => ({ ...everyDay, part: 'afternoon' })),
    signRule('(?:毎週|毎)?平日(?:は?毎日)?|月曜(?:日)?から金曜(?:日)?(?:まで)?', () => workdays),
    signRule('毎週末|週末(?:は?毎日|ごと)', () => weekends),
    signRule(`毎週の?((?:[${DAYS}]曜?日?[、とや・,]?)*[${DAYS}]曜日?)`, ([names = '']) =>
      everyDays([...names.replace(/曜日?/gu, '')].map(weekday).filter((day) => day >= 0)),
    ),
    signRule('毎週', () => everyOf(1, 'week')),
    signRule(`${N}\\s?${UNIT}(?:ごと|毎)`, ([count, name]) => everyOf(n(count), unit(name))),
    signRule(`${N}\\s?(分|時間)おき`, ([count, name]) => everyOf(n(count), unit(name))),
    signRule(`${N}\\s?(?:日|週間)おき`, () => ({ every: { unit: 'other' } })),
    signRule('毎時|毎時間|1時間ごと', () => everyOf(1, 'hour')),
    signRule('毎分', () => everyOf(1, 'minute')),
    signRule('毎月', () => everyOf(1, 'month')),
    signRule('毎年', () => ({ every: { unit: 'year' } })),
    signRule('隔日|隔週', () => ({ every: { unit: 'other' } })),
  ],
};

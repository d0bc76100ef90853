// How Chinese, simplified and traditional, says time. Words only.

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

const N = '(\\d{1,3}|[〇零一二三四五六七八九十两兩]{1,3})';
const DAYS = '一二三四五六日天';
const WEEK = '(?:周|週|星期|礼拜|禮拜)';
const PARTS: readonly (readonly [RegExp, Part])[] = [
  [/凌晨/u, 'early'],
  [/早|清晨|上午/u, 'morning'],
  [/中午|正午/u, 'noon'],
  [/下午|傍晚|午后|午後/u, 'afternoon'],
  [/晚|夜/u, 'evening'],
];
const PART =
  '(凌晨|早上|早晨|清早|清晨|上午|中午|正午|下午|午后|午後|傍晚|晚上|晚间|晚間|夜里|夜裡|[早晚](?=\\s?[\\d一二三四五六七八九十]))';
const UNIT = '(分钟|分鐘|分|(?:个|個)?(?:小时|小時|钟头|鐘頭)|天|日|(?:个|個)?(?:星期|礼拜|禮拜)|周|週|(?:个|個)月)';
const BEHIND = '(?:钟|鐘)?(?:之|以|过|過)?(?:后|後)';
const POINT = '(?:点|點|时|時)(?:钟|鐘|整)?';

const part = (word = '') => PARTS.find(([pattern]) => pattern.test(word))?.[1] ?? 'evening';
const weekday = (word = '') => (word === '天' ? 6 : DAYS.indexOf(word));
const unit = (word = ''): Unit | undefined =>
  /分/.test(word)
    ? 'minute'
    : /[时時头頭]/.test(word)
      ? 'hour'
      : /月/.test(word)
        ? 'month'
        : /[天日]/.test(word)
          ? 'day'
          : 'week';
const n = (word = '') => hanNumber(word);
const DAY_WORDS: Readonly<Record<string, number>> = { 今: 0, 明: 1, 后: 2, 後: 2, 大: 3 };

export const chineseTime: TimeWords = {
  between: /(?:[\s,，、]|的|在|于|於|到了?)*/uy,
  behind: /(?:左右|准时|準時|整|的?时候|的?時候|[\s,，、])*/uy,
  clockLast: true,
  rules: [
    signRule('(今|明|大后|大後|后|後)(?:天|日|儿|兒)', ([name = '']) => ({ offset: DAY_WORDS[name.charAt(0)] ?? 0 })),
    signRule('(今|明)(早|晚|晨|夜)', ([name = '', at]) => ({
      offset: DAY_WORDS[name] ?? 0,
      part: at === '晨' ? 'morning' : part(at),
    })),
    signRule(PART, ([name]) => ({ part: part(name) })),
    signRule('半夜|午夜|零点|零點', () => ({ part: 'midnight' })),
    signRule(`${N}${POINT}`, ([h]) => clock(n(h))),
    signRule(`${N}(?:点|點|时|時)半`, ([h]) => clock(n(h), 30)),
    signRule(`${N}(?:点|點|时|時)(?:过|過)?([一三两兩])刻`, ([h, q]) => clock(n(h), 15 * n(q))),
    signRule(`${N}(?:点|點|时|時)(?:零|过|過)?${N}分`, ([h, m]) => clock(n(h), n(m))),
    // Without its sign a count of something may follow: "8点5个人".
    signRule(
      `${N}(?:点|點|时|時)(\\d\\d|[二三四五]?十[一二三四五六七八九]?)(?![个個位名件种種人次张張本天分])`,
      ([h, m]) => clock(n(h), n(m)),
    ),
    signRule('(\\d{1,2}):(\\d\\d)', ([h, m]) => digital(h, m)),
    signRule(`(?:再?(?:过|過))?${N}\\s?${UNIT}${BEHIND}|再?(?:过|過)${N}\\s?${UNIT}(?!${BEHIND})`, ([a, b, c, d]) =>
      spanOf(n(a ?? c), unit(b ?? d)),
    ),
    signRule(
      `(?:再?(?:过|過))?半(?:个|個)?(?:小时|小時|钟头|鐘頭)${BEHIND}|再?(?:过|過)半(?:个|個)?(?:小时|小時|钟头|鐘頭)`,
      () => ({
        span: { minutes: 30 },
      }),
    ),
    signRule(`(?:再?(?:过|過))?${N}(?:个|個)半(?:小时|小時|钟头|鐘頭)${BEHIND}`, ([count]) =>
      spanOf(n(count) + 0.5, 'hour'),
    ),
    signRule(`${N}(?:个|個)?(?:小时|小時)半${BEHIND}`, ([count]) => spanOf(n(count) + 0.5, 'hour')),
    signRule(`(?:一|1)刻(?:钟|鐘)${BEHIND}`, () => ({ span: { minutes: 15 } })),
    signRule(`${N}\\s?(?:个|個)?(?:小时|小時)零?${N}\\s?分(?:钟|鐘)?${BEHIND}`, ([h, m]) =>
      spanOf(n(h) * 60 + n(m), 'minute'),
    ),
    signRule(`${WEEK}([${DAYS}])`, ([name]) => ({ weekday: weekday(name) })),
    signRule(`[这這本](?:个|個)?${WEEK}([${DAYS}])`, ([name]) => ({ weekday: weekday(name), week: 0 })),
    signRule(`下(?:个|個)?${WEEK}([${DAYS}])`, ([name]) => ({ weekday: weekday(name), week: 1 })),
    signRule(`下下(?:个|個)?${WEEK}([${DAYS}])`, ([name]) => ({ weekday: weekday(name), week: 2 })),
    signRule(`下(?:个|個)?${WEEK}`, () => ({ week: 1 })),
    signRule(isoDate, says.isoDate),
    signRule(`(?:(20\\d\\d)年)?${N}月${N}[日号號]?`, ([y, m, d]) => dateOf(y, n(m), String(n(d)))),
    signRule(`${N}[号號]`, ([d]) => dateOf(undefined, undefined, String(n(d)))),
    signRule('每(?:一)?(?:天|日)|天天', () => everyDay),
    signRule('每(?:天|日)?(早|晚)(?:上)?', ([name]) => ({ ...everyDay, part: part(name) })),
    signRule('(?:每(?:个|個)?|逢)?(?:工作日|平日)', () => workdays),
    signRule(`每?(?:个|個)?${WEEK}一(?:到|至|-|~)(?:${WEEK})?五`, () => workdays),
    signRule('每(?:个|個)?(?:周末|週末)', () => weekends),
    signRule(
      `(?:每(?:个|個)?|逢)${WEEK}([${DAYS}](?:(?:、|,|，|和|跟|及|与|與)?(?:每?${WEEK})?[${DAYS}])*)`,
      ([names = '']) => everyDays([...names].map(weekday).filter((day) => day >= 0)),
    ),
    signRule(`每(隔)?${N}\\s?${UNIT}(?:钟|鐘)?`, ([apart, count, name]) =>
      everyOf(apart && /[天日周週星礼禮]/u.test(name ?? '') ? Number.POSITIVE_INFINITY : n(count), unit(name)),
    ),
    signRule('每(?:隔)?半(?:个|個)?(?:小时|小時)', () => ({ every: { minutes: 30 } })),
    signRule('每(?:个|個)?(?:小时|小時|钟头|鐘頭)', () => everyOf(1, 'hour')),
    signRule('每(?:分钟|分鐘)', () => everyOf(1, 'minute')),
    signRule('每(?:个|個)?月', () => everyOf(1, 'month')),
    signRule('每年', () => ({ every: { unit: 'year' } })),
    signRule('隔天|隔日', () => ({ every: { unit: 'other' } })),
  ],
};

// How Chinese, Japanese and Korean speak of days: a table of expressions and the days they mean. Pure.

import * as calendar from './calendar.js';
import type { DateRule } from './date-rule.js';

const DIGITS = '一二三四五六七八九十';
/** Monday first, for each language; the last of Chinese has three names. */
const WEEKDAYS = ['一월月', '二화火', '三수水', '四목木', '五금金', '六토土', '日天末일'];
const COUNT = `(\\d{1,3}|[${DIGITS}两兩]{1,3})`;
const YEAR = '((?:19|20)\\d\\d)';

const rule = (pattern: string, days: DateRule['days']): DateRule => ({ pattern: new RegExp(pattern, 'gu'), days });
const named = (pattern: string, days: DateRule['days']): DateRule => ({ ...rule(pattern, days), named: true });
const yearly = (pattern: string, days: DateRule['days']): DateRule => ({ ...named(pattern, days), yearly: true });
const day = (pattern: string, n: number) => rule(pattern, (today) => calendar.dayFrom(today, n));
const week = (pattern: string, n: number) =>
  rule(pattern, (today, [name]) =>
    name ? calendar.weekdayFrom(today, n, weekday(name)) : calendar.weekFrom(today, n),
  );
const month = (pattern: string, n: number) => rule(pattern, (today) => calendar.monthFrom(today, n));
const year = (pattern: string, n: number) =>
  rule(pattern, (today, [number]) => {
    const days = calendar.yearFrom(today, n);
    return number ? calendar.monthOf(Number(days.from.slice(0, 4)), Number(number)) : days;
  });

function weekday(name: string): number {
  return WEEKDAYS.findIndex((names) => names.includes(name));
}

/** 3, 三, 两, 十二, 二十. */
function count(words: string): number {
  if (/^\d/.test(words)) return Number(words);
  const [tens, ones] = words.includes('十') ? words.split('十') : ['', words];
  const digit = (text = '') => (/[两兩]/.test(text) ? 2 : DIGITS.indexOf(text.slice(0, 1)) + (text ? 1 : 0));
  return (words.includes('十') ? 10 * (digit(tens) || 1) : 0) + digit(ones);
}

const ago = (pattern: string, days: (today: string, n: number) => calendar.DayRange) =>
  rule(pattern, (today, [words = '']) => days(today, count(words)));
const aroundWeek = (today: string, n: number): calendar.DayRange => ({
  from: calendar.dayFrom(today, -7 * n - 3).from,
  to: calendar.dayFrom(today, -7 * n + 3).to,
});

const ZH_WEEK = '(?:周|週|星期|礼拜|禮拜)';
const ZH_WEEKDAY = '([一二三四五六日天末])?';
const JA_WEEKDAY = '(?:の?([月火水木金土日])曜日?)?';
const KO_WEEKDAY = '(?:\\s?([월화수목금토일])요일)?';

/** Longer expressions before those that they contain. */
export const CJK: readonly DateRule[] = [
  named(`${YEAR}年(\\d{1,2})月(\\d{1,2})[日号號]?`, (_, [y, m, d]) => calendar.dayOf(Number(y), Number(m), Number(d))),
  named(`${YEAR}년\\s?(\\d{1,2})월\\s?(\\d{1,2})일`, (_, [y, m, d]) => calendar.dayOf(Number(y), Number(m), Number(d))),
  named(`${YEAR}(?:年|년\\s?)(\\d{1,2})[月월]`, (_, [y, m]) => calendar.monthOf(Number(y), Number(m))),
  named(`${YEAR}[年년]`, (_, [y]) => calendar.yearOf(Number(y))),
  ago(`${COUNT}\\s?[天日]前|${COUNT}\\s?일\\s?전`, (today, n) => calendar.dayFrom(today, -n)),
  ago(`${COUNT}\\s?(?:个|個)?(?:周|週|星期|礼拜|禮拜)間?前|${COUNT}\\s?(?:週間前|주\\s?전)`, aroundWeek),
  ago(`${COUNT}\\s?(?:个|個|か|ヶ|カ|ケ)月前|${COUNT}\\s?(?:개월|달)\\s?전`, (today, n) =>
    calendar.monthFrom(today, -n),
  ),
  ago(`${COUNT}\\s?年前|${COUNT}\\s?년\\s?전`, (today, n) => calendar.yearFrom(today, -n)),
  day('大前天|一昨々日|さきおととい|그끄저께', -3),
  day('前天|前日|一昨日|おととい|그저께|그제|엊그제', -2),
  day('昨天|昨日|昨晚|昨夜|きのう|어제', -1),
  day('今天|今日|今晚|今朝|今夜|きょう|오늘', 0),
  day('明天|明日|あした|내일', 1),
  day('后天|後天|明後日|あさって|모레', 2),
  week(`上上(?:个|個)?${ZH_WEEK}${ZH_WEEKDAY}|先々週${JA_WEEKDAY}|지지난\\s?주${KO_WEEKDAY}`, -2),
  week(`上(?:个|個)?${ZH_WEEK}${ZH_WEEKDAY}|先週${JA_WEEKDAY}|지난\\s?주${KO_WEEKDAY}`, -1),
  week(`[这這本](?:个|個)?${ZH_WEEK}${ZH_WEEKDAY}|今週${JA_WEEKDAY}|이번\\s?주${KO_WEEKDAY}`, 0),
  week(`下(?:个|個)?${ZH_WEEK}${ZH_WEEKDAY}|来週${JA_WEEKDAY}|다음\\s?주${KO_WEEKDAY}`, 1),
  rule(
    `(?:周|週|星期|礼拜|禮拜)([一二三四五六日天])|([月火水木金土日])曜日?|([월화수목금토일])요일`,
    (today, [name = '']) => calendar.lastWeekday(today, weekday(name), true),
  ),
  month('上(?:个|個)?月|先月|지난\\s?달', -1),
  month('[这這](?:个|個)?月|本月|今月|이번\\s?달', 0),
  month('下(?:个|個)月|来月|다음\\s?달', 1),
  year('(?:前年|一昨年|おととし|재작년)(?:(\\d{1,2})月)?', -2),
  year('(?:去年|昨年|작년)\\s?(?:(\\d{1,2})[月월])?', -1),
  year('(?:今年|올해)\\s?(?:(\\d{1,2})[月월])?', 0),
  year('(?:明年|来年|내년)\\s?(?:(\\d{1,2})[月월])?', 1),
  yearly('(\\d{1,2})(?:月|월\\s?)(\\d{1,2})[日号號일]', (today, [m, d]) =>
    calendar.latest(today, Number(m), Number(d)),
  ),
  yearly('(?<!\\d)(\\d{1,2})[月월](?!\\d)', (today, [m]) => calendar.latest(today, Number(m))),
];

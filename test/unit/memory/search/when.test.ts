// Days that questions speak of, in English, Chinese, Japanese and Korean.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datesIn, yearEarlier } from '../../../../src/memory/search/when.js';

/** A Wednesday. */
const TODAY = '2026-11-18';

const daysOf = (query: string) =>
  datesIn(query, TODAY).map(({ days: { from, to } }) => (from === to ? from : `${from} ${to}`));

describe('datesIn', () => {
  it.each([
    ['what did we do yesterday?', '2026-11-17'],
    ['who called last night', '2026-11-17'],
    ['the day before yesterday', '2026-11-16'],
    ['what is on today', '2026-11-18'],
    ['what is due tomorrow', '2026-11-19'],
    ['last Tuesday', '2026-11-17'],
    ['last Wednesday', '2026-11-11'],
    ['on Wednesday', '2026-11-18'],
    ['this Friday', '2026-11-20'],
    ['next Monday', '2026-11-23'],
    ['last week', '2026-11-09 2026-11-15'],
    ['this week', '2026-11-16 2026-11-22'],
    ['last weekend', '2026-11-14 2026-11-15'],
    ['last month', '2026-10-01 2026-10-31'],
    ['last year', '2025-01-01 2025-12-31'],
    ['three days ago', '2026-11-15'],
    ['a few days ago', '2026-11-12 2026-11-16'],
    ['2 weeks ago', '2026-11-01 2026-11-07'],
    ['five months ago', '2026-06-01 2026-06-30'],
    ['in the last 3 days', '2026-11-15 2026-11-18'],
    ['in May', '2026-05-01 2026-05-31'],
    ['in December', '2025-12-01 2025-12-31'],
    ['in May 2023', '2023-05-01 2023-05-31'],
    ['on 7 May', '2026-05-07'],
    ['on Dec 24th', '2025-12-24'],
    ['May 7, 2023', '2023-05-07'],
    ['the 7th of May 2023', '2023-05-07'],
    ['2026-03-31', '2026-03-31'],
    ['am 31.3.2026', '2026-03-31'],
    ['in 2023', '2023-01-01 2023-12-31'],
  ])('%s', (query, days) => {
    expect(daysOf(query)).toEqual([days]);
  });

  it.each([
    ['今天有什么事', '2026-11-18'],
    ['昨天我们做了什么', '2026-11-17'],
    ['前天', '2026-11-16'],
    ['大前天', '2026-11-15'],
    ['上周三', '2026-11-11'],
    ['上星期天', '2026-11-15'],
    ['上个星期', '2026-11-09 2026-11-15'],
    ['上上周', '2026-11-02 2026-11-08'],
    ['上个月', '2026-10-01 2026-10-31'],
    ['去年', '2025-01-01 2025-12-31'],
    ['去年5月', '2025-05-01 2025-05-31'],
    ['三天前', '2026-11-15'],
    ['十二天前', '2026-11-06'],
    ['两个月前', '2026-09-01 2026-09-30'],
    ['在5月7日', '2026-05-07'],
    ['12月6号', '2025-12-06'],
    ['2023年5月', '2023-05-01 2023-05-31'],
    ['2023年5月7日', '2023-05-07'],
    ['昨日の会議', '2026-11-17'],
    ['一昨日', '2026-11-16'],
    ['先週', '2026-11-09 2026-11-15'],
    ['先週の火曜日', '2026-11-10'],
    ['先月', '2026-10-01 2026-10-31'],
    ['昨年', '2025-01-01 2025-12-31'],
    ['3日前', '2026-11-15'],
    ['어제 뭐 했어', '2026-11-17'],
    ['그저께', '2026-11-16'],
    ['지난주', '2026-11-09 2026-11-15'],
    ['지난주 화요일', '2026-11-10'],
    ['지난달', '2026-10-01 2026-10-31'],
    ['3일 전', '2026-11-15'],
    ['10월 21일', '2026-10-21'],
  ])('%s', (query, days) => {
    expect(daysOf(query)).toEqual([days]);
  });

  it('takes no other words for days', () => {
    for (const query of [
      'may I ask',
      'he may go',
      'two Tuesdays and a half',
      'march on',
      '2026-02-31',
      '13月',
      'v2.8.3',
    ]) {
      expect(daysOf(query), query).toEqual([]);
    }
  });

  it('finds several, in their order, each piece of the question once', () => {
    expect(daysOf('between 2026-03-01 and yesterday')).toEqual(['2026-03-01', '2026-11-17']);
    expect(daysOf('the day before yesterday')).toHaveLength(1);
  });

  it('tells names of days, which a text may hold, from distances', () => {
    const named = (query: string) => datesIn(query, TODAY).map((one) => one.named);
    expect(named('on 7 May')).toEqual([true]);
    expect(named('5月7日')).toEqual([true]);
    expect(named('yesterday')).toEqual([false]);
    expect(named('上周三')).toEqual([false]);
  });

  it('goes back a year', () => {
    expect(yearEarlier({ from: '2024-02-01', to: '2024-02-29' })).toEqual({ from: '2023-02-01', to: '2023-02-28' });
  });

  it('never throws, and its spans are inside the question', () => {
    const word = fc.constantFrom(
      'last',
      'week',
      '昨天',
      '999',
      'years',
      'ago',
      '月',
      '5',
      '-',
      'May',
      '31',
      '十',
      '전',
      'x',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string({ unit: 'binary', maxLength: 4 }))), (words) => {
        for (const separator of ['', ' ']) {
          const query = words.join(separator);
          for (const { start, end, days } of datesIn(query, TODAY)) {
            expect(start >= 0 && start < end && end <= query.length).toBe(true);
            expect(days.from <= days.to).toBe(true);
            expect(days.from).toMatch(/^\d{4}-\d\d-\d\d$/);
          }
        }
      }),
    );
  });
});

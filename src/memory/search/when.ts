// Which days a question speaks of: yesterday, last Tuesday, in May, 上周三, 3日前, 2026-03-31. Pure; looks back where an
// expression could mean more than one day, since a memory is about what was. Never throws for odd text.

import { type DayRange, dayOf, monthOf } from './calendar.js';
import type { DateRule } from './date-rule.js';
import { CJK } from './when-cjk.js';
import { ENGLISH } from './when-english.js';

/** An expression of the query and the days that it means. */
export interface DateWords {
  /** Where it stands in the query, UTF-16 offsets, `end` outside. */
  start: number;
  end: number;
  days: DayRange;
  named: boolean;
  yearly: boolean;
}

const numeric = (pattern: RegExp, days: DateRule['days']): DateRule => ({ pattern, days, named: true });

const NUMERIC: readonly DateRule[] = [
  numeric(/(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/g, (_, [y, m, d]) =>
    dayOf(Number(y), Number(m), Number(d)),
  ),
  numeric(/(?<![\d.])(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/g, (_, [d, m, y]) => dayOf(Number(y), Number(m), Number(d))),
  numeric(/(?<![\d-])((?:19|20)\d\d)-(\d\d)(?![\d-])/g, (_, [y, m]) => monthOf(Number(y), Number(m))),
];

const RULES = [...NUMERIC, ...CJK, ...ENGLISH];
const MAX_DATES = 4;

/**
 * The first few expressions in their order in the query, none overlapping another. `query` in NFKC, at most some
 * thousand characters; `today` is YYYY-MM-DD where the person who asks is.
 */
export function datesIn(query: string, today: string): DateWords[] {
  const found: DateWords[] = [];
  for (const { pattern, days, named = false, yearly = false } of RULES) {
    for (const match of query.matchAll(pattern)) {
      const start = match.index;
      const end = start + match[0].length;
      if (found.some((one) => start < one.end && end > one.start)) continue;
      const meant = days(
        today,
        match.slice(1).filter((group) => group !== undefined),
      );
      if (meant) found.push({ start, end, days: meant, named, yearly });
    }
  }
  return found.sort((a, b) => a.start - b.start).slice(0, MAX_DATES);
}

/** The same days of the year before; a 29 February becomes the end of that month. */
export function yearEarlier({ from, to }: DayRange): DayRange {
  const back = (day: string) => {
    const [year, month = '01', date = '01'] = day.split('-');
    const before = Number(year) - 1;
    return (dayOf(before, Number(month), Number(date)) ?? monthOf(before, Number(month)))?.to ?? day;
  };
  return { from: back(from), to: back(to) };
}

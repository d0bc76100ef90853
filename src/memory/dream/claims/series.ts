// Readings that somebody or something writes down again and again: the same sentence with other numbers on many days. Pure. One of
// them is no fact that lasts, however clear its form is.

import type { Claim } from '../../../contracts/index.js';
import { foldText } from '../../../text/segment.js';

/** On so many different days. */
const DAYS_ENOUGH = 4;
const NUMBER = /[\d０-９]+(?:[.,:：/-][\d０-９]+)*/gu;

/** The keys of claims that are readings of a series. What somebody asked to be remembered is none. */
export function readingsIn(claims: readonly Claim[]): ReadonlySet<string> {
  const series = new Map<string, { days: Set<string>; keys: string[] }>();
  for (const { text, speaker = '', key, days, entries } of claims) {
    if (entries.some(({ asked }) => asked)) continue;
    const form = foldText(text).replace(NUMBER, '#');
    if (!form.includes('#')) continue;
    const name = `${speaker}\n${form}`;
    const one = series.get(name) ?? { days: new Set<string>(), keys: [] };
    series.set(name, one);
    for (const day of days) one.days.add(day);
    one.keys.push(key);
  }
  const readings = [...series.values()].filter(({ days, keys }) => keys.length > 2 && days.size >= DAYS_ENOUGH);
  return new Set(readings.flatMap(({ keys }) => keys));
}

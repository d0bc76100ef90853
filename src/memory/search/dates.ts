// The days that a question speaks of, as far as the index knows anything of them.
// A wish, not a filter: chunks of those days join the candidates and gain on others.

import type { IndexReader, SpaceId } from '../index/reader.js';
import { type DateWords, datesIn, yearEarlier } from './when.js';

export interface KnownDays extends DateWords {
  /** Chunks of those days. */
  ids: ReadonlySet<number>;
}

/** "In May" without a year is the last May of which anything is known, at most so many years back. */
const MAX_YEARS = 8;

/** `question` as `questionOf` makes it. Days of which nothing is known are left out: their words are words like others. */
export function knownDays(
  reader: IndexReader,
  spaces: readonly SpaceId[],
  question: string,
  today: string,
): KnownDays[] {
  const known: KnownDays[] = [];
  for (const words of datesIn(question, today)) {
    let { days } = words;
    let ids = reader.dated(spaces, days.from, days.to);
    for (let back = 0; words.yearly && ids.length === 0 && back < MAX_YEARS; back++) {
      days = yearEarlier(days);
      ids = reader.dated(spaces, days.from, days.to);
    }
    if (ids.length > 0) known.push({ ...words, days, ids: new Set(ids) });
  }
  return known;
}

/**
 * The question without the words that only say how far the days are from today; a day's own name or number stays,
 * because texts about it may hold it.
 */
export function withoutDates(question: string, known: readonly KnownDays[]): string {
  let rest = question;
  for (const { start, end, named } of known) {
    if (!named) rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end);
  }
  return rest;
}

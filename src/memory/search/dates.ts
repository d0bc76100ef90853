// The days that a question speaks of, as far as the index knows anything of them. A day is one thing to look for: it is
// found in the files of that day, and in lines that call it by the same name. A wish, never a filter.

import { indexTerms } from '../../text/index-terms.js';
import type { IndexReader, SpaceId } from '../index/reader.js';
import { type DateWords, datesIn, yearEarlier } from './when.js';

export interface KnownDays {
  /** Chunks of those days. */
  ids: ReadonlySet<number>;
  /** A line with all of these terms speaks of the day; none for "yesterday", which means another day in every text. */
  terms: readonly string[];
  /** Chunks that hold all of these terms. */
  named: readonly number[];
}

/** "In May" without a year is the last May of which anything is known, at most so many years back. */
const MAX_YEARS = 8;

/** The question without the words that were understood, and the days that they mean. */
export interface Dated {
  rest: string;
  days: KnownDays[];
}

/** `question` as `questionOf` makes it. Days of which nothing is known are left out: their words are words like others. */
export function readDates(reader: IndexReader, spaces: readonly SpaceId[], question: string, today: string): Dated {
  const days: KnownDays[] = [];
  let rest = question;
  for (const words of datesIn(question, today)) {
    const ids = knownIds(reader, spaces, words);
    if (ids.length === 0) continue;
    const { start, end, named } = words;
    const terms = named ? indexTerms(question.slice(start, end)) : [];
    days.push({ ids: new Set(ids), terms, named: holdingAll(reader, spaces, terms) });
    rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end);
  }
  return { rest, days };
}

function knownIds(reader: IndexReader, spaces: readonly SpaceId[], words: DateWords): readonly number[] {
  let { days } = words;
  let ids = reader.dated(spaces, days.from, days.to);
  for (let back = 0; words.yearly && ids.length === 0 && back < MAX_YEARS; back++) {
    days = yearEarlier(days);
    ids = reader.dated(spaces, days.from, days.to);
  }
  return ids;
}

function holdingAll(reader: IndexReader, spaces: readonly SpaceId[], terms: readonly string[]): number[] {
  const [first, ...others] = terms;
  if (first === undefined) return [];
  let ids = [...reader.matches(spaces, { term: first })];
  for (const term of others) {
    if (ids.length === 0) break;
    const also = new Set(reader.matches(spaces, { term }));
    ids = ids.filter((id) => also.has(id));
  }
  return ids;
}

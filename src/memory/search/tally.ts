// What of a question stands in each unit of a chunk, and in what the chunk stands under. Counts, no scores. Pure.

import { foldText } from '../../text/segment.js';
import type { ChunkRow } from '../index/reader.js';
import { ALIKE, type Weighed } from './candidates.js';
import { contextOf, type Unit } from './units.js';

/** What is looked for, weighed. */
export interface Question {
  terms: readonly Weighed[];
  phrases: readonly { text: string; weight: number }[];
  days: readonly { ids: ReadonlySet<number>; terms: readonly string[]; weight: number }[];
}

/** Parts of a question are counted by their place: its terms, then its phrases, then its days. */
export interface Tally {
  /** How often the part stands in the units from `start` to before `end`; a synonym counts less than one. */
  times(part: number, start: number, end: number): number;
  /** The same of the heading path, the day's words and the day itself. */
  context(part: number): number;
}

/** Counts a term of the index for every part of the question that it belongs to. */
export type Matcher = (term: string, count: (part: number, times: number) => void) => void;

export function matcherOf(terms: readonly Weighed[]): Matcher {
  const whole = new Map<string, { part: number; times: number }[]>();
  const prefixes: { part: number; term: string }[] = [];
  const put = (term: string, part: number, times: number) => {
    const known = whole.get(term);
    if (known) known.push({ part, times });
    else whole.set(term, [{ part, times }]);
  };
  for (const [part, { term, prefix, alike }] of terms.entries()) {
    if (prefix) prefixes.push({ part, term });
    else put(term, part, 1);
    for (const other of alike) put(other, part, ALIKE);
  }
  return (term, count) => {
    for (const { part, times } of whole.get(term) ?? []) count(part, times);
    for (const prefix of prefixes) if (term.startsWith(prefix.term)) count(prefix.part, 1);
  };
}

export function tally(question: Question, matcher: Matcher, chunk: ChunkRow, units: readonly Unit[]): Tally {
  const { terms, phrases, days } = question;
  const firstDay = terms.length + phrases.length;
  const width = firstDay + days.length;
  // Summed from the beginning of the chunk: what stands in a window is the difference of two rows.
  const sums = new Float64Array((units.length + 1) * width);
  for (const [index, unit] of units.entries()) {
    const row = (index + 1) * width;
    sums.copyWithin(row, row - width, row);
    const count = (part: number, times: number) => {
      sums[row + part] = (sums[row + part] ?? 0) + times;
    };
    for (const term of unit.terms) matcher(term, count);
    const folded = phrases.length > 0 ? foldText(unit.text) : '';
    for (const [at, { text }] of phrases.entries()) if (folded.includes(text)) count(terms.length + at, 1);
    for (const [at, { terms: name }] of days.entries()) {
      if (name.length > 0 && name.every((term) => unit.terms.includes(term))) count(firstDay + at, 1);
    }
  }
  const context = new Float64Array(width);
  for (const term of contextOf(chunk)) {
    matcher(term, (part, times) => {
      context[part] = Math.min(1, (context[part] ?? 0) + times);
    });
  }
  for (const [at, { ids }] of days.entries()) if (ids.has(chunk.id)) context[firstDay + at] = 1;
  return {
    times: (part, start, end) => (sums[end * width + part] ?? 0) - (sums[start * width + part] ?? 0),
    context: (part) => context[part] ?? 0,
  };
}

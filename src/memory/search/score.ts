// How well lines of a chunk answer a question. A window (some lines that make one snippet) is judged by four things: the
// terms it holds, the terms of the chunk around it, its most telling lines, and whether who is asked about is speaking.
// Pure; every number comes from the arguments.

import { foldText } from '../../text/segment.js';
import type { ChunkRow } from '../index/reader.js';
import { ALIKE, type Weighed } from './candidates.js';
import { isSpokenBy } from './speaker.js';
import { contextOf, type Unit, unitsOf } from './units.js';

/** BM25's k1: how soon a term that is repeated says nothing new. */
const K1 = 1.2;
/** How much the length of a single line counts against it (BM25's b); windows and chunks are all of one size. */
const LINE_B = 0.5;
/** A window inside a chunk about the question is better than the same window elsewhere. */
const CHUNK = 0.6;
/** Terms together in one line are worth more than strewn over a window. */
const LINES = 0.2;
/** What the line before holds counts for a line: the answer follows the question. */
const BEFORE = 0.5;
/** Every line spoken by somebody whom the question names, as a share of all that the question asks. */
const SPEAKER = 0.3;

/** What is looked for, weighed. */
export interface Question {
  terms: readonly Weighed[];
  phrases: readonly { text: string; weight: number }[];
  days: readonly { ids: ReadonlySet<number>; terms: readonly string[]; weight: number }[];
}

/** A chunk, read for one question. */
export interface Reading {
  chunk: ChunkRow;
  units: readonly Unit[];
  /** How telling each unit is alone. */
  lines: readonly number[];
  /** Text score of the units from `start` to before `end`, 0 or more; 1 and more when all that is asked stands there. */
  score(start: number, end: number): number;
  /** Which of the question's terms and phrases a unit holds. */
  held(unit: number): number[];
  /** The units hold something that was to be found exactly, or every term of the question. */
  isExact(start: number, end: number): boolean;
}

/** What counts for a term of the index: [place in the question, how much]. */
type Matcher = (term: string, count: (at: number, times: number) => void) => void;

/** Reads chunks for a question. The chunks are read together because a line's length is judged by the average one. */
export function readChunks(question: Question, chunks: readonly ChunkRow[]): Reading[] {
  const all = chunks.map((chunk) => ({ chunk, units: unitsOf(chunk) }));
  let length = 0;
  let count = 0;
  for (const { units } of all) {
    for (const { terms } of units) {
      length += terms.length;
      if (terms.length > 0) count++;
    }
  }
  const matcher = matcherOf(question.terms);
  const average = Math.max(1, length / Math.max(1, count));
  return all.map(({ chunk, units }) => readChunk(question, matcher, average, chunk, units));
}

function matcherOf(terms: readonly Weighed[]): Matcher {
  const whole = new Map<string, { at: number; times: number }[]>();
  const prefixes: { at: number; term: string }[] = [];
  const put = (term: string, at: number, times: number) => {
    const known = whole.get(term);
    if (known) known.push({ at, times });
    else whole.set(term, [{ at, times }]);
  };
  for (const [at, { term, prefix, alike }] of terms.entries()) {
    if (prefix) prefixes.push({ at, term });
    else put(term, at, 1);
    for (const other of alike) put(other, at, ALIKE);
  }
  return (term, add) => {
    for (const { at, times } of whole.get(term) ?? []) add(at, times);
    for (const prefix of prefixes) if (term.startsWith(prefix.term)) add(prefix.at, 1);
  };
}

function readChunk(
  { terms, phrases, days }: Question,
  matcher: Matcher,
  averageLine: number,
  chunk: ChunkRow,
  units: readonly Unit[],
): Reading {
  const weights = [...terms, ...phrases, ...days].map(({ weight }) => weight);
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const width = weights.length;
  const names = new Set(terms.filter(({ stop }) => !stop).map(({ term }) => term));

  // What stands in each unit, summed from the beginning of the chunk: a window is a difference of two rows.
  const sums = new Float64Array((units.length + 1) * width);
  const squares = new Float64Array(units.length + 1);
  const spoken = new Float64Array(units.length + 1);
  const said = new Float64Array(units.length + 1);
  const context = new Float64Array(width);
  for (const term of new Set(contextOf(chunk))) matcher(term, (at, times) => add(context, at, times));
  for (const [index, { ids }] of days.entries()) {
    if (ids.has(chunk.id)) context[terms.length + phrases.length + index] = 1;
  }

  const lines: number[] = [];
  let before = 0;
  for (const [index, unit] of units.entries()) {
    const row = new Float64Array(width);
    for (const term of unit.terms) matcher(term, (at, times) => add(row, at, times));
    if (phrases.length > 0) {
      const folded = foldText(unit.text);
      for (const [at, { text }] of phrases.entries()) if (folded.includes(text)) row[terms.length + at] = 1;
    }
    for (const [at, { terms: name }] of days.entries()) {
      const speaks = name.length > 0 && name.every((term) => unit.terms.includes(term));
      if (speaks) row[terms.length + phrases.length + at] = 1;
    }
    const norm = 1 - LINE_B + (LINE_B * unit.terms.length) / averageLine;
    let own = 0;
    for (let at = 0; at < width; at++) {
      const times = row[at] ?? 0;
      if (times > 0) own += (weights[at] ?? 0) * saturated(times, norm);
      sums[(index + 1) * width + at] = (sums[index * width + at] ?? 0) + times;
    }
    const line = own + BEFORE * before;
    before = own;
    lines.push(line);
    squares[index + 1] = (squares[index] ?? 0) + line * line;
    said[index + 1] = (said[index] ?? 0) + (unit.terms.length > 0 ? 1 : 0);
    spoken[index + 1] = (spoken[index] ?? 0) + (isSpokenBy(unit.text, names) ? 1 : 0);
  }

  const times = (at: number, start: number, end: number) =>
    (sums[end * width + at] ?? 0) - (sums[start * width + at] ?? 0);
  const between = (row: Float64Array, start: number, end: number) => (row[end] ?? 0) - (row[start] ?? 0);
  const holding = (start: number, end: number) => {
    let sum = 0;
    for (let at = 0; at < width; at++) {
      const all = times(at, start, end) + (context[at] ?? 0);
      if (all > 0) sum += (weights[at] ?? 0) * saturated(all, 1);
    }
    return sum;
  };
  const whole = holding(0, units.length);

  return {
    chunk,
    units,
    lines,
    score(start, end) {
      const telling = Math.sqrt(Math.max(0, between(squares, start, end)));
      const voices = between(spoken, start, end) / Math.max(1, between(said, start, end));
      return (holding(start, end) + CHUNK * whole + LINES * telling) / total + (whole > 0 ? SPEAKER * voices : 0);
    },
    held: (unit) => [...weights.keys()].filter((at) => times(at, unit, unit + 1) > 0),
    isExact(start, end) {
      let all = terms.length > 0;
      for (let at = 0; at < terms.length + phrases.length; at++) {
        const holds = times(at, start, end) >= 1;
        if (holds && (at >= terms.length || terms[at]?.literal)) return true;
        if (at < terms.length && !holds && !terms[at]?.literal) all = false;
      }
      return all;
    },
  };
}

/** A term's part of BM25: 1 for one occurrence in a text of average length, towards K1 + 1 for many. */
function saturated(times: number, norm: number): number {
  return (times * (K1 + 1)) / (times + K1 * norm);
}

function add(row: Float64Array, at: number, times: number): void {
  row[at] = (row[at] ?? 0) + times;
}

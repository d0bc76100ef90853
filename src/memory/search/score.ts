// How well lines of a chunk answer a question. A window (some lines that make one snippet) is judged by four things: the
// terms it holds, the terms of the chunk around it, its most telling lines, and whether who is asked about is speaking.
// Pure; every number comes from the arguments.

import type { ChunkRow } from '../index/reader.js';
import { isSpokenBy } from './speaker.js';
import { type Matcher, matcherOf, type Question, tally } from './tally.js';
import { type Unit, unitsOf } from './units.js';

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

/** Reads chunks for a question. The chunks are read together because a line's length is judged by the average one. */
export function readChunks(question: Question, chunks: readonly ChunkRow[]): Reading[] {
  const all = chunks.map((chunk) => ({ chunk, units: unitsOf(chunk) }));
  const lengths = all.flatMap(({ units }) => units.map(({ terms }) => terms.length)).filter((length) => length > 0);
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  const matcher = matcherOf(question.terms);
  return all.map(({ chunk, units }) => readChunk(question, matcher, average, chunk, units));
}

function readChunk(
  question: Question,
  matcher: Matcher,
  averageLine: number,
  chunk: ChunkRow,
  units: readonly Unit[],
): Reading {
  const { terms, phrases, days } = question;
  const weights = [...terms, ...phrases, ...days].map(({ weight }) => weight);
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const names = new Set(terms.filter(({ stop }) => !stop).map(({ term }) => term));
  const { times, context } = tally(question, matcher, chunk, units);

  const holding = (start: number, end: number, norm: number, around: boolean) => {
    let sum = 0;
    for (let part = 0; part < weights.length; part++) {
      const all = times(part, start, end) + (around ? context(part) : 0);
      if (all > 0) sum += (weights[part] ?? 0) * saturated(all, norm);
    }
    return sum;
  };
  const own = units.map((unit, at) =>
    holding(at, at + 1, 1 - LINE_B + (LINE_B * unit.terms.length) / averageLine, false),
  );
  const lines = own.map((line, at) => line + BEFORE * (own[at - 1] ?? 0));
  const telling = runningSum(lines.map((line) => line * line));
  const said = runningSum(units.map((unit) => (unit.terms.length > 0 ? 1 : 0)));
  const spoken = runningSum(units.map((unit) => (isSpokenBy(unit.text, names) ? 1 : 0)));
  const whole = holding(0, units.length, 1, true);

  return {
    chunk,
    units,
    lines,
    score(start, end) {
      const voices = spoken(start, end) / Math.max(1, said(start, end));
      const own = holding(start, end, 1, true);
      // What stands around it speaks for a window only together with something of its own.
      if (own === 0) return 0;
      const text = own + CHUNK * whole + LINES * Math.sqrt(telling(start, end));
      return text / total + (whole > 0 ? SPEAKER * voices : 0);
    },
    held: (unit) => [...weights.keys()].filter((part) => times(part, unit, unit + 1) > 0),
    isExact(start, end) {
      const holds = (part: number) => times(part, start, end) >= 1;
      if (phrases.some((_, at) => holds(terms.length + at))) return true;
      if (terms.some(({ literal }, part) => literal && holds(part))) return true;
      const words = [...terms.keys()].filter((part) => !terms[part]?.literal);
      return words.length > 0 && words.every(holds);
    },
  };
}

/** A term's part of BM25: 1 for one occurrence in a text of average length, towards K1 + 1 for many. */
export function saturated(times: number, norm: number): number {
  return (times * (K1 + 1)) / (times + K1 * norm);
}

/** The sum of the values from `start` to before `end`. */
function runningSum(values: readonly number[]): (start: number, end: number) => number {
  const sums = [0];
  for (const value of values) sums.push((sums.at(-1) ?? 0) + value);
  return (start, end) => Math.max(0, (sums[end] ?? 0) - (sums[start] ?? 0));
}

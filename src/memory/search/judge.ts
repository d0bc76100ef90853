// What a window is worth: its text and its meaning as a weighted sum of comparable shares, with a gentle lean towards
// what is recent. Pure.

import type { ScoreParts } from '../../contracts/index.js';
import type { Reading } from './score.js';

export interface Judged {
  /** What hits are ordered by, 0…1. */
  score: number;
  /** The same without recency: what floors are held against. */
  relevance: number;
  parts: ScoreParts;
}

/** Judges the units of a reading from `start` to before `end`. */
export type Judge = (reading: Reading, start: number, end: number) => Judged;

export interface Grounds {
  /** How much the question says, 0…1. */
  telling: number;
  /** Similarity by chunk id of the nearest chunks. */
  nearest: ReadonlyMap<number, number>;
  /** What a chunk that is not among the nearest has at most; undefined when it has no vector at all. */
  farthest: number | undefined;
  weights: { text: number; vector: number };
  /** YYYY-MM-DD. */
  today: string;
}

/** What was once said, of what somebody wrote down: a note outweighs the conversation in which it was asked for. */
const SAID = 0.7;
/** The share of a score that age can take away, and the days in which half of it is gone. */
const RECENCY = 0.1;
const HALF_LIFE_DAYS = 30;

export function judgeBy({ telling, nearest, farthest, weights, today }: Grounds): Judge {
  const recencies = new Map<string | undefined, number>();
  return (reading, start, end) => {
    const text = telling * (1 - Math.exp(-reading.score(start, end)));
    const similarity = nearest.get(reading.chunk.id) ?? farthest;
    const vector = Math.min(1, Math.max(0, similarity ?? 0));
    const sum = weights.text + weights.vector;
    const hybrid = nearest.size > 0 && similarity !== undefined && sum > 0;
    const alike = hybrid ? (weights.text * text + weights.vector * vector) / sum : text;
    const relevance = reading.chunk.corpus === 'sessions' ? SAID * alike : alike;
    const { day } = reading.chunk;
    const recency = recencies.get(day) ?? recencyOf(day, today);
    recencies.set(day, recency);
    const known = nearest.has(reading.chunk.id) ? vector : 0;
    return { score: relevance * (1 - RECENCY + RECENCY * recency), relevance, parts: { text, vector: known, recency } };
  };
}

/** 1 for today and for what has no day, which is kept current; half of it every so many days. */
function recencyOf(day: string | undefined, today: string): number {
  if (day === undefined) return 1;
  const age = (Date.parse(today) - Date.parse(day)) / 86_400_000;
  return age > 0 ? 0.5 ** (age / HALF_LIFE_DAYS) : 1;
}

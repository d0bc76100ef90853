// One search of the index: what is asked, which chunks may answer it, which of their lines do, and as what snippets.
// Reads only the spaces it is handed; every statistic comes from them. Never throws for an odd question.

import type { ScoreParts, SearchOptions } from '../../contracts/index.js';
import { localDay } from '../../text/local-time.js';
import type { ChunkRow, IndexReader, SpaceId } from '../index/reader.js';
import { lookUp } from './candidates.js';
import { type KnownDays, readDates } from './dates.js';
import { judgeBy } from './judge.js';
import { nearestOf } from './nearest.js';
import { questionOf, readQuery, telling, type Wanted } from './query.js';
import { readChunks } from './score.js';
import { byScore, type Chosen, choose, tellingUnit } from './select.js';

export interface SearchWish {
  query: string;
  /** Hits at most. */
  limit: number;
  /** Days, YYYY-MM-DD, both inside; chunks without a day are out when either is given. */
  from?: SearchOptions['from'];
  to?: SearchOptions['to'];
  sort?: SearchOptions['sort'];
  /** Relevance (0…1, before recency) below which nothing is an answer. */
  atLeast?: SearchOptions['atLeast'];
  /** Characters of all snippets together. */
  budget: number;
  /** Milliseconds since the epoch. */
  now: number;
  /** IANA name: where the question's "yesterday" is. */
  timezone: string;
  /** The question's unit vector; without it the search is lexical. */
  vector?: Float32Array;
  weights: { text: number; vector: number };
}

export interface Found {
  chunk: ChunkRow;
  /** The snippet's own lines. */
  startLine: number;
  endLine: number;
  /** Whole lines, or a part of one that is longer than a snippet. */
  snippet: string;
  /** 0…1, comparable between questions. */
  score: number;
  parts: ScoreParts;
}

/** A hit is left out below this share of the best one's relevance, unless it is exact; by time, more is asked of it. */
const FLOOR = 0.1;
const TIME_FLOOR = 0.4;
/** Hits that are looked at before they are put in the order of time. */
const MAX_BY_TIME = 50;
/** A snippet that has to be shorter than this is none. */
const MIN_SNIPPET = 80;

/** The hits for a wish, best first (newest first for sort 'time'); may be empty. */
export function searchIndex(reader: IndexReader, spaces: readonly SpaceId[], wish: SearchWish): Found[] {
  const { from, to } = wish;
  const ranged = from !== undefined || to !== undefined;
  const allowed = ranged ? new Set(reader.dated(spaces, from, to)) : undefined;
  if (spaces.length === 0 || !(wish.limit >= 1) || allowed?.size === 0) return [];
  const today = localDay(wish.now, wish.timezone);
  const { wanted, days } = understand(reader, spaces, wish.query, today, allowed);
  const found = lookUp(reader, spaces, wanted, days, allowed);
  const near = nearestOf(reader, spaces, wish.weights.vector > 0 ? wish.vector : undefined, allowed);
  const ids = [...new Set([...found.ids, ...near.similarities.keys()])];
  const readings = readChunks(
    {
      terms: found.terms,
      phrases: wanted.phrases.map(({ text }, at) => ({ text, weight: found.phraseWeights[at] ?? 0 })),
      days: days.map((day, at) => ({ ...day, weight: found.dayWeights[at] ?? 0 })),
    },
    reader.chunks(ids),
  );
  const judge = judgeBy({
    telling: telling(wanted, days.length),
    nearest: near.similarities,
    farthest: near.farthest,
    weights: wish.weights,
    today,
  });
  const byTime = wish.sort === 'time';
  // Who asks by time wants to see each time.
  const windows = choose(readings, judge, { floor: byTime ? TIME_FLOOR : FLOOR, merge: !byTime });
  const enough = byTime ? Math.max(wish.limit, MAX_BY_TIME) : wish.limit;
  const chosen: Chosen[] = [];
  for (const one of windows) {
    if (one.judged.relevance >= (wish.atLeast ?? 0)) chosen.push(one);
    else if (one.judged.score < (wish.atLeast ?? 0) / 2) break;
    if (chosen.length >= enough) break;
  }
  // A window that had to end before another may be better than it was.
  chosen.sort(byScore);
  if (byTime) chosen.sort((a, b) => compare(b.reading.chunk.day ?? '', a.reading.chunk.day ?? ''));
  return withinBudget(chosen.slice(0, wish.limit), wish.budget);
}

/** What is asked, and the days that it speaks of. */
function understand(
  reader: IndexReader,
  spaces: readonly SpaceId[],
  query: string,
  today: string,
  allowed: ReadonlySet<number> | undefined,
): { wanted: Wanted; days: readonly KnownDays[] } {
  const { rest, days } = readDates(reader, spaces, questionOf(query), today);
  const wanted = readQuery(rest);
  const asksNothing = wanted.terms.length === 0 || wanted.stopWords;
  if (!asksNothing || (days.length === 0 && !allowed)) return { wanted, days };
  // "What did we do yesterday?" asks for yesterday; the same with a range of days, for that.
  const nothing: Wanted = { terms: [], phrases: [], stopWords: false };
  return { wanted: nothing, days: days.length > 0 || !allowed ? days : [{ ids: allowed, terms: [], named: [] }] };
}

/** Snippets while there is room; the last one is cut down to its telling lines if it has to be. */
function withinBudget(chosen: readonly Chosen[], budget: number): Found[] {
  const found: Found[] = [];
  let room = budget;
  for (const one of chosen) {
    const hit = toFound(one, room);
    if (!hit) break;
    found.push(hit);
    room -= hit.snippet.length;
  }
  return found;
}

function toFound(one: Chosen, room: number): Found | undefined {
  const { reading, judged } = one;
  let snippet = textOf(one);
  let { start, end } = one;
  if (snippet.length > room) {
    start = tellingUnit(one);
    end = start + 1;
    while (end < one.end && textOf({ reading, start, end: end + 1 }).length <= room) end++;
    snippet = textOf({ reading, start, end });
    if (snippet.length > room || room < MIN_SNIPPET) return undefined;
  }
  const { chunk, units } = reading;
  const startLine = units[start]?.line ?? chunk.startLine;
  const endLine = units[end - 1]?.line ?? startLine;
  return { chunk, startLine, endLine, snippet, score: judged.score, parts: judged.parts };
}

function textOf({ reading, start, end }: Pick<Chosen, 'reading' | 'start' | 'end'>): string {
  return reading.units
    .slice(start, end)
    .map(({ text }) => text)
    .join('\n');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

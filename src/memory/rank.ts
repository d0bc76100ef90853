// Okapi BM25 (Robertson, Zaragoza 2009) over the windows that a reader may see, and nothing else: every statistic here
// comes from its arguments. Pure.

import { foldText, queryTerms } from '../text/segment.js';
import { countTerm } from './count-term.js';
import type { Window } from './windows.js';

const K1 = 1.2;
const B = 0.6;
/** What an exact find of a token with symbols is worth, in units of its rarity. */
const LITERAL = 2;
/** How much the newest file gains on the oldest; decides between equals, not more. */
const RECENCY = 0.03;
const RECENCY_DAYS = 60;
const MAX_TERMS = 64;
const MAX_QUERY = 2_000;

export interface Query {
  terms: string[];
  /** Tokens with symbols (`v1.2`, `foo-bar`, an emoji) and quoted phrases, to be found as they are. */
  literals: string[];
}

/** Reads any text as a query; there is no syntax to get wrong. */
export function readQuery(text: string): Query {
  const query = text.slice(0, MAX_QUERY);
  const literals = new Set<string>();
  for (const [, phrase = ''] of query.matchAll(/["“「『]([^"”」』]{2,80})["”」』]/g)) {
    literals.add(foldText(phrase.trim()));
  }
  for (const token of query.split(/\s+/)) {
    const bare = token.replace(/^["'“”‘’「」『』(（[{<]+|["'“”‘’「」『』)）\]}>.,;:!?。、，；：！？…]+$/g, '');
    const telling = /\p{S}/u.test(bare) || (/[\p{L}\p{N}]/u.test(bare) && /[^\p{L}\p{N}\p{M}'’]/u.test(bare));
    if (telling && bare.length <= 80) literals.add(foldText(bare));
  }
  literals.delete('');
  return { terms: queryTerms(query).slice(0, MAX_TERMS), literals: [...literals].slice(0, MAX_TERMS) };
}

export interface Candidate {
  path: string;
  /** YYYY-MM-DD for dated files. */
  day: string | undefined;
  window: Window;
}

export interface Ranked extends Candidate {
  score: number;
}

/** The windows in which at least one term or literal stands, best first; equals by path and line. */
export function rank(query: Query, candidates: readonly Candidate[]): Ranked[] {
  if (candidates.length === 0) return [];
  const average = candidates.reduce((sum, { window }) => sum + window.folded.length, 0) / candidates.length;
  const scores = new Map<Candidate, number>();
  const weigh = (counts: [Candidate, number][], factor: number) => {
    const rarity = Math.log(1 + (candidates.length - counts.length + 0.5) / (counts.length + 0.5));
    for (const [candidate, count] of counts) {
      const length = 1 - B + B * (candidate.window.folded.length / average);
      const gain = (rarity * count * (K1 + 1)) / (count + K1 * length);
      scores.set(candidate, (scores.get(candidate) ?? 0) + factor * gain);
    }
  };
  for (const term of query.terms) {
    const counts: [Candidate, number][] = [];
    for (const candidate of candidates) {
      const count = countTerm(candidate.window.folded, term);
      if (count > 0) counts.push([candidate, count]);
    }
    weigh(counts, 1);
  }
  for (const literal of query.literals) {
    const hits = candidates.filter(({ window }) => window.folded.includes(literal));
    weigh(
      hits.map((candidate) => [candidate, 1]),
      LITERAL,
    );
  }
  const newest = [...scores.keys()].reduce((latest, { day }) => (day !== undefined && day > latest ? day : latest), '');
  return [...scores]
    .map(([candidate, score]) => ({
      ...candidate,
      score: score * (1 + RECENCY * recency(candidate.day, newest)),
    }))
    .sort((a, b) => b.score - a.score || compare(a.path, b.path) || a.window.startLine - b.window.startLine);
}

/** 1 for the newest dated file and for files without a date, which are kept current; falling with age. */
function recency(day: string | undefined, newest: string): number {
  if (day === undefined) return 1;
  const age = (Date.parse(newest) - Date.parse(day)) / 86_400_000;
  return age >= 0 ? Math.exp(-age / RECENCY_DAYS) : 0;
}

/** The lines of a window in which something of the query stands; offsets from its first. */
export function foundLines(query: Query, window: Window): number[] {
  return window.lines.flatMap((line, index) => {
    const folded = foldText(line);
    const found =
      query.terms.some((term) => countTerm(folded, term) > 0) || query.literals.some((one) => folded.includes(one));
    return found ? [index] : [];
  });
}

export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

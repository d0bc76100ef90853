// From search hits to the lines that answer a question, each with its source. Pure; it quotes and never rephrases.

import { queryTerms, terms } from '../../text/segment.js';
import type { SearchResult } from './results.js';

/** At most so many lines are quoted. */
const MOST_LINES = 3;

interface Line {
  text: string;
  place: string;
  shared: number;
}

/**
 * The lines of `hits` that share most of the question's telling terms, best first, as `> line — path:line`. Empty when
 * no line shares any. The question itself, found in an earlier conversation, is no answer.
 */
export function quoteHits(question: string, hits: SearchResult['hits']): string[] {
  const wanted = new Set(queryTerms(question).map(stem));
  const asked = plain(question);
  const lines = hits.flatMap((hit) => bestLine(hit, wanted, asked));
  const most = Math.max(0, ...lines.map((line) => line.shared));
  const seen = new Set<string>();
  return lines
    .filter((line) => line.shared * 2 >= most && !seen.has(line.text) && seen.add(line.text))
    .sort((a, b) => b.shared - a.shared)
    .slice(0, MOST_LINES)
    .map((line) => `> ${line.text} — ${line.place}`);
}

function bestLine(hit: SearchResult['hits'][number], wanted: ReadonlySet<string>, asked: string): Line[] {
  const rows = hit.snippet.split('\n');
  const exact = rows.length === hit.endLine - hit.startLine + 1;
  let best: Line | undefined;
  for (const [at, row] of rows.entries()) {
    const text = row.replace(/^\s*(?:[-*+]|\d+\.|#+|>)\s+/, '').trim();
    const found = new Set(terms(text).map(stem));
    const shared = [...wanted].filter((term) => found.has(term)).length;
    if (shared === 0 || shared <= (best?.shared ?? 0) || plain(text) === asked) continue;
    best = { text, place: `${hit.path}:${exact ? hit.startLine + at : hit.startLine}`, shared };
  }
  return best ? [best] : [];
}

/** "lives" and "live", "worked" and "work" are one word to somebody who asks; other scripts stay as they are. */
function stem(term: string): string {
  if (!/^[a-z]{4,}$/.test(term)) return term;
  const short = term.replace(/(?:ing|ies|ed|es|s|e|y)$/, '');
  return short.length >= 3 ? short : term;
}

function plain(text: string): string {
  return terms(text).join(' ');
}

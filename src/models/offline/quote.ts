// From search hits to the lines that answer a question, each with its source. Pure; it quotes and never rephrases.

import { contentOf, wantedBy } from '../../text/content.js';
import { terms } from '../../text/segment.js';
import type { SearchResult } from './results.js';

/** At most so many lines are quoted. */
const MOST_LINES = 3;

interface Line {
  text: string;
  place: string;
  shared: number;
}

/**
 * The lines of `hits` that share most of the telling terms of `said`, best first, as `> line — path:line`. Empty when no
 * line shares any. With `asks`, the question itself, found in an earlier conversation, is no answer.
 */
export function quoteHits(said: string, hits: SearchResult['hits'], asks: boolean): string[] {
  const wanted = wantedBy(said);
  const asked = asks ? plain(said) : undefined;
  const lines = hits.flatMap((hit) => bestLine(hit, wanted, asked));
  const most = Math.max(0, ...lines.map((line) => line.shared));
  const seen = new Set<string>();
  return lines
    .filter((line) => line.shared * 2 >= most && !seen.has(line.text) && seen.add(line.text))
    .sort((a, b) => b.shared - a.shared)
    .slice(0, MOST_LINES)
    .map((line) => `> ${line.text} — ${line.place}`);
}

function bestLine(hit: SearchResult['hits'][number], wanted: ReadonlySet<string>, asked: string | undefined): Line[] {
  const rows = hit.snippet.split('\n');
  const exact = rows.length === hit.endLine - hit.startLine + 1;
  let best: Line | undefined;
  for (const [at, row] of rows.entries()) {
    const text = row.replace(/^\s*(?:[-*+]|\d+\.|#+|>)\s+/, '').trim();
    const shared = sharedBy(text, wanted);
    if (shared === 0 || shared <= (best?.shared ?? 0) || plain(text) === asked) continue;
    best = { text, place: `${hit.path}:${exact ? hit.startLine + at : hit.startLine}`, shared };
  }
  return best ? [best] : [];
}

/** How many of the wanted terms a line has. */
function sharedBy(text: string, wanted: ReadonlySet<string>): number {
  const found = contentOf(text);
  return [...wanted].filter((term) => found.has(term)).length;
}

function plain(text: string): string {
  return terms(text).join(' ');
}

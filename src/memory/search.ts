// The seam of search, and its first engine: reads the readable Markdown and ranks it in memory, without an index.
// Must never let a forbidden file into a hit, a statistic or an order, and never throws for an odd query.

import type { Hit, Log, Scope, SearchAnswer, SearchOptions } from '../contracts/index.js';
import { truncate } from '../text/truncate.js';
import type { Files } from './files.js';
import type { Folders } from './folders.js';
import { dayOf } from './memory-files.js';
import { type Candidate, compare, foundLines, type Ranked, rank, readQuery } from './rank.js';
import type { Sources } from './sources.js';
import { WINDOW_CHARS } from './windows.js';

/** What an engine is built on. */
export interface SearchParts {
  files: Files;
  folders: Folders;
  sources: Sources;
  log: Log;
}

export interface SearchEngine {
  /** What kind of search this is, in words; part of every answer. */
  readonly mode: string;
  /** Only what `scope` may read, filtered before ranking; never rejects for what a query looks like. */
  search(scope: Scope, query: string, options: SearchOptions): Promise<SearchAnswer>;
  /** Where there is something to let go of. */
  close?(): void;
}

const DEFAULT_LIMIT = 8;
const MAX_LIMIT = 50;
/** By time, only what is at least so good, compared to the best. */
const TIME_FLOOR = 0.3;

/** Lexical search by scanning: fit for a few megabytes of Markdown. */
export function scanSearch(parts: Pick<SearchParts, 'sources'>): SearchEngine {
  const mode = 'lexical only';
  return {
    mode,
    async search(scope, query, options) {
      if (options.corpus === 'sessions' || options.corpus === 'wiki') return { mode, hits: [], pending: 0 };
      const wanted = readQuery(String(query));
      if (wanted.terms.length + wanted.literals.length === 0) return { mode, hits: [], pending: 0 };
      const candidates: Candidate[] = [];
      for (const { path, windows } of await parts.sources.of(scope)) {
        const day = dayOf(path);
        if (isInRange(day, options)) candidates.push(...windows.map((window) => ({ path, day, window })));
      }
      const ranked = rank(wanted, candidates);
      const best = ranked[0]?.score ?? 1;
      const chosen =
        options.sort === 'time'
          ? ranked.filter(({ score }) => score >= best * TIME_FLOOR).sort((a, b) => compare(b.day ?? '', a.day ?? ''))
          : ranked;
      const hits = chosen.slice(0, limitOf(options)).map((one, index) => {
        // Scores of others than main's tell the order and nothing about how often words occur.
        const score =
          scope.kind === 'main' ? Math.max(0.001, Math.round((one.score / best) * 1000) / 1000) : 1 / (index + 1);
        return toHit(one, score, foundLines(wanted, one.window));
      });
      return { mode, hits, pending: 0 };
    },
  };
}

/** The lines from the first to the last in which something was found; all of them where it is their heading. */
function toHit({ path, window }: Ranked, score: number, found: readonly number[]): Hit {
  const first = found[0] ?? 0;
  const last = window.titled && found.at(-1) === 0 ? window.lines.length - 1 : (found.at(-1) ?? 0);
  const snippet = truncate(window.lines.slice(first, last + 1).join('\n'), WINDOW_CHARS);
  return {
    path,
    startLine: window.startLine + first,
    endLine: window.startLine + last,
    snippet,
    score,
    corpus: 'memory',
  };
}

/** A range of days leaves out what has no day. */
function isInRange(day: string | undefined, { from, to }: SearchOptions): boolean {
  if (from === undefined && to === undefined) return true;
  return day !== undefined && (from === undefined || day >= from) && (to === undefined || day <= to);
}

function limitOf({ limit }: SearchOptions): number {
  if (limit === undefined || Number.isNaN(limit)) return DEFAULT_LIMIT;
  return Math.min(MAX_LIMIT, Math.max(1, Math.floor(limit)));
}

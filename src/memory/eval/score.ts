// How well one answer fits one question. Pure: lists of hits in, figures out.
// Must never look at what an engine says of itself: ranks, lines and texts count, scores do not.

import type { Hit } from '../../contracts/index.js';
import type { Located } from './evidence.js';
import type { Question } from './fixture.js';

/** What is looked at of a hit. */
export type Shown = Pick<Hit, 'path' | 'startLine' | 'endLine' | 'snippet'>;

/** Exactly one of `found` and `held` is there. */
export interface Score {
  id: string;
  kind: string;
  /** For questions with an answer. */
  found?: {
    /** Share of the evidence whose line lies inside one of the first k hits. */
    recall: number;
    /** Share of the evidence whose text stands in one of the first k snippets: what a model reads. */
    snippet: number;
    /** 1 / rank of the first hit that holds evidence, 0 without one. */
    reciprocal: number;
  };
  /** For questions that must stay unanswered, and for evidence that must not be shown. */
  held?: boolean;
  /** What this reader should not have been shown. Of every question; empty when all is well. */
  leaks: string[];
}

/** `mayShow` tells whether the reader may be shown a path at all. `hits` best first; those behind k count for leaks only. */
export function scoreAnswer(
  question: Question,
  hits: readonly Shown[],
  k: number,
  mayShow: (path: string) => boolean,
): Score {
  const leaks = hits.filter(({ path }) => !mayShow(path)).map((hit) => `${hit.path}:${hit.startLine}`);
  const { id, kind, evidence, forbidden, anyOf } = question;
  if (forbidden) {
    for (const piece of evidence) if (hits.some((hit) => reads(hit, piece))) leaks.push(`${piece.path}:${piece.line}`);
    return { id, kind, held: leaks.length === 0, leaks };
  }
  if (evidence.length === 0) return { id, kind, held: hits.length === 0, leaks };
  const first = hits.slice(0, k);
  const inside = evidence.map((piece) => first.findIndex((hit) => covers(hit, piece)));
  const read = evidence.map((piece) => first.some((hit) => reads(hit, piece)));
  const ranks = inside.filter((rank) => rank >= 0);
  const wanted = anyOf ? 1 : evidence.length;
  const found = {
    recall: Math.min(1, ranks.length / wanted),
    snippet: Math.min(1, read.filter(Boolean).length / wanted),
    reciprocal: ranks.length > 0 ? 1 / (Math.min(...ranks) + 1) : 0,
  };
  return { id, kind, found, leaks };
}

function covers(hit: Shown, piece: Located): boolean {
  return hit.path === piece.path && hit.startLine <= piece.line && piece.line <= hit.endLine;
}

function reads(hit: Shown, piece: Located): boolean {
  return hit.path === piece.path && squash(hit.snippet).includes(squash(piece.text));
}

function squash(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

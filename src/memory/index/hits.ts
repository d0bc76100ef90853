// What a reader is told of what was found: main the scores, everybody else the order alone. Pure.

import type { Hit, Scope, SearchOptions } from '../../contracts/index.js';
import type { Found } from '../search/search.js';

/**
 * `nameOf` says in words whose a chunk is that belongs neither to the reader nor to everybody. Scores of others than
 * main are 1/rank: they tell the order and nothing about how often words occur.
 */
export function toHits(
  found: readonly Found[],
  scope: Scope,
  options: SearchOptions,
  nameOf: (owner: string) => string | undefined,
): Hit[] {
  const isMain = scope.kind === 'main';
  return found.map(({ chunk, startLine, endLine, snippet, score, parts }, index) => {
    const owner = nameOf(chunk.owner);
    return {
      path: chunk.path,
      startLine,
      endLine,
      snippet,
      score: isMain ? round(score) : 1 / (index + 1),
      corpus: chunk.corpus,
      ...(owner === undefined ? {} : { owner }),
      ...(isMain && options.explain
        ? { parts: { text: round(parts.text), vector: round(parts.vector), recency: round(parts.recency) } }
        : {}),
    };
  });
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

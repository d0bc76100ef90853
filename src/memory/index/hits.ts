// What a reader is told of what was found: main the scores, everybody else the order alone; and that what was found may be
// told at all. Pure.

import { type Hit, type Scope, ScopeError, type SearchOptions } from '../../contracts/index.js';
import type { Found } from '../search/search.js';
import { type Owner, ownerName, scopeId } from '../visibility.js';

/**
 * Main is told whose a hit is that is neither its own nor everybody's. Scores of others than main are 1/rank: they tell
 * the order and nothing about how often words occur.
 */
export function toHits(
  found: readonly Found[],
  scope: Scope,
  options: SearchOptions,
  owners: ReadonlyMap<string, Owner>,
): Hit[] {
  const isMain = scope.kind === 'main';
  return found.map(({ chunk, startLine, endLine, snippet, score, parts }, index) => {
    const owner = nameFor(owners.get(chunk.owner), scope);
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

function nameFor(owner: Owner | undefined, reader: Scope): string | undefined {
  if (owner === undefined || owner === 'shared' || scopeId(owner) === scopeId(reader)) return undefined;
  return ownerName(owner);
}

/** The spaces were chosen by owner, and every row says whose it is: both must agree, whatever the file says. */
export function assertReadable(found: readonly Found[], owners: ReadonlyMap<string, Owner>): void {
  const crossed = found.find(({ chunk }) => !owners.has(chunk.owner));
  if (crossed) throw new ScopeError('the index gave a row of another scope');
}

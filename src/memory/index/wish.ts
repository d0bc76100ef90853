// What a reader's search options mean for the index: corpora, bounds, whose rows. Pure.

import type { Scope, SearchOptions } from '../../contracts/index.js';
import type { SearchWish } from '../search/search.js';
import { type Owner, scopeId } from '../visibility.js';
import type { IndexedCorpus } from './reader.js';

const DEFAULT_LIMIT = 6;
const MAX_LIMIT = 50;

export function corporaOf({ corpus }: SearchOptions): IndexedCorpus[] {
  if (corpus === undefined) return ['memory', 'sessions'];
  return corpus === 'all' ? ['memory', 'sessions', 'wiki'] : [corpus];
}

export function limitOf({ limit }: SearchOptions): number {
  if (limit === undefined || Number.isNaN(limit)) return DEFAULT_LIMIT;
  return Math.min(MAX_LIMIT, Math.max(1, Math.floor(limit)));
}

export function boundsOf({
  from,
  to,
  sort,
  atLeast,
}: SearchOptions): Pick<SearchWish, 'from' | 'to' | 'sort' | 'atLeast'> {
  return {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(sort === undefined ? {} : { sort }),
    ...(atLeast === undefined ? {} : { atLeast }),
  };
}

/** Whose files the reader sees in this search, by scopeId. `everybody` are all the others, for main when it asks for them. */
export function ownersFor(
  scope: Scope,
  { everyone }: SearchOptions,
  everybody: () => readonly Scope[],
): ReadonlyMap<string, Owner> {
  const owners: Owner[] = [scope, 'shared'];
  if (everyone && scope.kind === 'main') owners.push(...everybody());
  return new Map(owners.map((owner) => [scopeId(owner), owner]));
}

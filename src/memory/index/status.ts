// How far an index is with the files on disk, by scope. Pure but for the store and listing it is handed.

import type { Listing } from '../sources/listing.js';
import { scopeId } from '../visibility.js';
import type { IndexStatus, ScopeStatus } from './memory-index.js';
import type { IndexStore } from './store.js';
import { isCurrent } from './sync.js';

/** Every scope that has files on disk or rows in the index. */
export function statusOf(
  store: IndexStore,
  listing: Listing,
  { mode, notices }: { mode: string; notices: readonly string[] },
): IndexStatus {
  const rows = store.files();
  const spaces = store.spaces();
  const byId = new Map(spaces.map((space) => [space.id, space]));
  const scopes = new Map<string, ScopeStatus>();
  const of = (owner: string): ScopeStatus => {
    const known = scopes.get(owner) ?? { owner, files: 0, indexed: 0, stale: 0, chunks: 0, vectors: 0 };
    scopes.set(owner, known);
    return known;
  };
  for (const file of listing.files) {
    const scope = of(scopeId(file.owner));
    const row = rows.get(file.path);
    scope.files++;
    if (row) scope.indexed++;
    if (!isCurrent(row, file, byId)) scope.stale++;
  }
  for (const { id, owner } of spaces) {
    const { chunks, embedded } = store.vectors([id]);
    if (chunks === 0) continue;
    const scope = of(owner);
    scope.chunks += chunks;
    scope.vectors += embedded;
  }
  const { synced } = store;
  return {
    mode,
    generation: store.generation,
    bytes: store.bytes(),
    ...(synced === undefined ? {} : { lastSync: synced }),
    notices: [...notices],
    skipped: listing.notices,
    scopes: [...scopes.values()],
  };
}

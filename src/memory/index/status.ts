// How far an index is with the files on disk, by scope. Pure but for the store and listing it is handed.

import type { Listing } from '../sources/listing.js';
import { scopeId } from '../visibility.js';
import type { IndexStatus, ScopeStatus } from './memory-index.js';
import type { IndexStore } from './store.js';
import { isCurrent } from './sync.js';

/** Every scope that has searchable files on disk. */
export function statusOf(store: IndexStore, listing: Listing): Omit<IndexStatus, 'mode' | 'notices'> {
  const rows = store.files();
  const spaces = store.spaces();
  const byId = new Map(spaces.map((space) => [space.id, space]));
  const scopes = new Map<string, ScopeStatus>();
  for (const file of listing.files) {
    const id = scopeId(file.owner);
    const scope = scopes.get(id) ?? { owner: file.owner, files: 0, indexed: 0, stale: 0, chunks: 0, vectors: 0 };
    scopes.set(id, scope);
    const row = rows.get(file.path);
    scope.files++;
    if (row) scope.indexed++;
    if (!isCurrent(row, file, byId)) scope.stale++;
  }
  for (const { id, owner } of spaces) {
    // Rows of an owner without files are on their way out.
    const scope = scopes.get(owner);
    if (!scope) continue;
    const { chunks, embedded } = store.vectors([id]);
    scope.chunks += chunks;
    scope.vectors += embedded;
  }
  const { synced } = store;
  return {
    generation: store.generation,
    bytes: store.bytes(),
    ...(synced === undefined ? {} : { lastSync: synced }),
    skipped: listing.notices,
    scopes: [...scopes.values()],
  };
}

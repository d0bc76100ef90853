// An index's vectors in memory, as far as the embedding pass sees them.

import { createHash } from 'node:crypto';
import type { PassStore } from '../../../../src/memory/embedders/pass.js';
import { DimensionsError } from '../../../../src/memory/index/index-errors.js';

export interface FakeStore extends PassStore {
  /** Adds a chunk; returns its id. */
  add(text: string): number;
  remove(id: number): void;
  drop(): void;
  kept: Map<number, Float32Array>;
  /** How often vectors were put. */
  puts: number;
  vectorTrouble: string | undefined;
}

export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

export function passStore(...texts: string[]): FakeStore {
  const chunks = new Map<number, string>();
  const kept = new Map<number, Float32Array>();
  let next = 1;
  const store: FakeStore = {
    kept,
    puts: 0,
    vectorTrouble: undefined,
    get dims() {
      return [...kept.values()][0]?.length;
    },
    add(text) {
      chunks.set(next, text);
      return next++;
    },
    remove(id) {
      chunks.delete(id);
      kept.delete(id);
    },
    drop: () => kept.clear(),
    unembedded: (limit) =>
      [...chunks]
        .filter(([id]) => !kept.has(id))
        .slice(0, limit)
        .map(([id, text]) => ({ id, text, hash: hashOf(text) })),
    async putVectors(rows) {
      store.puts += 1;
      for (const { id, vector } of rows) {
        const there = store.dims ?? vector.length;
        if (vector.length !== there) throw new DimensionsError(there, vector.length);
        if (chunks.has(id)) kept.set(id, vector);
      }
    },
    spaces: () => [{ id: 1, owner: 'main', corpus: 'memory' }],
    vectors: () => ({ embedded: kept.size, chunks: chunks.size }),
  };
  for (const text of texts) store.add(text);
  return store;
}

// The spaces of an index file: small ids of (owner, corpus), and their sums. Must never answer for a space not asked for.

import type { Db } from '../../db/database.js';
import type { IndexedCorpus, SpaceId } from './reader.js';

export interface SpaceRow {
  id: SpaceId;
  owner: string;
  corpus: IndexedCorpus;
  chunks: number;
  /** Summed number of terms. */
  length: number;
  /** Chunks with a vector. */
  embedded: number;
}

export type Sums = Pick<SpaceRow, 'chunks' | 'length' | 'embedded'>;

export interface Spaces {
  idOf(owner: string, corpus: IndexedCorpus): SpaceId;
  all(): SpaceRow[];
  /** Sums over these spaces; each counts once, unknown ones not at all. */
  sums(spaces: readonly SpaceId[]): Sums;
  /** Inside a transaction. */
  add(space: SpaceId, more: Sums): void;
}

export function openSpaces(db: Db): Spaces {
  const find = (owner: string, corpus: string) =>
    db.sql('SELECT id FROM spaces WHERE owner = ? AND corpus = ?').column<number>([owner, corpus])[0];

  return {
    idOf(owner, corpus) {
      const known = find(owner, corpus);
      if (known !== undefined) return known;
      return db.writeNow(() => {
        db.sql('INSERT OR IGNORE INTO spaces (owner, corpus) VALUES (?, ?)').run([owner, corpus]);
        return find(owner, corpus) ?? 0;
      });
    },
    all: () => db.sql<SpaceRow>('SELECT id, owner, corpus, chunks, length, embedded FROM spaces ORDER BY id').all(),
    sums(spaces) {
      const sums = { chunks: 0, length: 0, embedded: 0 };
      const statement = db.sql<Sums>('SELECT chunks, length, embedded FROM spaces WHERE id = ?');
      for (const space of new Set(spaces)) {
        const row = statement.get([space]);
        sums.chunks += row?.chunks ?? 0;
        sums.length += row?.length ?? 0;
        sums.embedded += row?.embedded ?? 0;
      }
      return sums;
    },
    add(space, { chunks, length, embedded }) {
      db.sql('UPDATE spaces SET chunks = chunks + ?, length = length + ?, embedded = embedded + ? WHERE id = ?').run([
        chunks,
        length,
        embedded,
        space,
      ]);
    },
  };
}

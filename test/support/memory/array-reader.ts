// An index of a few files, held in arrays: what search is tested on without a database.

import { createHash } from 'node:crypto';
import { cutChunks } from '../../../src/memory/index/chunk.js';
import type { ChunkRow, IndexedCorpus, IndexReader, SpaceId } from '../../../src/memory/index/reader.js';

export interface ArrayFile {
  path: string;
  text: string;
  /** Default 1. */
  space?: SpaceId;
  corpus?: IndexedCorpus;
  /** Lines that came with a template. */
  skip?: readonly string[];
  /** A unit vector for each of its chunks, in order; a chunk without one has none. */
  vectors?: readonly (readonly number[])[];
}

export interface ArrayReader extends IndexReader {
  readonly rows: readonly ChunkRow[];
}

/** Files in the order given; the day is the first date in the path. */
export function arrayReader(files: readonly ArrayFile[], size = { tokens: 400, overlap: 80 }): ArrayReader {
  const rows: ChunkRow[] = [];
  const held: Set<string>[] = [];
  const vectors = new Map<number, readonly number[]>();
  for (const { path, text, space = 1, corpus = 'memory', skip = [], vectors: own = [] } of files) {
    const day = /\d{4}-\d\d-\d\d/.exec(path)?.[0];
    for (const [index, chunk] of cutChunks(text, { ...size, day, skip: new Set(skip) }).entries()) {
      const id = rows.length + 1;
      const hash = createHash('sha256').update(chunk.text).digest('hex');
      rows.push({ ...chunk, id, space, owner: `owner-${space}`, corpus, path, day, hash });
      held.push(new Set(chunk.terms.split(/[ \n]+/).filter(Boolean)));
      const vector = own[index];
      if (vector) vectors.set(id, vector);
    }
  }
  const of = (spaces: readonly SpaceId[]) => rows.filter(({ space }) => spaces.includes(space));
  return {
    rows,
    matches(spaces, { term, prefix }) {
      const holds = (terms: Set<string> | undefined) =>
        prefix ? [...(terms ?? [])].some((one) => one.startsWith(term)) : terms?.has(term) === true;
      return of(spaces)
        .filter(({ id }) => holds(held[id - 1]))
        .map(({ id }) => id);
    },
    chunks: (ids) => ids.flatMap((id) => rows[id - 1] ?? []),
    totals(spaces) {
      const own = of(spaces);
      return { chunks: own.length, length: own.reduce((sum, { length }) => sum + length, 0) };
    },
    dated(spaces, from = '', to = '9999-99-99') {
      return of(spaces)
        .filter(({ day }) => day !== undefined && day >= from && day <= to)
        .map(({ id }) => id);
    },
    nearest(spaces, vector, k) {
      return of(spaces)
        .flatMap(({ id }) => {
          const own = vectors.get(id);
          return own ? [{ id, similarity: own.reduce((sum, x, at) => sum + x * (vector[at] ?? 0), 0) }] : [];
        })
        .sort((a, b) => b.similarity - a.similarity || a.id - b.id)
        .slice(0, k);
    },
    vectors(spaces) {
      const own = of(spaces);
      return { embedded: own.filter(({ id }) => vectors.has(id)).length, chunks: own.length };
    },
  };
}

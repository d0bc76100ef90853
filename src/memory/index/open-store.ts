// Opens one index file and is the IndexStore over it: every writing member is one transaction. Synchronous reads, so it
// belongs into a thread of its own where conversations must not wait. Which file is the live one, generation.ts decides.

import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { MemoryError } from '../../contracts/index.js';
import { type Db, openDb } from '../../db/database.js';
import { isIntact } from './chunk.js';
import { rowReader } from './read-rows.js';
import { frameSum, prepareSchema } from './schema.js';
import { inSnapshot, quickCheck, selfCheck } from './self-check.js';
import { openSpaces } from './spaces.js';
import type { FileRow, IndexStore } from './store.js';
import { tend } from './upkeep.js';
import { openVectorTable } from './vector-table.js';
import { verifyIndex } from './verify.js';
import { fileWriter } from './write-file.js';

/** How long one attempt at a lock may block the thread. */
const BUSY_MS = 50;
/** A search reads widely in a large index. */
const CACHE_KB = 16_000;
/** How exactly it is kept when files and index were last compared. */
const SYNCED_MS = 10_000;

export interface StoreOptions {
  /** ':memory:' for one that ends with the process. */
  path: string;
  generation: number;
  /** How the index is made; kept in a new file, compared by whoever opens an old one. */
  fingerprint: string;
  /** Fingerprint of the embedder, '' without. Vectors of another one are never looked at. */
  model: string;
  /** The bytes of an index file, opened as a copy in memory. */
  content?: Buffer | undefined;
  /** Another file than the vector extension of the package. */
  vectorExtension?: string | undefined;
}

/**
 * Undefined for a file that a program with other tables has made. Throws for a damaged file (isDamage) and a disk in
 * trouble (isDiskTrouble).
 */
export function openStore(options: StoreOptions): IndexStore | undefined {
  const { path, content } = options;
  // SQLite would make it readable for others; -wal and -shm get the rights of the file. One that is there is not touched:
  // closing any handle of it would let go of every lock that this process holds on it.
  if (path !== ':memory:' && !existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  const db = openDb(path, { busyMs: BUSY_MS, shrinks: true, cacheKb: CACHE_KB, ...(content ? { content } : {}) });
  try {
    if (path !== ':memory:') chmodSync(path, 0o600);
    if (prepareSchema(db)) return overDb(db, options);
    db.close();
    return undefined;
  } catch (error) {
    db.close();
    throw error;
  }
}

function overDb(db: Db, { path, generation, fingerprint, model, vectorExtension }: StoreOptions): IndexStore {
  const meta = (name: string) => db.sql('SELECT value FROM meta WHERE name = ?').column<string>([name])[0];
  if (meta('fingerprint') === undefined) {
    db.writeNow(() => {
      const set = 'INSERT OR IGNORE INTO meta VALUES (?, ?)';
      db.sql(set).run(['fingerprint', fingerprint]);
      db.sql(set).run(['model', model]);
      db.sql(set).run(['sum', frameSum(db)]);
    });
  }
  const builtModel = meta('model') ?? '';
  const sameModel = builtModel === model;
  const spaces = openSpaces(db);
  const rows = rowReader(db);
  const vectors = openVectorTable(db, vectorExtension);
  const writer = fileWriter({ db, spaces, vectors, model: builtModel });
  const storedFiles = () => db.sql<StoredFile>(FILES).all().map(toFileRow);
  const checked = { db, vectors, model: builtModel, files: storedFiles };
  let closed = false;

  return {
    path,
    generation,
    fingerprint: meta('fingerprint') ?? '',
    vectorTrouble: vectors.trouble,
    ...rows,
    totals(ids) {
      const { chunks, length } = spaces.sums(ids);
      return { chunks, length };
    },
    nearest: (ids, vector, k) => (sameModel ? vectors.nearest(ids, vector, k) : []),
    vectors(ids) {
      const { embedded, chunks } = spaces.sums(ids);
      return { embedded: sameModel ? embedded : 0, chunks };
    },
    space: (owner, corpus) => spaces.idOf(owner, corpus),
    spacesOf: (owners, wanted) =>
      spaces
        .all()
        .filter(({ owner, corpus }) => owners.includes(owner) && wanted.includes(corpus))
        .map(({ id }) => id),
    spaces: () => spaces.all().map(({ id, owner, corpus }) => ({ id, owner, corpus })),
    files: () => new Map(storedFiles().map(({ row }) => [row.path, row])),
    async putFile(file, chunks) {
      const space = spaces.all().find(({ id }) => id === file.space);
      if (space === undefined) throw new MemoryError('invalid', `the index has no space ${file.space}`);
      await db.write(() => writer.put(file, space, chunks));
    },
    async touchFile({ path, hash, stamp, mtimeMs }) {
      await db.write(() => {
        const there = db.sql<StoredFile>(`${FILES} WHERE path = ? AND hash = ?`).get([path, hash]);
        if (there) writer.touch({ ...toFileRow(there).row, stamp, mtimeMs });
      });
    },
    async removeFile(file) {
      await db.write(() => writer.remove(file));
    },
    unembedded: (limit) =>
      sameModel
        ? db
            .sql<{ id: number; text: string; hash: string }>(
              'SELECT id, text, hash FROM chunks WHERE vector_sum IS NULL ORDER BY id LIMIT ?',
            )
            .all([limit])
            // Else the vector of a damaged text would be kept, in the cache too, as that of the right one.
            .filter(isIntact)
        : [],
    async putVectors(given) {
      if (!sameModel) throw new MemoryError('unavailable', 'the index was built for another embedder');
      await db.write(() => {
        for (const { id, vector } of given) {
          const chunk = db
            .sql<{ space: number; vector_sum: number | null }>('SELECT space, vector_sum FROM chunks WHERE id = ?')
            .get([id]);
          if (!chunk) continue;
          const sum = vectors.put(id, chunk.space, vector);
          db.sql('UPDATE chunks SET vector_sum = ? WHERE id = ?').run([sum, id]);
          if (chunk.vector_sum === null) spaces.add(chunk.space, { chunks: 0, length: 0, embedded: 1 });
        }
      });
    },
    get dims() {
      return sameModel ? vectors.dims() : undefined;
    },
    async dropVectors() {
      await db.write(() => {
        vectors.drop();
        db.sql('UPDATE chunks SET vector_sum = NULL WHERE vector_sum IS NOT NULL').run();
        db.sql('UPDATE spaces SET embedded = 0').run();
      });
    },
    get synced() {
      return timeOf(meta('synced'));
    },
    async setSynced(now) {
      if (Math.abs(now - (timeOf(meta('synced')) ?? 0)) < SYNCED_MS) return;
      await db.write(() => {
        const set = 'INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value';
        db.sql(set).run(['synced', String(now)]);
      });
    },
    tend: () => tend(db, vectors),
    bytes: () => bytesOf(db, path),
    quickCheck: () => inSnapshot(db, () => quickCheck(db)),
    selfCheck: () => inSnapshot(db, () => [...selfCheck(checked)]),
    verify: (expected) => verifyIndex(checked, expected),
    close() {
      if (!closed) db.close();
      closed = true;
    },
  };
}

interface StoredFile {
  path: string;
  space: number;
  stamp: string;
  hash: string;
  mtimeMs: number;
  lines: number;
  day: string | null;
  row_sum: string;
}

const FILES = 'SELECT path, space, stamp, hash, mtime AS mtimeMs, lines, day, row_sum FROM files';

function toFileRow({ day, row_sum: sum, ...row }: StoredFile): { row: FileRow; sum: string } {
  return { row: day === null ? row : { ...row, day }, sum };
}

/** Undefined for what is no time, as in a damaged file. */
function timeOf(text: string | undefined): number | undefined {
  const time = Number(text ?? Number.NaN);
  return Number.isFinite(time) ? time : undefined;
}

/** What the index takes on the disk, or in memory. */
function bytesOf(db: Db, path: string): number {
  if (path === ':memory:') {
    const [pages = 0] = db.sql('PRAGMA page_count').column<number>();
    const [size = 0] = db.sql('PRAGMA page_size').column<number>();
    return pages * size;
  }
  const sizes = [path, `${path}-wal`].map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
}

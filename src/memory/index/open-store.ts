// Opens one index file and is the IndexStore over it: every writing member is one transaction. Synchronous reads, so it
// belongs into a thread of its own where conversations must not wait. Which file is the live one, generation.ts decides.

import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { MemoryError } from '../../contracts/index.js';
import { type Db, openDb } from '../../db/database.js';
import { rowReader } from './read-rows.js';
import { prepareSchema } from './schema.js';
import { openSpaces } from './spaces.js';
import type { FileRow, IndexStore } from './store.js';
import { tend } from './upkeep.js';
import { openVectorTable } from './vector-table.js';
import { verifyIndex } from './verify.js';
import { fileWriter } from './write-file.js';

/** How long one attempt at a lock may block the thread. */
const BUSY_MS = 50;
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
  const db = openDb(path, { busyMs: BUSY_MS, shrinks: true, ...(content ? { content } : {}) });
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
      db.sql('INSERT OR IGNORE INTO meta VALUES (?, ?), (?, ?)').run(['fingerprint', fingerprint, 'model', model]);
    });
  }
  const builtModel = meta('model') ?? '';
  const sameModel = builtModel === model;
  const spaces = openSpaces(db);
  const rows = rowReader(db);
  const vectors = openVectorTable(db, vectorExtension);
  const writer = fileWriter({ db, spaces, vectors, model: builtModel });
  const corpora = () => new Map(spaces.all().map(({ id, corpus }) => [id, corpus]));
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
    files: () =>
      new Map(
        db
          .sql<StoredFile>(FILES)
          .all()
          .map((row) => [row.path, toFileRow(row)]),
      ),
    async putFile(file, chunks) {
      const corpus = corpora().get(file.space);
      if (corpus === undefined) throw new MemoryError('invalid', `the index has no space ${file.space}`);
      await db.write(() => writer.put(file, corpus, chunks));
    },
    async touchFile({ path, hash, stamp, mtimeMs }) {
      await db.write(() => {
        db.sql('UPDATE files SET stamp = ?, mtime = ? WHERE path = ? AND hash = ?').run([stamp, mtimeMs, path, hash]);
      });
    },
    async removeFile(file) {
      await db.write(() => writer.remove(file));
    },
    unembedded: (limit) =>
      sameModel
        ? db
            .sql<{ id: number; text: string; hash: string }>(
              'SELECT id, text, hash FROM chunks WHERE embedded = 0 ORDER BY id LIMIT ?',
            )
            .all([limit])
        : [],
    async putVectors(given) {
      if (!sameModel) throw new MemoryError('unavailable', 'the index was built for another embedder');
      await db.write(() => {
        for (const { id, vector } of given) {
          const chunk = db
            .sql<{ space: number; embedded: number }>('SELECT space, embedded FROM chunks WHERE id = ?')
            .get([id]);
          if (!chunk) continue;
          vectors.put(id, chunk.space, vector);
          if (chunk.embedded === 1) continue;
          db.sql('UPDATE chunks SET embedded = 1 WHERE id = ?').run([id]);
          spaces.add(chunk.space, { chunks: 0, length: 0, embedded: 1 });
        }
      });
    },
    get dims() {
      return sameModel ? vectors.dims() : undefined;
    },
    async dropVectors() {
      await db.write(() => {
        vectors.drop();
        db.sql('UPDATE chunks SET embedded = 0 WHERE embedded = 1').run();
        db.sql('UPDATE spaces SET embedded = 0').run();
      });
    },
    get synced() {
      const value = meta('synced');
      return value === undefined ? undefined : Number(value);
    },
    async setSynced(now) {
      if (Math.abs(now - Number(meta('synced') ?? 0)) < SYNCED_MS) return;
      await db.write(() => {
        const set = 'INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value';
        db.sql(set).run(['synced', String(now)]);
      });
    },
    tend: () => tend(db, vectors),
    bytes: () => bytesOf(db, path),
    quickCheck: () =>
      db
        .sql('PRAGMA quick_check(5)')
        .column<string>()
        .filter((line) => line !== 'ok'),
    verify: (expected) => verifyIndex({ db, vectors, model: builtModel }, expected),
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
}

const FILES = 'SELECT path, space, stamp, hash, mtime AS mtimeMs, lines, day FROM files ORDER BY path';

function toFileRow({ day, ...row }: StoredFile): FileRow {
  return day === null ? row : { ...row, day };
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

// Vectors that were paid for once: kept by (fingerprint, SHA-256 of the text), so that a rebuild or a restart asks no
// endpoint again. Never holds a text, never rejects: a cache in trouble forgets, and says so once.

import type { Clock, Log } from '../../contracts/index.js';
import type { Db } from '../../db/database.js';
import { isDamage } from '../index/index-errors.js';
import { forgetsOf, inodeOf, openCacheFile, openCacheInMemory, setAside } from './cache-file.js';
import { isUnit } from './unit-vector.js';

/** A text that was refused is asked for again after so many days: the server may take longer ones by then. */
const REFUSED_DAYS = 7;
/** Entries, while the file cannot be used. */
const MOST_IN_MEMORY = 2_000;
/** A file that could not be used is tried again after so long. */
const RETRY_MS = 600_000;
/** So many are remembered while they are embedded. */
const MOST_ASKED = 20_000;
const DAY_MS = 86_400_000;

/** What is known of a text: its unit vector, or that the embedder will not take it. */
export type Known = Float32Array | 'refused';

/** No member rejects or throws. Safe with several processes on one file. */
export interface EmbeddingCache {
  /** What is known of these texts, by hash (SHA-256, hex). */
  get(fingerprint: string, hashes: readonly string[]): Promise<Map<string, Known>>;
  put(fingerprint: string, rows: readonly { hash: string; known: Known }[]): Promise<void>;
  /** Forgets the vectors of this embedder that have another size. */
  keepSize(fingerprint: string, dims: number): Promise<void>;
  /** Why nothing is kept on disk, one sentence; undefined when all is well. */
  readonly trouble: string | undefined;
  close(): Promise<void>;
}

export interface CacheOptions {
  /** Most rows; the least recently used go first. 0: nothing is kept on disk, and only refusals are remembered. */
  entries: number;
  clock: Clock;
  log: Log;
}

interface Row {
  id: number;
  vector: Buffer | null;
  used: number;
}

/** Opens nothing yet: the first question does. A damaged file is set aside as `<file>.damaged`, with one warning. */
export function openEmbeddingCache(file: string, { entries, clock, log }: CacheOptions): EmbeddingCache {
  const onDisk = entries > 0;
  let opening: Promise<Db> | undefined;
  let inode: number | undefined;
  let trouble: string | undefined;
  let retryAt = Number.POSITIVE_INFINITY;
  let closed = false;
  /** Rows that were used today for the first time; written with the next change. */
  const touched = new Set<number>();

  /** Texts that are being embedded, and how often some were forgotten before: what comes back later than the next time is not kept. */
  const asked = new Map<string, number>();

  const today = () => Math.floor(clock.now() / DAY_MS);

  /** The file, or memory instead. */
  async function open(): Promise<Db> {
    touched.clear();
    inode = undefined;
    retryAt = Number.POSITIVE_INFINITY;
    if (!onDisk) return await openCacheInMemory();
    for (let attempt = 0; ; attempt++) {
      const before = inodeOf(file);
      try {
        const db = await openCacheFile(file);
        inode = inodeOf(file);
        trouble = undefined;
        return db;
      } catch (error) {
        if (attempt > 0 || !discard(error, before)) {
          warn(error);
          retryAt = clock.now() + RETRY_MS;
          return await openCacheInMemory();
        }
      }
    }
  }

  function ready(): Promise<Db> {
    if (opening && clock.now() >= retryAt) {
      void opening.then((db) => db.close());
      opening = undefined;
    }
    opening ??= open();
    return opening;
  }

  /** Runs `work`, once more on a new file when this one turns out to be damaged. */
  async function using<T>(otherwise: T, work: (db: Db) => T | Promise<T>): Promise<T> {
    for (let attempt = 0; attempt < 2 && !closed; attempt++) {
      const mine = ready();
      try {
        return await work(await mine);
      } catch (error) {
        if (!isDamage(error)) {
          warn(error);
          return otherwise;
        }
        if (opening === mine) {
          opening = undefined;
          await mine.then((db) => db.close()).catch(() => undefined);
          if (!discard(error, inode)) warn(error);
        }
      }
    }
    return otherwise;
  }

  /** True when the file was damaged and is out of the way. */
  function discard(error: unknown, which: number | undefined): boolean {
    if (!isDamage(error)) return false;
    try {
      if (setAside(file, which)) log.warn('embedding.cache-set-aside', { file });
      return true;
    } catch {
      return false;
    }
  }

  function warn(error: unknown): void {
    if (trouble !== undefined) return;
    trouble = 'The cache of embeddings cannot be written; what is not in the index is embedded again after a restart.';
    log.warn('embedding.cache-failed', { file, error });
  }

  function writeTouched(db: Db): void {
    const touch = db.sql('UPDATE vectors SET used = ? WHERE id = ?');
    for (const id of touched) touch.run([today(), id]);
    touched.clear();
  }

  return {
    get trouble() {
      return trouble;
    },

    get(fingerprint, hashes) {
      return using(new Map<string, Known>(), (db) => {
        const find = db.sql<Row>(
          `SELECT v.id, v.vector, v.used FROM vectors v JOIN embedders e ON e.id = v.embedder
           WHERE e.fingerprint = ? AND v.hash = ?`,
        );
        const found = new Map<string, Known>();
        const forgets = forgetsOf(db);
        if (asked.size > MOST_ASKED) asked.clear();
        for (const hash of hashes) {
          const row = find.get([fingerprint, Buffer.from(hash, 'hex')]);
          if (!row) asked.set(hash, forgets);
          if (!row) continue;
          const known = read(row, today());
          if (known === undefined) continue;
          found.set(hash, known);
          if (row.used !== today() && known !== 'refused') touched.add(row.id);
        }
        return found;
      });
    },

    put(fingerprint, rows) {
      return using(undefined, async (db) => {
        const kept = rows.filter(({ known }) => onDisk || known === 'refused');
        if (kept.length === 0) return;
        await db.write(() => {
          db.sql('INSERT OR IGNORE INTO embedders (fingerprint) VALUES (?)').run([fingerprint]);
          const embedder = db
            .sql<{ id: number }>('SELECT id FROM embedders WHERE fingerprint = ?')
            .get([fingerprint])?.id;
          const insert = db.sql(
            `INSERT INTO vectors (embedder, hash, vector, used) VALUES (?, ?, ?, ?)
             ON CONFLICT (embedder, hash) DO UPDATE SET vector = excluded.vector, used = excluded.used`,
          );
          const forgets = forgetsOf(db);
          for (const { hash, known } of kept) {
            const before = asked.get(hash) ?? forgets;
            asked.delete(hash);
            if (before !== forgets) continue;
            const vector = known === 'refused' ? null : toBlob(known);
            insert.run([embedder ?? 0, Buffer.from(hash, 'hex'), vector, today()]);
          }
          writeTouched(db);
          const most = db.path === ':memory:' ? MOST_IN_MEMORY : entries;
          db.sql(
            `DELETE FROM vectors WHERE id IN (
               SELECT id FROM vectors ORDER BY used, id LIMIT max(0, (SELECT count(*) FROM vectors) - ?))`,
          ).run([most]);
        });
        if (db.path !== ':memory:') trouble = undefined;
      });
    },

    keepSize(fingerprint, dims) {
      return using(undefined, async (db) => {
        await db.write(() => {
          db.sql(
            `DELETE FROM vectors WHERE length(vector) <> ?
             AND embedder = (SELECT id FROM embedders WHERE fingerprint = ?)`,
          ).run([dims * 4, fingerprint]);
        });
      });
    },

    async close() {
      if (closed) return;
      if (touched.size > 0) await using(undefined, (db) => db.write(() => writeTouched(db)));
      closed = true;
      const db = await opening?.catch(() => undefined);
      db?.close();
    },
  };
}

/** What a row says; undefined for an old refusal, and for bytes that are no unit vector any more. */
function read({ vector, used }: Row, today: number): Known | undefined {
  if (vector === null) return today - used < REFUSED_DAYS ? 'refused' : undefined;
  if (vector.length % 4 !== 0) return undefined;
  const floats = new Float32Array(new Uint8Array(vector).buffer);
  return isUnit(floats) ? floats : undefined;
}

function toBlob(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

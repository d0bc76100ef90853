// The vectors of one index file: bytes in a sqlite-vec table, parted by space. Every writing function belongs inside a
// transaction of its caller, and the counts of embedded chunks are the caller's.
// Pitfalls of sqlite-vec 0.1.9: ids and spaces are BigInt; a row is replaced by delete and insert; k is at most 4096.

import { MemoryError } from '../../contracts/index.js';
import type { Db } from '../../db/database.js';
import { loadVectors } from '../../db/vectors.js';
import { DimensionsError } from './index-errors.js';
import { cosine, hasDirection, type Quantiser, quantiser } from './quantise.js';
import type { SpaceId } from './reader.js';
import { vectorSum } from './row-sums.js';

const MAX_K = 4096;
/** More than asked for, so that the exact order of the last ones is right. */
const MORE = 10;
/** Rows of one space that lie together. Fewer cost time in a large space, more cost room in many small ones. */
const BLOCK = 256;

export interface VectorTable {
  /** Why there can be no vectors, one sentence. */
  readonly trouble: string | undefined;
  /** Undefined while there are none. */
  dims(): number | undefined;
  /** Returns the sum of its bytes. */
  put(id: number, space: SpaceId, vector: Float32Array): number;
  /** Without the extension they are noted, and deleted by whoever has it. */
  remove(ids: readonly number[]): void;
  /** Deletes what was noted; true when there was anything. */
  removeLeftovers(): boolean;
  nearest(spaces: readonly SpaceId[], vector: Float32Array, k: number): { id: number; similarity: number }[];
  /**
   * Free slots are only reused in the last block of a space, and a search reads them all: moves the rows of the emptiest
   * other block there, which frees it. Does so while three slots of four are free; true when it did.
   */
  compact(): boolean;
  /** Whether the table is what `dims` says. */
  isAsMade(): boolean;
  /** All that a search comes across, with the sums of their bytes. */
  contents(): { id: number; space: SpaceId; sum: number }[];
  drop(): void;
}

export function openVectorTable(db: Db, extension: string | undefined): VectorTable {
  const trouble = loadVectors(db, extension);
  const number = (text: string) => db.sql(text).column<number>()[0] ?? 0;
  const quantisers = new Map<number, Quantiser>();

  function quantiserOf(size: number): Quantiser {
    const known = quantisers.get(size) ?? quantiser(size);
    quantisers.set(size, known);
    return known;
  }

  function dims(): number | undefined {
    const size = db.sql("SELECT value FROM meta WHERE name = 'dims'").column<string>()[0];
    return size === undefined ? undefined : Number(size);
  }

  function create(size: number): void {
    db.exec(definition(size));
    db.sql("INSERT INTO meta VALUES ('dims', ?)").run([String(size)]);
  }

  function insert(id: number, space: SpaceId, bytes: Buffer): void {
    db.sql('DELETE FROM vectors WHERE rowid = ?').run([BigInt(id)]);
    db.sql('INSERT INTO vectors (rowid, space, v) VALUES (?, ?, vec_int8(?))').run([BigInt(id), BigInt(space), bytes]);
  }

  /** The bytes of one, read where its similarity is needed exactly. */
  function bytesOf(id: number): Int8Array {
    const bytes = db.sql('SELECT v FROM vectors WHERE rowid = ?').column<Buffer>([BigInt(id)])[0];
    return bytes ? new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new Int8Array();
  }

  return {
    trouble,
    dims,
    put(id, space, vector) {
      if (trouble !== undefined) throw new MemoryError('unavailable', trouble);
      const there = dims();
      const { turn, bytes } = quantiserOf(there ?? vector.length);
      if (there !== undefined && there !== vector.length) throw new DimensionsError(there, vector.length);
      const row = bytes(turn(vector));
      if (there === undefined) create(vector.length);
      const stored = blob(row);
      insert(id, space, stored);
      return vectorSum(stored);
    },
    remove(ids) {
      const text =
        trouble === undefined
          ? 'DELETE FROM vectors WHERE rowid = ?'
          : 'INSERT OR IGNORE INTO leftover_vectors (id) VALUES (?)';
      for (const id of ids) db.sql(text).run([BigInt(id)]);
    },
    removeLeftovers() {
      if (trouble !== undefined) return false;
      const ids = db.sql('SELECT id FROM leftover_vectors').column<number>();
      if (ids.length === 0) return false;
      if (dims() !== undefined) for (const id of ids) db.sql('DELETE FROM vectors WHERE rowid = ?').run([BigInt(id)]);
      db.sql('DELETE FROM leftover_vectors').run();
      return true;
    },
    nearest(spaces, vector, k) {
      const size = dims();
      if (trouble !== undefined || size !== vector.length || !(k >= 1) || !hasDirection(vector)) return [];
      const { turn, bytes } = quantiserOf(size);
      const wanted = turn(vector);
      const query = blob(bytes(wanted));
      const most = Math.min(MAX_K, Math.floor(k) + MORE);
      // k counts per partition, so each is asked by itself and the best of all are taken.
      const statement = db.sql<{ id: number; distance: number }>(
        'SELECT rowid AS id, distance FROM vectors WHERE v MATCH vec_int8(?) AND k = ? AND space = ?',
      );
      const near = [...new Set(spaces)].flatMap((space) => statement.all([query, BigInt(most), BigInt(space)]));
      return near
        .sort((a, b) => a.distance - b.distance || a.id - b.id)
        .slice(0, most)
        .map(({ id }) => ({ id, similarity: cosine(wanted, bytesOf(id)) }))
        .sort((a, b) => b.similarity - a.similarity || a.id - b.id)
        .slice(0, Math.floor(k));
    },
    compact() {
      if (trouble !== undefined || dims() === undefined) return false;
      const blocks = number('SELECT count(*) FROM vectors_chunks') - number('SELECT count(*) FROM spaces');
      const rows = number('SELECT total(embedded) FROM spaces');
      if (blocks * BLOCK < rows * 4) return false;
      // The shadow tables of the pinned version: vectors_rowids says in which block a row lies.
      const [emptiest] = db
        .sql(
          `SELECT chunk_id FROM vectors_rowids WHERE chunk_id NOT IN
             (SELECT max(chunk_id) FROM vectors_chunks GROUP BY partition00)
           GROUP BY chunk_id HAVING count(*) < ${BLOCK / 2} ORDER BY count(*) LIMIT 1`,
        )
        .column<number>();
      if (emptiest === undefined) return false;
      const moving = db.sql('SELECT rowid FROM vectors_rowids WHERE chunk_id = ?').column<number>([emptiest]);
      for (const id of moving) {
        const row = db
          .sql<{ space: number; v: Buffer }>('SELECT space, v FROM vectors WHERE rowid = ?')
          .get([BigInt(id)]);
        if (row) insert(id, row.space, row.v);
      }
      return true;
    },
    isAsMade() {
      const size = dims();
      const made = db.sql("SELECT sql FROM sqlite_schema WHERE name = 'vectors'").column<string>()[0];
      return made === (size === undefined ? undefined : definition(size));
    },
    contents() {
      const size = dims();
      if (size === undefined) return [];
      const places = new Map(
        db
          .sql<{ id: number; place: string }>(
            "SELECT rowid AS id, chunk_id || ' ' || chunk_offset AS place FROM vectors_rowids",
          )
          .all()
          .map(({ id, place }) => [id, place]),
      );
      return db
        .sql<Block>(BLOCKS)
        .all()
        .flatMap((block) => rowsOf(block, size).filter(({ id, place }) => places.get(id) === place));
    },
    drop() {
      if (dims() === undefined) return;
      if (trouble !== undefined) throw new MemoryError('unavailable', trouble);
      db.exec('DROP TABLE vectors');
      db.sql("DELETE FROM meta WHERE name = 'dims'").run();
      db.sql('DELETE FROM leftover_vectors').run();
    },
  };
}

function definition(size: number): string {
  return `CREATE VIRTUAL TABLE vectors USING vec0(space integer partition key, v int8[${size}], chunk_size=${BLOCK})`;
}

/** A block as the pinned version keeps it, which a search reads from end to end. */
interface Block {
  block: number;
  space: SpaceId;
  /** A bit for each slot. */
  validity: Buffer;
  /** 8 bytes for each. */
  rowids: Buffer;
  vectors: Buffer;
}

const BLOCKS = `
  SELECT chunk_id AS block, partition00 AS space, validity, rowids, vectors
  FROM vectors_chunks c JOIN vectors_vector_chunks00 v ON v.rowid = c.chunk_id`;

/** The vectors of a block, and their places as vectors_rowids has them; none where it has not the size of one. */
function rowsOf({ block, space, validity, rowids, vectors }: Block, size: number) {
  if (validity.length !== BLOCK / 8 || rowids.length !== BLOCK * 8 || vectors.length !== BLOCK * size) return [];
  const rows: { id: number; space: SpaceId; sum: number; place: string }[] = [];
  for (let slot = 0; slot < BLOCK; slot++) {
    if ((((validity[slot >> 3] ?? 0) >> (slot & 7)) & 1) === 0) continue;
    const sum = vectorSum(vectors.subarray(slot * size, (slot + 1) * size));
    rows.push({ id: Number(rowids.readBigInt64LE(slot * 8)), space, sum, place: `${block} ${slot}` });
  }
  return rows;
}

function blob(bytes: Int8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

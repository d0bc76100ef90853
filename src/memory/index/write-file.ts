// Puts one file into the index or takes it out: its row, its chunks, their terms, and the sums of rows and space. Every
// function belongs inside one transaction of its caller, so that a file is there whole or not at all.

import type { Db } from '../../db/database.js';
import { chunkIdentity, sha256 } from './chunk.js';
import type { SpaceId } from './reader.js';
import { chunkSum, fileSum, tokenSum } from './row-sums.js';
import { tokensOf } from './schema.js';
import type { SpaceRow, Spaces } from './spaces.js';
import type { FileRow, NewChunk } from './store.js';
import type { VectorTable } from './vector-table.js';

export interface FileWriter {
  /** `space` is the one of the file. */
  put(file: FileRow, space: Pick<SpaceRow, 'owner' | 'corpus'>, chunks: readonly NewChunk[]): void;
  /** Notes another state of the same content. */
  touch(file: FileRow): void;
  remove(path: string): void;
}

/** What is compared of a chunk that is there. */
interface OldChunk {
  id: number;
  identity: string;
  row_sum: string;
  length: number;
  embedded: number;
}

/** Where a chunk belongs, and what follows from it. */
interface Place {
  file: number | bigint;
  space: SpaceId;
  day: string | null;
  identity: string;
  hash: string;
  sum: string;
}

export interface WriterParts {
  db: Db;
  spaces: Spaces;
  vectors: VectorTable;
  /** Fingerprint of the embedder: another one makes other chunks. */
  model: string;
}

export function fileWriter({ db, spaces, vectors, model }: WriterParts): FileWriter {
  function oldOf(file: number | bigint): OldChunk[] {
    return db
      .sql<OldChunk>(
        `SELECT id, identity, row_sum, length, vector_sum IS NOT NULL AS embedded FROM chunks WHERE file = ? ORDER BY id`,
      )
      .all([file]);
  }

  function insert({ file, space, day, identity, hash, sum }: Place, chunk: NewChunk): void {
    const { startLine, endLine, length, heading, text, terms } = chunk;
    const tokens = tokensOf(space, terms);
    const { lastInsertRowid: id } = db
      .sql(
        `INSERT INTO chunks
           (file, space, identity, first, last, length, day, hash, heading, text, terms, row_sum, token_sum)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run([
        ...[file, space, identity, startLine, endLine, length, day, hash, heading, text, terms],
        ...[sum, tokenSum(tokens)],
      ]);
    putTokens(id, tokens);
    spaces.add(space, { chunks: 1, length, embedded: 0 });
  }

  function putTokens(id: number | bigint, tokens: ReadonlySet<string>): void {
    db.sql('INSERT INTO terms (rowid, tokens) VALUES (?, ?)').run([id, [...tokens].join(' ')]);
  }

  /** The same text in the same place, whose heading, day or terms may have changed. Its vector stays. */
  function keep(old: OldChunk, { space, day, sum }: Place, { heading, terms, length }: NewChunk): void {
    if (old.row_sum === sum) return;
    const tokens = tokensOf(space, terms);
    db.sql(
      'UPDATE chunks SET heading = ?, terms = ?, length = ?, day = ?, row_sum = ?, token_sum = ? WHERE id = ?',
    ).run([heading, terms, length, day, sum, tokenSum(tokens), old.id]);
    db.sql('DELETE FROM terms WHERE rowid = ?').run([old.id]);
    putTokens(old.id, tokens);
    spaces.add(space, { chunks: 0, length: length - old.length, embedded: 0 });
  }

  function drop(space: SpaceId, old: readonly OldChunk[]): void {
    if (old.length === 0) return;
    for (const { id } of old) {
      db.sql('DELETE FROM terms WHERE rowid = ?').run([id]);
      db.sql('DELETE FROM chunks WHERE id = ?').run([id]);
    }
    const embedded = old.filter((one) => one.embedded === 1).map(({ id }) => id);
    vectors.remove(embedded);
    const length = old.reduce((sum, one) => sum + one.length, 0);
    spaces.add(space, { chunks: -old.length, length: -length, embedded: -embedded.length });
  }

  /** The id of its row. */
  function putRow(file: FileRow, known: number | undefined) {
    const { path, space, stamp, hash, mtimeMs, lines, day } = file;
    const row = [stamp, hash, mtimeMs, lines, day ?? null, fileSum(file)];
    if (known === undefined)
      return db
        .sql('INSERT INTO files (path, space, stamp, hash, mtime, lines, day, row_sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
        .run([path, space, ...row]).lastInsertRowid;
    db.sql('UPDATE files SET stamp = ?, hash = ?, mtime = ?, lines = ?, day = ?, row_sum = ? WHERE id = ?').run([
      ...row,
      known,
    ]);
    return known;
  }

  function fileOf(path: string): { id: number; space: SpaceId } | undefined {
    return db.sql<{ id: number; space: SpaceId }>('SELECT id, space FROM files WHERE path = ?').get([path]);
  }

  function remove(path: string): void {
    const file = fileOf(path);
    if (!file) return;
    drop(file.space, oldOf(file.id));
    db.sql('DELETE FROM files WHERE id = ?').run([file.id]);
  }

  return {
    remove,
    touch(file) {
      const there = fileOf(file.path);
      if (there) putRow(file, there.id);
    },
    put(file, { owner, corpus }, chunks) {
      const there = fileOf(file.path);
      // Terms and vectors carry their space, so a file that changed hands is another one.
      if (there && there.space !== file.space) remove(file.path);
      const known = there?.space === file.space ? there.id : undefined;
      const { path, space, day } = file;
      const row = putRow(file, known);
      const old = byIdentity(known === undefined ? [] : oldOf(known));
      for (const chunk of chunks) {
        const hash = sha256(chunk.text);
        const identity = chunkIdentity(corpus, path, chunk, hash, model);
        const sum = chunkSum({ ...chunk, owner, corpus, path, space, day, hash });
        const place = { file: row, space, day: day ?? null, identity, hash, sum };
        const same = old.get(identity)?.shift();
        if (same) keep(same, place, chunk);
        else insert(place, chunk);
      }
      drop(file.space, [...old.values()].flat());
    },
  };
}

/** Pieces of one line may be alike, so that several chunks have one identity. */
function byIdentity(chunks: readonly OldChunk[]): Map<string, OldChunk[]> {
  const groups = new Map<string, OldChunk[]>();
  for (const one of chunks) {
    const group = groups.get(one.identity);
    if (group) group.push(one);
    else groups.set(one.identity, [one]);
  }
  return groups;
}

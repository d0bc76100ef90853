// Puts one file into the index or takes it out: its row, its chunks, their terms and the sums of its space. Every
// function belongs inside one transaction of its caller, so that a file is there whole or not at all.

import type { Db } from '../../db/database.js';
import { chunkIdentity, sha256 } from './chunk.js';
import type { IndexedCorpus, SpaceId } from './reader.js';
import { tokensOf } from './schema.js';
import type { Spaces } from './spaces.js';
import type { FileRow, NewChunk } from './store.js';
import type { VectorTable } from './vector-table.js';

export interface FileWriter {
  put(file: FileRow, corpus: IndexedCorpus, chunks: readonly NewChunk[]): void;
  remove(path: string): void;
}

/** What is compared of a chunk that is there. */
interface OldChunk {
  id: number;
  identity: string;
  heading: string;
  terms: string;
  day: string | null;
  length: number;
  embedded: number;
}

interface Place {
  file: number | bigint;
  space: SpaceId;
  day: string | null;
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
        'SELECT id, identity, heading, terms, day, length, embedded FROM chunks WHERE file = ? ORDER BY id',
      )
      .all([file]);
  }

  function insert(place: Place, chunk: NewChunk, identity: string, hash: string): void {
    const { lastInsertRowid: id } = db
      .sql(
        `INSERT INTO chunks (file, space, identity, first, last, length, day, hash, heading, text, terms)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run([
        place.file,
        place.space,
        identity,
        chunk.startLine,
        chunk.endLine,
        chunk.length,
        place.day,
        hash,
        chunk.heading,
        chunk.text,
        chunk.terms,
      ]);
    putTerms(id, place.space, chunk.terms);
    spaces.add(place.space, { chunks: 1, length: chunk.length, embedded: 0 });
  }

  function putTerms(id: number | bigint, space: SpaceId, terms: string): void {
    const tokens = [...tokensOf(space, terms)].join(' ');
    db.sql('INSERT INTO terms (rowid, tokens) VALUES (?, ?)').run([id, tokens]);
  }

  /** The same text in the same place, whose heading, day or terms may have changed. Its vector stays. */
  function keep(old: OldChunk, place: Place, chunk: NewChunk): void {
    if (old.heading === chunk.heading && old.terms === chunk.terms && old.day === place.day) return;
    db.sql('UPDATE chunks SET heading = ?, terms = ?, length = ?, day = ? WHERE id = ?').run([
      chunk.heading,
      chunk.terms,
      chunk.length,
      place.day,
      old.id,
    ]);
    db.sql('DELETE FROM terms WHERE rowid = ?').run([old.id]);
    putTerms(old.id, place.space, chunk.terms);
    spaces.add(place.space, { chunks: 0, length: chunk.length - old.length, embedded: 0 });
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
  function putRow({ path, space, stamp, hash, mtimeMs, lines, day }: FileRow, known: number | undefined) {
    const row = [stamp, hash, mtimeMs, lines, day ?? null];
    if (known === undefined)
      return db
        .sql('INSERT INTO files (path, space, stamp, hash, mtime, lines, day) VALUES (?, ?, ?, ?, ?, ?, ?)')
        .run([path, space, ...row]).lastInsertRowid;
    db.sql('UPDATE files SET stamp = ?, hash = ?, mtime = ?, lines = ?, day = ? WHERE id = ?').run([...row, known]);
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
    put(file, corpus, chunks) {
      const there = fileOf(file.path);
      // Terms and vectors carry their space, so a file that changed hands is another one.
      if (there && there.space !== file.space) remove(file.path);
      const known = there?.space === file.space ? there.id : undefined;
      const place = { file: putRow(file, known), space: file.space, day: file.day ?? null };
      const old = byIdentity(known === undefined ? [] : oldOf(known));
      for (const chunk of chunks) {
        const hash = sha256(chunk.text);
        const identity = chunkIdentity(corpus, file.path, chunk, hash, model);
        const same = old.get(identity)?.shift();
        if (same) keep(same, place, chunk);
        else insert(place, chunk, identity, hash);
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

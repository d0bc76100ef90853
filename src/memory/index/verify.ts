// Proves that the index says what the files say: files ↔ rows ↔ terms ↔ vectors ↔ sums. Reads everything and changes
// nothing; never repairs what it finds.

import type { Db } from '../../db/database.js';
import { chunkIdentity, sha256 } from './chunk.js';
import type { IndexedCorpus, SpaceId } from './reader.js';
import { tokensOf } from './schema.js';
import type { ExpectedFile, NewChunk, VerifyReport } from './store.js';
import type { VectorTable } from './vector-table.js';

export interface VerifyParts {
  db: Db;
  vectors: VectorTable;
  /** Of the embedder that the index was built for. */
  model: string;
}

const MAX_PROBLEMS = 50;

interface StoredFile {
  id: number;
  path: string;
  hash: string;
  owner: string;
  corpus: IndexedCorpus;
}

interface StoredChunk {
  id: number;
  space: SpaceId;
  identity: string;
  hash: string;
  heading: string;
  text: string;
  terms: string;
  length: number;
  embedded: number;
}

/**
 * As the file was at one moment, whoever writes meanwhile. May throw what SQLite throws for a damaged file: that is the
 * worst of answers, and isDamage knows it.
 */
export function verifyIndex(parts: VerifyParts, expected: Iterable<ExpectedFile>): VerifyReport {
  parts.db.exec('BEGIN');
  try {
    return verifySnapshot(parts, expected);
  } finally {
    parts.db.exec('ROLLBACK');
  }
}

function verifySnapshot(parts: VerifyParts, expected: Iterable<ExpectedFile>): VerifyReport {
  const { db, vectors } = parts;
  const problems: string[] = [];
  const count = (text: string) => db.sql(text).column<number>()[0] ?? 0;

  // Looks at the full-text table too.
  for (const line of db.sql('PRAGMA quick_check(5)').column<string>()) {
    if (line !== 'ok') problems.push(`The index file is damaged: ${line}.`);
  }
  const terms = new TermSums();
  problems.push(...compareFiles(parts, expected, terms));
  problems.push(...orphans(db));
  problems.push(...terms.compare(db));
  problems.push(...sums(db));
  problems.push(...vectorRows(db, vectors));
  const more = problems.length - MAX_PROBLEMS;
  return {
    files: count('SELECT count(*) FROM files'),
    chunks: count('SELECT count(*) FROM chunks'),
    vectors: vectors.trouble === undefined ? vectors.ids().length : count('SELECT total(embedded) FROM spaces'),
    problems: more > 0 ? [...problems.slice(0, MAX_PROBLEMS), `And ${more} more problems.`] : problems,
  };
}

function* compareFiles(
  { db, model }: VerifyParts,
  expected: Iterable<ExpectedFile>,
  terms: TermSums,
): Generator<string> {
  const files = db.sql<StoredFile>(
    'SELECT f.id, f.path, f.hash, s.owner, s.corpus FROM files f JOIN spaces s ON s.id = f.space ORDER BY f.path',
  );
  const left = new Map(files.all().map((file) => [file.path, file]));
  for (const file of expected) {
    const stored = left.get(file.path);
    left.delete(file.path);
    if (!stored) {
      yield `${file.path} is not indexed.`;
      continue;
    }
    const chunks = chunksOf(db, stored.id);
    for (const chunk of chunks) terms.add(chunk);
    if (stored.owner !== file.owner || stored.corpus !== file.corpus) {
      const [was, is] = [nameOf(stored.owner), nameOf(file.owner)];
      yield `${file.path} is indexed as ${stored.corpus} of ${was} and is ${file.corpus} of ${is}.`;
    } else if (stored.hash !== file.hash) yield `${file.path} is indexed in an older version.`;
    else {
      const wrong = compareChunks(file, chunks, model);
      if (wrong !== undefined) yield `${file.path}: ${wrong}`;
    }
  }
  for (const { id, path } of left.values()) {
    for (const chunk of chunksOf(db, id)) terms.add(chunk);
    yield `${path} is indexed and is no file that is searched.`;
  }
}

/** A scopeId in the words of `ownerName`; what is none, as in a damaged file, as it stands. */
function nameOf(id: string): string {
  try {
    const parts: unknown = JSON.parse(id);
    return Array.isArray(parts) ? parts.join(':') : id;
  } catch {
    return id;
  }
}

function chunksOf(db: Db, file: number): StoredChunk[] {
  return db
    .sql<StoredChunk>(
      `SELECT id, space, identity, hash, heading, text, terms, length, embedded FROM chunks WHERE file = ? ORDER BY first, id`,
    )
    .all([file]);
}

/** What differs first; undefined when every chunk is as it would be made now. */
function compareChunks(file: ExpectedFile, stored: readonly StoredChunk[], model: string): string | undefined {
  const wanted = new Map<string, NewChunk[]>();
  for (const chunk of file.chunks) {
    const identity = chunkIdentity(file.corpus, file.path, chunk, sha256(chunk.text), model);
    wanted.set(identity, [...(wanted.get(identity) ?? []), chunk]);
  }
  for (const chunk of stored) {
    const same = wanted.get(chunk.identity)?.shift();
    if (!same) return 'a chunk is indexed that is not in the file.';
    if (chunk.hash !== sha256(chunk.text) || chunk.text !== same.text) return 'the text of a chunk is not what it was.';
    if (chunk.heading !== same.heading) return 'the heading of a chunk is not what it should be.';
    if (chunk.terms !== same.terms || chunk.length !== same.length)
      return 'the terms of a chunk are not what they should be.';
  }
  const missing = [...wanted.values()].flat().length;
  return missing > 0 ? `${missing} of ${file.chunks.length} chunks are not indexed.` : undefined;
}

function* orphans(db: Db): Generator<string> {
  const lost = db.sql('SELECT count(*) FROM chunks WHERE file NOT IN (SELECT id FROM files)').column<number>()[0] ?? 0;
  if (lost > 0) yield `${lost} chunks belong to no file.`;
  const astray =
    db
      .sql('SELECT count(*) FROM chunks c JOIN files f ON f.id = c.file WHERE c.space <> f.space OR c.day IS NOT f.day')
      .column<number>()[0] ?? 0;
  if (astray > 0) yield `${astray} chunks have another owner or day than their file.`;
}

/** How often each token should stand in the full-text table, and with which ids. */
class TermSums {
  readonly #sums = new Map<string, { rows: number; ids: number }>();

  add({ id, space, terms }: StoredChunk): void {
    for (const token of tokensOf(space, terms)) {
      const sum = this.#sums.get(token);
      if (sum) {
        sum.rows++;
        sum.ids += id;
      } else this.#sums.set(token, { rows: 1, ids: id });
    }
  }

  *compare(db: Db): Generator<string> {
    db.exec('CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab(main, terms, instance)');
    let wrong = 0;
    const rows = db.sql<{ term: string; rows: number; ids: number }>(
      'SELECT term, count(*) AS rows, total(doc) AS ids FROM temp.vocabulary GROUP BY term',
    );
    for (const { term, rows: count, ids } of rows.all()) {
      const sum = this.#sums.get(term);
      if (sum?.rows !== count || sum.ids !== ids) wrong++;
      this.#sums.delete(term);
    }
    const missing = this.#sums.size;
    if (wrong > 0) yield `${wrong} terms are found in other chunks than hold them.`;
    if (missing > 0) yield `${missing} terms are not found at all.`;
  }
}

function* sums(db: Db): Generator<string> {
  const wrong = db
    .sql(
      `SELECT count(*) FROM spaces s LEFT JOIN (
         SELECT space, count(*) AS chunks, sum(length) AS length, sum(embedded) AS embedded FROM chunks GROUP BY space
       ) c ON c.space = s.id
       WHERE s.chunks <> ifnull(c.chunks, 0) OR s.length <> ifnull(c.length, 0) OR s.embedded <> ifnull(c.embedded, 0)`,
    )
    .column<number>()[0];
  if (wrong) yield `The sums of ${wrong} spaces are wrong.`;
}

function* vectorRows(db: Db, vectors: VectorTable): Generator<string> {
  if (vectors.trouble !== undefined) return;
  const there = new Set(vectors.ids());
  const wanted = db.sql('SELECT id FROM chunks WHERE embedded = 1').column<number>();
  const leftover = new Set(db.sql('SELECT id FROM leftover_vectors').column<number>());
  const missing = wanted.filter((id) => !there.delete(id)).length;
  if (missing > 0) yield `${missing} chunks have lost their vector.`;
  const orphaned = [...there].filter((id) => !leftover.has(id)).length;
  if (orphaned > 0) yield `${orphaned} vectors belong to no chunk.`;
}

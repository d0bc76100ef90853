// Proves that the index says what the files say, and that its own file is sound (self-check.ts): files ↔ rows ↔ terms ↔
// vectors ↔ sums. Reads everything and changes nothing; never repairs what it finds.

import type { Db } from '../../db/database.js';
import { chunkIdentity, sha256 } from './chunk.js';
import type { IndexedCorpus } from './reader.js';
import { type CheckParts, inSnapshot, selfCheck } from './self-check.js';
import type { ExpectedFile, NewChunk, VerifyReport } from './store.js';

const MAX_PROBLEMS = 50;

interface StoredFile {
  id: number;
  path: string;
  hash: string;
  owner: string;
  corpus: IndexedCorpus;
}

interface StoredChunk {
  identity: string;
  hash: string;
  heading: string;
  text: string;
  terms: string;
  length: number;
}

/**
 * As the file was at one moment, whoever writes meanwhile. May throw what SQLite throws for a damaged file: that is the
 * worst of answers, and isDamage knows it.
 */
export function verifyIndex(parts: CheckParts, expected: Iterable<ExpectedFile>): VerifyReport {
  return inSnapshot(parts.db, () => verifySnapshot(parts, expected));
}

function verifySnapshot(parts: CheckParts, expected: Iterable<ExpectedFile>): VerifyReport {
  const { db, vectors } = parts;
  const count = (text: string) => db.sql(text).column<number>()[0] ?? 0;
  const problems = [...selfCheck(parts), ...compareFiles(parts, expected)];
  const more = problems.length - MAX_PROBLEMS;
  return {
    files: count('SELECT count(*) FROM files'),
    chunks: count('SELECT count(*) FROM chunks'),
    vectors: vectors.trouble === undefined ? vectors.contents().length : count('SELECT total(embedded) FROM spaces'),
    problems: more > 0 ? [...problems.slice(0, MAX_PROBLEMS), `And ${more} more problems.`] : problems,
  };
}

function* compareFiles({ db, model }: CheckParts, expected: Iterable<ExpectedFile>): Generator<string> {
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
    if (stored.owner !== file.owner || stored.corpus !== file.corpus) {
      const [was, is] = [nameOf(stored.owner), nameOf(file.owner)];
      yield `${file.path} is indexed as ${stored.corpus} of ${was} and is ${file.corpus} of ${is}.`;
    } else if (stored.hash !== file.hash) yield `${file.path} is indexed in an older version.`;
    else {
      const wrong = compareChunks(file, chunksOf(db, stored.id), model);
      if (wrong !== undefined) yield `${file.path}: ${wrong}`;
    }
  }
  for (const path of left.keys()) yield `${path} is indexed and is no file that is searched.`;
}

/** Whether a problem only says that nobody has looked since a file changed. Pure. */
export function isBehind(problem: string): boolean {
  return /(?: is not indexed| is indexed in an older version| is indexed and is no file that is searched)\.$/.test(
    problem,
  );
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
      'SELECT identity, hash, heading, text, terms, length FROM chunks WHERE file = ? ORDER BY first, id',
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

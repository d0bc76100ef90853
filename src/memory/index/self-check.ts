// Proves that an index file holds what was written into it: pages, rows, terms, vectors and sums, each against another
// place of the same file. Reads all of it and no file of memory; never repairs what it finds. verify.ts asks for more.

import type { Db } from '../../db/database.js';
import { chunkIdentity } from './chunk.js';
import { CHUNK, type StoredChunk, toChunkRow } from './read-rows.js';
import { fileSum, isWhole, tokenHash } from './row-sums.js';
import { frameSum } from './schema.js';
import type { FileRow } from './store.js';
import type { VectorTable } from './vector-table.js';

export interface CheckParts {
  db: Db;
  vectors: VectorTable;
  /** Of the embedder that the index was built for. */
  model: string;
  /** All there are, with the sum that stands beside each. */
  files(): Iterable<{ row: FileRow; sum: string }>;
}

/** Rows and terms that are held in memory at once. */
const ROWS = 256;
const TERMS = 10_000;

/** The full-text table, read as each term with the chunks that hold it. */
const VOCABULARY = 'CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab(main, terms, instance)';

/** The file as it was at one moment, whoever writes meanwhile. Every look at the full-text table belongs inside. */
export function inSnapshot<T>(db: Db, work: () => T): T {
  // Before, because to undo it would have every statement of the connection prepared anew.
  db.exec(VOCABULARY);
  db.exec('BEGIN');
  try {
    // A check goes by what the full-text table knows of its parts, and after a write of another process that is not so any
    // more; only a query looks (SQLite 3.53: sound files were called damaged).
    db.sql('SELECT rowid FROM terms WHERE terms MATCH ? LIMIT 1').get(['"x"']);
    return work();
  } finally {
    db.exec('ROLLBACK');
  }
}

/** What is wrong, one sentence each, the worst first. Inside a snapshot; may throw what SQLite throws for a damaged file. */
export function* selfCheck(parts: CheckParts): Generator<string> {
  const { db, vectors } = parts;
  // Every index against its table as well.
  const pages = faults(db, 'PRAGMA integrity_check(5)');
  yield* pages.map((line) => `The index file is damaged: ${line}.`);
  // What stands on pages that are not sound says nothing.
  if (pages.length > 0) return;
  yield* frame(db);
  yield* orphans(db);
  yield* rows(parts);
  yield* sums(db);
  yield* vectorRows(db, vectors);
}

/** What SQLite finds wrong with the pages, at most five lines. Looks at the full-text table too. Inside a snapshot. */
export function quickCheck(db: Db): string[] {
  return faults(db, 'PRAGMA quick_check(5)');
}

function faults(db: Db, pragma: string): string[] {
  return db
    .sql(pragma)
    .column<string>()
    .filter((line) => line !== 'ok');
}

/** What stands in the file once. */
function* frame(db: Db): Generator<string> {
  const sum = db.sql("SELECT value FROM meta WHERE name = 'sum'").column<string>()[0];
  if (sum !== frameSum(db)) yield 'What the index says of itself is not what was written.';
  // A last id that is too small would be given again, one that is far too large leaves no room for another.
  const [last = 0] = db.sql("SELECT seq FROM sqlite_sequence WHERE name = 'chunks'").column<number>();
  const [most = 0] = db.sql('SELECT max(id) FROM chunks').column<number | null>();
  if (!Number.isSafeInteger(last) || last < (most ?? 0)) yield 'The last id of the chunks is wrong.';
}

function* orphans(db: Db): Generator<string> {
  const count = (text: string) => db.sql(text).column<number>()[0] ?? 0;
  const nobodys = count('SELECT count(*) FROM files WHERE space NOT IN (SELECT id FROM spaces)');
  if (nobodys > 0) yield `${nobodys} files belong to nobody.`;
  const lost = count('SELECT count(*) FROM chunks WHERE file NOT IN (SELECT id FROM files)');
  if (lost > 0) yield `${lost} chunks belong to no file.`;
  const astray = count(
    'SELECT count(*) FROM chunks c JOIN files f ON f.id = c.file WHERE c.space <> f.space OR c.day IS NOT f.day',
  );
  if (astray > 0) yield `${astray} chunks have another owner or day than their file.`;
}

interface CheckedChunk extends StoredChunk {
  identity: string;
  token_sum: number;
}

/** Every row against its sums, and the tokens of them all against the full-text table. */
function* rows({ db, model, files }: CheckParts): Generator<string> {
  let wrong = 0;
  for (const { row, sum } of files()) if (fileSum(row) !== sum) wrong++;
  if (wrong > 0) yield `${wrong} files are not noted as they were.`;
  wrong = 0;
  const wanted = new TokenTotals();
  const statement = db.sql<CheckedChunk>(
    `SELECT c.identity, c.token_sum, ${CHUNK} WHERE c.id > ? ORDER BY c.id LIMIT ${ROWS}`,
  );
  for (let last = 0; ; ) {
    const page = statement.all([last]);
    for (const stored of page) {
      const { identity, token_sum, row_sum } = stored;
      const row = toChunkRow(stored);
      const { corpus, path, hash } = row;
      if (!isWhole(row, row_sum) || chunkIdentity(corpus, path, row, hash, model) !== identity) wrong++;
      wanted.add(token_sum, 1, row.id);
    }
    last = page.at(-1)?.id ?? last;
    if (page.length < ROWS) break;
  }
  if (wrong > 0) yield `${wrong} chunks are not as they were written.`;
  if (!wanted.equals(tokenTotals(db))) yield 'The terms that are found are not those of the chunks.';
}

/** Sums over all pairs of a token and a chunk that holds it, come by from either side. */
class TokenTotals {
  #pairs = 0;
  #ids = 0;

  /** `hash` of tokens that stand `count` times, in chunks whose ids have this sum. */
  add(hash: number, count: number, ids: number): void {
    this.#pairs = (this.#pairs + Math.imul(hash, count)) >>> 0;
    this.#ids = (this.#ids + Math.imul(hash, ids)) >>> 0;
  }

  equals(other: TokenTotals): boolean {
    return this.#pairs === other.#pairs && this.#ids === other.#ids;
  }
}

function tokenTotals(db: Db): TokenTotals {
  const totals = new TokenTotals();
  // Lines of one long text are read in half the time of rows.
  const statement = db.sql(
    `SELECT group_concat(line, char(10)) FROM (
       SELECT count(*) || ' ' || sum(doc) || ' ' || term AS line FROM temp.vocabulary WHERE term > ?
       GROUP BY term LIMIT ${TERMS})`,
  );
  for (let last = ''; ; ) {
    const lines = statement.column<string | null>([last])[0] ?? '';
    let count = 0;
    let from = 0;
    for (let start = 0; start < lines.length; count++) {
      const next = lines.indexOf('\n', start);
      const end = next < 0 ? lines.length : next;
      const middle = lines.indexOf(' ', start);
      from = lines.indexOf(' ', middle + 1) + 1;
      totals.add(tokenHash(lines, from, end), Number(lines.slice(start, middle)), Number(lines.slice(middle, from)));
      start = end + 1;
    }
    const before = last;
    last = lines.slice(from);
    // Damaged terms may come in no order.
    if (count < TERMS || Buffer.compare(Buffer.from(last), Buffer.from(before)) <= 0) return totals;
  }
}

function* sums(db: Db): Generator<string> {
  const wrong = db
    .sql(
      `SELECT count(*) FROM spaces s LEFT JOIN (
         SELECT space, count(*) AS chunks, sum(length) AS length, count(vector_sum) AS embedded FROM chunks GROUP BY space
       ) c ON c.space = s.id
       WHERE s.chunks <> ifnull(c.chunks, 0) OR s.length <> ifnull(c.length, 0) OR s.embedded <> ifnull(c.embedded, 0)`,
    )
    .column<number>()[0];
  if (wrong) yield `The sums of ${wrong} spaces are wrong.`;
}

function* vectorRows(db: Db, vectors: VectorTable): Generator<string> {
  if (!vectors.isAsMade()) yield 'The table of vectors is not as it was made.';
  if (vectors.trouble !== undefined) return;
  const there = new Map(vectors.contents().map((one) => [one.id, one]));
  const wanted = db
    .sql<{ id: number; space: number; sum: number }>(
      'SELECT id, space, vector_sum AS sum FROM chunks WHERE vector_sum IS NOT NULL',
    )
    .all();
  let missing = 0;
  let wrong = 0;
  for (const { id, space, sum } of wanted) {
    const vector = there.get(id);
    there.delete(id);
    if (!vector) missing++;
    else if (vector.space !== space || vector.sum !== sum) wrong++;
  }
  if (missing > 0) yield `${missing} chunks have lost their vector.`;
  if (wrong > 0) yield `${wrong} vectors are not what was put there.`;
  const leftover = new Set(db.sql('SELECT id FROM leftover_vectors').column<number>());
  const orphaned = [...there.keys()].filter((id) => !leftover.has(id)).length;
  if (orphaned > 0) yield `${orphaned} vectors belong to no chunk.`;
}

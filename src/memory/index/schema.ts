// The tables of an index file and how terms stand in its full-text table. Whoever changes anything here raises
// SCHEMA_VERSION: a file of another version is never opened as if it were of this one.

import type { Db } from '../../db/database.js';
import { sha256 } from './chunk.js';
import type { SpaceId } from './reader.js';

export const SCHEMA_VERSION = 2;

/**
 * Every printable ASCII character and every byte above belongs to a token, so that white space and control characters
 * alone part tokens, whatever the Unicode tables of SQLite say: a piece split off would be a token without its space.
 */
const TOKENIZER = `ascii tokenchars '!"#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~'`;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what parts tokens
const PARTS_TOKENS = /[\u0000-\u0020\u007f]+/;
/** A longer term is known by its beginning, in the index and in the query; in UTF-16 units. */
const MAX_TERM = 256;

const SCHEMA = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  -- A space is an owner's corpus, with its sums: statistics never come from rows of another space.
  CREATE TABLE spaces (
    id INTEGER PRIMARY KEY, owner TEXT NOT NULL, corpus TEXT NOT NULL CHECK (corpus IN ('memory', 'sessions', 'wiki')),
    chunks INTEGER NOT NULL DEFAULT 0, length INTEGER NOT NULL DEFAULT 0, embedded INTEGER NOT NULL DEFAULT 0,
    UNIQUE (owner, corpus)
  ) STRICT;

  CREATE TABLE files (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, space INTEGER NOT NULL REFERENCES spaces (id),
    stamp TEXT NOT NULL, hash TEXT NOT NULL, mtime REAL NOT NULL, lines INTEGER NOT NULL, day TEXT, row_sum TEXT NOT NULL
  ) STRICT;

  -- Ids are never used again: whoever kept one over an await finds its own chunk or none. The sums are those of row-sums.ts;
  -- a chunk without a vector has no sum of it.
  CREATE TABLE chunks (
    id INTEGER PRIMARY KEY AUTOINCREMENT, file INTEGER NOT NULL REFERENCES files (id), space INTEGER NOT NULL,
    identity TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, length INTEGER NOT NULL,
    day TEXT, hash TEXT NOT NULL, row_sum TEXT NOT NULL, token_sum INTEGER NOT NULL, vector_sum INTEGER,
    heading TEXT NOT NULL, text TEXT NOT NULL, terms TEXT NOT NULL
  ) STRICT;
  CREATE INDEX chunks_file ON chunks (file);
  CREATE INDEX chunks_day ON chunks (space, day) WHERE day IS NOT NULL;
  CREATE INDEX chunks_unembedded ON chunks (id) WHERE vector_sum IS NULL;

  -- The terms of every chunk, each with its space in front. Holds which chunk has which term, and no text.
  CREATE VIRTUAL TABLE terms USING fts5(
    tokens, content='', contentless_delete=1, detail=none, tokenize='${TOKENIZER.replaceAll("'", "''")}'
  );

  -- Vectors that could not be deleted with their chunks, for want of the extension.
  CREATE TABLE leftover_vectors (id INTEGER PRIMARY KEY) STRICT;

  PRAGMA user_version = ${SCHEMA_VERSION};
`;

/** Makes the tables in an empty file and leaves others as they are. False for a file of another version. */
export function prepareSchema(db: Db): boolean {
  if (versionOf(db) === SCHEMA_VERSION) return true;
  return db.writeNow(() => {
    const isNew = versionOf(db) === 0 && db.sql('SELECT 1 FROM sqlite_schema').get() === undefined;
    if (isNew) db.exec(SCHEMA);
    return isNew || versionOf(db) === SCHEMA_VERSION;
  });
}

/** Of the tables as they were made, and of how the index was: what stands in the file once and never changes. Hex. */
export function frameSum(db: Db): string {
  const making = db.sql("SELECT name, value FROM meta WHERE name IN ('fingerprint', 'model') ORDER BY name").all();
  const tables = db
    .sql("SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE tbl_name NOT LIKE 'vectors%' ORDER BY name")
    .all();
  return sha256(JSON.stringify([making, tables]));
}

function versionOf(db: Db): number {
  return db.sql('PRAGMA user_version').column<number>()[0] ?? 0;
}

/** The tokens of a chunk, from its terms. */
export function tokensOf(space: SpaceId, terms: string): Set<string> {
  const tokens = new Set<string>();
  for (const term of terms.split(PARTS_TOKENS)) if (term !== '') tokens.add(`${space}:${term.slice(0, MAX_TERM)}`);
  return tokens;
}

/** The full-text query for one term in one space; undefined for what can be no term. Nothing in it is ever syntax. */
export function termQuery(space: SpaceId, term: string, prefix: boolean): string | undefined {
  if (term === '' || PARTS_TOKENS.test(term)) return undefined;
  return `"${space}:${term.slice(0, MAX_TERM).replaceAll('"', '""')}"${prefix ? '*' : ''}`;
}

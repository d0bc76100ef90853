// What search may ask of an index: rows of the spaces it names, and statistics of those alone. Types only.
// Must never offer a question whose answer depends on rows of other spaces.

import type { Corpus } from '../../contracts/index.js';

/** Small integer id of (owner, corpus); every row and every token carries one. */
export type SpaceId = number;

/** What a file is indexed as. */
export type IndexedCorpus = Exclude<Corpus, 'all'>;

export interface ChunkRow {
  /** Ascending with insertion; never used twice in one index file. */
  id: number;
  space: SpaceId;
  /** `scopeId()` of the owner. */
  owner: string;
  corpus: IndexedCorpus;
  path: string;
  /** Lines of the file, from 1, both inside. */
  startLine: number;
  endLine: number;
  /** Heading path, `Trip › Packing`; '' without. */
  heading: string;
  /** The exact lines joined by \n; a piece of one line where that line is longer than a chunk: then startLine = endLine. */
  text: string;
  /**
   * Line 0: terms of the heading path and of the date; line i: terms of text line i. Each line is ` t1 t2 t3 ` with
   * spaces around, or a single space without terms; lines are joined by \n.
   */
  terms: string;
  /** Number of terms. */
  length: number;
  /** YYYY-MM-DD from the file's name; undefined is evergreen. */
  day: string | undefined;
  /** SHA-256 of the text, hex. */
  hash: string;
}

/** `prefix`: every term that begins so is meant; a lone CJK character finds every run it stands in. */
export interface QueryTerm {
  term: string;
  prefix?: boolean;
}

/**
 * Synchronous; throws only what SQLite throws for a damaged file or a disk in trouble (index-errors.ts tells which), and an
 * IndexDamage for a row that is not the one that was put there.
 */
export interface IndexReader {
  /** Ascending ids of the chunks of these spaces that hold the term. Any text is a term, none is syntax. */
  matches(spaces: readonly SpaceId[], term: QueryTerm): readonly number[];
  /** The rows in the order of the ids; ids that are gone are left out. */
  chunks(ids: readonly number[]): ChunkRow[];
  /** Chunks and their summed length, of these spaces alone. */
  totals(spaces: readonly SpaceId[]): { chunks: number; length: number };
  /** Ascending ids of the chunks whose day lies inside, both ends inside, either may be open. Undated chunks are never among them. */
  dated(spaces: readonly SpaceId[], from: string | undefined, to: string | undefined): readonly number[];
  /** The k nearest by cosine, best first, similarity in −1…1; empty when there are no vectors of the current model. */
  nearest(spaces: readonly SpaceId[], vector: Float32Array, k: number): { id: number; similarity: number }[];
  /** Chunks that have a vector of the current model, and all, of these spaces. */
  vectors(spaces: readonly SpaceId[]): { embedded: number; chunks: number };
}

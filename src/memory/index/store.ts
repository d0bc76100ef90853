// What an index file can do: it holds files, chunks, terms and vectors of every space. Types only; what it answers to
// a search is in reader.ts, and open-store.ts opens it.

import type { IndexedCorpus, IndexReader, SpaceId } from './reader.js';

/** A file as it was when it was indexed. */
export interface FileRow {
  /** As hits show it. */
  path: string;
  space: SpaceId;
  /** Changes whenever the file may have. */
  stamp: string;
  /** SHA-256 of the text as it was read, hex. */
  hash: string;
  mtimeMs: number;
  lines: number;
  /** YYYY-MM-DD from the name. */
  day?: string;
}

/** A chunk as chunk.ts makes it; the members are those of ChunkRow, whose `hash` and place follow from them. */
export interface NewChunk {
  startLine: number;
  endLine: number;
  heading: string;
  text: string;
  terms: string;
  length: number;
}

/** A file as it should be indexed, read and cut again. */
export interface ExpectedFile {
  path: string;
  owner: string;
  corpus: IndexedCorpus;
  /** SHA-256 of its text. */
  hash: string;
  chunks: readonly NewChunk[];
}

export interface VerifyReport {
  files: number;
  chunks: number;
  vectors: number;
  /** One sentence each; none when all is well. Of many, the first and how many more. */
  problems: string[];
}

export interface IndexStore extends IndexReader {
  /** ':memory:' for one that ends with the process. */
  readonly path: string;
  readonly generation: number;
  /** How the index was made when its file was new. */
  readonly fingerprint: string;
  /** The id of this owner (`scopeId()`) and corpus, made at the first question. */
  space(owner: string, corpus: IndexedCorpus): SpaceId;
  /** The ids that exist of these owners and corpora. */
  spacesOf(owners: readonly string[], corpora: readonly IndexedCorpus[]): SpaceId[];
  /** All there are. */
  spaces(): { id: SpaceId; owner: string; corpus: IndexedCorpus }[];
  /** Everything indexed, by path. */
  files(): Map<string, FileRow>;
  /** Puts the file in place of what was there, in one transaction; chunks that did not change keep id and vector. */
  putFile(file: FileRow, chunks: readonly NewChunk[]): Promise<void>;
  /** The content is the same, the stat changed; nothing happens where another content was put meanwhile. */
  touchFile(file: Pick<FileRow, 'path' | 'hash' | 'stamp' | 'mtimeMs'>): Promise<void>;
  /** Leaves nothing of the file; unknown paths are no error. */
  removeFile(path: string): Promise<void>;
  /** Chunks without a vector, oldest first. */
  unembedded(limit: number): { id: number; text: string; hash: string }[];
  /**
   * Unit vectors of chunks; ids that are gone meanwhile are left out. Rejects with a MemoryError 'invalid' for NaN and zero
   * vectors, a DimensionsError when the size is not that of the vectors there, 'unavailable' without the extension.
   */
  putVectors(rows: readonly { id: number; vector: Float32Array }[]): Promise<void>;
  /** Size of the vectors there; undefined without vectors. */
  readonly dims: number | undefined;
  dropVectors(): Promise<void>;
  /** Why there can be no vectors here, one sentence; undefined when all is well. */
  readonly vectorTrouble: string | undefined;
  /** When the files were last compared with this index, epoch ms. */
  readonly synced: number | undefined;
  /** Notes the time of a comparison; not more often than every ten seconds. */
  setSynced(now: number): Promise<void>;
  /** A bounded step of shrinking the file and emptying its log; true when another is worth it now. For idle moments. */
  tend(): Promise<boolean>;
  /** What it takes on the disk, its log included, or in memory. */
  bytes(): number;
  /** What SQLite finds wrong with the file, at most five lines; reads all of it (about 1 s for 300 MB). */
  quickCheck(): string[];
  /**
   * What in the file is not what was written into it, one sentence each: pages, rows, terms, vectors and sums. Reads all of
   * it several times (about 10 ms for 1 MB).
   */
  selfCheck(): string[];
  /** Compares everything with the files as they should be indexed; changes nothing. */
  verify(expected: Iterable<ExpectedFile>): VerifyReport;
  close(): void;
}

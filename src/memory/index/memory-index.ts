// The seam of search: what memory asks of its index, whichever thread it lives in. Types only.

import type { Scope, SearchAnswer, SearchOptions } from '../../contracts/index.js';
import type { Owner } from '../visibility.js';
import type { VerifyReport } from './store.js';
import type { SyncReport } from './sync.js';

/** What a pass over the files did; from an errand, also how far the vectors are. */
export interface PassReport extends Omit<SyncReport, 'behind'> {
  vectors?: VectorReport;
}

export interface VectorReport {
  /** Chunks with and without a vector. */
  embedded: number;
  left: number;
  /** Why not all have one, in plain words. */
  trouble?: string;
}

export interface ScopeStatus {
  owner: Owner;
  /** Searchable files on disk, transcripts included. */
  files: number;
  indexed: number;
  /** Indexed in an older version, or not at all. */
  stale: number;
  chunks: number;
  vectors: number;
}

export interface IndexStatus {
  /** As in an answer: `hybrid`, `lexical only`, … */
  mode: string;
  /** 0: kept in memory. */
  generation: number;
  bytes: number;
  /** When files and index were last compared, epoch ms. */
  lastSync?: number;
  /** What is wrong with the index, its places or its vectors, one sentence each. */
  notices: string[];
  /** Files that are not searched, and why, one sentence a reason. */
  skipped: string[];
  scopes: ScopeStatus[];
}

export interface MemoryIndex {
  /**
   * Searches what `scope` may read, filtered before ranking. Never rejects for what a query looks like; trouble with the
   * disk, the vectors or the embedder is named in the answer's mode. Rejects once closed.
   */
  search(scope: Scope, query: string, options: SearchOptions): Promise<SearchAnswer>;
  /** Brings these files up to date before it resolves, without waiting for a long pass over all of them. */
  refresh(paths: readonly string[]): Promise<void>;
  /** Compares everything on disk with the index. Joins a pass under way if that has not begun to look yet. */
  sync(): Promise<PassReport>;
  /** The whole index anew, beside the one that is used meanwhile. Rejects 'busy' while another process does it. */
  rebuild(): Promise<PassReport>;
  /** A session begins, or its transcript has grown by so much: a reason to look, if the settings say so. */
  hint(event: IndexHint): void;
  /** With a reader, of the rows that it may read alone; notices are for main. Default: of everybody's. */
  status(reader?: Scope): Promise<IndexStatus>;
  verify(): Promise<VerifyReport>;
  /** Lets a pass under way come to the end of its file, then lets everything go. */
  close(): Promise<void>;
}

export type IndexHint = { kind: 'session-start' } | { kind: 'transcript'; bytes: number; messages: number };

// Memory as a turn, a tool, a skill or a dream sees it: a view bound to one scope. There is no other way in.

import type { AccountId, Scope } from './scope.js';

/** SHA-256 (hex) of a file's bytes; `absent` names a file that does not exist. */
export type RevisionId = string;

/** How far the words of an entry can be relied on, best first. */
export type Trust = 'owner' | 'member' | 'model' | 'tool' | 'web';

/** A file or a range of its lines. Paths are relative to the workspace, with `/`. Lines count from 1, both ends inside. */
export interface MemoryDoc {
  path: string;
  text: string;
  from: number;
  to: number;
  lines: number;
  revision: RevisionId;
  /** The range asked for goes on behind `to`. */
  more: boolean;
  /** In a prompt: so many characters of the whole were left out. */
  cut?: { characters: number; of: number };
}

export interface LineRange {
  /** First line, default 1. */
  from?: number;
  /** How many lines, default all. */
  lines?: number;
}

export type Corpus = 'memory' | 'sessions' | 'wiki' | 'all';

export interface SearchOptions {
  limit?: number;
  corpus?: Corpus;
  /** Days, YYYY-MM-DD, both inside. */
  from?: string;
  to?: string;
  sort?: 'relevance' | 'time';
}

export interface Hit {
  path: string;
  startLine: number;
  endLine: number;
  /** At most 700 characters, cut where the query's words are. */
  snippet: string;
  /** Relative within one answer, 0 < score ≤ 1; only main is told more than ranks. */
  score: number;
  corpus: Exclude<Corpus, 'all'>;
}

export interface SearchAnswer {
  /** What kind of search this was, in words: `lexical only`, … */
  mode: string;
  hits: Hit[];
}

/** Where a write comes from; kept in the ledger for as long as the entry. */
export interface Provenance {
  who: AccountId | 'system';
  by: 'tool' | 'command' | 'flush' | 'dream' | 'hand' | 'system';
  session?: string;
  /** The transcript entry that asked for it. */
  entry?: string;
  /** With `session` the write's identity: a repeat of the same call returns the stored outcome. */
  call?: string;
  reason: string;
  trust: Trust;
}

/** A change of one file. */
export type Patch =
  /** Adds lines at the end, or at the end of the section under `heading`, which is added if missing. Never conflicts. */
  | { kind: 'append'; path: string; lines: string[]; heading?: string }
  /** The whole new text. */
  | { kind: 'replace'; path: string; text: string };

export interface Revision {
  /** The file's content after the write. */
  id: RevisionId;
  /** Row in the ledger. */
  row: number;
  path: string;
  /** The first line written. */
  line: number;
  /** This call had been carried out before; nothing was written now. */
  repeated: boolean;
}

/** One thing to remember. `text` may have several lines; each becomes an entry of its own. */
export interface Note {
  /** `day`: the scope's log of the day; `long`: its MEMORY.md; `user`: USER.md, main only. */
  target: 'day' | 'long' | 'user';
  text: string;
}

/**
 * What a turn, a tool, a skill or a dream gets. Every member refuses what the scope may not see or write; what is
 * forbidden and what is missing are the same MemoryError 'not-found'.
 */
export interface MemoryView {
  readonly scope: Scope;
  /** Where the scope's own notes of a target go today; the file need not exist. 'user' outside main is 'not-found'. */
  pathOf(target: Note['target']): string;
  /** The files that belong at the start of a prompt, in their order; missing ones are left out. */
  bootstrap(today: string): Promise<MemoryDoc[]>;
  read(path: string, range?: LineRange): Promise<MemoryDoc>;
  /** Never throws for odd queries; an empty answer says in `mode` how it looked. */
  search(query: string, options?: SearchOptions): Promise<SearchAnswer>;
  /**
   * Writes through the ledger. A `replace` whose `base` is not the file's current revision is a MemoryError 'conflict';
   * an unwritable disk is 'unwritable'. Resolves once the text is on disk and found by `search`.
   */
  apply(patch: Patch, base: RevisionId | undefined, why: Provenance): Promise<Revision>;
  /** Appends a note where its target belongs, shaped as a bullet, with the time in a daily log. Same errors as `apply`. */
  remember(note: Note, why: Provenance): Promise<Revision>;
}

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
  /** In a prompt: whose file it is, in the words of the command line. */
  owner?: string;
}

/** full: what a conversation begins with; light: what a run without a person needs; none: nothing. */
export type BootstrapMode = 'full' | 'light' | 'none';

export interface BootstrapOptions {
  /** YYYY-MM-DD in the owner's zone: which daily logs belong to the prompt. */
  today: string;
  /** Default full. */
  mode?: BootstrapMode;
  /** The most that one file may have, and all together, in UTF-16 units. */
  fileChars: number;
  totalChars: number;
}

export interface Bootstrap {
  /** In the order of the prompt; one that was cut says so in its first line. */
  docs: MemoryDoc[];
  /** What has no room at all, each with its size in UTF-16 units. */
  leftOut: { path: string; characters: number; owner: string }[];
  /** Every file that was looked for, with its revision (`absent` for a missing one): what an epoch rests on. */
  revisions: Record<string, RevisionId>;
}

/** How a file came from one revision to its present one. */
export type FileChange =
  | { kind: 'same' }
  /** Only the bot wrote since. `diff`: the lines that went (`-`) and came (`+`), oldest first. */
  | { kind: 'own'; diff: string; revision: RevisionId }
  /** Somebody's hand was in it, or nobody knows how it came about. */
  | { kind: 'hand'; revision: RevisionId };

export interface LineRange {
  /** First line, default 1. */
  from?: number;
  /** How many lines, default all. */
  lines?: number;
  /** As it stands on the disk, byte order mark and ends of line included; else without the one, and `\n` for the others. */
  exact?: boolean;
}

export type Corpus = 'memory' | 'sessions' | 'wiki' | 'all';

export interface SearchOptions {
  limit?: number;
  corpus?: Corpus;
  /** Days, YYYY-MM-DD, both inside. */
  from?: string;
  to?: string;
  sort?: 'relevance' | 'time';
  /** Leaves out what is less relevant than this (0…1, before recency), so that the answer may be empty. */
  atLeast?: number;
  /** Main only, ignored elsewhere: what groups and persons wrote is searched too, each such hit marked with its owner. */
  everyone?: boolean;
  /** How long it may wait for a comparison with the disk; then it answers from what is indexed. Default 1,500. */
  waitMs?: number;
  /** Asks for the score parts of each hit; only main is told. */
  explain?: boolean;
}

/** What a hit's score is made of: each between 0 and 1, before weights. */
export interface ScoreParts {
  text: number;
  vector: number;
  recency: number;
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
  /** Whose it is, in words, where main reads what is another scope's. */
  owner?: string;
  parts?: ScoreParts;
}

export interface SearchAnswer {
  /** What kind of search this was, in words: `lexical only`, … */
  mode: string;
  hits: Hit[];
  /** Files that the reader may read and that are not searched yet. */
  pending: number;
  /** Memory cannot be searched at all, and why; then there are no hits. */
  disabled?: string;
}

export interface TranscriptFile {
  path: string;
  scope: Scope;
  stamp: string;
  mtimeMs: number;
}

/** Transcripts as search sees them; handed to memory, which knows nothing of sessions. Synchronous, in any thread. */
export interface TranscriptSource {
  /** `path` is `sessions/<session>.jsonl`; the stamp changes whenever the text may have. */
  list(): TranscriptFile[];
  /** What `list` says of one, without looking at the others. */
  find(path: string): TranscriptFile | undefined;
  /** Line i says what line i of the file says to a person, or nothing. Undefined when there is no such transcript. */
  text(path: string): string | undefined;
}

/** Turns text into vectors of one model. */
export interface Embedder {
  /** Provider, model and endpoint, without credentials: vectors under one fingerprint can be compared. */
  readonly fingerprint: string;
  /**
   * One unit vector for each text, in their order. Rejects with a ModelError: `retryable` says whether the same call may
   * succeed later. Never resolves to fewer vectors, zero vectors or NaN.
   */
  embed(texts: readonly string[], kind: 'query' | 'document', signal: AbortSignal): Promise<Float32Array[]>;
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
  /** Of several lines the lowest. */
  trust: Trust;
  /** Where lines differ: of each appended one, in their order; in a `replace` of those that carry their `text`. */
  lines?: readonly LineProvenance[];
}

/** Of one line of a write. */
export interface LineProvenance {
  trust: Trust;
  /** What it rests on: ids of transcript entries, or `path:from-to`. */
  entries: readonly string[];
  /** The line's words as they stand in the file, without its end: needed in a `replace`, whose other lines are not spoken of. */
  text?: string;
  /** Of a line that stood in another file before: who brought it there, nobody known for a hand's. The write only moved it. */
  origin?: Omit<LineOrigin, 'trust' | 'entries'>;
}

/** Who brought a line into its file, as the ledger says. */
export interface LineOrigin {
  trust: Trust;
  /** Absent: nobody's write is known of it, so a hand's. */
  by?: Provenance['by'];
  session?: string;
  /** The revision that brought it, a row of the ledger, and when that was, epoch ms. */
  row?: number;
  at?: number;
  who?: Provenance['who'];
  /** What it rests on: ids of transcript entries, or `path:from-to`. Absent where nothing is known of that. */
  entries?: readonly string[];
}

/** A daily log, or the tail of a session. */
export interface LogFile {
  path: string;
  /** YYYY-MM-DD. */
  day: string;
  kind: 'log' | 'snapshot';
}

/** A file of the workspace, as `read` takes its path. */
export interface KnownFile {
  path: string;
  bytes: number;
  /** Epoch ms. */
  changedAt: number;
}

export interface FileList {
  /** By path. */
  files: KnownFile[];
  /** So many more are there. */
  left: number;
  /** And not everything was looked at. */
  more: boolean;
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

/** A revision that was taken back. */
export interface Undone extends Revision {
  /** Which one, a row in the ledger. */
  undoes: number;
  /** False where nothing of it was left in the file. */
  changed: boolean;
}

/** A change of a file that was carried out, as people are told of it. */
export interface PastRevision extends Pick<Provenance, 'who' | 'by' | 'reason' | 'trust'> {
  /** Row in the ledger: what it is called. */
  row: number;
  path: string;
  /** Epoch ms. */
  at: number;
  /** How many lines came and went. */
  added: number;
  removed: number;
  /** Which one it took back. */
  undoes?: number;
  /** It was taken back itself. */
  undone: boolean;
}

/** With its lines, without their ends, in the file's order. */
export interface ShownRevision extends PastRevision {
  lines: { sign: '+' | '-'; text: string }[];
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
  /**
   * Where the scope's own notes of a target go, on the day of `at` (epoch ms, default now); the file need not exist. 'user'
   * outside main is 'not-found'.
   */
  pathOf(target: Note['target'], at?: number): string;
  /** The files that belong at the start of a prompt. */
  bootstrap(options: BootstrapOptions): Promise<Bootstrap>;
  /**
   * What became of bootstrap files since they had these revisions, by path. A file that every chat reads is 'hand' whoever changed it; one
   * that the scope may not read is as good as missing. Never rejects for what cannot be read.
   */
  changesSince(files: Readonly<Record<string, RevisionId>>): Promise<Map<string, FileChange>>;
  /**
   * How far lines of a file can be relied on, in their order: what the ledger says of each, the owner's where it says nothing
   * (a hand's work). Of what no ledger knows: 'member' in a configured folder and in the tail of a session, 'model' in a
   * transcript, 'web' for what the scope may not read.
   */
  trustOf(path: string, lines: readonly string[]): Trust[];
  /** The same with who brought them, in their order. */
  originsOf(path: string, lines: readonly string[]): LineOrigin[];
  /** The scope's own daily logs and snapshots of those days (YYYY-MM-DD, both inside), by day and path. */
  logs(days: { from: string; to: string }): Promise<LogFile[]>;
  read(path: string, range?: LineRange): Promise<MemoryDoc>;
  /**
   * At most `limit` files of the workspace at or below a folder (default: all) that the scope may read. Hidden files and
   * links are left out; main sees the folders of groups and people only where it asks for them. A folder without any such
   * file is 'not-found'.
   */
  files(where: { folder?: string; limit: number }): Promise<FileList>;
  /** Never throws for odd queries; an empty answer says in `mode` how it looked. */
  search(query: string, options?: SearchOptions): Promise<SearchAnswer>;
  /**
   * Writes through the ledger. A `replace` whose `base` is not the file's current revision is a MemoryError 'conflict';
   * an unwritable disk is 'unwritable'. Resolves once the text is on disk and found by `search`. `done` runs inside the
   * transaction that completes the write, and again on a repeat of the call: it must be idempotent.
   */
  apply(patch: Patch, base: RevisionId | undefined, why: Provenance, done?: () => void): Promise<Revision>;
  /** The outcome of a call that was carried out before. */
  earlier(why: Pick<Provenance, 'session' | 'call'>): { row: number; path: string } | undefined;
  /**
   * The revisions of the scope's own files, of one or of all, newest first; main is told of what every chat reads, too. Edits by
   * hand are among them.
   */
  revisions(path: string | undefined, limit: number): Promise<PastRevision[]>;
  /** One of those; 'not-found' for any other. */
  revision(row: number): Promise<ShownRevision>;
  /**
   * Takes one back of a file that the scope writes itself, and keeps what was written since; errors as of `apply`. 'conflict'
   * names the lines that stand in the way; 'invalid': it was taken back already, or may not be taken back from here.
   */
  undo(row: number, why: Provenance): Promise<Undone>;
  /** Appends a note where its target belongs, shaped as a bullet, with the time in a daily log. Same errors as `apply`. */
  remember(note: Note, why: Provenance): Promise<Revision>;
}

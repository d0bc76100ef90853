// The nightly consolidation of a scope's logs into its long-term memory: what it reads, what it proposes, what is kept of it.
// Types only.

import type { RevisionId, Trust } from './memory.js';
import type { Scope } from './scope.js';

/** What needs a yes before it is written. */
export type ApplyPolicy = 'auto' | 'ask' | 'ask-if';

/** Lines of one file, from 1, both inside. */
export interface SourceLines {
  path: string;
  from: number;
  to: number;
}

/** One thing that stands in a log, in a snapshot or in a conversation. */
export interface LogEntry {
  /** The words alone: no bullet, no time, no name of who said so. */
  text: string;
  source: SourceLines;
  /** YYYY-MM-DD. */
  day: string;
  kind: 'log' | 'snapshot' | 'transcript';
  /** Whose statement it is, as the log names them; absent: the scope's own people. */
  speaker?: string;
  trust: Trust;
  /** Somebody's words that another one quoted or forwarded. */
  passedOn?: true;
  /** Somebody asked for it to be remembered. */
  asked?: true;
  /** Written in a run that no person began. */
  machine?: true;
}

/** What entries of one or more days say alike. */
export interface Claim {
  /** Of the words and their speaker: stable, so that what became of it is known in other nights. */
  key: string;
  /** The newest wording of those that can be relied on most. */
  text: string;
  speaker?: string;
  /** The best of its entries'. */
  trust: Trust;
  /** Oldest first, at least one. */
  entries: readonly LogEntry[];
  /** Different ones, ascending. */
  days: readonly string[];
}

export type Importance = 'preference' | 'fact' | 'decision' | 'goal' | 'lesson' | 'none';

/** How often a claim was found again by people's questions. */
export interface Recalls {
  /** Different questions, and the different days they were asked on. */
  questions: number;
  days: number;
  /** The best score of a hit, 0…1. */
  best: number;
}

/** Each between 0 and 1, before weights. */
export interface RankParts {
  importance: number;
  recurrence: number;
  recall: number;
  recency: number;
  theme: number;
}

export interface RankedClaim extends Claim {
  importance: Importance;
  /** Somebody asked for it to be remembered. */
  explicit: boolean;
  parts: RankParts;
  /** 0…1. */
  score: number;
}

/** What is talked about again and again. */
export interface Theme {
  /** One or a few words. */
  name: string;
  days: readonly string[];
  /** How many claims speak of it. */
  claims: number;
  /** Asked and not answered. */
  open?: string;
}

/** One matter of a long-term file: a bullet with what continues it, or a paragraph. Headings are none. */
export interface LongTermEntry {
  /** `m1`, `m2`, … in the order of the file. */
  id: string;
  /** The words alone, continuing lines included. */
  text: string;
  lines: { from: number; to: number };
  /** The heading it stands under; '' above the first. */
  heading: string;
  /** Somebody wrote or corrected it by hand. */
  hand: boolean;
  /** Its people want it kept in sight. */
  pinned: boolean;
  trust: Trust;
}

/** A change of a long-term file. `sources` are claims (`n1` is the first), `targets` entries of the file. */
export type DreamOperation =
  | { op: 'add'; text: string; sources: readonly string[] }
  /** Says once what the targets, and the claims, say. */
  | { op: 'merge'; text: string; targets: readonly string[]; sources: readonly string[] }
  /** What the targets say is not so any more; they stay below the new line as a dated note. */
  | { op: 'supersede'; text: string; targets: readonly string[]; sources: readonly string[] }
  /** A claim says that it is over. */
  | { op: 'drop'; targets: readonly string[]; sources: readonly string[] }
  /** Into `memory/topics/<topic>.md`, word for word. */
  | { op: 'move'; targets: readonly string[]; topic: string };

/** What is asked about: the file as it is, and what is new. */
export interface DreamQuestion {
  scope: Scope;
  /** The night's day, YYYY-MM-DD. */
  night: string;
  entries: readonly LongTermEntry[];
  /** Best first; `n1` is the first. */
  claims: readonly RankedClaim[];
  themes: readonly Theme[];
  /** So many characters the file may still grow by; below 0 it is too long already. UTF-16 units. */
  room: number;
}

export interface DreamAnswer {
  operations: DreamOperation[];
  /** What could not be read as an operation, each in one sentence for people. */
  refused: string[];
}

/** Proposes; never writes. Rejects with a ModelError, or with a MemoryError 'invalid' where the answer is of no use. */
export type Proposer = (question: DreamQuestion, signal: AbortSignal) => Promise<DreamAnswer>;

/** A line of the difference, and why. */
export interface PlannedLine {
  /** `>`: moved to another file, word for word. */
  sign: '+' | '-' | '>';
  path: string;
  text: string;
  sources: readonly SourceLines[];
  trust: Trust;
  /** Of a moved one, the file that it goes to. */
  to?: string;
  /** Of a line that goes: somebody's hand had written it. */
  hand?: true;
  /** One of its sources was quoted or forwarded. */
  passedOn?: true;
}

/** A file before and after, whole. `before` is undefined where there was none. */
export interface PlannedFile {
  path: string;
  base: RevisionId;
  before: string | undefined;
  after: string;
}

/** What a night would change. Computed without writing anything. */
export interface DreamPlan {
  night: string;
  by: 'model' | 'rules';
  /** MEMORY.md last; empty where nothing changes. */
  files: PlannedFile[];
  lines: PlannedLine[];
  /** What `>` lines come to: how they stand in their new file, and how far they can be relied on there. */
  moved: { path: string; text: string; trust: Trust }[];
  themes: Theme[];
  /** What was proposed or could have been, and why it was not taken: for people, one sentence each. */
  refused: string[];
  /** What the plan decided about claims: those that it writes down, and those that it looked at and left out. */
  promoted: DecidedClaim[];
  passed: DecidedClaim[];
}

/** A claim without its words. */
export interface DecidedClaim {
  key: string;
  /** The last day on which it was said. */
  until: string;
  /** How many different questions had found it. */
  questions: number;
}

/**
 * queued: under way; held: waits for a yes; ok: written; nothing: there was nothing to do; replaced: a newer one took its
 * place; undone: written and taken back.
 */
export type DreamState = 'queued' | 'held' | 'ok' | 'nothing' | 'failed' | 'skipped' | 'replaced' | 'undone';

/** One dream of one scope. */
export interface Dream {
  id: number;
  scope: Scope;
  /** YYYY-MM-DD in the owner's zone. */
  night: string;
  /** night: by its schedule, at most one a night; asked: somebody wanted it. */
  cause: 'night' | 'asked';
  state: DreamState;
  /** Why it failed, or why it waits; one sentence. */
  reason?: string;
  plan?: DreamPlan;
  tokens: number;
  /** Epoch ms. */
  at: number;
  endedAt?: number;
}

/** Why a text is, or is not, in long-term memory: sentences for people. */
export interface DreamExplanation {
  /** The entry or claim that it is about. */
  text: string;
  sources: readonly SourceLines[];
  says: string[];
}

/** What people and operators do about dreams. Whoever calls has asked whether they may. */
export interface DreamDesk {
  /** Whether the scope dreams at all, and how its changes are applied. */
  policy(scope: Scope): { enabled: boolean; apply: ApplyPolicy };
  /** Every scope that has memory, main first. */
  scopes(): Scope[];
  /** Newest first, of one scope. */
  list(scope: Scope, limit: number): Dream[];
  find(id: number): Dream | undefined;
  /** The one that waits for a yes. */
  held(scope: Scope): Dream | undefined;
  /** Begins one that somebody wants, for tonight or another night (YYYY-MM-DD), or finds the one that is under way. */
  begin(scope: Scope, night?: string): Promise<Dream>;
  /** Resolves once it has ended, or undefined after so long (ms). */
  ended(id: number, withinMs: number): Promise<Dream | undefined>;
  /**
   * Writes what is held; ok, or queued again where a file changed since and everything is looked at anew. A repeat changes
   * nothing. Throws a MemoryError where the disk refuses, and 'not-found' where nothing is held under that id.
   */
  apply(id: number): Promise<Dream>;
  /** What it proposed is not proposed again until it is said again. MemoryError 'not-found' as above. */
  skip(id: number): Promise<Dream>;
  /**
   * Takes the newest one that was written back, byte for byte, or merged with what was changed since; once for each `call`. MemoryError
   * 'not-found' where there is none, 'conflict' where the same lines were changed since.
   */
  undo(scope: Scope, call?: string): Promise<Dream>;
  explain(scope: Scope, text: string): Promise<DreamExplanation[]>;
}

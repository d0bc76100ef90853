// What stands between a session's history and a request to the model: the life cycle that a user's own engine may replace,
// member by member. Types only.

import type { MemoryView } from './memory.js';
import type { ChatModel, ImagePart, ModelRequest, ToolSpec } from './model.js';
import type { Scope } from './scope.js';
import type { Entry, EntryBody, EntryOf } from './transcript.js';

/** Why the beginning of requests was made anew. */
export type EpochCause =
  | 'start' // of the session
  | 'compaction' // old history was summed up, or has no room any more
  | 'settings' // configuration, skills or tools
  | 'files' // somebody edited a file that stands in the prompt
  | 'growth' // the bot itself wrote more than a diff should hold
  | 'edit' // a message of the history was changed or deleted
  | 'forget'
  | 'day'; // the first turn of a day

/** threshold: the window fills; overflow: the provider refused; command: somebody asked. */
export type CompactionCause = 'threshold' | 'overflow' | 'command';

/** Why a range of the history is written down. */
export type FlushCause = 'threshold' | 'cut' | 'ended';

/** One piece of a request, and why it is there. */
export interface ManifestPart {
  part: 'system' | 'tools' | 'file' | 'summary' | 'history' | 'message' | 'facts' | 'changes' | 'recall' | 'pictures';
  path?: string;
  /** Lines of the file, from 1, both inside. */
  lines?: { from: number; to: number };
  /** Whose text it is, in the words of the command line: `main`, `shared`, `person:ann`, `group:telegram:-100`. */
  scope: string;
  /** SHA-256 (hex) of the text, its first 16 characters. */
  hash: string;
  /** By estimate. */
  tokens: number;
  reason: string;
  /** So many characters of the whole were left out. */
  cut?: { characters: number; of: number };
}

/** What one request was made of. Holds no text. */
export interface Manifest {
  session: string;
  turn: string;
  model: string;
  /** Epoch ms. */
  at: number;
  epoch: { number: number; cause: EpochCause; since: number };
  /** The model's window; what a request may have of it, without the reserve for the answer; what this one has. Tokens. */
  window: number;
  budget: number;
  tokens: number;
  parts: ManifestPart[];
}

/** One session as its engine sees it, for as long as somebody holds its lane. */
export interface ContextSession {
  readonly id: string;
  readonly scope: Scope;
  /** In file order; grows while the turn runs. */
  readonly entries: readonly Entry[];
  /** A run that nobody talks in: the prompt is short, and few files stand at its beginning. Absent: a conversation. */
  readonly light?: boolean;
  /** Bound to the session's scope: there is no other way to memory. */
  readonly memory: MemoryView;
  readonly model: ChatModel;
  /** Adds to the transcript. Throws a StateError when the disk refuses. */
  append(entries: (EntryBody & { id?: string; turn?: string })[]): Entry[];
  /** Resolves once every entry up to `through` (its id) is written down or sure to be: only then may it be cut off. */
  flush(through: string, cause: FlushCause): Promise<void>;
  /** Ends what is under way. */
  readonly signal: AbortSignal;
}

export interface ContextTurn {
  readonly session: ContextSession;
  /** The turn that is to be answered. */
  readonly turn: string;
  /** Those that the chat may use. */
  readonly tools: readonly ToolSpec[];
  /** No more tool calls in this turn. */
  readonly answerOnly?: boolean;
  /** No compaction comes before the request is sent: what has no room is left out. */
  readonly settled?: boolean;
  /** What text looks like on the channel, and how to behave there in the operator's words. */
  readonly channelHint: string;
  readonly persona?: string;
  /** The list of skills that can be used, as it stands in the prompt; absent: there are none. */
  readonly skills?: string;
  /** Lines for the facts behind the latest message. */
  readonly notes: readonly string[];
  /** Pictures to show, by the id of the entry they came with. */
  readonly images: ReadonlyMap<string, ImagePart[]>;
}

/** flush: write down what is not; compaction: also cut. */
export type ContextDue = 'flush' | 'compaction';

export interface Assembled {
  prompt: ModelRequest;
  manifest: Manifest;
  /** The window is so full that this should be done about it; the caller does. */
  due?: ContextDue | undefined;
  /** Everything up to this entry had no room, nor had it been summed up: it is written down before the request goes out. */
  leftOut?: string | undefined;
  /** The same for another model of the chain, whose window may be smaller. */
  refit?(model: Pick<ChatModel, 'id' | 'contextTokens'>): Pick<Assembled, 'prompt' | 'manifest' | 'leftOut'>;
}

/** `says` is one sentence for people. Nothing was changed unless `done`. */
export type CompactionOutcome =
  | { done: true; before: number; after: number; says: string }
  | { done: false; says: string };

/** What a run inside a session begins with. */
export interface SubagentContext {
  system: string;
}

/**
 * The life cycle. A member that a user's engine lacks is the default engine's, and so is one that throws, which is said in
 * the log and in the status. No member may reach text of another scope: it gets none.
 */
export interface ContextEngine {
  /** Before the first request of a turn. */
  bootstrap(session: ContextSession): Promise<void>;
  /** A message has come into the transcript. */
  ingest(session: ContextSession, message: EntryOf<'user'>): Promise<void>;
  /** One request, within the model's window. Rejects with a ModelError 'overflow' when nothing can be left out any more. */
  assemble(turn: ContextTurn): Promise<Assembled>;
  /** Replaces old history by a summary, for as long as the transcript keeps all of it. */
  compact(session: ContextSession, cause: CompactionCause, focus?: string): Promise<CompactionOutcome>;
  /** The turn has ended well; its reply is on its way. Says what is due before the next one. */
  afterTurn(turn: ContextTurn): Promise<ContextDue | undefined>;
  prepareSubagent(parent: ContextSession): Promise<SubagentContext>;
  subagentEnded(parent: ContextSession, result: { text: string }): Promise<void>;
  /** The process ends. */
  dispose(): Promise<void>;
}

// What a turn is handed: the house's parts, the session and its people's words, and how it is told to end. Types, and the ids
// that a turn's entries go by.

import type {
  Clock,
  ContextEngine,
  ContextSession,
  Entry,
  EntryOf,
  ImagePart,
  Log,
  Principal,
  ToolContext,
  ToolFiles,
  ToolSchedules,
} from '../contracts/index.js';
import type { NewEntry, Transcript } from '../sessions/transcript.js';
import type { SealedTool } from './tools/seal.js';

export interface TurnLimits {
  maxToolRounds: number;
  toolTimeoutMs: number;
}

export interface TurnDeps {
  context: ContextEngine;
  tools: readonly SealedTool[];
  clock: Clock;
  log: Log;
  timezone: string;
  limits: TurnLimits;
  /** Told what a request was estimated at and what its server counted; the estimate is made only where it is worth it. */
  observe(model: string, estimated: () => number, reported: number): void;
  /** Has the history compacted once the turn is out of the way. Absent: at its end, at once. Never rejects. */
  compactLater?(session: ContextSession): Promise<void>;
}

/** What the turn's people have written: at its beginning, and while it runs. */
export interface TurnMail {
  /** The entries that the transcript lacks: messages under `userEntryId`, and edits of those that stand there. */
  take(entries: readonly Entry[]): NewEntry[];
  /** Fires when the request under way is void, because somebody changed or completed what was asked. A new one a request. */
  changed(): AbortSignal;
}

export interface TurnInput {
  /** Stable across redelivery, retries and restarts; the user entry's id and the calls' ids derive from it. */
  turn: string;
  mail: TurnMail;
  who: Principal;
  session: ContextSession;
  channelHint: string;
  /** What the chat calls itself: somebody's words. A forum post says there what it is about. */
  title?: string | undefined;
  /** More facts of this turn, a line each; others' words stand in them as data. */
  notes?: readonly string[] | undefined;
  /** How the bot is to behave in this chat, in the operator's words. */
  persona?: string | undefined;
  /** Names of the tools that the chat may use; absent: all. */
  only?: readonly string[] | undefined;
  /** What the pictures of a message look like. Absent: they are named. */
  images?: ((entry: EntryOf<'user'>) => Promise<ImagePart[]>) | undefined;
  files: ToolFiles;
  transcript: Transcript;
  propose(session: string, call: string, change: Parameters<ToolContext['propose']>[0]): Promise<void>;
  /** Absent: nothing can be scheduled. */
  schedules?: ToolSchedules | undefined;
  /** Is told what searches found. Absent where no person asked. */
  recalled?: ToolContext['recalled'] | undefined;
}

export interface TurnSignals {
  /** The process is leaving or has lost the lane: nothing more is written, and the generator throws the reason. */
  abort: AbortSignal;
  /** A person wants the turn to end: what stands there is kept, and the turn is over. */
  stop: AbortSignal;
}

/** The id of the user entry of a message, by the turn id of that message: a repeated append of it changes nothing. */
export function userEntryId(turn: string): string {
  return `user:${turn}`;
}

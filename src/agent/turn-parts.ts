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
  SkillWish,
  ToolReach,
  ToolResult,
} from '../contracts/index.js';
import type { NewEntry, Transcript } from '../sessions/transcript.js';
import type { TurnPolicy } from './tools/policy.js';
import type { SealedTool } from './tools/seal.js';
import type { TurnSecrets } from './turn-secrets.js';

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
  /** The most characters of the list of skills in a prompt. */
  catalogChars: number;
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
  /** What takes tools away from it. */
  policy: TurnPolicy;
  /** What the pictures of a message look like. Absent: they are named. */
  images?: ((entry: EntryOf<'user'>) => Promise<ImagePart[]>) | undefined;
  transcript: Transcript;
  /** What its people have just said and nobody may write down. Absent: nothing is known of that. */
  secrets?: TurnSecrets | undefined;
  /** What its tools may do beyond memory. */
  reach: ToolReach;
  /** Runs skills apart. Absent: nothing does, as in such a run. */
  apart?: RunsApart | undefined;
}

/** One call that runs a skill apart, and the turn that it belongs to. */
export interface ApartCall {
  wish: SkillWish;
  /** The call's id: with the session's it names the run. */
  call: string;
  /** How many calls of the same answer may do so. */
  beside: number;
  /** The tools that the turn shows. */
  visible: readonly SealedTool[];
  deps: TurnDeps;
  input: TurnInput;
  signals: TurnSignals;
  /** Tokens that the result may have. */
  room: number;
}

/** Throws a ToolError where it cannot begin; what goes wrong later is the result. Rejects when `abort` fires. */
export type RunsApart = (call: ApartCall) => Promise<ToolResult>;

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

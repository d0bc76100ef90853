// What the model can do besides talking. Adding a tool is one file in agent/tools and one line in its table.

import type { ZodType } from 'zod';
import type { OutboundFile } from './channel.js';
import type { Hit, LineProvenance, MemoryView, RevisionId, Trust } from './memory.js';
import type { ScheduleWish } from './schedule.js';
import type { Principal, Scope } from './scope.js';
import type { SkillCard, SkillSet } from './skill.js';

export interface ToolResult {
  /** Goes to the model. */
  content: string;
  /** Stays in the transcript. */
  details?: unknown;
}

export interface ToolFiles {
  /** A new text file; a repeat with the same key makes the same one. */
  keepText(file: { key: string; name: string; text: string }): Promise<OutboundFile>;
  /** A file that was received here, by the path it was named by. */
  attach(path: string): Promise<OutboundFile>;
}

/** The next runs of what is wanted, as they would be told; `code` names exactly that wish. */
export interface SchedulePreview {
  code: string;
  /** In words. */
  when: string;
  zone: string;
  /** Local times of that zone, at most three. */
  next: string[];
  /** Where it would be delivered, in words; absent: here. */
  to?: string;
}

/** What became of an `add`; `asked`: the owner is asked below the reply, and until they agree nothing runs. */
export interface ScheduledByTool extends Omit<SchedulePreview, 'code'> {
  id: string;
  state: 'stored' | 'asked';
}

export interface ListedSchedule {
  id: string;
  when: string;
  zone: string;
  next?: string;
  state: string;
  /** Absent for what belongs to another chat. */
  text?: string;
  deliver: 'text' | 'answer';
  to?: string;
}

/** What a turn may do about schedules, bound to who speaks, where. Each throws a ToolError for what cannot be. */
export interface ToolSchedules {
  preview(wish: ScheduleWish): SchedulePreview;
  /** `code` is that of a preview of exactly this wish. A repeat of the call returns what it stored. */
  add(wish: ScheduleWish, code: string, call: string): Promise<ScheduledByTool>;
  list(): ListedSchedule[];
  remove(id: string): Promise<void>;
}

/** A text that a file of the workspace is to have. */
export interface FileWish {
  path: string;
  /** The whole new text. */
  text: string;
  /** The revision that it was made from; `absent` for a new file. */
  base: RevisionId;
  /** Why, in one sentence. */
  reason: string;
  /** The lowest of its new lines, and of each where they differ. */
  trust: Trust;
  lines?: readonly LineProvenance[];
  /** Made without a look at what stands there. */
  whole?: boolean;
}

/** `asked`: whoever may decide is shown the exact difference below the reply, and nothing is written before they agree. */
export type FileOutcome =
  | { state: 'written'; path: string; line: number; revision: RevisionId }
  | { state: 'asked'; path: string };

/** What a turn that a person began may change in files, bound to who speaks, where. */
export interface ToolChanges {
  /** Throws a ToolError or MemoryError for what cannot be. A repeat of the call returns what came of it, whatever it wishes. */
  put(wish: FileWish, call: string): Promise<FileOutcome>;
}

/** A message of the model's for another chat. */
export interface MessageWish {
  /** The chat's address, such as `telegram:-100123`. */
  to: string;
  text: string;
}

/** What a turn may send elsewhere, bound to who speaks, where. */
export interface ToolMessages {
  /** Chats that may be written to from here, with what they are called: somebody's words. */
  chats(): { to: string; name: string }[];
  /**
   * `sent`: it is in the outbox. `asked`: the owner is shown the exact text and the chat below the reply, and nothing goes
   * out before they agree. Throws a ToolError for what cannot be. A repeat of the call returns what came of it.
   */
  send(wish: MessageWish, call: string): Promise<{ state: 'sent' | 'asked'; to: string }>;
}

export interface SessionSummary {
  id: string;
  /** The conversation of this turn. */
  here: boolean;
  /** Epoch ms. */
  openedAt: number;
  lastTurnAt?: number;
  /** Absent while it goes on. */
  closedAt?: number;
  turns: number;
}

/** One line of a conversation, as a person would see it. */
export interface SaidLine {
  at: number;
  from: 'person' | 'assistant';
  /** The person's name, cleaned: data. */
  name?: string;
  text: string;
}

/** The conversations of the turn's own scope. */
export interface ToolSessions {
  /** Newest first. */
  list(limit: number): SessionSummary[];
  /** What was said in one, oldest first: the `limit` lines before line `before` (default: the end), counted from 0. Throws a ToolError for another scope's. */
  history(
    id: string,
    range: { before?: number; limit: number },
  ): Promise<{ lines: SaidLine[]; from: number; of: number }>;
  /** How this conversation stands, label by label, without anything of another scope. */
  status(): Promise<{ label: string; value: string }[]>;
}

/** What the web lends a turn, bound to what its people named. */
export interface ToolWeb {
  /**
   * Whether an address may be opened: it stands in a person's own words of this session, on a page so opened, or was agreed
   * to. Else the question is put below the reply, and this says so.
   */
  may(address: string, call: string): Promise<'yes' | 'asked'>;
  /** Host and port of addresses inside the network that may be opened all the same. */
  readonly inside: readonly string[];
}

/** A skill that is to run apart. */
export interface SkillWish {
  skill: SkillCard;
  input: string;
}

/** What a turn lends its tools, bound to who speaks, where. What is absent is not to be had there. */
export interface ToolReach {
  /** Files to go out with the reply, of this scope alone. A ToolError for any other. */
  files: ToolFiles;
  changes?: ToolChanges | undefined;
  schedules?: ToolSchedules | undefined;
  messages?: ToolMessages | undefined;
  sessions?: ToolSessions | undefined;
  web?: ToolWeb | undefined;
  skills?: SkillSet | undefined;
  /** Orders skills by how well they fit a request, best first; at most `limit`. */
  rankSkills?: ((request: string, skills: readonly SkillCard[], limit: number) => Promise<SkillCard[]>) | undefined;
  /** Is told what a search found for a person. Absent where nobody asked, as in a scheduled run. Never throws. */
  recalled?: ((query: string, hits: readonly Hit[]) => void) | undefined;
}

export interface ToolContext extends ToolReach {
  scope: Scope;
  who: Principal;
  memory: MemoryView;
  session: string;
  turn: string;
  /** The call's id: the identity of whatever the tool writes. */
  call: string;
  /** The transcript entry of the message that began the turn. */
  entry: string;
  /** Epoch ms; the day is counted in `timezone`. */
  now: number;
  timezone: string;
  /** How far a text can be relied on that the model wants to keep, judged by what this turn holds. */
  trustOf(text: string): Trust;
  signal: AbortSignal;
  /** How many tokens of a result, by estimate, have room in the window uncut. */
  room: number;
  /** Runs a skill with nothing but its text, its input and its tools. Throws a ToolError. Absent in such a run. */
  runApart?(wish: SkillWish): Promise<ToolResult>;
}

/** From the narrowest to the widest: each has what the one before it has. */
export type ToolProfile = 'minimal' | 'messaging' | 'assistant' | 'full';

/** What a policy may name together, as `group:memory`. */
export type ToolGroup = 'memory' | 'files' | 'sessions' | 'messages' | 'schedule' | 'web' | 'skills';

/**
 * In a skill that runs apart. free: it has it, declared or not; declared: only if it declares it; proposed: if it declares it,
 * a call does nothing and comes back as a proposal; never: not even then.
 */
export type ApartUse = 'free' | 'declared' | 'proposed' | 'never';

export interface Tool<A = unknown> {
  name: string;
  description: string;
  args: ZodType<A>;
  group: ToolGroup;
  /** The narrowest that has it. */
  profile: ToolProfile;
  apart: ApartUse;
  /** It works only in a turn that a person's message began. */
  needsPerson?: boolean;
  /** How far what it returns can be relied on. Default `tool`. */
  trust?: 'tool' | 'web';
  /** It ends by limits of its own, and soon after its signal fires: whoever called it waits for that. */
  keepsTime?: boolean;
  /** It keeps none of its arguments, and so is given secrets as they were said in this turn. Others are given their marks. */
  takesSecrets?: boolean;
  /** Decided once per turn; a tool denied to the scope is not shown to the model at all. */
  allowed(who: Principal, scope: Scope): boolean;
  /** Throws a ToolError or MemoryError whose message the model can act on. Safe to repeat with the same `call`. */
  run(args: A, context: ToolContext): Promise<ToolResult>;
}

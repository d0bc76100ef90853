// What the model can do besides talking. Adding a tool is one file in agent/tools and one line in its table.

import type { ZodType } from 'zod';
import type { OutboundFile } from './channel.js';
import type { Hit, MemoryView, Trust } from './memory.js';
import type { ScheduleWish } from './schedule.js';
import type { Principal, Scope } from './scope.js';

export interface ToolResult {
  /** Goes to the model. */
  content: string;
  /** Stays in the transcript. */
  details?: unknown;
}

/** A change of a shared file that only the owner can make, shown to them as a diff and applied on a yes. */
export interface ChangeProposal {
  path: string;
  text: string;
  reason: string;
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

export interface ToolContext {
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
  /** Files to go out with the reply, of this scope alone. A ToolError for any other. */
  files: ToolFiles;
  /** Shows the owner the exact diff in this chat; nothing is written before they agree. Throws outside main. */
  propose(change: ChangeProposal): Promise<void>;
  /** Is told what a search found for a person. Absent where nobody asked, as in a scheduled run. Never throws. */
  recalled?(query: string, hits: readonly Hit[]): void;
  /** Absent where nothing can be scheduled, as in a scheduled run. */
  schedules?: ToolSchedules;
}

export interface Tool<A = unknown> {
  name: string;
  description: string;
  args: ZodType<A>;
  /** How far what it returns can be relied on. Default `tool`. */
  trust?: 'tool' | 'web';
  /** Decided once per turn; a tool denied to the scope is not shown to the model at all. */
  allowed(who: Principal, scope: Scope): boolean;
  /** Throws a ToolError or MemoryError whose message the model can act on. Safe to repeat with the same `call`. */
  run(args: A, context: ToolContext): Promise<ToolResult>;
}

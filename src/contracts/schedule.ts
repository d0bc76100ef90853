// Work that is to happen at a time: what a schedule says, and what each of its runs came to. Types only.

import type { ChatRef } from './channel.js';
import type { AccountId, Scope } from './scope.js';

/** When. Local times are those of the schedule's zone. */
export type ScheduleSpec =
  /** Once, at this time (epoch ms). */
  | { kind: 'at'; at: number }
  /** At `anchor` + n × `everyMs` (epoch ms). */
  | { kind: 'every'; everyMs: number; anchor: number }
  /** Five fields, or six with seconds first. */
  | { kind: 'cron'; expr: string };

/**
 * What a slot does. say: delivers the message as it stands, without a model; ask: puts it to the model as a task and delivers
 * the answer; heartbeat: lets the model look at HEARTBEAT.md; dream: every scope's logs become long-term memory.
 */
export type ScheduleTask = 'say' | 'ask' | 'heartbeat' | 'dream';

/** asked: its maker has to confirm it first; done: it has no slot any more. */
export type ScheduleState = 'asked' | 'active' | 'paused' | 'done';

/** What becomes of slots that went by while nobody worked: one run for all of them together, or none. */
export type MissedPolicy = 'run-once' | 'skip';

export type RunOutcome =
  | 'said'
  /** The run had nothing to say. */
  | 'silent'
  | 'failed'
  /** Its budget for the day was spent, or its slot had gone by. */
  | 'skipped';

export interface Schedule {
  /** Stable: adding one under the same id again replaces it. */
  id: string;
  spec: ScheduleSpec;
  /** An IANA name. */
  zone: string;
  missed: MissedPolicy;
  task: ScheduleTask;
  message: string;
  /** Where its runs are delivered. */
  chat: ChatRef;
  /** The scope of that chat, and so of its runs, whoever made it. */
  scope: Scope;
  by: AccountId;
  via: 'command' | 'cli' | 'tool' | 'config';
  state: ScheduleState;
  /** Why it is paused, one sentence. */
  reason?: string;
  /** The next slot (epoch ms); absent unless it is active. */
  nextAt?: number;
  /** The last slot that was run, and what came of it. */
  lastAt?: number;
  lastOutcome?: RunOutcome;
  /** Runs that failed in a row. */
  failures: number;
  createdAt: number;
}

/** One that is stored and cannot be read, by this version or on this machine: nothing of it runs, and it is kept. */
export interface UnreadableSchedule {
  id: string;
  zone: string;
  message: string;
  /** What is wrong with it, without a full stop. */
  why: string;
}

/** One slot of a schedule, claimed by whoever got there first; it ends once. */
export interface ScheduledRun {
  schedule: string;
  /** Epoch ms. */
  slot: number;
}

/** When something is to happen, as somebody says it: exactly one of them. Local times are those of the wish's zone. */
export interface WhenWords {
  /** `2026-12-01 09:00`, `18:30` for the next such time, `tomorrow 9:00`, or a time with its offset. */
  at?: string | undefined;
  /** `2h`, `90 minutes`. */
  every?: string | undefined;
  /** Five fields, or six with seconds first. */
  cron?: string | undefined;
}

/** A schedule as somebody wants it. */
export interface ScheduleWish {
  when: WhenWords;
  /** An IANA name; default that of the one it takes the place of, then the owner's. */
  zone?: string | undefined;
  text: string;
  /** As it stands, or put to the model each time so that its answer is delivered. */
  deliver: 'text' | 'answer';
  /** Default as for `zone`, then run-once. */
  missed?: MissedPolicy | undefined;
  /** Where it is delivered, as people name a chat; absent: where it is asked for. */
  to?: string | undefined;
  /** The schedule that it is, or takes the place of. */
  id?: string | undefined;
}

/** As somebody wants it who may leave out what is to stay as it is, where there is one of that id. */
export type ScheduleChangeWish = Omit<ScheduleWish, 'text' | 'deliver'> &
  Partial<Pick<ScheduleWish, 'text' | 'deliver'>>;

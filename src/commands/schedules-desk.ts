// What commands, the command line and the model's tool need to know and change about schedules. Types only.

import type {
  ChatRef,
  MissedPolicy,
  Principal,
  Schedule,
  ScheduleSpec,
  ScheduleTask,
  ScheduleWish,
  Scope,
  UnreadableSchedule,
} from '../contracts/index.js';

/** Who wants something, and where they say so. */
export interface ScheduleMaker {
  who: Principal;
  scope: Scope;
  chat: ChatRef;
  via: 'command' | 'cli' | 'tool';
  now: number;
  /** Names the wish, so that a repeat of it gets the same id. */
  call: string;
  /** The tool call that makes it. */
  origin?: { session: string; call: string };
}

/** What is to be stored, checked and resolved; nothing is stored yet. */
export interface PlannedSchedule {
  id: string;
  spec: ScheduleSpec;
  zone: string;
  missed: MissedPolicy;
  task: ScheduleTask;
  message: string;
  chat: ChatRef;
  scope: Scope;
  /** The next slots, at most three (epoch ms). */
  next: number[];
  /** The other chat it is delivered to, in words (Markdown) and as an address; absent: where it was asked for. */
  where?: Where;
  /** A model's text that goes to another chat: only its owner's yes lets it run. */
  crosses: boolean;
  /** There is one with that id, which it takes the place of. */
  replaces: boolean;
}

export interface Where {
  /** Markdown; what others called it stands in it as data. */
  name: string;
  /** As it is written behind `to=`. */
  address: string;
}

export interface KnownSchedule extends Schedule {
  where: Where;
  /** It is delivered in the chat that asks. */
  here: boolean;
}

/** Whose schedules are meant: a chat sees its own, the owner in private all. */
export interface Viewer {
  scope: Scope;
  chat: ChatRef;
}

/** A change that was found to make sense. */
export interface ScheduleChange {
  /** Belongs inside the transaction that ends the command; throws a retryable error when something else came between. */
  inside(): void;
  /** Behind it. Never rejects. */
  after?: () => Promise<void>;
}

/**
 * Throws a ConfigError for words that cannot be understood, and a StateError for what is not to be had: no such chat or
 * schedule, not allowed, too many.
 */
export interface SchedulesDesk {
  plan(maker: ScheduleMaker, wish: ScheduleWish): PlannedSchedule;
  /** Returns where the maker may schedule in their own chat; throws as `plan` does. */
  mayHere(maker: ScheduleMaker): void;
  /** It is delivered within the viewer's own scope. */
  isOwn(one: Schedule, viewer: Viewer): boolean;
  put(plan: PlannedSchedule, maker: ScheduleMaker): ScheduleChange;
  /** The next first, and of those that are over the last few. What waits for its maker's yes is shown to the owner in private alone. */
  list(viewer: Viewer): KnownSchedule[];
  /** What is stored and cannot be read: whose it is cannot be known, so that it is the owner's in private alone to see. */
  unreadable(viewer: Viewer): UnreadableSchedule[];
  /** Among those of `list`, and the others that are over. */
  find(viewer: Viewer, id: string): KnownSchedule;
  /** Among those that `find` finds, and `unreadable`. */
  remove(viewer: Viewer, id: string): ScheduleChange;
  pause(one: Schedule, now: number): ScheduleChange;
  /** `next` is its next slot then. */
  resume(one: Schedule, now: number): ScheduleChange & { next: number };
  /** One run now, whatever its slots are. */
  runNow(one: Schedule, now: number): ScheduleChange;
  /** `cron 0 9 * * *`, `every 2h`, `once 2026-12-01 09:00`. */
  words(one: Pick<Schedule, 'spec' | 'zone'>): string;
}

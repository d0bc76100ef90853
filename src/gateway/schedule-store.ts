// What the doors to schedules need of the scheduler, which stands beside the gateway: the words of times, and the rows. Handed
// in by whoever composes the house. Types only.

import type { Schedule, ScheduledRun, ScheduleSpec, UnreadableSchedule, WhenWords } from '../contracts/index.js';

export type ScheduleToStore = Omit<
  Schedule,
  'state' | 'reason' | 'nextAt' | 'lastAt' | 'lastOutcome' | 'failures' | 'createdAt'
> & {
  state: 'asked' | 'active';
  /** The tool call that makes it: the same one makes only one. */
  origin?: { session: string; call: string };
};

export interface ScheduleStore {
  /** Both throw a ConfigError that says what is wrong with the words. */
  zone(name: string): string;
  read(when: WhenWords, zone: string, now: number): ScheduleSpec;
  /** `cron 0 9 * * *`, `every 2h`, `once 2026-12-01 09:00`. */
  words(spec: ScheduleSpec, zone: string): string;
  /** The first slots strictly after `after` (epoch ms), as far as there are any. */
  next(one: Pick<Schedule, 'spec' | 'zone'>, after: number, count: number): number[];
  /** The next first. */
  all(): Schedule[];
  find(id: string): Schedule | undefined;
  /** Neither `all` nor `find` knows these, and `put` refuses to write over one with a StateError. */
  unreadable(): UnreadableSchedule[];
  /** What that tool call made. */
  ofCall(session: string, call: string): Schedule | undefined;
  /** Inside the caller's transaction, as everything below; one with the same id is replaced. */
  put(schedule: ScheduleToStore, now: number): Schedule;
  /** False where there is none. */
  remove(id: string): boolean;
  /** These two return how it stands then; undefined where there is none. */
  pause(id: string, reason: string | undefined, now: number): Schedule | undefined;
  resume(id: string, now: number): Schedule | undefined;
  /** Undefined where it is not confirmed, or done. */
  runNow(id: string, now: number): ScheduledRun | undefined;
  /** Behind the transaction: has the run begun soon. Never rejects. */
  dispatch(run: ScheduledRun): Promise<void>;
}

// What a model's turn may do about schedules, bound to who speaks, where, and in which conversation. Nothing is stored without
// the code of a preview, and nothing of the model's reaches another chat without the owner's yes.

import { createHash } from 'node:crypto';
import { slotIn } from '../commands/schedule-words.js';
import type { KnownSchedule, PlannedSchedule, ScheduleMaker, SchedulesDesk } from '../commands/schedules-desk.js';
import {
  ConfigError,
  type ListedSchedule,
  type Schedule,
  type ScheduledByTool,
  type ScheduleWish,
  StateError,
  ToolError,
  type ToolSchedules,
} from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { sentences } from '../text/sentence.js';
import { hasUnseen } from '../text/visible.js';
import { chatKey } from './chat-key.js';
import { draftSchedule, dropUnasked, mustBeOnly } from './proposals.js';
import type { ScheduleStore } from './schedule-store.js';

/** Its buttons are too old before that. */
const ANSWERED_MS = 2 * 24 * 60 * 60_000;
/** So long ago may the preview of a time be that is counted from now. */
const FRESH_MINUTES = 5;
const MINUTE_MS = 60_000;

export interface ToolScheduleParts {
  db: Db;
  clock: { now(): number };
  desk: SchedulesDesk;
  store: ScheduleStore;
}

/** Whose turn it is: as in ScheduleMaker. */
export interface ToolSpeaker extends Pick<ScheduleMaker, 'who' | 'scope' | 'chat'> {
  session: string;
  turn: string;
}

export function toolSchedules({ db, clock, desk, store }: ToolScheduleParts, by: ToolSpeaker): ToolSchedules {
  const { who, scope, chat, session, turn } = by;
  const maker = (call: string): ScheduleMaker => ({
    ...{ who, scope, chat, via: 'tool', now: clock.now() },
    ...{ call: `${session}/${call}`, origin: { session, call } },
  });

  async function keep(plan: PlannedSchedule, call: string): Promise<void> {
    const change = desk.put(plan, maker(call));
    await db.write(() => {
      for (const id of plan.crosses ? dropUnasked(db, by, clock.now() - ANSWERED_MS) : []) {
        if (store.find(id)?.state === 'asked') store.remove(id);
      }
      if (plan.crosses) mustBeOnly(db, by);
      change.inside();
      if (plan.crosses) draftSchedule(db, { session, call, turn, schedule: plan.id }, clock.now());
    });
  }

  return {
    preview: (wish) =>
      worded(() => {
        const plan = desk.plan(maker('preview'), wish);
        return { code: codeOf(plan, wish), ...shown(plan, plan.next, plan.where?.name) };
      }),
    add: (wish, code, call) =>
      worded(async () => {
        const earlier = store.ofCall(session, call);
        if (earlier) return outcome(earlier);
        const plan = desk.plan(maker(call), wish);
        if (!isCodeOf(code.trim(), plan, wish)) {
          throw new ToolError('Nothing was stored: that is not the code of a preview of exactly these arguments.', {
            remedy: 'Call preview with them, look at the next runs, then add with its code.',
          });
        }
        if (plan.crosses && hasUnseen(plan.message)) {
          throw new ToolError('The text holds characters that cannot be seen. Write it again without them.');
        }
        await keep(plan, call);
        const stored = store.find(plan.id);
        if (!stored) throw new ToolError('It was removed again at once, so nothing is scheduled.');
        return outcome(stored, plan.where?.name);
      }),
    list: () =>
      worded(() => {
        desk.mayHere(maker('list'));
        return desk.list(by).map((one) => listed(one, desk.isOwn(one, by)));
      }),
    remove: (id) =>
      worded(async () => {
        desk.mayHere(maker('remove'));
        const one = desk.find(by, id);
        // A model writes its own scope alone, the owner's too.
        if (!desk.isOwn(one, by)) {
          throw new ToolError(`${one.id} belongs to another chat.`, {
            remedy: `The owner removes it: /cron remove ${one.id}`,
          });
        }
        const { inside } = desk.remove(by, id);
        await db.write(inside);
      }),
  };

  function shown({ spec, zone }: Pick<Schedule, 'spec' | 'zone'>, next: readonly number[], to: string | undefined) {
    const times = next.map((at) => slotIn(at, zone));
    return { when: desk.words({ spec, zone }), zone, next: times, ...(to === undefined ? {} : { to }) };
  }

  function outcome(one: Schedule, to?: string): ScheduledByTool {
    const state = one.state === 'asked' ? 'asked' : 'stored';
    return { id: one.id, state, ...shown(one, store.next(one, clock.now(), 3), to) };
  }

  function listed(one: KnownSchedule, own: boolean): ListedSchedule {
    const { id, spec, zone, nextAt, state, message, task, here, where } = one;
    return {
      ...{ id, when: desk.words({ spec, zone }), zone, state, deliver: task === 'say' ? 'text' : 'answer' },
      ...(nextAt === undefined ? {} : { next: slotIn(nextAt, zone) }),
      ...(own ? { text: message } : {}),
      ...(here ? {} : { to: where.address }),
    };
  }
}

/** Of a preview of this wish, made just now where its time is counted from now: that time has moved on since. */
function isCodeOf(code: string, plan: PlannedSchedule, wish: ScheduleWish): boolean {
  const oldest = isFromNow(wish) ? FRESH_MINUTES : 0;
  for (let ago = 0; ago <= oldest; ago++) if (code === codeOf(plan, wish, ago)) return true;
  return false;
}

/** The same for the same wish, however it was worded; a stale one is of another. */
function codeOf(plan: PlannedSchedule, wish: ScheduleWish, minutesAgo = 0): string {
  const { spec, zone, missed, task, message, chat } = plan;
  const at = spec.kind === 'at' && isFromNow(wish) ? Math.floor(spec.at / MINUTE_MS) - minutesAgo : undefined;
  const time = at ?? (spec.kind === 'every' ? spec.everyMs : spec.kind === 'at' ? spec.at : spec.expr);
  const all = [spec.kind, time, zone, missed, task, message, chatKey(chat), wish.id ?? ''];
  return createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 8);
}

/** `in 20 minutes`, `+2h`. */
function isFromNow({ when: { at = '' } }: ScheduleWish): boolean {
  return /^(?:\+|in\s)/i.test(at.trim());
}

/** What cannot be is told to the model in its own words. */
function worded<T>(work: () => T): T {
  const asTool = (error: unknown): never => {
    const known = error instanceof ConfigError || error instanceof StateError;
    if (!known || error.retryable) throw error;
    throw new ToolError(sentences(error.message), error.remedy === undefined ? {} : { remedy: error.remedy });
  };
  try {
    const result = work();
    return result instanceof Promise ? (result.catch(asTool) as T) : result;
  } catch (error) {
    return asTool(error);
  }
}

// The scheduler's rows and words as the doors to schedules want them: commands, the command line and the model's tool.
// Composes; decides nothing itself.

import {
  type Clock,
  ConfigError,
  QueueError,
  type ScheduledRun,
  type ScheduleSpec,
  type ToolSchedules,
  type WhenWords,
} from './contracts/index.js';
import type { Db } from './db/database.js';
import type { ScheduleStore } from './gateway/schedule-store.js';
import { openSchedulesDesk, type SchedulesParts } from './gateway/schedules-desk.js';
import { type ToolSpeaker, toolSchedules } from './gateway/tool-schedules.js';
import { claimNow } from './jobs/scheduler/claims.js';
import {
  listSchedules,
  pauseSchedule,
  putSchedule,
  removeSchedule,
  resumeSchedule,
  scheduleById,
  unreadableSchedules,
} from './jobs/scheduler/rows.js';
import { nextSlots } from './jobs/scheduler/slots.js';
import { isZone, parseAt, parseCron, parseEvery, specWords } from './jobs/scheduler/spec.js';
import { addDays, localDay } from './text/local-time.js';
import { sentences } from './text/sentence.js';
import { oneLine } from './text/truncate.js';

export interface SchedulingParts extends Omit<SchedulesParts, 'store'> {
  clock: Clock;
  dispatch?: Dispatch;
}

/** Has a claimed run begun soon; absent: whoever runs schedules finds it. Never rejects. */
export type Dispatch = ((run: ScheduledRun) => Promise<void>) | undefined;

/** The desk of schedules, and what a model's turn may do with it. */
export function openScheduling({ dispatch, ...parts }: SchedulingParts) {
  const store = scheduleStore(parts.db, dispatch);
  const desk = openSchedulesDesk({ ...parts, store });
  return { desk, forTool: (by: ToolSpeaker): ToolSchedules => toolSchedules({ ...parts, desk, store }, by) };
}

function scheduleStore(db: Db, dispatch: Dispatch): ScheduleStore {
  return {
    zone(name) {
      const zone = name.trim();
      if (isZone(zone)) return Intl.supportedValuesOf('timeZone').find((one) => sameName(one, zone)) ?? zone;
      throw new ConfigError(`${oneLine(zone, 40) || '(empty)'} is no time zone.`, {
        remedy: 'Write its name, such as Europe/Berlin or Pacific/Auckland.',
      });
    },
    read: (when, zone, now) => inWords(() => readWhen(when, zone, now)),
    words: specWords,
    next: ({ spec, zone }, after, count) => nextSlots(spec, zone, after, count),
    all: () => listSchedules(db),
    find: (id) => scheduleById(db, id),
    unreadable: () => unreadableSchedules(db),
    ofCall(session, call) {
      const made = db
        .sql<{ id: string }>('SELECT id FROM schedules WHERE session = ? AND call = ?')
        .get([session, call]);
      return made && scheduleById(db, made.id);
    },
    put: (schedule, now) => inWords(() => putSchedule(db, schedule, now)),
    remove: (id) => removeSchedule(db, id),
    pause: (id, reason, now) => pauseSchedule(db, id, reason, now),
    resume: (id, now) => resumeSchedule(db, id, now),
    runNow: (id, now) => claimNow(db, id, now),
    dispatch: async (run) => await dispatch?.(run),
  };
}

function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function readWhen({ at, every, cron }: WhenWords, zone: string, now: number): ScheduleSpec {
  if ([at, every, cron].filter((one) => one !== undefined).length !== 1) {
    throw new ConfigError('It needs exactly one time.', {
      remedy: 'Name a cron expression, a length of time, or one time.',
    });
  }
  if (cron !== undefined) return parseCron(cron);
  if (every !== undefined) return parseEvery(every, now);
  return parseAt(withDay(at ?? '', zone, now), zone, now);
}

/** `today` and `tomorrow` are days of the zone. */
function withDay(text: string, zone: string, now: number): string {
  const [, day, time = ''] = /^(today|tomorrow)(?:\s+at|,)?\s+(.+)$/i.exec(text.trim()) ?? [];
  if (day === undefined) return text;
  return `${addDays(localDay(now, zone), day.toLowerCase() === 'tomorrow' ? 1 : 0)} ${time}`;
}

/** What somebody wrote is wrong, and nothing of ours. */
function inWords<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof QueueError)) throw error;
    throw new ConfigError(sentences(error.message), error.remedy === undefined ? {} : { remedy: error.remedy });
  }
}

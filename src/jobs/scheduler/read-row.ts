// What a row of `schedules` says. One that was damaged, or written by a version or on a machine that knows more, is told from
// one that is not there: whoever reads must be able to name it, keep it, and go on with the others.

import { z } from 'zod';
import type { RunOutcome, Schedule, ScheduleState, UnreadableSchedule } from '../../contracts/index.js';
import { oneLine } from '../../text/truncate.js';
import { checkPattern } from './slots.js';
import { isZone } from './spec.js';

export interface ScheduleRow {
  id: string;
  spec: string;
  zone: string;
  missed: Schedule['missed'];
  task: Schedule['task'];
  message: string;
  chat: string;
  scope: string;
  by: string;
  via: Schedule['via'];
  state: ScheduleState;
  reason: string | null;
  next_at: number | null;
  last_at: number | null;
  last_outcome: RunOutcome | null;
  failures: number;
  created_at: number;
}

export const scheduleColumns =
  'id, spec, zone, missed, task, message, chat, scope, by, via, state, reason, next_at, last_at, last_outcome, failures, ' +
  'created_at';

// Strict: what this version does not know may be what matters, such as an end, or a smaller place.

/** As far as a Date reaches. */
const FARTHEST_MS = 8.64e15;
const instant = z.int().min(-FARTHEST_MS).max(FARTHEST_MS);
const specShape = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('at'), at: instant }),
  z.strictObject({ kind: z.literal('every'), everyMs: z.int().min(1_000), anchor: instant }),
  z.strictObject({ kind: z.literal('cron'), expr: z.string() }),
]);
const chatShape = z.strictObject({
  channel: z.string(),
  account: z.string(),
  chat: z.string(),
  thread: z.string().exactOptional(),
});
const scopeShape = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('main') }),
  z.strictObject({ kind: z.literal('person'), person: z.string() }),
  z.strictObject({ kind: z.literal('group'), channel: z.string(), chat: z.string() }),
]);

/** Never throws. */
export function readRow(row: ScheduleRow): Schedule | UnreadableSchedule {
  const { id, zone, message } = row;
  const unreadable = (why: string): UnreadableSchedule => ({ id, zone, message, why });
  const spec = parsed(specShape, row.spec);
  if (!spec) return unreadable('its spec is damaged, or of a newer version');
  const chat = parsed(chatShape, row.chat);
  if (!chat) return unreadable('its chat is damaged, or of a newer version');
  const scope = parsed(scopeShape, row.scope);
  if (!scope) return unreadable('its scope is damaged, or of a newer version');
  if (!isKnownZone(zone)) return unreadable(`this machine does not know its zone ${oneLine(zone, 40)}`);
  if (spec.kind === 'cron' && !isPattern(spec.expr, zone)) return unreadable('its spec is no cron expression');
  return {
    ...{ id, spec, zone, message, chat, scope },
    missed: row.missed,
    task: row.task,
    by: row.by,
    via: row.via,
    state: row.state,
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.next_at === null ? {} : { nextAt: within(row.next_at) }),
    ...(row.last_at === null ? {} : { lastAt: within(row.last_at) }),
    ...(row.last_outcome === null ? {} : { lastOutcome: row.last_outcome }),
    failures: row.failures,
    createdAt: row.created_at,
  };
}

/** These follow from what the schedule says: a start puts the next one right. */
function within(at: number): number {
  return Math.max(-FARTHEST_MS, Math.min(at, FARTHEST_MS));
}

function parsed<T>(shape: z.ZodType<T>, text: string): T | undefined {
  try {
    return shape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Asking costs more than remembering, and there are few. */
const knownZones = new Set<string>();

function isKnownZone(zone: string): boolean {
  if (knownZones.has(zone)) return true;
  if (!isZone(zone)) return false;
  knownZones.add(zone);
  return true;
}

function isPattern(expr: string, zone: string): boolean {
  try {
    checkPattern(expr, zone);
    return true;
  } catch {
    return false;
  }
}

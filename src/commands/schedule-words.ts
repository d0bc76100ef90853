// Schedules in words, for chats: what was stored, when it runs next, and the list. Pure. Texts stand in it as data.

import type { Schedule, UnreadableSchedule } from '../contracts/index.js';
import { asData } from '../text/as-data.js';
import { localTime, localWeekday } from '../text/local-time.js';
import { sentences } from '../text/sentence.js';
import type { KnownSchedule, PlannedSchedule } from './schedules-desk.js';

const SHOWN = 30;
const SHOWN_TEXT = 80;

/** `Mon 2026-11-30 08:00`, in the zone. */
export function slotIn(at: number, zone: string): string {
  return `${localWeekday(at, zone).slice(0, 3)} ${localTime(at, zone)}`;
}

/** Several, and the zone once. */
export function slotsIn(slots: readonly number[], zone: string): string {
  return `${slots.map((at) => slotIn(at, zone)).join(', ')} (${zone})`;
}

/** What `/cron add` answers. */
export function storedWords(plan: PlannedSchedule, when: string): string {
  const { id, zone, next, where, task, message, missed, replaces } = plan;
  const what = task === 'say' ? 'I say' : 'I think about';
  return [
    `${replaces ? 'Changed' : 'Scheduled'}: ${asData(id, 64)}, ${asData(when, 120)}, ${where === undefined ? 'here' : `to ${where.name}`}.`,
    `${what} ${asData(message, SHOWN_TEXT)}.`,
    `Next: ${slotsIn(next, zone)}.${missed === 'skip' ? ' A run that is missed is left out.' : ''}`,
    `\`/cron remove ${id}\` takes it back.`,
  ].join('\n');
}

/** A line below the reply of a turn that stored something: code says so, not the model. */
export function storedNotice(one: Schedule, when: string, next: readonly number[]): string {
  const [at] = next;
  const then = at === undefined ? 'no run any more' : `next ${slotIn(at, one.zone)}`;
  return `Scheduled: ${asData(one.message, SHOWN_TEXT)}, ${asData(when, 120)}, ${then} (${one.zone}), id ${asData(one.id, 64)}.`;
}

export function listWords(
  all: readonly KnownSchedule[],
  whenOf: (one: Schedule) => string,
  unreadable: readonly UnreadableSchedule[] = [],
): string {
  const broken = unreadable.slice(0, SHOWN).map((one) => `- ${brokenLine(one)}`);
  if (all.length === 0 && broken.length > 0) return broken.join('\n');
  if (all.length === 0) return 'Nothing is scheduled. `/cron add` does it: `/cron add every day at 9:00 what is new`.';
  const more = all.length - SHOWN;
  const lines = all.slice(0, SHOWN).map((one) => `- ${lineOf(one, whenOf(one))}`);
  return [...lines, ...(more > 0 ? [`- and ${more} more`] : []), ...broken].join('\n');
}

function brokenLine({ id, message, why }: UnreadableSchedule): string {
  return `${asData(id, 64)} does not run, because it cannot be read (${asData(why, 120)}); it is kept: ${asData(message, SHOWN_TEXT)}`;
}

function lineOf(one: KnownSchedule, when: string): string {
  const { id, zone, nextAt, lastAt, lastOutcome, message, here, where } = one;
  const next = nextAt === undefined ? '' : `, next ${slotIn(nextAt, zone)}`;
  const last = lastAt === undefined ? '' : `, last ${slotIn(lastAt, zone)}${lastOutcome ? ` (${lastOutcome})` : ''}`;
  const to = here ? '' : `, to ${where.name}`;
  return `${asData(id, 64)} ${asData(when, 120)} (${zone})${next}${last}${to}: ${stateWords(one)}: ${asData(TASKS[one.task] ?? message, SHOWN_TEXT)}`;
}

const TASKS: Partial<Record<Schedule['task'], string>> = { heartbeat: 'HEARTBEAT.md', dream: 'tidies memory' };
const DOES: Record<Schedule['task'], string> = { say: 'says', ask: 'asks', heartbeat: 'heartbeat', dream: 'dreams' };

function stateWords({ state, reason, task }: Schedule): string {
  const why = reason === undefined ? '' : ` (${sentences(reason).replace(/\.$/, '')})`;
  switch (state) {
    case 'active':
      return DOES[task];
    case 'paused':
      return `paused${why}`;
    case 'asked':
      return 'waits for your yes';
    case 'done':
      return `over${why}`;
  }
}

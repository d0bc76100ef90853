// What is said of a run beside its answer, or in place of one: that it is due and was not worked on, late, or paused. Pure.

import type { RunOutcome, Schedule, ScheduledRun } from '../../contracts/index.js';
import { slotWords } from '../scheduler/spec.js';

/** A reminder that comes later than that says when it was due. */
const LATE_MS = 15 * 60_000;

/** What was to happen once would be lost without a word. */
export function asItStood({ spec, task, message }: Schedule, outcome: RunOutcome): string | undefined {
  if (spec.kind !== 'at' || task !== 'ask' || (outcome !== 'failed' && outcome !== 'skipped')) return undefined;
  return `This is due now, and I could not work on it, so here it is as it was put:\n\n${message}`;
}

/** A text goes out as it stands, so that how late it is has to be said behind it. */
export function lateWords({ task, zone }: Schedule, { slot }: ScheduledRun, now: number): string | undefined {
  if (task !== 'say' || now - slot < LATE_MS) return undefined;
  return `(That was due at ${slotWords(slot, zone)}; I could not say it then.)`;
}

export function pausedWords({ id }: Schedule): string {
  return `The schedule ${id} failed five times in a row, so I paused it. \`/cron list\` says why, \`/cron resume ${id}\` goes on with it.`;
}

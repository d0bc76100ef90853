// Background work in words that fit into a sentence: kinds, what was used of them, what a budget means. Pure.

import type { WorkKind, WorkUse } from '../contracts/index.js';
import { amount, counted } from './amount.js';

const NAMES: Record<WorkKind, string> = {
  flush: 'writing conversations down',
  compaction: 'summing conversations up',
  snapshot: 'naming conversations that ended',
  scheduled: 'scheduled runs',
  heartbeat: 'the heartbeat',
  transcription: 'writing speech down',
  dreaming: 'tidying memory',
};

/** What goes on without a model, or not at all, once a budget is spent; a whole sentence. */
const INSTEAD: Record<WorkKind, string> = {
  flush: 'Conversations are still written down, by rules instead of a model.',
  compaction: 'Long conversations are still summed up, by rules instead of a model.',
  snapshot: 'Conversations that end are still kept; their files are named by the time of day.',
  scheduled: 'Scheduled runs that ask a model wait for tomorrow.',
  heartbeat: 'The heartbeat waits for tomorrow.',
  transcription: 'Voice messages are kept, but I cannot hear what is said in them until tomorrow.',
  dreaming: 'Memory is still tidied, by rules instead of a model.',
};

export function workName(kind: WorkKind): string {
  return NAMES[kind];
}

export function insteadOf(kind: WorkKind): string {
  return INSTEAD[kind];
}

/** `flush 12 runs, 8,400 tokens`; `heartbeat 30 of 200 runs, 1,200 of 500,000 tokens`. */
export function useWords({ kind, runs, tokens, limits, over }: WorkUse): string {
  const ran = limits.runs === undefined ? counted(runs, 'run') : `${amount(runs)} of ${counted(limits.runs, 'run')}`;
  const used =
    limits.tokens === undefined ? counted(tokens, 'token') : `${amount(tokens)} of ${counted(limits.tokens, 'token')}`;
  return `${kind} ${ran}, ${used}${over ? ' (spent)' : ''}`;
}

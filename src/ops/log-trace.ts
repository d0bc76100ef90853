// What the lines of the log that are written during a piece of work have in common: the turn, the job, the conversation. Ids
// only; whoever logs says nothing of it, and a field of their own wins.

import { AsyncLocalStorage } from 'node:async_hooks';

interface Trace {
  /** The turn that a message began, or that a run of a schedule is. */
  turn?: string;
  job?: string;
  session?: string;
}

const traces = new AsyncLocalStorage<Trace>();

/**
 * Does work that is no part of the one that happened to wake it: nothing that is carried along there, here or for whoever
 * counts, is its own.
 */
export const apartFromAll: <T>(work: () => T) => T = AsyncLocalStorage.snapshot();

/** Does `work`, whose lines carry these fields beside those of the work that it is a part of. */
export function inTrace<T>(fields: Trace, work: () => T): T {
  return traces.run({ ...traces.getStore(), ...fields }, work);
}

/** The fields of the work under way; none outside of any. */
export function traceFields(): Readonly<Trace> {
  return traces.getStore() ?? NONE;
}

const NONE: Trace = {};

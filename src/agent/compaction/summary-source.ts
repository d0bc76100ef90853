// What is to be summed up, and what came of it. Types only.

import type { Entry, Scope } from '../../contracts/index.js';

export interface SummarySource {
  scope: Scope;
  /** What is to be summed up, oldest first; they are read as `edits` left them. */
  entries: readonly Entry[];
  edits: ReadonlyMap<string, string | undefined>;
  /** The summary that stands before them. */
  previous?: string;
  /** What the summary should keep in view, in the words of whoever asked for it; at most 800 characters count. */
  focus?: string;
  /** The summary's size, by estimate. */
  maxTokens: number;
}

/** `says` is one plain sentence for the status. */
export type SummaryOutcome =
  | { ok: true; text: string; by: 'model' | 'code' }
  | { ok: false; why: 'failed' | 'empty' | 'overflow' | 'timeout'; says: string };

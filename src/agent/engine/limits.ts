// How much of a window belongs to what. Pure, and the only place where that is decided: whoever flushes, compacts or
// assembles reads the same numbers.

import type { Caps } from '../history/units.js';

export interface ContextSettings {
  /** Shares of the budget: target < flushThreshold < threshold. */
  threshold: number;
  flushThreshold: number;
  target: number;
  /** Compaction by itself; the others are asked for. */
  auto: boolean;
  strategy: 'summary' | 'truncate' | 'mixed';
  /** How long a summary may take. */
  timeoutMs: number;
  /** Shortens old tool results where an epoch begins. */
  prune: boolean;
  /** Of bootstrap files, in UTF-16 units: one, and all. */
  fileChars: number;
  totalChars: number;
}

/** Tokens, all of them. */
export interface Limits {
  window: number;
  /** What a request may have: the window without the reserve for the answer. */
  budget: number;
  flushAt: number;
  compactAt: number;
  /** How large a request may be behind a compaction. */
  target: number;
  /** What all bootstrap files may have together. */
  files: number;
  caps: Caps;
}

const RESERVE = 20_000;
const LARGEST_RESULT = 25_000;
const PRUNED_RESULT = 1_000;

/** How much of a tool's result stands uncut in a request. */
export function resultTokens(window: number): number {
  return Math.min(LARGEST_RESULT, Math.floor(budgetOf(window) * 0.125));
}

function budgetOf(window: number): number {
  return Math.floor(window - Math.min(RESERVE, window / 4));
}

/** The reserve for the answer is 20,000 tokens, and never more than a quarter of the window. */
export function limitsOf(
  window: number,
  { threshold, flushThreshold, target }: Pick<ContextSettings, 'threshold' | 'flushThreshold' | 'target'>,
): Limits {
  const budget = budgetOf(window);
  const part = (share: number) => Math.floor(budget * share);
  return {
    window,
    budget,
    flushAt: part(flushThreshold),
    compactAt: part(threshold),
    target: part(target),
    files: Math.floor(Math.min(window / 4, (budget * target) / 2)),
    caps: {
      message: part(0.4),
      answer: part(0.2),
      result: resultTokens(window),
      results: part(0.3),
      pruned: Math.min(PRUNED_RESULT, part(0.05)),
    },
  };
}

// Whether the ledger alone explains how a file came from one revision to another. Pure.

import type { RevisionId } from '../contracts/index.js';
import type { Step } from './ledger-rows.js';

/**
 * The rows (oldest first) whose writes led from `from` to `to`, each beginning where the one before ended; `stale` when
 * later writes have left `to` behind, so that the file is worth another look; undefined when something else was at work. A
 * row that is only intended counts where its write is on disk. `steps`: the file's rows, newest first.
 */
export function chainOf(steps: readonly Step[], from: RevisionId, to: RevisionId): Step[] | 'stale' | undefined {
  const chain: Step[] = [];
  let wanted = to;
  for (const step of steps) {
    if (step.base === step.after) continue;
    if (step.after !== wanted) {
      if (step.state === 'intended') continue;
      return chain.length === 0 ? 'stale' : undefined;
    }
    if (step.by === 'hand') return undefined;
    chain.unshift(step);
    wanted = step.base;
    if (wanted === from) return chain;
  }
  return undefined;
}

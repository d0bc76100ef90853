// How far words can be relied on, compared. Pure.

import type { Trust } from '../contracts/index.js';

const BEST_FIRST: readonly Trust[] = ['owner', 'member', 'model', 'tool', 'web'];

/** The least of them; 'owner' of none. */
export function lowestTrust(all: Iterable<Trust>): Trust {
  let lowest: Trust = 'owner';
  for (const one of all) if (BEST_FIRST.indexOf(one) > BEST_FIRST.indexOf(lowest)) lowest = one;
  return lowest;
}

// How far words can be relied on, compared. Pure.

import type { Trust } from '../contracts/index.js';

const BEST_FIRST: readonly Trust[] = ['owner', 'member', 'model', 'tool', 'web'];

export function isTrust(value: unknown): value is Trust {
  return BEST_FIRST.some((one) => one === value);
}

/** The least of them; 'owner' of none. */
export function lowestTrust(all: Iterable<Trust>): Trust {
  let lowest: Trust = 'owner';
  for (const one of all) if (BEST_FIRST.indexOf(one) > BEST_FIRST.indexOf(lowest)) lowest = one;
  return lowest;
}

/** The most of them; undefined of none. */
export function highestTrust(all: Iterable<Trust>): Trust | undefined {
  let highest: Trust | undefined;
  for (const one of all) {
    if (highest === undefined || BEST_FIRST.indexOf(one) < BEST_FIRST.indexOf(highest)) highest = one;
  }
  return highest;
}

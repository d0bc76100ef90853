// What a file's state looks like from outside, as text: the stamp that changes with it, of whatever is indexed. Pure;
// never looks at content.

import type { BigIntStats } from 'node:fs';

/** A clock tick of the kernel, with room to spare; whole seconds where the disk keeps nothing finer (FAT keeps two). */
const FINE_NS = 20_000_000n;
const COARSE_NS = 2_000_000_000n;
const SECOND_NS = 1_000_000_000n;

/** Whatever is written, renamed or put back with an older time changes it: size, times, and which file it is. */
export function stampOf(stat: BigIntStats): string {
  return `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`;
}

/**
 * Whether a later write is sure to change the stamp. One within the same tick of the clock and of the same size would
 * not (Git calls such a file racily clean). `now` is the system's time in epoch ms; stamps of another form are settled.
 */
export function isSettled(stamp: string, now: number): boolean {
  const [, modified, changed] = /^\d+:\d+:\d+:(-?\d+):(-?\d+)$/.exec(stamp) ?? [];
  if (modified === undefined || changed === undefined) return true;
  const at = BigInt(changed) > BigInt(modified) ? BigInt(changed) : BigInt(modified);
  const tick = at % SECOND_NS === 0n ? COARSE_NS : FINE_NS;
  return BigInt(Math.floor(now)) * 1_000_000n - at > tick;
}

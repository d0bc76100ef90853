// When a failed model call is tried again, and how long to wait. Pure: the time and the dice are handed in.

import type { ModelError } from '../contracts/index.js';

/** A longer Retry-After is not waited out: the turn fails and the caller decides. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Milliseconds to wait before the next attempt, or undefined when there is none. `failures` counts the attempts that
 * failed so far, this one included; `dice` is a random number in [0, 1). The server's own wish counts; without one it is 0.5 s, 2 s, 8 s … with
 * a quarter of jitter either way. Silence is not retried: whoever waited a minute should hear something first.
 */
export function nextWait(error: ModelError, failures: number, retries: number, dice: number): number | undefined {
  if (!error.retryable || error.kind === 'timeout' || failures > retries) return undefined;
  if (error.retryAfterMs !== undefined) return error.retryAfterMs > LONGEST_WAIT_MS ? undefined : error.retryAfterMs;
  const base = Math.min(500 * 4 ** (failures - 1), LONGEST_WAIT_MS);
  return Math.round(base * (0.75 + dice / 2));
}

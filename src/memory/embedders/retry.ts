// When a failed embedding call is made again, and after how long. Pure: the dice are handed in.

import type { ModelError } from '../../contracts/index.js';

/** A longer Retry-After is not waited out inside a call: whoever called rests and comes back. */
const LONGEST_WAIT_MS = 60_000;
const DOCUMENT_RETRIES = 3;
/** One cut connection must not cost a search its vectors; more would only eat its budget. */
const QUERY_WAIT_MS = 100;

/**
 * Milliseconds until the next attempt, or undefined when there is none. `failures` counts the attempts that failed,
 * this one included; `dice` is a random number in [0, 1). Documents: up to three retries (one after silence), as the server wishes or
 * after 0.5 s, 2 s, 8 s with a quarter of jitter either way. Queries: one retry, after a network error or a 5xx alone.
 */
export function nextWait(
  error: ModelError,
  kind: 'query' | 'document',
  failures: number,
  dice: number,
): number | undefined {
  if (!error.retryable) return undefined;
  if (kind === 'query') {
    const helps = error.kind === 'network' || error.kind === 'unavailable';
    return helps && failures <= 1 && error.retryAfterMs === undefined ? QUERY_WAIT_MS : undefined;
  }
  if (failures > (error.kind === 'timeout' ? 1 : DOCUMENT_RETRIES)) return undefined;
  if (error.retryAfterMs !== undefined) return error.retryAfterMs > LONGEST_WAIT_MS ? undefined : error.retryAfterMs;
  return Math.round(500 * 4 ** (failures - 1) * (0.75 + dice / 2));
}

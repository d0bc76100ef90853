// How long an embedder that failed is left alone. Pure decisions over a clock; one for searches, one for the background.

import type { Clock } from '../../contracts/index.js';

export interface RestTimes {
  /** After the first failure that may pass; doubled with each further one. */
  firstMs: number;
  longestMs: number;
  /** After a failure that only a person can end: key, credit, model. */
  finalMs: number;
}

/** A search pays for a failure once, not each time. */
export const SEARCH_REST: RestTimes = { firstMs: 15_000, longestMs: 300_000, finalMs: 600_000 };
export const BACKGROUND_REST: RestTimes = { firstMs: 30_000, longestMs: 1_800_000, finalMs: 3_600_000 };

export interface Rest {
  /** Plain words. */
  why: string;
  /** Epoch milliseconds. */
  until: number;
}

export interface CoolDown {
  /** The rest that is on, if any. */
  resting(): Rest | undefined;
  /** Failures since the last success. */
  readonly failures: number;
  /** Begins a rest. `news` is true when the failure before, if any, had another reason. */
  failed(why: string, error: { retryable: boolean; retryAfterMs?: number | undefined }): Rest & { news: boolean };
  /** Ends the rest; the failures count on. */
  wake(): void;
  worked(): void;
}

/** Starts without a rest. The wish of the endpoint lengthens a rest, up to `finalMs`. */
export function coolDown(clock: Clock, { firstMs, longestMs, finalMs }: RestTimes): CoolDown {
  let failures = 0;
  let rest: (Rest & { since: number }) | undefined;

  return {
    get failures() {
      return failures;
    },
    resting() {
      const now = clock.now();
      // A clock that was set back must not make a rest of an hour one of a year.
      return rest && now >= rest.since && now < rest.until ? { why: rest.why, until: rest.until } : undefined;
    },
    failed(why, { retryable, retryAfterMs = 0 }) {
      failures += 1;
      const growing = Math.min(firstMs * 2 ** (failures - 1), longestMs);
      const ms = retryable ? Math.max(growing, Math.min(retryAfterMs, finalMs)) : finalMs;
      const news = rest?.why !== why;
      const since = clock.now();
      rest = { why, since, until: since + ms };
      return { why, until: rest.until, news };
    },
    wake() {
      rest = undefined;
    },
    worked() {
      failures = 0;
      rest = undefined;
    },
  };
}

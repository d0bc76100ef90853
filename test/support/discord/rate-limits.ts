// The platform's own rate limits, for tests that want them: five messages in five seconds for a channel, fifty calls a
// second for everything. Counts in the stand-in's time.

import { rateLimited } from './errors.js';

const BUCKETS: Record<string, { limit: number; ms: number }> = {
  'POST /channels/:channel/messages': { limit: 5, ms: 5_000 },
  'PATCH /channels/:channel/messages/:message': { limit: 5, ms: 5_000 },
  'PUT /channels/:channel/messages/:message/reactions/:emoji/@me': { limit: 1, ms: 250 },
};
const GLOBAL = { limit: 50, ms: 1_000 };

export class RateLimits {
  readonly #windows = new Map<string, { left: number; resetAt: number }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The headers of an allowed call. Throws the 429 of one too many. */
  spend(method: string, pattern: string, major: string): Record<string, string> {
    this.#take('global', GLOBAL, true, {});
    const key = `${method} ${pattern}`;
    const bucket = BUCKETS[key];
    if (!bucket) return {};
    return this.#take(`${key} ${major}`, bucket, false, { 'x-ratelimit-bucket': Buffer.from(key).toString('hex') });
  }

  #take(
    key: string,
    bucket: { limit: number; ms: number },
    global: boolean,
    more: Record<string, string>,
  ): Record<string, string> {
    const now = this.#now();
    let window = this.#windows.get(key);
    if (!window || window.resetAt <= now) {
      window = { left: bucket.limit, resetAt: now + bucket.ms };
      this.#windows.set(key, window);
    }
    const headers = {
      'x-ratelimit-limit': String(bucket.limit),
      'x-ratelimit-remaining': String(Math.max(0, window.left - 1)),
      'x-ratelimit-reset': String(window.resetAt / 1_000),
      'x-ratelimit-reset-after': String((window.resetAt - now) / 1_000),
      ...more,
    };
    if (window.left <= 0) throw rateLimited((window.resetAt - now) / 1_000, global, global ? {} : headers);
    window.left -= 1;
    return headers;
  }
}

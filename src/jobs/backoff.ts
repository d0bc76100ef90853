// What follows a failed run: another one and when, or a dead letter and why. Pure: data, a time and a random number.

import { type Job, NightjarError, type RetryPolicy } from '../contracts/index.js';
import { oneLine } from '../text/truncate.js';

export type NextAttempt = { at: number } | { dead: string };

/**
 * Decides by the rules of RetryPolicy. `job` is the run that just failed, `now` epoch ms, `random` in 0…1. The pause is
 * half fixed and half random ("equal jitter", Brooker, "Exponential Backoff And Jitter", AWS 2015), so it never exceeds
 * the cap; a longer `retryAfterMs` is taken as it is.
 */
export function nextAttempt(
  policy: RetryPolicy,
  job: Pick<Job, 'attempt' | 'firstRunAt'>,
  error: unknown,
  now: number,
  random: number,
): NextAttempt {
  const ours = error instanceof NightjarError ? error : undefined;
  if (ours && !ours.retryable) return { dead: describeError(error) };
  if (policy.attempts !== undefined && job.attempt >= policy.attempts) {
    return {
      dead: describeError(error, ` (gave up after ${job.attempt} ${job.attempt === 1 ? 'attempt' : 'attempts'})`),
    };
  }
  const pause = Math.min(policy.capMs, policy.baseMs * 2 ** (job.attempt - 1)) * (0.5 + random / 2);
  const asked = ours?.retryAfterMs ?? 0;
  // What is no number comes from another program: a job that waited for it would never run again.
  const at = Math.ceil(now + Math.max(pause, Number.isNaN(asked) ? 0 : asked));
  if (policy.withinMs !== undefined && at > job.firstRunAt + policy.withinMs) {
    return { dead: describeError(error, ` (gave up after ${Math.round((now - job.firstRunAt) / 1000)} s)`) };
  }
  return { at };
}

/** The first line of an error's message, at most 300 characters with the suffix, never a stack. */
export function describeError(error: unknown, suffix = ''): string {
  const message = (error instanceof Error ? error.message || error.name : String(error)).trim();
  return oneLine(message.split('\n', 1)[0] ?? '', 300 - suffix.length) + suffix;
}

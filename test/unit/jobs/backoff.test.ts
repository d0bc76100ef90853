import { describe, expect, it } from 'vitest';
import { ModelError, QueueError, type RetryPolicy } from '../../../src/contracts/index.js';
import { describeError, nextAttempt } from '../../../src/jobs/backoff.js';

const now = 1_000_000;
const plain: RetryPolicy = { baseMs: 1_000, capMs: 60_000 };
const trouble = new Error('down');
const busy = (retryAfterMs: number) => new ModelError('rate-limit', 'busy', { retryable: true, retryAfterMs });

describe('nextAttempt', () => {
  it.each<[string, RetryPolicy, number, number, unknown, number]>([
    ['the first pause, at the most', plain, 1, 1, trouble, 1_000],
    ['the first pause, at the least', plain, 1, 0, trouble, 500],
    ['doubled', plain, 2, 1, trouble, 2_000],
    ['doubled again, jittered', plain, 3, 0.5, trouble, 3_000],
    ['capped', plain, 7, 1, trouble, 60_000],
    ['capped where powers of two end', plain, 5_000, 1, trouble, 60_000],
    ['as long as the error asks, unjittered', plain, 1, 0, busy(7_000), 7_000],
    ['as long as the error asks, above the cap', plain, 1, 1, busy(600_000), 600_000],
    ['its own pause if that is longer', plain, 3, 1, busy(10), 4_000],
    ['its own pause if what is asked for is no time', plain, 1, 1, busy(Number.NaN), 1_000],
  ])('waits %s', (_, policy, attempt, random, error, pause) => {
    expect(nextAttempt(policy, { attempt, firstRunAt: now }, error, now, random)).toEqual({ at: now + pause });
  });

  it.each<[string, RetryPolicy, number, number, unknown, string]>([
    ['a retry cannot help', plain, 1, 0, new QueueError('ended'), 'ended'],
    ['the attempts are used up', { ...plain, attempts: 3 }, 3, 0, trouble, 'down (gave up after 3 attempts)'],
    ['one attempt was all', { ...plain, attempts: 1 }, 1, 0, trouble, 'down (gave up after 1 attempt)'],
    ['the next run would be too late', { ...plain, withinMs: 9_999 }, 2, 8_000, trouble, 'down (gave up after 8 s)'],
    ['the error asks for too long', { ...plain, withinMs: 9_999 }, 1, 0, busy(10_000), 'busy (gave up after 0 s)'],
  ])('gives up when %s', (_, policy, attempt, elapsed, error, dead) => {
    expect(nextAttempt(policy, { attempt, firstRunAt: now - elapsed }, error, now, 1)).toEqual({ dead });
  });

  it('runs once more exactly at the bounds', () => {
    const policy = { ...plain, attempts: 3, withinMs: 10_000 };
    expect(nextAttempt(policy, { attempt: 2, firstRunAt: now - 8_000 }, trouble, now, 1)).toEqual({ at: now + 2_000 });
  });
});

describe('a reason', () => {
  it('is one line without a stack', () => {
    expect(describeError(new Error('no answer\n    at turn (loop.ts:3:1)'))).toBe('no answer');
    expect(describeError('接続できません')).toBe('接続できません');
    expect(describeError(new TypeError())).toBe('TypeError');
    expect(describeError(undefined)).toBe('undefined');
  });

  it('has at most 300 characters, and never half of one', () => {
    const policy = { ...plain, attempts: 1 };
    const outcome = nextAttempt(policy, { attempt: 1, firstRunAt: now }, new Error('𠮷'.repeat(500)), now, 0);
    const reason = 'dead' in outcome ? outcome.dead : '';
    expect(reason.length).toBeLessThanOrEqual(300);
    expect(reason).toMatch(/^(𠮷)+… \(gave up after 1 attempt\)$/u);
  });
});

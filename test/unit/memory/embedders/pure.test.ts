// The pure parts: answers, waits, rests, addresses.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../../src/contracts/index.js';
import { readAnswer } from '../../../../src/memory/embedders/answer.js';
import { BACKGROUND_REST, coolDown, SEARCH_REST } from '../../../../src/memory/embedders/cool-down.js';
import { endpointOf } from '../../../../src/memory/embedders/endpoint.js';
import { toEmbedderError } from '../../../../src/memory/embedders/errors.js';
import { plainReason } from '../../../../src/memory/embedders/reasons.js';
import { nextWait } from '../../../../src/memory/embedders/retry.js';
import { toBase64 } from '../../../support/embedding-server.js';
import { FakeClock } from '../../../support/fake-clock.js';

describe('an answer', () => {
  it('gives the same unit vectors in numbers and in base64, whatever the numbers', () => {
    const numbers = fc.array(fc.float({ noNaN: true, noDefaultInfinity: true, min: -1000, max: 1000 }), {
      minLength: 4,
      maxLength: 4,
    });
    fc.assert(
      fc.property(fc.array(numbers, { minLength: 1, maxLength: 5 }), (rows) => {
        const plain = readAnswer({ data: rows.map((embedding) => ({ embedding })) }, rows.length);
        const coded = readAnswer({ data: rows.map((row) => ({ embedding: toBase64(row) })) }, rows.length);
        expect(coded).toEqual(plain);
        if ('fault' in plain) return;
        for (const vector of plain.vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 3);
      }),
    );
  });

  it('never throws, whatever it is', () => {
    fc.assert(fc.property(fc.anything(), fc.nat(3), (raw, count) => void readAnswer(raw, count)));
    fc.assert(
      fc.property(fc.array(fc.record({ index: fc.anything(), embedding: fc.anything() })), fc.nat(3), (data, count) => {
        const answer = readAnswer({ data }, count);
        if ('vectors' in answer) expect(answer.vectors).toHaveLength(count);
      }),
    );
  });
});

describe('a wait', () => {
  const passing = new ModelError('unavailable', 'x', { retryable: true });

  it('grows for documents and ends after three', () => {
    expect([1, 2, 3, 4].map((failures) => nextWait(passing, 'document', failures, 0.5))).toEqual([
      500,
      2_000,
      8_000,
      undefined,
    ]);
  });

  it('is never made up for what a retry cannot help', () => {
    for (const kind of ['query', 'document'] as const) {
      expect(nextWait(new ModelError('auth', 'x'), kind, 1, 0.5)).toBeUndefined();
    }
    const silence = new ModelError('timeout', 'x', { retryable: true });
    expect([1, 2].map((failures) => nextWait(silence, 'document', failures, 0.5))).toEqual([500, undefined]);
    expect(nextWait(silence, 'query', 1, 0.5)).toBeUndefined();
  });
});

describe('a rest', () => {
  it('doubles with each failure up to its longest, and ends with a success', () => {
    const clock = new FakeClock();
    const rest = coolDown(clock, SEARCH_REST);
    const lengths = Array.from(
      { length: 7 },
      () => rest.failed('embedder down', { retryable: true }).until - clock.now(),
    );
    expect(lengths).toEqual([15_000, 30_000, 60_000, 120_000, 240_000, 300_000, 300_000]);
    rest.worked();
    expect(rest.resting()).toBeUndefined();
    expect(rest.failed('embedder down', { retryable: true }).until - clock.now()).toBe(15_000);
  });

  it('lasts an hour after what only a person can mend, and as long as the server wishes', () => {
    const clock = new FakeClock();
    const rest = coolDown(clock, BACKGROUND_REST);
    expect(rest.failed('wrong key', { retryable: false }).until - clock.now()).toBe(3_600_000);
    rest.worked();
    expect(rest.failed('embedder busy', { retryable: true, retryAfterMs: 120_000 }).until - clock.now()).toBe(120_000);
    expect(rest.failed('embedder busy', { retryable: true, retryAfterMs: 1e12 }).until - clock.now()).toBe(3_600_000);
  });

  it('tells news from the same trouble again, and is over when its time is', async () => {
    const clock = new FakeClock();
    const rest = coolDown(clock, SEARCH_REST);
    expect(rest.failed('embedder down', { retryable: true }).news).toBe(true);
    await clock.advance(14_999);
    expect(rest.resting()?.why).toBe('embedder down');
    await clock.advance(1);
    expect(rest.resting()).toBeUndefined();
    expect(rest.failed('embedder down', { retryable: true }).news).toBe(false);
    expect(rest.failed('wrong key', { retryable: false }).news).toBe(true);
  });

  it('does not outlast a clock that was set back', () => {
    const clock = new FakeClock();
    const rest = coolDown(clock, SEARCH_REST);
    rest.failed('embedder down', { retryable: true });
    clock.set(clock.now() - 365 * 86_400_000);
    expect(rest.resting()).toBeUndefined();
  });
});

describe('what a server says', () => {
  const call = { id: 'openai/m', host: 'h', hasKey: true, now: 0 };
  const said = (status: number, message: string) => {
    const error = toEmbedderError(Object.assign(new Error(message), { status }), call);
    return `${error.kind} ${error.retryable ? 'passes' : 'stays'}: ${plainReason(error)}`;
  };

  it.each([
    [413, 'batch size 64 > maximum allowed batch size 32', 'overflow stays: text not taken'],
    [422, '{"error":"`inputs` must have less than 512 tokens. Given: 1024"}', 'overflow stays: text not taken'],
    [
      400,
      "This model's maximum context length is 8192 tokens, however you requested 9000",
      'overflow stays: text not taken',
    ],
    [400, 'batch size is invalid, it should not be larger than 10', 'overflow stays: text not taken'],
    [400, 'at most 100 requests can be in one batch', 'overflow stays: text not taken'],
    [400, '输入长度超出限制', 'overflow stays: text not taken'],
    [
      500,
      'input (600 tokens) is too large to process. increase the physical batch size',
      'overflow stays: text not taken',
    ],
    [400, 'dimensions must be at most 1536', 'bad-request stays: embedder refuses requests'],
    [504, 'context deadline exceeded', 'unavailable passes: embedder in trouble'],
    [429, 'Rate limit exceeded: at most 20 requests', 'rate-limit passes: embedder busy'],
    [429, '账户余额不足', 'rate-limit stays: quota used up'],
    [400, 'API key not valid. Please pass a valid API key.', 'auth stays: wrong key'],
    [404, 'model "bge" not found, try pulling it first', 'unavailable stays: unknown embedding model'],
  ])('%i %s', (status, message, outcome) => {
    expect(said(status, message)).toBe(outcome);
  });
});

it('reads addresses of every form', () => {
  expect(endpointOf(undefined)).toMatchObject({ baseUrl: 'https://api.openai.com/v1', place: 'api.openai.com/v1' });
  expect(endpointOf('http://me:x@127.0.0.1:11434/v1/')).toMatchObject({
    baseUrl: 'http://127.0.0.1:11434/v1',
    place: '127.0.0.1:11434/v1',
  });
  expect(endpointOf('http://%E0%A4%A@host/v1').basic).toMatch(/^Basic /);
  expect(endpointOf('not an address').place).toBe('not an address');
});

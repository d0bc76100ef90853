import { DiscordAPIError, HTTPError, RateLimitError } from '@discordjs/rest';
import { describe, expect, it } from 'vitest';
import { DiscordError, toDiscordError } from '../../../../channels/discord/errors.js';
import { hopeless, pauseAfter } from '../../../../channels/discord/gateway.js';
import { ChannelError } from '../../../../src/contracts/index.js';

const SECRET = 'https://discord.com/api/v10/webhooks/1/aW50ZXJhY3Rpb24SECRET';

function api(status: number, code: number, errors?: object) {
  const raw = { code, message: `raw words ${code}`, ...(errors ? { errors } : {}) } as never;
  return toDiscordError(
    new DiscordAPIError(raw, code, status, 'POST', SECRET, { files: undefined, body: { content: 'private words' } }),
    'take a message',
  );
}

function broken(code: string, cause?: unknown) {
  return toDiscordError(Object.assign(new Error(`${code} raw words ${SECRET}`, { cause }), { code }), 'take a message');
}

describe('a failure of Discord', () => {
  it.each([
    [403, 50001, 'gone', false],
    [403, 50007, 'gone', false],
    [403, 50013, 'gone', false],
    [404, 10003, 'gone', false],
    [403, 50278, 'gone', false],
    [401, 0, 'auth', false],
    [401, 50027, 'rejected', false],
    [404, 10062, 'rejected', false],
    [400, 50035, 'rejected', false],
    [400, 50006, 'rejected', false],
    [413, 40005, 'rejected', false],
    [403, 40003, 'rate-limit', true],
    [408, 0, 'network', true],
  ])('%i with code %i is %s', (status, code, kind, retryable) => {
    const known = api(status, code);
    expect(known).toMatchObject({ kind, retryable });
    expect(known).toBeInstanceOf(ChannelError);
  });

  it('names what the operator can do where there is something', () => {
    expect(api(401, 0).remedy).toContain('Reset Token');
    expect(api(403, 50013).remedy).toContain('Send Messages');
  });

  it('tells a missing message that was to be answered apart (C112)', () => {
    const missing = { message_reference: { _errors: [{ code: 'MESSAGE_REFERENCE_UNKNOWN_MESSAGE', message: 'x' }] } };
    expect(api(400, 50035, missing)).toMatchObject({ reference: true });
    expect(api(400, 160002)).toMatchObject({ reference: true });
    expect(api(400, 50035, { content: { _errors: [{ code: 'BASE_TYPE_REQUIRED', message: 'x' }] } })).toMatchObject({
      reference: false,
    });
  });

  it('at its own end, in time or on the way may have left a message standing', () => {
    const five = new HTTPError(502, 'Bad Gateway', 'POST', SECRET, { files: undefined, body: undefined });
    const late = Object.assign(new Error('aborted'), { name: 'AbortError' });
    for (const error of [
      five,
      late,
      Object.assign(new Error('x'), { code: 'ECONNRESET' }),
      new TypeError('terminated'),
      'x',
    ]) {
      expect(toDiscordError(error, 'take a message')).toMatchObject({ kind: 'network', retryable: true });
    }
  });

  it('before anything was sent says so', () => {
    for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'CERT_HAS_EXPIRED']) {
      expect(broken(code)).toMatchObject({ kind: 'unavailable', retryable: true });
    }
    const refused = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
    expect(toDiscordError(new AggregateError([refused, refused]), 'x').kind).toBe('unavailable');
    expect(toDiscordError(new TypeError('fetch failed', { cause: refused }), 'x').kind).toBe('unavailable');
  });

  it('for too many requests says how long to wait', () => {
    const limit = (retryAfter: number) =>
      new RateLimitError({
        timeToReset: 50,
        limit: 5,
        method: 'POST',
        hash: 'x',
        url: SECRET,
        route: '/channels/:id/messages',
        majorParameter: '1',
        global: false,
        retryAfter,
        sublimitTimeout: 0,
        scope: 'user',
      });
    expect(toDiscordError(limit(3_050), 'x')).toMatchObject({
      kind: 'rate-limit',
      retryable: true,
      retryAfterMs: 3_050,
    });
    expect(toDiscordError(limit(0), 'x').retryAfterMs).toBeGreaterThanOrEqual(1_000);
    expect(toDiscordError(limit(Number.NaN), 'x').retryAfterMs).toBeGreaterThanOrEqual(1_000);
  });

  it('never carries a token, an address or the platform’s own words', () => {
    for (const error of [api(400, 50035), api(401, 0), api(403, 50013), broken('ECONNRESET'), broken('ENOTFOUND')]) {
      const told = `${error.message} ${error.remedy} ${JSON.stringify(error)} ${String(error.cause)}`;
      expect(told).not.toMatch(/raw words|SECRET|private words|https/);
    }
  });

  it('that is one of ours stays', () => {
    const own = new DiscordError('rejected', 'x');
    expect(toDiscordError(own, 'y')).toBe(own);
  });
});

describe('a closed connection', () => {
  it('that no retry can help is named with what to do (C110)', () => {
    expect(hopeless(4014)).toMatchObject({ kind: 'auth', retryable: false });
    expect(hopeless(4014)?.remedy).toContain('Bot → Privileged Gateway Intents → Message Content Intent');
    expect(hopeless(4004)).toMatchObject({ kind: 'auth', retryable: false });
    for (const code of [undefined, 1000, 1001, 1006, 4000, 4007, 4008, 4009]) expect(hopeless(code)).toBeUndefined();
  });

  it('is opened again after growing pauses, of at most half a minute (C110)', () => {
    const pauses = [0, 1, 2, 3, 4, 5, 50].map((failures) => pauseAfter(failures, 1));
    expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
    expect(pauseAfter(0, 0)).toBe(1_000);
  });
});

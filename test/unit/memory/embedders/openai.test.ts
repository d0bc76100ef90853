// The openai embedder against the stand-in server, through the real SDK: what it sends, splits, retries and refuses.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ModelError } from '../../../../src/contracts/index.js';
import { BadAnswerError, RefusedTextsError } from '../../../../src/memory/embedders/errors.js';
import { type OpenAiEmbedderSettings, openaiEmbedder } from '../../../../src/memory/embedders/openai.js';
import { dot } from '../../../contracts/embedder.js';
import {
  type EmbeddingServer,
  noCredit,
  startEmbeddingServer,
  toBase64,
  tooMany,
} from '../../../support/embedding-server.js';
import { FakeClock } from '../../../support/fake-clock.js';
import { hashedVector } from '../../../support/memory/hashing-embedder.js';
import { HastyClock, type KeptLog, keptLog } from '../../../support/stream.js';

const KEY = 'sk-test-1234567890abcdefghijkl';
let server: EmbeddingServer;
let clock: HastyClock;
let log: KeptLog;

beforeEach(async () => {
  server = await startEmbeddingServer();
  clock = new HastyClock();
  log = keptLog();
});
afterEach(() => server.close());

function embedder(more: Partial<OpenAiEmbedderSettings> = {}) {
  return openaiEmbedder({ name: 'bge-m3', baseUrl: server.baseUrl, apiKey: KEY, ...more }, { clock, log });
}

const go = () => new AbortController().signal;
const notes = (count: number) => Array.from({ length: count }, (_, i) => `note ${i} 笔记`);
const isRight = (vector: Float32Array | undefined, text: string) =>
  expect(dot(vector, hashedVector(text, 64))).toBeCloseTo(1, 4);

async function failure(work: Promise<unknown>): Promise<ModelError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ModelError)) throw new Error(`not a ModelError: ${String(error)}`);
  return error;
}

describe('an answer without end', () => {
  it('is given up, and is the server’s fault', async () => {
    const block = '['.repeat(1_048_576);
    const endless = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = () => {
        while (response.write(block));
      };
      response.on('drain', more).on('error', () => undefined);
      more();
    });
    await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
    const { port } = endless.address() as AddressInfo;
    const error = await failure(embedder({ baseUrl: `http://127.0.0.1:${port}/v1` }).embed(['a'], 'query', go()));
    expect(error).toBeInstanceOf(BadAnswerError);
    endless.closeAllConnections();
    endless.close();
  });
});

describe('a request', () => {
  it('names model, key and size, and asks for base64', async () => {
    server.rules.key = KEY;
    await embedder({ dimensions: 32 }).embed(['你好'], 'query', go());
    expect(server.calls[0]).toMatchObject({ model: 'bge-m3', texts: ['你好'], format: 'base64', dimensions: 32 });
  });

  it('goes without a key where none is set, whatever the environment says', async () => {
    process.env.OPENAI_API_KEY = 'sk-of-somebody-else';
    try {
      const own = openaiEmbedder({ name: 'bge-m3', baseUrl: server.baseUrl }, { clock, log });
      await own.embed(['a'], 'query', go());
    } finally {
      delete process.env.OPENAI_API_KEY;
    }
    expect(server.calls[0]?.headers.authorization).toBeUndefined();
  });

  it('takes name and password out of the address and sends them as a header', async () => {
    const own = openaiEmbedder({ name: 'm', baseUrl: server.baseUrl.replace('://', '://me:p%40ss@') }, { clock, log });
    await own.embed(['a'], 'query', go());
    expect(server.calls[0]?.headers.authorization).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`);
    expect(own.fingerprint).not.toMatch(/me|p%40ss|p@ss/);
  });

  it('asks in plain numbers once a server has refused base64, and only once', async () => {
    server.rules.format = 'refuses';
    const own = embedder();
    isRight((await own.embed(['一'], 'document', go()))[0], '一');
    await own.embed(['二'], 'document', go());
    expect(server.calls.map(({ format, status }) => [format, status])).toEqual([
      ['base64', 400],
      [undefined, 200],
      [undefined, 200],
    ]);
  });

  it('puts vectors back into order, and numbers without an index in the order they came', async () => {
    server.enqueue({ rows: (rows) => rows.toReversed() });
    isRight((await embedder().embed(['a', 'b'], 'document', go()))[0], 'a');
    server.enqueue({ rows: (rows) => rows.map(({ embedding }) => ({ embedding })) });
    isRight((await embedder().embed(['a', 'b'], 'document', go()))[1], 'b');
  });

  it('makes every vector one of length 1', async () => {
    server.rules.vectorOf = (text, dims) => hashedVector(text, dims).map((value) => value * 17);
    const [vector] = await embedder().embed(['長い'], 'document', go());
    isRight(vector, '長い');
  });
});

describe('the fingerprint', () => {
  const print = (more: Partial<OpenAiEmbedderSettings>) => embedder(more).fingerprint;

  it('tells model, endpoint and size apart, and is the same with another key', () => {
    const base = { baseUrl: 'https://user:secret@one.example:8443/v1/?token=hidden' };
    expect(print(base)).toBe('openai|bge-m3|one.example:8443/v1|own');
    expect(print({ ...base, apiKey: 'another' })).toBe(print(base));
    expect(print({ baseUrl: 'https://one.example:8443/v1' })).toBe(print(base));
    const different = [{ name: 'e5' }, { dimensions: 32 }, { baseUrl: 'https://two.example/v1' }];
    for (const one of different) expect(print({ ...base, ...one })).not.toBe(print(base));
  });
});

describe('batches', () => {
  it('holds no more texts than a request may have', async () => {
    await embedder({ batchSize: 16 }).embed(notes(40), 'document', go());
    expect(server.calls.map(({ texts }) => texts.length)).toEqual([16, 16, 8]);
  });

  it.each([400, 413, 422, 500])(
    'halves one that a server finds too big (HTTP %i), and learns from it',
    async (capStatus) => {
      Object.assign(server.rules, { items: 10, capStatus });
      const own = embedder({ batchSize: 64 });
      const vectors = await own.embed(notes(64), 'document', go());
      for (const [i, text] of notes(64).entries()) isRight(vectors[i], text);
      const refusals = () => server.calls.filter(({ status }) => status !== 200).length;
      const before = refusals();
      expect(before).toBeLessThanOrEqual(4);
      await own.embed(notes(64), 'document', go());
      expect(refusals()).toBe(before);
      expect(Math.max(...server.calls.slice(-8).map(({ texts }) => texts.length))).toBe(8);
    },
  );

  it('halves one whose refusal says nothing, once the endpoint took a harmless text', async () => {
    server.reply(({ texts }) => (texts.length > 5 ? { status: 400, body: 'nope' } : undefined));
    expect(await embedder().embed(notes(20), 'document', go())).toHaveLength(20);
  });

  it('halves one that a slow machine cannot do in time', async () => {
    server.reply(({ texts }) => (texts.length > 4 ? { hang: true } : undefined));
    const work = embedder({ timeoutMs: 60_000 }).embed(notes(8), 'document', go());
    for (const number of [1, 2]) {
      await server.received(number);
      await clock.advance(60_000);
    }
    expect(await work).toHaveLength(8);
    expect(clock.pending).toBe(0);
  });

  it('cuts a text that is too long, and the others are whole (C041)', async () => {
    server.rules.itemTokens = 2_000;
    const long = ['x'.repeat(16_000), '：'.repeat(3_000), '🎉'.repeat(3_000)];
    const texts = [...notes(5), ...long, ...notes(5)];
    const vectors = await embedder().embed(texts, 'document', go());
    expect(vectors).toHaveLength(13);
    for (const at of [0, 4, 8, 12]) isRight(vectors[at], texts[at] ?? '');
    isRight(vectors[6], '：'.repeat(1_500));
    isRight(vectors[7], '🎉'.repeat(1_500));
  });

  it('leaves out only what is too long even when it is cut twice (C041)', async () => {
    server.rules.itemTokens = 100;
    const texts = [...notes(5), '：'.repeat(3_000), ...notes(5)];
    const error = await failure(embedder().embed(texts, 'document', go()));
    expect(error).toBeInstanceOf(RefusedTextsError);
    const { vectors } = error as RefusedTextsError;
    expect(vectors.map((vector) => vector === undefined)).toEqual(texts.map((text) => text.length > 100));
    isRight(vectors[10], 'note 4 笔记');
  });

  it.each([
    ['NaN in the answer', { body: '{"data":[{"embedding":[NaN]}]}' }],
    ['a server error', { status: 500 }],
    ['an unclear refusal', { status: 400, body: 'computer says no' }],
  ])('leaves out a text that always ends in %s, and no other', async (_, reply) => {
    server.reply(({ texts }) => (texts.includes('poison 毒') ? reply : undefined));
    const texts = [...notes(6), 'poison 毒', ...notes(5)];
    const error = await failure(embedder().embed(texts, 'document', go()));
    expect(error).toBeInstanceOf(RefusedTextsError);
    expect((error as RefusedTextsError).vectors.indexOf(undefined)).toBe(6);
    expect((error as RefusedTextsError).vectors.filter((one) => one === undefined)).toHaveLength(1);
  });

  it('blames no text when the endpoint goes down in the middle', async () => {
    server.reply(() => (server.calls.length > 1 ? { status: 503 } : undefined));
    const error = await failure(embedder({ batchSize: 4 }).embed(notes(8), 'document', go()));
    expect(error).toMatchObject({ kind: 'unavailable', retryable: true });
    expect(error).not.toBeInstanceOf(RefusedTextsError);
  });

  it('gives up soon when every text is refused for its size', async () => {
    server.rules.itemTokens = 0;
    const error = await failure(embedder().embed(notes(64), 'document', go()));
    expect(error.kind).toBe('overflow');
    expect(server.calls.length).toBeLessThan(12);
  });

  it('cuts a query, and asks nothing else when that does not help', async () => {
    server.rules.itemTokens = 1_600;
    isRight((await embedder().embed(['会'.repeat(3_000)], 'query', go()))[0], '会'.repeat(1_500));
    server.rules.itemTokens = 1;
    const before = server.calls.length;
    expect((await failure(embedder().embed(['会'.repeat(3_000)], 'query', go()))).kind).toBe('overflow');
    expect(server.calls.length - before).toBe(3);
  });
});

describe('retries', () => {
  it.each([
    ['401', { status: 401 }, 'auth'],
    ['403', { status: 403 }, 'auth'],
    ['404', { status: 404 }, 'unavailable'],
    ['402', { status: 402 }, 'rate-limit'],
    ['used-up credit (C023 b)', noCredit, 'rate-limit'],
  ])('never after %s', async (_, reply, kind) => {
    server.reply(() => reply);
    for (const use of ['query', 'document'] as const) {
      const error = await failure(embedder().embed(notes(3), use, go()));
      expect(error).toMatchObject({ kind, retryable: false });
      expect(error.remedy).toMatch(/\S/);
    }
    expect(server.calls).toHaveLength(2);
    expect(clock.slept).toEqual([]);
  });

  it('never sends the same texts again after 400', async () => {
    server.reply(() => ({ status: 400, body: '{"error":"nonsense"}' }));
    expect(await failure(embedder().embed(notes(3), 'document', go()))).toMatchObject({ kind: 'bad-request' });
    expect(server.calls.filter(({ texts }) => texts.length === 3)).toHaveLength(1);
    expect(server.calls.length).toBeLessThanOrEqual(2);
  });

  it('wait as long as the server wishes, and not for an hour', async () => {
    server.enqueue(tooMany({ 'retry-after': '7' }), tooMany({ 'retry-after-ms': '1500' }));
    await embedder().embed(notes(2), 'document', go());
    expect(clock.slept).toEqual([7_000, 1_500]);
    server.enqueue(tooMany({ 'retry-after': '3600' }));
    const error = await failure(embedder().embed(notes(2), 'document', go()));
    expect(error).toMatchObject({ kind: 'rate-limit', retryable: true, retryAfterMs: 3_600_000 });
    expect(server.calls).toHaveLength(4);
  });

  it.each([{ status: 503 }, { drop: true }, { status: 429 }])('help over trouble that passes: %j', async (reply) => {
    server.enqueue(reply, reply);
    expect(await embedder().embed(notes(2), 'document', go())).toHaveLength(2);
    expect(clock.slept).toHaveLength(2);
  });

  it('come to an end', async () => {
    server.reply(() => tooMany());
    expect(await failure(embedder().embed(notes(2), 'document', go()))).toMatchObject({ kind: 'rate-limit' });
    expect(server.calls).toHaveLength(4);
  });

  it('are one at most for a query, for a search waits', async () => {
    server.enqueue({ drop: true });
    expect(await embedder().embed(['a'], 'query', go())).toHaveLength(1);
    server.reply(() => ({ status: 500 }));
    const before = server.calls.length;
    await failure(embedder().embed(['a'], 'query', go()));
    expect(server.calls.length - before).toBe(2);
    expect(Math.max(...clock.slept)).toBeLessThanOrEqual(100);
  });

  it('say that the host cannot be reached', async () => {
    await server.close();
    const error = await failure(embedder().embed(['a'], 'query', go()));
    expect(error).toMatchObject({ kind: 'network', retryable: true });
    expect(error.message).toContain('cannot be reached');
  });

  it('end in a timeout by the clock', async () => {
    server.reply(() => ({ hang: true }));
    const work = failure(embedder({ timeoutMs: 5_000 }).embed(['a'], 'query', go()));
    const call = await server.received(1);
    await clock.advance(4_999);
    expect(call.status).toBeUndefined();
    await clock.advance(1);
    expect(await work).toMatchObject({ kind: 'timeout', retryable: true });
    expect(await call.over).toBe(true);
  });

  it('stop with the signal, in a call and in a wait', async () => {
    server.enqueue({ hang: true });
    const first = new AbortController();
    const calling = failure(embedder().embed(['a'], 'document', first.signal));
    const call = await server.received(1);
    first.abort();
    await calling;
    expect(await call.over).toBe(true);

    const still = new FakeClock();
    server.enqueue(tooMany({ 'retry-after': '30' }));
    const second = new AbortController();
    const own = openaiEmbedder({ name: 'm', baseUrl: server.baseUrl }, { clock: still, log });
    const waiting = failure(own.embed(['a'], 'document', second.signal));
    await expect.poll(() => log.lines.some(({ fields }) => fields.waitMs === 30_000)).toBe(true);
    second.abort();
    await waiting;
    expect(server.calls).toHaveLength(2);
    expect([clock.pending, still.pending]).toEqual([0, 0]);
  });
});

describe('an answer that cannot be used is refused as a whole', () => {
  it.each([
    ['too few', { rows: (rows: unknown[]) => rows.slice(1) }],
    ['too many', { rows: (rows: unknown[]) => [...rows, rows[0]] }],
    ['none', { rows: () => [] }],
    ['zero', { rows: (rows: object[]) => rows.map((row, i) => (i ? row : { ...row, embedding: [0, 0, 0] })) }],
    ['empty', { rows: (rows: object[]) => rows.map((row) => ({ ...row, embedding: [] })) }],
    ['null for NaN', { rows: (rows: object[]) => rows.map((row) => ({ ...row, embedding: [1, null] })) }],
    [
      'NaN in base64',
      { rows: (rows: object[]) => rows.map((row) => ({ ...row, embedding: toBase64([1, Number.NaN]) })) },
    ],
    ['endless', { rows: (rows: object[]) => rows.map((row) => ({ ...row, embedding: [1e300, 1e300] })) }],
    ['cut base64', { rows: (rows: object[]) => rows.map((row) => ({ ...row, embedding: 'AAAA' })) }],
    ['a web page', { body: '<html>', headers: { 'content-type': 'text/html' } }],
    ['an error with status 200', { body: { error: { message: 'no' } } }],
    ['no JSON', { body: '{"data": [' }],
  ])('%s', async (_, reply) => {
    server.reply(() => reply);
    const error = await failure(embedder().embed(notes(2), 'document', go()));
    expect(error).toBeInstanceOf(BadAnswerError);
    expect(error).toMatchObject({ kind: 'unavailable', retryable: true });
    expect(server.calls.length).toBeLessThanOrEqual(6);
  });

  it('sizes that differ between the requests of one call', async () => {
    server.reply(() => {
      server.rules.dims = server.calls.length > 1 ? 3 : 4;
      return undefined;
    });
    const error = await failure(embedder({ batchSize: 2 }).embed(notes(4), 'document', go()));
    expect(error).toBeInstanceOf(BadAnswerError);
  });

  it('sizes that differ with the text', async () => {
    server.rules.vectorOf = (text) => hashedVector(text, text === 'note 1 笔记' ? 3 : 4);
    expect(await failure(embedder().embed(notes(4), 'document', go()))).toBeInstanceOf(BadAnswerError);
  });

  it.each([
    ['one vector twice', (rows: unknown[]) => rows.map(() => rows[0])],
    ['only the first', (rows: unknown[]) => rows.slice(0, 1)],
  ])('%s, though each text alone is answered well', async (_, rows) => {
    server.reply(() => ({ rows }));
    const vectors = await embedder().embed(notes(4), 'document', go());
    for (const [i, text] of notes(4).entries()) isRight(vectors[i], text);
  });

  it('another size than was asked for', async () => {
    server.reply(() => ({ rows: (rows) => rows.map((row) => ({ ...row, embedding: [1, 2, 3] })) }));
    const error = await failure(embedder({ dimensions: 4 }).embed(notes(2), 'document', go()));
    expect(error).toMatchObject({ kind: 'bad-request', retryable: false });
    expect(error.remedy).toContain('dimensions');
  });
});

it('puts no key, text or answer of the server into errors and log', async () => {
  server.rules.key = 'sk-the-other';
  const secret = 'the door code is QX17';
  const own = embedder({ baseUrl: server.baseUrl.replace('://', '://me:hidden@') });
  const errors = [await failure(own.embed([secret], 'document', go()))];
  for (const status of [400, 413, 429, 500]) {
    server.reply(() => ({ status, body: { error: { message: `${secret} ${KEY} is too long` } } }));
    errors.push(await failure(own.embed([secret], 'document', go())));
  }
  const said = JSON.stringify([
    errors.map((error) => [error, error.message, error.remedy]),
    log.lines,
    own.fingerprint,
  ]);
  for (const word of [KEY, 'QX17', 'hidden', 'Incorrect']) expect(said).not.toContain(word);
});

it('refuses a key that no header can carry before anything is sent', async () => {
  const error = await failure(
    embedder({ apiKey: 'sk‑with–dashes', keyVariable: 'EMBED_KEY' }).embed(['a'], 'query', go()),
  );
  expect(error).toMatchObject({ kind: 'auth', keyVariable: 'EMBED_KEY' });
  expect(server.calls).toEqual([]);
});

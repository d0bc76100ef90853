// The openai model against the stand-in server, through the real SDK: what it streams, what it survives, how it fails.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ModelError, ModelEvent } from '../../../src/contracts/index.js';
import { type OpenAiSettings, openaiModel } from '../../../src/models/openai.js';
import { type ModelServer, startModelServer } from '../../support/model-server.js';
import { ask, eventsOf, HastyClock, type KeptLog, keptLog, textOf } from '../../support/stream.js';

const KEY = 'sk-test-1234567890abcdefghijkl';
let server: ModelServer;
let clock: HastyClock;
let log: KeptLog;

beforeEach(async () => {
  server = await startModelServer();
  clock = new HastyClock();
  log = keptLog();
});
afterEach(() => server.close());

function model(more: Partial<OpenAiSettings> = {}) {
  const settings = {
    provider: 'openai',
    name: 'gpt-test',
    baseUrl: server.baseUrl,
    apiKey: KEY,
    keyVariable: 'OPENAI_API_KEY',
    contextTokens: 100_000,
    ...more,
  };
  return openaiModel(settings, { clock, log });
}

function failureOf(events: readonly ModelEvent[]): ModelError {
  const last = events.at(-1);
  if (last?.type !== 'failed') throw new Error(`the last event is ${JSON.stringify(last)}`);
  return last.error;
}

const tool = { name: 'read', description: 'Reads.', parameters: { type: 'object', properties: {} } };
const tooMany = (headers: Record<string, string>) => ({
  status: 429,
  headers,
  body: { error: { message: 'Rate limit reached', type: 'requests', code: 'rate_limit_exceeded' } },
});

describe('an answer', () => {
  it('streams text, thinking and usage', async () => {
    server.enqueue({
      thinking: '想一想',
      text: '你好，世界！Hello.',
      usage: { prompt_tokens: 12, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 4 } },
    });
    const events = await eventsOf(model());
    expect(textOf(events)).toBe('你好，世界！Hello.');
    expect(events.filter((event) => event.type === 'text').length).toBeGreaterThan(1);
    expect(events).toContainEqual({ type: 'thinking', delta: '想一想' });
    expect(events.at(-1)).toEqual({ type: 'done', stop: 'end', usage: { input: 12, output: 7, cached: 4 } });
    expect(clock.pending).toBe(0);
  });

  it('puts fragmented parallel calls together', async () => {
    server.enqueue({
      text: 'Looking.',
      piece: 3,
      calls: [
        { id: 'a', name: 'read', args: { path: 'MEMORY.md' } },
        { id: 'b', name: 'memory_search', args: { query: '妹妹' } },
      ],
    });
    const events = await eventsOf(model(), ask('go', { tools: [tool] }));
    expect(events.filter((event) => event.type === 'tool-call')).toEqual([
      { type: 'tool-call', call: { id: 'a', name: 'read', args: '{"path":"MEMORY.md"}' } },
      { type: 'tool-call', call: { id: 'b', name: 'memory_search', args: '{"query":"妹妹"}' } },
    ]);
    expect(events.at(-1)).toMatchObject({ type: 'done', stop: 'tools' });
  });

  it('sends the request as the endpoint wants it, key included', async () => {
    server.enqueue({ text: 'ok' });
    await eventsOf(model(), {
      system: 'Be kind.',
      messages: [
        { role: 'user', text: 'look', images: [{ mime: 'image/png', base64: 'AAAA' }] },
        { role: 'assistant', text: '', calls: [{ id: 'c1', name: 'read', args: '{bad' }], thinking: 'hm' },
        { role: 'tool', call: 'c1', name: 'read', text: 'text' },
      ],
      tools: [tool],
      maxTokens: 50,
    });
    const [sent] = server.requests;
    expect(sent?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(sent?.body).toMatchObject({
      model: 'gpt-test',
      max_tokens: 50,
      stream_options: { include_usage: true },
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: [{ text: 'look' }, { image_url: { url: 'data:image/png;base64,AAAA' } }] },
        { role: 'assistant', content: null, tool_calls: [{ function: { arguments: '{}' } }], reasoning_content: 'hm' },
        { role: 'tool', tool_call_id: 'c1', content: 'text' },
      ],
    });
  });

  it('sends no key when none is set', async () => {
    server.enqueue({ text: 'ok' });
    const {
      apiKey: _,
      keyVariable: __,
      ...rest
    } = {
      provider: 'openai',
      name: 'llama',
      baseUrl: server.baseUrl,
      apiKey: '',
      keyVariable: '',
      contextTokens: 1000,
    };
    await eventsOf(openaiModel(rest, { clock, log }));
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  it('says when the answer was cut by the limit', async () => {
    server.enqueue({ text: 'half', finish: 'length' });
    expect((await eventsOf(model())).at(-1)).toMatchObject({ type: 'done', stop: 'length' });
  });

  it('is whole when only the closing mark is missing, or only the reason', async () => {
    server.enqueue({ text: 'one', done: false }, { text: 'two', finish: null });
    expect(textOf(await eventsOf(model()))).toBe('one');
    const second = await eventsOf(model());
    expect(textOf(second)).toBe('two');
    expect(second.at(-1)).toMatchObject({ type: 'done', stop: 'end' });
    expect(clock.slept).toEqual([]);
  });

  it('does not wait for token counts that never come', async () => {
    server.enqueue({ chunks: [{ choices: [{ delta: { content: 'all' }, finish_reason: 'stop' }] }], hangAfter: 1 });
    const stream = model().stream(ask(), new AbortController().signal)[Symbol.asyncIterator]();
    expect((await stream.next()).value).toEqual({ type: 'text', delta: 'all' });
    const last = stream.next();
    await clock.advance(5_000);
    expect((await last).value).toEqual({ type: 'done', stop: 'end' });
  });
});

describe('trouble that passes', () => {
  it.each([
    ['seconds', { 'retry-after': '7' }, 7_000],
    ['milliseconds', { 'retry-after-ms': '1500' }, 1_500],
    ['a date', { 'retry-after': 'Sun, 29 Nov 2026 09:00:20 GMT' }, 20_000],
  ])('waits as long as a 429 asks for, in %s', async (_, headers, ms) => {
    server.enqueue(tooMany(headers), { text: 'back' });
    expect(textOf(await eventsOf(model()))).toBe('back');
    expect(clock.slept).toEqual([ms]);
  });

  it('fails at once when a 429 asks for longer than a minute', async () => {
    server.enqueue(tooMany({ 'retry-after': '3600' }));
    const error = failureOf(await eventsOf(model()));
    expect(error).toMatchObject({ kind: 'rate-limit', retryable: true, retryAfterMs: 3_600_000 });
    expect(clock.slept).toEqual([]);
  });

  it.each([500, 503, 529, 408])('tries again after HTTP %i, with growing waits', async (status) => {
    server.enqueue({ status }, { status }, { text: 'back' });
    expect(textOf(await eventsOf(model()))).toBe('back');
    const [first = 0, second = 0] = clock.slept;
    expect(first).toBeGreaterThanOrEqual(375);
    expect(first).toBeLessThanOrEqual(625);
    expect(second).toBeGreaterThanOrEqual(1_500);
    expect(second).toBeLessThanOrEqual(2_500);
  });

  it('gives up after its retries', async () => {
    server.reply(() => ({ status: 500 }));
    expect(failureOf(await eventsOf(model({ retries: 1 })))).toMatchObject({ kind: 'unavailable', retryable: true });
    expect(server.requests.length).toBe(2);
  });

  it('voids what a dropped stream had said, and starts over', async () => {
    server.enqueue({ text: 'half an answer that', dropAfter: 2 }, { text: 'whole' });
    const events = await eventsOf(model());
    expect(events.map((event) => event.type)).toContain('restart');
    expect(textOf(events)).toBe('whole');
  });

  it('takes a stream that ends without reason and mark for a dropped one', async () => {
    server.enqueue({ text: 'half', finish: null, done: false }, { text: 'whole' });
    expect(textOf(await eventsOf(model()))).toBe('whole');
  });

  it('tries again when the socket closes before an answer, without a restart', async () => {
    server.enqueue({ dropAfter: 0 }, { text: 'whole' });
    const events = await eventsOf(model());
    expect(textOf(events)).toBe('whole');
    expect(events.some((event) => event.type === 'restart')).toBe(false);
  });

  it('reports a server that is not there as network trouble, with a remedy', async () => {
    await server.close();
    const error = failureOf(await eventsOf(model()));
    expect(error).toMatchObject({ kind: 'network', retryable: true });
    expect(error.remedy).toMatch(/127\.0\.0\.1.*baseUrl/);
    expect(clock.slept.length).toBe(2);
  });

  it('understands an error inside the stream', async () => {
    const broken = { error: { message: 'The server is overloaded', type: 'server_error', code: 503 } };
    server.enqueue({ chunks: [broken] }, { text: 'whole' });
    expect(textOf(await eventsOf(model()))).toBe('whole');
  });
});

describe('silence', () => {
  it('before the first event is a timeout, not tried again here', async () => {
    server.enqueue({ hangAfter: 0 });
    const events = eventsOf(model({ timeoutMs: 30_000 }));
    const served = await server.received(1);
    await clock.advance(29_999);
    expect(clock.pending).toBe(1);
    await clock.advance(1);
    expect(failureOf(await events)).toMatchObject({ kind: 'timeout', retryable: true });
    expect(await served.over).toBe(true);
    expect(server.requests.length).toBe(1);
  });

  it('between events counts from the last one', async () => {
    server.enqueue({ text: 'abcdefgh12345678', hangAfter: 3 });
    const stream = model({ timeoutMs: 30_000 }).stream(ask(), new AbortController().signal)[Symbol.asyncIterator]();
    await stream.next();
    expect(clock.pending).toBe(0);
    await clock.advance(100_000); // whoever reads slowly is not to blame on the server
    expect((await stream.next()).value).toEqual({ type: 'text', delta: '12345678' });
    const last = stream.next();
    await clock.advance(30_000);
    const { value } = await last;
    expect(value).toMatchObject({ type: 'failed', error: { kind: 'timeout' } });
  });
});

describe('abort', () => {
  it('ends without a last event and closes the socket', async () => {
    server.enqueue({ text: 'abcdefgh', hangAfter: 2 });
    const control = new AbortController();
    const seen: ModelEvent[] = [];
    for await (const event of model().stream(ask(), control.signal)) {
      seen.push(event);
      control.abort();
    }
    expect(seen).toEqual([{ type: 'text', delta: 'abcdefgh' }]);
    expect(await server.requests[0]?.over).toBe(true);
    expect(clock.pending).toBe(0);
  });

  it('before the call makes none, and in a wait ends it', async () => {
    expect(await eventsOf(model(), ask(), AbortSignal.abort())).toEqual([]);
    expect(server.requests.length).toBe(0);
    const control = new AbortController();
    server.reply(() => {
      control.abort();
      return { status: 500 };
    });
    expect(await eventsOf(model(), ask(), control.signal)).toEqual([]);
    expect(server.requests.length).toBe(1);
  });

  it('leaving the loop closes the socket too', async () => {
    server.enqueue({ text: 'abcdefgh12345678', hangAfter: 3 });
    for await (const _ of model().stream(ask(), new AbortController().signal)) break;
    expect(await server.requests[0]?.over).toBe(true);
    expect(clock.pending).toBe(0);
  });
});

describe('a body without end', () => {
  it('of an error is not read to its end', async () => {
    const { createServer } = await import('node:http');
    let closed = false;
    const endless = createServer((_request, response) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      const more = () => {
        while (!closed && response.write('x'.repeat(16_384))) {}
      };
      response.on('drain', more).on('close', () => {
        closed = true;
      });
      more();
    });
    await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
    const address = endless.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const error = failureOf(await eventsOf(model({ baseUrl: `http://127.0.0.1:${port}/v1` })));
    expect(error.kind).toBe('bad-request');
    await expect.poll(() => closed).toBe(true);
    endless.closeAllConnections();
    endless.close();
  });
});

describe('final failures', () => {
  it('names the variable of a refused key, and never the key', async () => {
    server.enqueue({
      status: 401,
      body: { error: { message: `Incorrect API key provided: ${KEY}`, code: 'invalid_api_key' } },
    });
    const error = failureOf(await eventsOf(model()));
    expect(error).toMatchObject({ kind: 'auth', keyVariable: 'OPENAI_API_KEY', retryable: false });
    expect(error.message).toBe('openai/gpt-test refused the key in OPENAI_API_KEY.');
    expect(JSON.stringify([error.message, error.remedy, error.cause, log.lines])).not.toContain(KEY);
    expect(log.lines[0]?.event).toBe('model.failed');
  });

  it('does not even send a key that cannot stand in a header', async () => {
    const error = failureOf(await eventsOf(model({ apiKey: 'sk-中文\n' })));
    expect(error).toMatchObject({ kind: 'auth', keyVariable: 'OPENAI_API_KEY' });
    expect(server.requests.length).toBe(0);
  });

  it('types an overflow, in whatever shape it comes', async () => {
    const words = "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens.";
    server.enqueue(
      { status: 400, body: { error: { message: words, code: 'context_length_exceeded' } } },
      { status: 400, body: { object: 'error', message: words, code: 400 } },
      {
        status: 400,
        body: [{ error: { message: 'The input token count (9) exceeds the maximum number of tokens allowed (8).' } }],
      },
    );
    for (let at = 0; at < 3; at++) {
      expect(failureOf(await eventsOf(model()))).toMatchObject({ kind: 'overflow', retryable: false });
    }
  });

  it('types a refusal, by reason and by words', async () => {
    server.enqueue(
      { text: 'I', finish: 'content_filter' },
      { chunks: [{ choices: [{ delta: { refusal: 'No.' }, finish_reason: 'stop' }] }] },
    );
    expect(failureOf(await eventsOf(model())).kind).toBe('refusal');
    expect(failureOf(await eventsOf(model())).kind).toBe('refusal');
  });

  it('tells an empty account from a rate limit', async () => {
    server.enqueue({
      status: 429,
      body: { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } },
    });
    const error = failureOf(await eventsOf(model()));
    expect(error).toMatchObject({ kind: 'rate-limit', retryable: false });
    expect(error.remedy).toMatch(/billing/);
  });

  it('says that a model is not there, or that no API is', async () => {
    server.enqueue({
      status: 404,
      body: { error: { message: 'The model `gpt-test` does not exist', code: 'model_not_found' } },
    });
    const error = failureOf(await eventsOf(model()));
    expect(error).toMatchObject({ kind: 'unavailable', retryable: false });
    expect(error.remedy).toMatch(/name and baseUrl/);
    expect(failureOf(await eventsOf(model({ baseUrl: server.baseUrl.replace('/v1', '') })))).toMatchObject({
      kind: 'unavailable',
      retryable: false,
    });
  });

  it('says so when a web page answers', async () => {
    server.enqueue({ status: 200, headers: { 'content-type': 'text/html' }, chunks: [] });
    const error = failureOf(await eventsOf(model()));
    expect(error).toMatchObject({ kind: 'bad-request', retryable: false });
    expect(error.remedy).toMatch(/baseUrl/);
  });

  it('takes an error document with status 200 for an error', async () => {
    server.enqueue({
      headers: { 'content-type': 'application/json' },
      chunks: [],
    });
    expect(failureOf(await eventsOf(model())).kind).toBe('bad-request');
  });
});

describe('endpoints with habits', () => {
  const refuses = (parameter: string) => ({
    status: 400,
    body: { error: { message: `Unsupported parameter: '${parameter}'`, param: parameter } },
  });

  it('drops stream_options once they are refused, and remembers', async () => {
    server.reply((request) => (request.stream_options ? refuses('stream_options') : { text: 'ok' }));
    const one = model();
    expect(textOf(await eventsOf(one))).toBe('ok');
    expect(textOf(await eventsOf(one))).toBe('ok');
    expect(server.requests.map((sent) => sent.body.stream_options !== undefined)).toEqual([true, false, false]);
    expect(clock.slept).toEqual([]);
  });

  it('uses max_completion_tokens where max_tokens is refused', async () => {
    server.reply((request) =>
      request.max_tokens === undefined
        ? { text: 'ok' }
        : {
            status: 400,
            body: { error: { message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead." } },
          },
    );
    expect(textOf(await eventsOf(model(), ask('hi', { maxTokens: 9 })))).toBe('ok');
    expect(server.requests[1]?.body.max_completion_tokens).toBe(9);
  });

  const picture = { mime: 'image/png', base64: 'AAAA' };
  const look = ask('look', { messages: [{ role: 'user', text: 'look', images: [picture] }] });
  const shows = ({ messages }: { messages: readonly unknown[] }) => JSON.stringify(messages).includes('image_url');
  const refusing = (status: number, message: string) => {
    server.reply((request) => (shows(request) ? { status, body: { error: { message } } } : { text: 'I see nothing' }));
    const one = model();
    return async () => {
      expect(textOf(await eventsOf(one, look))).toBe('I see nothing');
      expect(textOf(await eventsOf(one, look))).toBe('I see nothing');
      return server.requests.map(({ body }) => shows(body));
    };
  };

  it.each([
    [400, 'Invalid content type. image_url is only supported by certain models.'],
    [422, 'Failed to deserialize the JSON body: messages[1]: unknown variant `image_url`, expected `text`'],
    [500, 'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj'],
    [404, 'No endpoints found that support image input'],
    [400, 'messages[0].content must be a string'],
    [400, 'llama is not a multimodal model'],
    [400, 'At most 0 image(s) may be provided in one request.'],
  ])('shows a blind model no pictures, and remembers (%i %s)', async (status, message) => {
    expect(await refusing(status, message)()).toEqual([true, false, false]);
  });

  it.each([
    'You uploaded an unsupported image. Please make sure your image is valid.',
    'messages.0: image exceeds 5 MB maximum',
    'Could not process image',
  ])('leaves out a picture that is refused, and shows the next one (%s)', async (message) => {
    expect(await refusing(400, message)()).toEqual([true, false, true, false]);
  });

  it('joins messages of people where a template wants speakers to alternate', async () => {
    const rule = 'Conversation roles must alternate user/assistant/user/assistant/...';
    server.reply(({ messages }) => {
      const roles = messages.map(({ role }) => role);
      const twice = roles.some((role, at) => role === 'user' && roles[at + 1] === 'user');
      return twice ? { status: 400, body: { error: { message: rule } } } : { text: 'ok' };
    });
    const one = model();
    const request = ask('', {
      messages: [
        { role: 'user', text: '一' },
        { role: 'user', text: '', images: [picture] },
        { role: 'user', text: 'three' },
        { role: 'assistant', text: 'a' },
        { role: 'user', text: 'four' },
      ],
    });
    expect(textOf(await eventsOf(one, request))).toBe('ok');
    expect(textOf(await eventsOf(one, request))).toBe('ok');
    expect(server.requests).toHaveLength(3);
    expect(server.requests[2]?.body.messages.slice(-3)).toMatchObject([
      { role: 'user', content: [{ text: '一\n\nthree' }, { image_url: { url: 'data:image/png;base64,AAAA' } }] },
      { role: 'assistant', content: 'a' },
      { role: 'user', content: 'four' },
    ]);
  });

  it('takes no habit for one that did not help', async () => {
    server.enqueue(
      { status: 400, body: { error: { message: 'content must be a string' } } },
      { status: 400, body: { error: { message: 'content must be a string' } } },
    );
    const one = model();
    expect(failureOf(await eventsOf(one, look)).kind).toBe('bad-request');
    server.reply(() => ({ text: 'a cat' }));
    await eventsOf(one, look);
    expect(server.requests.map(({ body }) => shows(body))).toEqual([true, false, true]);
  });

  it('does not go round in circles with an endpoint that refuses everything', async () => {
    server.reply(() => ({
      status: 400,
      body: { error: { message: 'unsupported: max_completion_tokens, max_tokens' } },
    }));
    expect(failureOf(await eventsOf(model(), ask('hi', { maxTokens: 9 }))).kind).toBe('bad-request');
    expect(server.requests.length).toBeLessThan(6);
  });

  it('replaces call ids that are missing or were used before', async () => {
    server.enqueue({
      chunks: [
        {
          choices: [
            {
              delta: {
                tool_calls: [
                  { index: 0, id: 'call_0', function: { name: 'read', arguments: { path: 'a' } } },
                  { index: 0, function: { name: 'read', arguments: '{"path":"b"}' } },
                ],
              },
              finish_reason: 'stop',
            },
          ],
        },
      ],
    });
    const events = await eventsOf(
      model(),
      ask('go', {
        tools: [tool],
        messages: [
          { role: 'user', text: 'a' },
          { role: 'assistant', text: '', calls: [{ id: 'call_0', name: 'read', args: '{}' }] },
          { role: 'tool', call: 'call_0', name: 'read', text: '' },
        ],
      }),
    );
    const calls = events.flatMap((event) => (event.type === 'tool-call' ? [event.call] : []));
    expect(calls.map((call) => call.args)).toEqual(['{"path":"a"}', '{"path":"b"}']);
    expect(new Set(['call_0', ...calls.map((call) => call.id)]).size).toBe(3);
    expect(events.at(-1)).toMatchObject({ stop: 'tools' });
  });
});

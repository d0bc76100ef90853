// Asking an endpoint for the window: once, briefly, and whatever it answers, the model works.

import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { createModels, type ModelSettings } from '../../../src/models/create.js';
import { openaiModel } from '../../../src/models/openai.js';
import { FakeClock, settle } from '../../support/fake-clock.js';
import { type ModelServer, type ServedModels, startModelServer } from '../../support/model-server.js';
import { eventsOf, keptLog, textOf } from '../../support/stream.js';

const never = new AbortController().signal;
let server: ModelServer;

afterEach(() => server?.close());

async function serving(
  models?: ServedModels,
  more: { name?: string; largestWindow?: number; windowIsGuess?: boolean } = {},
) {
  server = await startModelServer(() => ({ text: 'ok' }), models ? { models } : {});
  const clock = new FakeClock();
  const log = keptLog();
  const settings = {
    provider: 'openai' as const,
    name: 'm',
    baseUrl: server.baseUrl,
    apiKey: 'sk-test-12345678',
    contextTokens: Math.min(200_000, more.largestWindow ?? 200_000),
    windowIsGuess: true,
    retries: 0,
    ...more,
  };
  return { clock, log, settings, model: openaiModel(settings, { clock, log }) };
}

describe('ready', () => {
  it('finds the window on the page of the model, and asks once', async () => {
    const { model, clock } = await serving([{ id: 'm', max_model_len: 32_768 }]);
    expect(model).toMatchObject({ contextTokens: 200_000, windowIsGuess: true });
    await Promise.all([model.ready?.(never), model.ready?.(never)]);
    expect(model).toMatchObject({ contextTokens: 32_768, windowIsGuess: false });
    await clock.advance(24 * 3_600_000);
    await model.ready?.(never);
    expect(server.looked).toEqual(['/v1/models/m']);
    expect(clock.pending).toBe(0);
  });

  it('looks into the list where the model has no page', async () => {
    const pages: ServedModels = (path) =>
      path === '/v1/models'
        ? {
            body: {
              data: [
                { id: 'x', context_length: 1_000_000 },
                { id: 'lab/m', context_length: 65_536 },
              ],
            },
          }
        : { status: 404, body: { error: { message: 'no such page' } } };
    const { model } = await serving(pages, { name: 'lab/m' });
    await model.ready?.(never);
    expect(model.contextTokens).toBe(65_536);
    expect(server.looked).toEqual(['/v1/models/lab%2Fm', '/v1/models']);
  });

  it('uses no more than is wanted', async () => {
    const { model } = await serving([{ id: 'm', context_length: 131_072 }], { largestWindow: 50_000 });
    expect(model.contextTokens).toBe(50_000);
    await model.ready?.(never);
    expect(model.contextTokens).toBe(50_000);
  });

  it('asks nobody where the window is configured', async () => {
    const { model } = await serving([{ id: 'm', context_length: 131_072 }], { windowIsGuess: false });
    expect(model.ready).toBeUndefined();
    expect(model).toMatchObject({ contextTokens: 200_000, windowIsGuess: false });
  });

  it('keeps the guess where nothing is said, and does not ask again', async () => {
    const { model, clock } = await serving();
    await model.ready?.(never);
    await clock.advance(3_600_000);
    await model.ready?.(never);
    expect(model).toMatchObject({ contextTokens: 200_000, windowIsGuess: true });
    expect(server.looked).toEqual(['/v1/models/m', '/v1/models']);
  });

  it('waits two seconds at most, and tries again some minutes later', async () => {
    let hangs = true;
    const { model, clock } = await serving(() =>
      hangs ? { hangAfter: 0 } : { body: { id: 'm', context_length: 40_960 } },
    );
    const waiting = model.ready?.(never);
    while (server.looked.length === 0) await settle();
    await clock.advance(2_000);
    await waiting;
    await model.ready?.(never);
    expect(server.looked).toHaveLength(1);
    hangs = false;
    await clock.advance(5 * 60_000);
    await model.ready?.(never);
    expect(model.contextTokens).toBe(40_960);
  });

  it('lets whoever does not want to wait go at once', async () => {
    const { model, clock } = await serving(() => ({ hangAfter: 0 }));
    const control = new AbortController();
    const waiting = model.ready?.(control.signal);
    control.abort();
    await waiting;
    await model.ready?.(AbortSignal.abort());
    while (clock.pending === 0) await settle();
    await clock.advance(2_000);
    expect(clock.pending).toBe(0);
  });

  it.each<[string, ServedModels]>([
    ['a web page', () => ({ headers: { 'content-type': 'text/html' }, body: '<html>' })],
    ['broken JSON', () => ({ body: '{"data": [' })],
    ['an error of the server', () => ({ status: 500 })],
    ['a refused key', () => ({ status: 401 })],
    ['nothing at all', () => ({ dropAfter: 0 })],
    ['a list of nonsense', () => ({ body: { data: 'none', models: [7, null, { id: 'm', context_length: -1 }] } })],
  ])('never rejects: %s', async (_, models) => {
    const { model } = await serving(models);
    await model.ready?.(never);
    expect(model).toMatchObject({ contextTokens: 200_000, windowIsGuess: true });
    expect(textOf(await eventsOf(model))).toBe('ok');
  });

  it('says neither key nor address to the log', async () => {
    const { model, log } = await serving(() => ({ status: 500 }));
    await model.ready?.(never);
    expect(log.lines.map(({ event }) => event)).toEqual(['model.window-unknown']);
    expect(JSON.stringify(log.lines)).not.toMatch(/sk-test|127\.0\.0\.1/);
  });
});

describe('a window that is too small', () => {
  it('is refused without a request, and used again once the owner says another number', async () => {
    const { model } = await serving([{ id: 'm', context_length: 8_192 }]);
    expect(textOf(await eventsOf(model))).toBe('ok');
    await model.ready?.(never);
    expect(await eventsOf(model)).toMatchObject([{ type: 'failed', error: { kind: 'bad-request', retryable: false } }]);
    expect(server.requests).toHaveLength(1);
    const told = openaiModel(
      { provider: 'openai', name: 'm', baseUrl: server.baseUrl, contextTokens: 16_000 },
      { clock: new FakeClock(), log: keptLog() },
    );
    expect(textOf(await eventsOf(told))).toBe('ok');
  });
});

describe('a chain', () => {
  it('finds the windows of all its models at once, and tells the first one’s', async () => {
    const { clock, log, settings } = await serving([
      { id: 'm', context_length: 65_536 },
      { id: 'n', context_length: 20_480 },
    ]);
    const other = await startModelServer(undefined, { models: [{ id: 'o', context_length: 131_072 }] });
    onTestFinished(() => other.close());
    const all: ModelSettings = {
      ...settings,
      fallbacks: [
        { ...settings, name: 'n' },
        { ...settings, name: 'o', baseUrl: other.baseUrl },
        { provider: 'offline' },
      ],
    };
    const models = createModels(all, { clock, log });
    expect(models.notes()).toEqual([]);
    await models.usual.ready?.(never);
    expect(models.usual).toMatchObject({ contextTokens: 65_536, windowIsGuess: false });
    expect(models.named('n')?.contextTokens).toBe(20_480);
    expect(models.named('o')?.contextTokens).toBe(131_072);
    expect(models.notes()).toEqual([
      'openai/n has a window of only 20,480 tokens; long conversations are summed up often.',
    ]);
    expect(server.looked.toSorted()).toEqual(['/v1/models/m', '/v1/models/n']);
  });

  it('is ready at once without a network', async () => {
    server = await startModelServer();
    const models = createModels({ provider: 'offline', fallbacks: [] }, { clock: new FakeClock(), log: keptLog() });
    await models.usual.ready?.(never);
    expect(models.notes()).toEqual([]);
  });
});

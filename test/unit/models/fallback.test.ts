// The chain: who is asked next, what the listener sees, who rests, and whose error is reported.

import { describe, expect, it } from 'vitest';
import type { ModelEvent } from '../../../src/contracts/index.js';
import { ModelError, type ModelFault } from '../../../src/contracts/index.js';
import { createModels } from '../../../src/models/create.js';
import { withFallbacks } from '../../../src/models/fallback.js';
import { type Script, type ScriptStep, scriptedModel } from '../../../src/models/scripted.js';
import { FakeClock } from '../../support/fake-clock.js';
import { ask, eventsOf, keptLog, textOf } from '../../support/stream.js';

const fails = (kind: ModelFault, retryAfterMs?: number): ScriptStep => ({
  fail: new ModelError(kind, `${kind} of somebody`, retryAfterMs === undefined ? {} : { retryAfterMs }),
});
const model = (name: string, script: Script, contextTokens = 100_000) =>
  scriptedModel(script, { id: `test/${name}`, contextTokens });
const always =
  (step: ScriptStep): Script =>
  () =>
    step;

function chainOf(first: ReturnType<typeof model>, ...rest: ReturnType<typeof model>[]) {
  const clock = new FakeClock();
  return { clock, chain: withFallbacks(first, rest, { clock, log: keptLog() }) };
}

const lastOf = (events: readonly ModelEvent[]) => events.at(-1);

describe('falling over', () => {
  it('is the primary alone when there is nothing to fall back on', async () => {
    const { chain } = chainOf(model('a', always({ text: 'A' })));
    expect(chain).toMatchObject({ id: 'test/a', contextTokens: 100_000 });
    expect((await eventsOf(chain)).map((event) => event.type)).toEqual(['text', 'done']);
  });

  it('never sends what is surely too long, which some servers would cut in silence', async () => {
    const only = scriptedModel(() => ({ text: 'A' }), { contextTokens: 16_000 });
    const { chain } = chainOf(only);
    const long = { system: '', tools: [], messages: [{ role: 'user' as const, text: 'word '.repeat(40_000) }] };
    const events = [];
    for await (const event of chain.stream(long, new AbortController().signal)) events.push(event);
    expect(events).toMatchObject([{ type: 'failed', error: { kind: 'overflow' } }]);
    expect(only.requests).toEqual([]);
    // A window that nobody said refuses nothing: the server knows better.
    const guessed = chainOf({ ...only, windowIsGuess: true }).chain;
    for await (const event of guessed.stream(long, new AbortController().signal)) events.push(event);
    expect(events.at(-1)).toMatchObject({ type: 'done' });
  });

  it('says nothing about the model while the configured one answers', async () => {
    const { chain } = chainOf(model('a', always({ text: 'A' })), model('b', []));
    expect(chain).toMatchObject({ id: 'test/a', contextTokens: 100_000 });
    expect((await eventsOf(chain)).map((event) => event.type)).toEqual(['text', 'done']);
  });

  it.each(['auth', 'rate-limit', 'network', 'unavailable', 'timeout', 'bad-request'] as const)(
    'goes on after %s, voids what was said, and names who answers',
    async (kind) => {
      const { chain } = chainOf(
        model('a', always({ text: 'half', ...fails(kind) })),
        model('b', always({ text: '完整' })),
      );
      expect(await eventsOf(chain)).toEqual([
        { type: 'text', delta: 'half' },
        { type: 'restart' },
        { type: 'using', model: 'test/b', configured: 'test/a' },
        { type: 'text', delta: '完整' },
        { type: 'done', stop: 'end' },
      ]);
    },
  );

  it('sends no restart when nothing had been said', async () => {
    const { chain } = chainOf(model('a', always(fails('network'))), model('b', always({ text: 'B' })));
    expect((await eventsOf(chain)).map((event) => event.type)).toEqual(['using', 'text', 'done']);
  });

  it('names the fallback again after its own restart', async () => {
    const restarting = {
      id: 'test/b',
      contextTokens: 100_000,
      async *stream(): AsyncGenerator<ModelEvent> {
        yield { type: 'text', delta: 'ha' };
        yield { type: 'restart' };
        yield { type: 'text', delta: 'B' };
        yield { type: 'done', stop: 'end' };
      },
    };
    const clock = new FakeClock();
    const chain = withFallbacks(model('a', always(fails('network'))), [restarting], { clock, log: keptLog() });
    const types = (await eventsOf(chain)).map((event) => event.type);
    expect(types).toEqual(['using', 'text', 'restart', 'using', 'text', 'done']);
  });

  it('a refusal is the answer', async () => {
    const second = model('b', always({ text: 'B' }));
    const { chain } = chainOf(model('a', always(fails('refusal'))), second);
    expect(lastOf(await eventsOf(chain))).toMatchObject({ type: 'failed', error: { kind: 'refusal' } });
    expect(second.requests.length).toBe(0);
  });

  it('an overflow goes to a larger window only', async () => {
    const same = model('b', always({ text: 'B' }));
    const larger = model('c', always({ text: 'C' }), 200_000);
    const first = () => model('a', always(fails('overflow')));
    expect(textOf(await eventsOf(chainOf(first(), same, larger).chain))).toBe('C');
    expect(lastOf(await eventsOf(chainOf(first(), same).chain))).toMatchObject({ error: { kind: 'overflow' } });
    expect(same.requests.length).toBe(0);
  });

  it('never asks a fallback whose window is too small for the request', async () => {
    const small = model('b', always({ text: 'B' }), 1_000);
    const large = model('c', always({ text: 'C' }));
    const { chain } = chainOf(model('a', always(fails('network'))), small, large);
    expect(textOf(await eventsOf(chain, ask('妹妹住在京都'.repeat(200))))).toBe('C');
    expect(small.requests.length).toBe(0);
  });

  it('reports the first error when all fail', async () => {
    const { chain } = chainOf(model('a', always(fails('rate-limit', 5_000))), model('b', always(fails('auth'))));
    const events = await eventsOf(chain);
    expect(lastOf(events)).toMatchObject({ type: 'failed', error: { kind: 'rate-limit', retryAfterMs: 5_000 } });
    expect(events.filter((event) => event.type === 'failed').length).toBe(1);
  });

  it('ends quietly on abort, without asking the next', async () => {
    const second = model('b', always({ text: 'B' }));
    const { chain } = chainOf(model('a', always({ text: 'A', hang: true })), second);
    const control = new AbortController();
    const events: ModelEvent[] = [];
    for await (const event of chain.stream(ask(), control.signal)) {
      events.push(event);
      control.abort();
    }
    expect(events).toEqual([{ type: 'text', delta: 'A' }]);
    expect(second.requests.length).toBe(0);
  });
});

describe('resting', () => {
  it('skips a failed model for a minute, and then comes back to it', async () => {
    const first = model('a', (_, number) => (number === 1 ? fails('network') : { text: 'A' }));
    const { chain, clock } = chainOf(first, model('b', always({ text: 'B' })));
    expect(textOf(await eventsOf(chain))).toBe('B');
    await clock.advance(59_999);
    const events = await eventsOf(chain);
    expect(events[0]).toEqual({ type: 'using', model: 'test/b', configured: 'test/a' });
    expect(first.requests.length).toBe(1);
    await clock.advance(1);
    expect(textOf(await eventsOf(chain))).toBe('A');
  });

  it('rests as long as the provider asked', async () => {
    const first = model('a', (_, number) => (number === 1 ? fails('rate-limit', 300_000) : { text: 'A' }));
    const { chain, clock } = chainOf(first, model('b', always({ text: 'B' })));
    await eventsOf(chain);
    await clock.advance(299_999);
    expect(textOf(await eventsOf(chain))).toBe('B');
    await clock.advance(1);
    expect(textOf(await eventsOf(chain))).toBe('A');
  });

  it('does not follow from what was wrong with one request', async () => {
    const first = model('a', (_, number) => (number === 1 ? fails('bad-request') : { text: 'A' }));
    const { chain } = chainOf(first, model('b', always({ text: 'B' })));
    expect(textOf(await eventsOf(chain))).toBe('B');
    expect(textOf(await eventsOf(chain))).toBe('A');
  });

  it('when all rest, they are asked in order', async () => {
    const first = model('a', (_, number) => (number === 1 ? fails('network') : { text: 'A' }));
    const { chain } = chainOf(first, model('b', always(fails('network'))));
    await eventsOf(chain);
    expect(textOf(await eventsOf(chain))).toBe('A');
  });

  it("reports the resting primary's error when the others fail too", async () => {
    const second = model('b', (_, number) => (number === 1 ? { text: 'B' } : fails('auth')));
    const { chain } = chainOf(model('a', always(fails('rate-limit', 90_000))), second);
    await eventsOf(chain);
    expect(lastOf(await eventsOf(chain))).toMatchObject({ type: 'failed', error: { kind: 'rate-limit' } });
  });
});

describe('createModels', () => {
  it('makes a chain out of settings, without a call', async () => {
    const deps = { clock: new FakeClock(), log: keptLog() };
    expect(createModels({ provider: 'offline', fallbacks: [] }, deps).usual.id).toBe('offline/rules');
    const openai = {
      provider: 'openai' as const,
      name: 'm',
      baseUrl: 'http://127.0.0.1:9/v1',
      contextTokens: 20_000,
      retries: 0,
    };
    const chain = createModels({ ...openai, fallbacks: [{ provider: 'offline' }] }, deps).usual;
    expect(chain).toMatchObject({ id: 'openai/m', contextTokens: 20_000 });
    const events = await eventsOf(chain, ask('hi'));
    expect(events[0]).toEqual({ type: 'using', model: 'offline/rules', configured: 'openai/m' });
  });
});

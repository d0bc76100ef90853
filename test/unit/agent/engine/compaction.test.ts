// What becomes of a history that outgrows its window, through the real loop and engine.

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { limitsOf } from '../../../../src/agent/engine/limits.js';
import { ModelError, type ModelRequest, type Tool } from '../../../../src/contracts/index.js';
import { withFallbacks } from '../../../../src/models/fallback.js';
import { requestTokens } from '../../../../src/models/request-tokens.js';
import { type ScriptStep, scriptedModel } from '../../../../src/models/scripted.js';
import { beginningOf, type Dialogue, dialogue } from '../../../support/dialogue.js';
import { contextSettings } from '../../../support/engine.js';
import { FakeClock } from '../../../support/fake-clock.js';
import { silentLog } from '../../../support/silent-log.js';

const WINDOW = 20_000;
const limits = limitsOf(WINDOW, contextSettings);
const long = (word: string, tokens = 1_500) => `${word} `.repeat(Math.ceil((tokens * 4) / (word.length + 1)));
const isSummary = ({ tools }: ModelRequest) => tools.length === 0;
const tooLong = (): ScriptStep => ({ fail: new ModelError('overflow', 'too long') });
const good = (about: string) =>
  `## Goal\nTalk.\n## Standing instructions\n(none)\n## Facts and identifiers\n- ${about}\n## Decisions\n(none)\n## Promises\n(none)\n## Open questions\n(none)\n## Where we stand\nTalking.`;

/** Says long things until so many compactions stand in the transcript. */
async function fill(house: Dialogue, compactions: number, most = 80): Promise<void> {
  for (let turn = 0; turn < most && cuts(house).length < compactions; turn++) await house.say(long(`words${turn}`));
  expect(cuts(house).length).toBe(compactions);
}
const cuts = (house: Dialogue) => house.entries().flatMap((entry) => (entry.type === 'compaction' ? [entry] : []));
const texts = (request: ModelRequest | undefined) => request?.messages.map(({ text }) => text).join('\n') ?? '';
const chats = (house: Dialogue) => house.model.requests.filter((request) => !isSummary(request));

describe('a full window', () => {
  it('is made room in by a summary, at most half full afterwards, with all that is kept really there', async () => {
    const house = await dialogue((request) => ({ text: isSummary(request) ? good('words') : 'ok' }), {
      window: WINDOW,
    });
    await fill(house, 1);
    const [cut] = cuts(house);
    await house.say('what now?');
    const request = chats(house).at(-1);
    expect(house.manifests.at(-1)?.tokens).toBeLessThanOrEqual(limits.target);
    expect(house.manifests.at(-1)?.epoch.cause).toBe('compaction');
    expect(texts(request)).toContain('Facts and identifiers');
    const kept = house.entries().slice(house.entries().findIndex(({ id }) => id === cut?.firstKept));
    for (const entry of kept) if (entry.type === 'user') expect(texts(request)).toContain(entry.text.trimEnd());
    expect(house.row()).toMatchObject({ compactions: 1 });
    for (const each of house.model.requests) expect(requestTokens(each)).toBeLessThanOrEqual(limits.budget);
  });

  it('is counted against the day, and over budget it is made room in all the same, by rules', async () => {
    const script = (request: ModelRequest) => ({ text: isSummary(request) ? good('words') : 'ok' });
    const house = await dialogue(script, { window: WINDOW, limits: { compaction: { runs: 1 } } });
    await fill(house, 1);
    const asked = house.model.requests.filter(isSummary).length;
    expect(asked).toBeGreaterThan(0);
    await fill(house, 2);
    expect(house.model.requests.filter(isSummary)).toHaveLength(asked);
    expect(house.budgets.today()).toEqual([
      { kind: 'compaction', runs: 1, tokens: expect.any(Number), limits: { runs: 1 }, over: true },
    ]);
    expect(house.budgets.today()[0]?.tokens).toBeGreaterThan(1_000);
    expect(cuts(house)[1]?.summary).toContain('words');
    expect(house.flushes.filter(({ cause }) => cause === 'cut')).toHaveLength(2);
  });

  it('asks no model for a summary that could make nothing shorter', async () => {
    const house = await dialogue((request) => ({ text: isSummary(request) ? long('summary', 150) : 'ok' }), {
      window: 16_000,
    });
    await house.say('hello');
    const before = house.model.requests.length;
    expect(await house.context.compact(house.session(), 'threshold')).toMatchObject({ done: false });
    await house.say(long('words', 7_000));
    expect(await house.context.compact(house.session(), 'threshold')).toMatchObject({ done: false });
    expect(house.model.requests.slice(before).filter(isSummary)).toEqual([]);
    expect(cuts(house)).toEqual([]);
  });

  it('C062: is written down before each cut, once a compaction, and never cut before', async () => {
    const house = await dialogue((request) => ({ text: isSummary(request) ? good('words') : 'ok' }), {
      window: WINDOW,
    });
    await fill(house, 5);
    const cutFlushes = house.flushes.filter(({ cause }) => cause === 'cut');
    expect(cutFlushes).toHaveLength(5);
    for (const [index, cut] of cuts(house).entries()) {
      const { through, entries } = cutFlushes[index] ?? { through: '', entries: 0 };
      const all = house.entries();
      // Asked for before the entry stood there, and up to the entry in front of what is kept.
      expect(entries).toBeLessThanOrEqual(all.findIndex(({ id }) => id === cut.id));
      const before = all
        .slice(
          0,
          all.findIndex(({ id }) => id === cut.firstKept),
        )
        .filter(({ type }) => type !== 'holder');
      expect(all.findIndex(({ id }) => id === through)).toBeGreaterThanOrEqual(all.indexOf(before.at(-1) as never) - 1);
    }
  });

  it('C061: keeps identifiers, prohibitions and open questions word for word, though its summariser is careless', async () => {
    const house = await dialogue(
      (request) => ({ text: isSummary(request) ? good('Rozmowa o zamówieniu i pliku.') : 'ok' }),
      { window: WINDOW },
    );
    await house.say('Sprawdź proszę zamówienie: order 7F3-221, plik /srv/app/etc.yml. Pamiętaj: never mail Bob!');
    await house.say('Kiedy przyjdzie paczka z Gdańska?');
    await fill(house, 1);
    await house.say('ostatnie słowa dnia');
    const request = chats(house).at(-1);
    for (const words of ['7F3-221', '/srv/app/etc.yml', 'never mail Bob', 'Kiedy przyjdzie paczka z Gdańska?']) {
      expect(texts(request)).toContain(words);
    }
    expect(request?.messages.at(-1)?.text).toMatch(/^ostatnie słowa dnia\n/);
    expect(texts(request)).toContain('Rozmowa o zamówieniu');
  });

  it('C059: is made room in though one result is larger than any window', async () => {
    const huge: Tool<unknown> = {
      name: 'huge',
      description: 'Huge.',
      args: z.object({}),
      ...{ group: 'memory', profile: 'minimal', apart: 'free' },
      allowed: () => true,
      run: async () => ({ content: `begin ${'x'.repeat(2_000_000)} end` }),
    };
    const house = await dialogue(
      (request, number) =>
        isSummary(request)
          ? { text: good('words') }
          : number === 1
            ? { calls: [{ name: 'huge', args: {} }] }
            : { text: 'ok' },
      { window: WINDOW, extra: [huge] },
    );
    await house.say('look');
    await fill(house, 1);
    for (const request of house.model.requests) expect(requestTokens(request)).toBeLessThan(WINDOW);
    expect(texts(house.model.requests.find(isSummary))).toMatch(/left out/);
  });

  it('is cut inside a turn that alone fills it, between answers, and what was asked stays', async () => {
    const page: Tool<unknown> = {
      name: 'page',
      description: 'Page.',
      args: z.object({}),
      ...{ group: 'memory', profile: 'minimal', apart: 'free' },
      allowed: () => true,
      // Shorter than what lies between the threshold and the budget.
      run: async () => ({ content: long('page', 1_300) }),
    };
    const house = await dialogue(
      (request, number) =>
        isSummary(request)
          ? { text: good('pages') }
          : number < 18
            ? { calls: [{ name: 'page', args: {} }] }
            : { text: 'read them' },
      { window: WINDOW, extra: [page], maxToolRounds: 20 },
    );
    await house.say('read all the pages, 全部');
    expect(cuts(house).length).toBeGreaterThan(0);
    for (const request of chats(house)) {
      expect(requestTokens(request)).toBeLessThanOrEqual(limits.budget);
      expect(texts(request)).toContain('read all the pages, 全部');
    }
  });
});

describe('compaction that comes to nothing', () => {
  it.each<[string, ScriptStep]>([
    ['fails', { fail: new ModelError('unavailable', 'down') }],
    ['returns nothing', { text: '' }],
    ['returns headings only', { text: '## Goal\n\n## Decisions\n' }],
    ['finds its input too long', tooLong()],
  ])('leaves the history as it is when the summariser %s, and says so', async (_, step) => {
    const house = await dialogue((request) => (isSummary(request) ? step : { text: 'ok' }), { window: WINDOW });
    for (let turn = 0; turn < 12; turn++) {
      const events = await house.say(long(`words${turn}`));
      expect(events.at(-1)).toMatchObject({ type: 'done' });
    }
    expect(cuts(house)).toEqual([]);
    expect(house.row().trouble?.says).toMatch(/could not be summed up/);
    for (const request of chats(house)) expect(requestTokens(request)).toBeLessThanOrEqual(limits.budget);
  });

  it('is not tried again at every message', async () => {
    const house = await dialogue((request) => (isSummary(request) ? { text: '' } : { text: 'ok' }), { window: WINDOW });
    for (let turn = 0; turn < 12; turn++) await house.say(long(`words${turn}`));
    const tried = house.model.requests.filter(isSummary).length;
    expect(tried).toBeLessThanOrEqual(2);
    await house.clock.advance(120_000);
    await house.say('later');
    expect(house.model.requests.filter(isSummary).length).toBeGreaterThan(tried);
  });
});

describe('a provider that finds a request too long', () => {
  it('is asked once more with a history that was cut', async () => {
    const house = await dialogue((request, number) => {
      if (isSummary(request)) return { text: good('words') };
      return number === 5 ? tooLong() : { text: 'ok' };
    });
    for (let turn = 0; turn < 4; turn++) await house.say(long(`words${turn}`, 3_000));
    const events = await house.say('and now?');
    expect(events.map(({ type }) => type)).toEqual(['asked', 'restart', 'asked', 'text', 'done']);
    const [refused, retried] = chats(house).slice(4);
    expect(requestTokens(retried as ModelRequest)).toBeLessThan(requestTokens(refused as ModelRequest) * 0.6);
    expect(cuts(house)).toHaveLength(1);
  });

  it('C058: is asked three times at most when it always says so, and nothing shrinks without end', async () => {
    const house = await dialogue((_, number) => (number <= 4 ? { text: 'ok' } : tooLong()));
    for (let turn = 0; turn < 4; turn++) await house.say(long(`words${turn}`, 3_000));
    const events = await house.say('and now?');
    expect(events.at(-1)).toMatchObject({ type: 'failed', error: { kind: 'overflow', retryable: false } });
    expect(house.model.requests.length - 4).toBeLessThanOrEqual(3);
    expect(house.flushes).toEqual([]);
  });

  it('C058: is asked once about a first message, since there is nothing to leave out', async () => {
    const house = await dialogue(tooLong);
    const events = await house.say('hello');
    expect(events.at(-1)).toMatchObject({ type: 'failed' });
    expect(house.model.requests).toHaveLength(1);
  });
});

describe('settings', () => {
  it('C065: are one set of numbers: target, flush and compaction in this order, for any window', () => {
    for (let index = 0; index < 100; index++) {
      const [target = 0, flushThreshold = 0, threshold = 0] = [Math.random(), Math.random(), Math.random()].sort();
      const found = limitsOf(16_000 + Math.floor(Math.random() * 1_000_000), { target, flushThreshold, threshold });
      expect(found.target).toBeLessThanOrEqual(found.flushAt);
      expect(found.flushAt).toBeLessThanOrEqual(found.compactAt);
      expect(found.compactAt).toBeLessThanOrEqual(found.budget);
      expect(found.budget).toBeLessThan(found.window);
      expect(found.files).toBeLessThanOrEqual(found.window / 4);
    }
  });

  it('C064: flush below the threshold of a compaction, and a flush sets off nothing', async () => {
    const house = await dialogue((request) => ({ text: isSummary(request) ? good('words') : 'ok' }), {
      window: WINDOW,
    });
    for (let turn = 0; cuts(house).length < 1; turn++) await house.say(long(`words${turn}`));
    const [first] = house.flushes;
    expect(first?.cause).toBe('threshold');
    expect(house.flushes.filter(({ cause }) => cause === 'cut')).toHaveLength(1);
  });

  it('switch compaction by itself off, and the provider’s refusal still makes room', async () => {
    const house = await dialogue(
      (request, number) => (isSummary(request) ? { text: good('x') } : number === 16 ? tooLong() : { text: 'ok' }),
      {
        window: WINDOW,
        settings: { auto: false },
      },
    );
    for (let turn = 0; turn < 15; turn++) await house.say(long(`words${turn}`));
    expect(cuts(house)).toEqual([]);
    await house.say('one more');
    expect(cuts(house)).toHaveLength(1);
  });

  it('let nothing leave the prompt that is not written down, nor the beginning change at every message', async () => {
    const house = await dialogue(() => ({ text: 'ok' }), { window: WINDOW, settings: { auto: false } });
    let beginnings = 0;
    for (let turn = 0; turn < 40; turn++) {
      const before = beginningOf(house.model.requests.at(-1)).history;
      await house.say(long(`words${turn}`, 600));
      const { history } = beginningOf(house.model.requests.at(-1));
      if (before.some((one, index) => history[index] !== one)) beginnings++;
      const shown = texts(house.model.requests.at(-1));
      const entries = house.entries();
      const written = Math.max(
        -1,
        ...house.flushes.map(({ through }) => entries.findIndex(({ id }) => id === through)),
      );
      for (const entry of entries.slice(written + 1)) {
        if (entry.type === 'user') expect(shown).toContain(entry.text.trimEnd());
      }
    }
    expect(cuts(house)).toEqual([]);
    expect(texts(house.model.requests.at(-1))).toContain('Earlier messages are left out');
    expect(beginnings).toBeGreaterThan(0);
    expect(beginnings).toBeLessThan(12);
    expect(house.flushes.filter(({ cause }) => cause === 'cut').length).toBeGreaterThan(0);
  });

  it('leave out instead of summing up, without a request to the model', async () => {
    const house = await dialogue(() => ({ text: 'ok' }), { window: WINDOW, settings: { strategy: 'truncate' } });
    await fill(house, 1);
    await house.say('and now?');
    expect(house.model.requests.filter(isSummary)).toEqual([]);
    expect(texts(house.model.requests.at(-1))).toContain('Earlier messages are left out');
  });

  it('sum up the beginning and leave out the middle', async () => {
    const house = await dialogue((request) => ({ text: isSummary(request) ? good('the beginning') : 'ok' }), {
      window: WINDOW,
      settings: { strategy: 'mixed' },
    });
    await fill(house, 1);
    await house.say('and now?');
    expect(texts(house.model.requests.at(-1))).toMatch(/the beginning[\s\S]*newer entries are left out/);
  });
});

describe('/compact', () => {
  it('sums up what fits whole too, and does what it is told to look at', async () => {
    const house = await dialogue((request) => ({ text: isSummary(request) ? good('the trip') : 'ok' }));
    for (let turn = 0; turn < 8; turn++) await house.say(long(`words${turn}`, 400));
    const outcome = await house.context.compact(house.session(), 'command', 'the trip to 京都');
    expect(outcome).toMatchObject({ done: true });
    expect(texts(house.model.requests.at(-1))).toContain('京都');
    await house.say('go on');
    expect(house.manifests.at(-1)?.parts.some(({ part }) => part === 'summary')).toBe(true);
  });

  it('says of a fresh conversation that there is nothing', async () => {
    const house = await dialogue(() => ({ text: 'ok' }));
    expect(await house.context.compact(house.session(), 'command')).toEqual({
      done: false,
      says: 'There is nothing to sum up yet.',
    });
    await house.say('hi');
    expect(await house.context.compact(house.session(), 'command')).toMatchObject({ done: false });
    expect(house.model.requests.filter(isSummary)).toEqual([]);
  });
});

describe('what became of a message after it was summed up', () => {
  it('is told behind the summary: its new words, or that it was taken back', async () => {
    const house = await dialogue((request) => ({ text: isSummary(request) ? good('the meeting') : 'ok' }));
    await house.say('meet at five');
    for (let turn = 0; turn < 6; turn++) await house.say(long(`words${turn}`, 400));
    expect(await house.context.compact(house.session(), 'command')).toMatchObject({ done: true });
    house.append({ type: 'edit', target: 'user:t1', text: '六点见' }, { type: 'edit', target: 'user:t2' });
    await house.say('when?');
    const shown = house.model.requests.at(-1)?.messages.map(({ text }) => text) ?? [];
    expect(shown).toContain('[An earlier message was changed by its author. It now says]\n> 六点见');
    expect(shown.some((text) => text.startsWith('[An earlier message was taken back'))).toBe(true);
  });
});

describe('a model that stands in with a smaller window', () => {
  it('gets a request of its own size, and the record tells of that one', async () => {
    const big = scriptedModel(() => ({ fail: new ModelError('unavailable', 'down') }), {
      id: 'x/big',
      contextTokens: 100_000,
    });
    const small = scriptedModel(() => ({ text: 'from the small one' }), { id: 'x/small', contextTokens: WINDOW });
    const clock = new FakeClock();
    const chain = withFallbacks(big, [small], { clock, log: silentLog });
    const house = await dialogue([], { model: Object.assign(chain, { requests: small.requests }) });
    for (let turn = 0; turn < 14; turn++) await house.say(long(`words${turn}`));
    const asked = small.requests.at(-1);
    expect(requestTokens(asked as ModelRequest)).toBeLessThanOrEqual(limits.budget);
    expect(house.manifests.at(-1)).toMatchObject({ model: 'x/small', window: WINDOW });
    expect(house.flushes.some(({ cause }) => cause === 'cut')).toBe(true);
  });
});

describe('a history that has no room and cannot be summed up', () => {
  it('begins at the same message for several turns, and each new beginning is an epoch', async () => {
    const house = await dialogue(() => ({ text: 'ok' }), { window: WINDOW, settings: { auto: false } });
    for (let turn = 0; turn < 30; turn++) await house.say(long(`words${turn}`, 900));
    const requests = house.model.requests.map(beginningOf);
    for (const [index, { fixed, history }] of requests.entries()) {
      const next = requests[index + 1];
      if (!next || house.manifests[index + 1]?.epoch.number !== house.manifests[index]?.epoch.number) continue;
      expect(next.fixed).toBe(fixed);
      expect(next.history.slice(0, history.length)).toEqual(history);
    }
    const epochs = new Set(house.manifests.map(({ epoch }) => epoch.number)).size;
    expect(epochs).toBeGreaterThan(1);
    expect(epochs).toBeLessThan(10);
  });
});

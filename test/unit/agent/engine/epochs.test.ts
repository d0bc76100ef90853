// Invariant 9: within an epoch requests begin alike, byte for byte; a new one begins for a listed cause and no other.

import { describe, expect, it } from 'vitest';
import { beginningOf, type Dialogue, dialogue } from '../../../support/dialogue.js';

const write = (text: string, target = 'day') => ({ calls: [{ name: 'memory_write', args: { target, text } }] });
const cause = (house: Dialogue) => house.manifests.at(-1)?.epoch;
const latest = (house: Dialogue) =>
  house.model.requests.at(-1)?.messages.findLast(({ role }) => role === 'user')?.text ?? '';

describe('an epoch', () => {
  it('begins every request alike, whatever the bot writes meanwhile, and tells of that as a diff', async () => {
    const house = await dialogue((_, number) =>
      number === 2 ? write('门牌号是十七号') : { text: `answer ${number}` },
    );
    house.put('AGENTS.md', 'Be kind.\n');
    house.put('MEMORY.md', '- Likes tea.\n');
    for (const text of ['one', 'two', 'three', 'four']) await house.say(text);
    const beginnings = house.model.requests.map(beginningOf);
    for (const [index, { fixed, history }] of beginnings.entries()) {
      expect(fixed).toBe(beginnings[0]?.fixed);
      const next = beginnings[index + 1];
      if (next) expect(next.history.slice(0, history.length)).toEqual(history);
    }
    expect(house.manifests.map(({ epoch }) => epoch.number)).toEqual([1, 1, 1, 1, 1]);
    expect(house.manifests[0]?.epoch.cause).toBe('start');
    expect(latest(house)).toMatch(
      /^four\n\n<turn-facts>[\s\S]*<written-since[\s\S]*memory\/2026-11-29\.md\n(?:\+ # 2026-11-29\n)?\+ - 09:00 门牌号是十七号/,
    );
    expect(house.model.requests[0]?.system).toContain('Likes tea.');
  });

  it('begins anew when somebody edits a file of the prompt, a log included', async () => {
    const house = await dialogue(() => ({ text: 'ok' }));
    house.put('MEMORY.md', '- Likes tea.\n');
    await house.say('one');
    house.put('MEMORY.md', '- Likes coffee.\n');
    await house.say('two');
    expect(cause(house)).toMatchObject({ number: 2, cause: 'files' });
    expect(house.model.requests[1]?.system).toContain('coffee');
    house.put('memory/2026-11-28.md', '# 2026-11-28\n- Rain.\n');
    await house.say('three');
    expect(cause(house)).toMatchObject({ number: 3, cause: 'files' });
    await house.say('four');
    expect(cause(house)).toMatchObject({ number: 3 });
  });

  it('begins anew when the bot wrote more than a diff should hold', async () => {
    const house = await dialogue((_, number) => (number % 2 === 1 ? write('词'.repeat(900)) : { text: 'ok' }));
    for (let turn = 0; turn < 4; turn++) await house.say(`turn ${turn}`);
    expect(cause(house)?.number).toBe(1);
    await house.say('once more');
    await house.say('and again');
    expect(cause(house)).toMatchObject({ number: 2, cause: 'growth' });
    expect(house.model.requests.at(-1)?.system).toContain('词词');
  });

  it('begins anew at the first turn of a day, in the zone of the owner', async () => {
    const house = await dialogue(() => ({ text: 'ok' }), { timezone: 'Asia/Shanghai', start: '2026-11-29T15:30:00Z' });
    await house.say('one');
    await house.clock.advance(20 * 60_000);
    await house.say('two');
    expect(cause(house)).toMatchObject({ number: 1 });
    await house.clock.advance(20 * 60_000);
    await house.say('three');
    expect(cause(house)).toMatchObject({ number: 2, cause: 'day' });
  });

  it('begins anew when a message of the history was changed or taken back', async () => {
    const house = await dialogue(() => ({ text: 'ok' }));
    await house.say('meet at five');
    house.append({ type: 'edit', target: 'user:t1', text: 'meet at six' });
    await house.say('when?');
    expect(cause(house)).toMatchObject({ number: 2, cause: 'edit' });
    expect(house.model.requests[1]?.messages[0]?.text).toBe('meet at six');
  });

  it('begins anew with other tools, and not for another channel of a private conversation', async () => {
    const house = await dialogue(() => ({ text: 'ok' }));
    await house.say('one', { channelHint: 'Discord Markdown.' });
    await house.say('two', { channelHint: 'Telegram.' });
    expect(cause(house)).toMatchObject({ number: 1 });
    expect(latest(house)).toContain('Telegram.');
    await house.say('three', { only: ['memory_search'] });
    expect(cause(house)).toMatchObject({ number: 2, cause: 'settings' });
  });

  it('goes on in another process', async () => {
    const house = await dialogue(() => ({ text: 'ok' }));
    await house.say('one');
    await house.context.dispose();
    await house.say('two');
    expect(beginningOf(house.model.requests[1]).fixed).toBe(beginningOf(house.model.requests[0]).fixed);
    expect(cause(house)).toMatchObject({ number: 1 });
  });

  it('tells a group nothing of host, home or model, and main all of it', async () => {
    const house = await dialogue(() => ({ text: 'ok' }));
    await house.say('hi');
    expect(house.model.requests[0]?.system).toMatch(/Nightjar .* on box \(linux\), home \/home\/x/);
    const team = await dialogue(() => ({ text: 'ok' }), { scope: { kind: 'group', channel: 'console', chat: 'team' } });
    await team.say('hi');
    expect(team.model.requests[0]?.system).not.toMatch(/box|\/home|scripted/);
  });
});

describe('files in a small window', () => {
  it('are within their share of it, and one that is long leaves room for the others', async () => {
    const house = await dialogue(() => ({ text: 'ok' }), { window: 20_000 });
    house.put('AGENTS.md', `Be kind.\n${'One more rule, 还有一条规则。\n'.repeat(4_000)}`);
    house.put('SOUL.md', 'Be dry.\n');
    house.put('MEMORY.md', `${'- One thing of many.\n'.repeat(100)}- 猫叫 Miso.\n`);
    await house.say('hi');
    const system = house.model.requests[0]?.system ?? '';
    for (const words of ['Be kind.', 'Be dry.', '猫叫 Miso.']) expect(system).toContain(words);
    const files = house.manifests[0]?.parts.filter(({ part }) => part === 'file') ?? [];
    expect(files.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThan(20_000 / 4);
    expect(files.find(({ path }) => path === 'AGENTS.md')?.cut?.of).toBeGreaterThan(60_000);
  });
});

describe('a window that is too small to talk in', () => {
  it('is refused with a remedy before anything is asked', async () => {
    const house = await dialogue(() => ({ text: 'ok' }), { window: 8_000 });
    const events = await house.say('hi');
    expect(events).toEqual([
      {
        type: 'failed',
        error: expect.objectContaining({
          kind: 'bad-request',
          retryable: false,
          remedy: expect.stringMatching(/16,?000/),
        }),
      },
    ]);
    expect(house.model.requests).toEqual([]);
  });
});

describe('what a request is made of', () => {
  it('is told part by part, with the tokens of the whole', async () => {
    const house = await dialogue(() => ({ text: 'ok' }));
    house.put('AGENTS.md', 'Be kind.\n');
    await house.say('one');
    await house.say('two');
    const manifest = house.manifests.at(-1);
    expect(manifest?.parts.map(({ part, path }) => path ?? part)).toEqual([
      'system',
      'tools',
      'AGENTS.md',
      'history',
      'message',
      'facts',
    ]);
    const sum = manifest?.parts.reduce((total, { tokens }) => total + tokens, 0) ?? 0;
    expect(Math.abs(sum - (manifest?.tokens ?? 0)) / sum).toBeLessThan(0.05);
    expect(new Set(manifest?.parts.map(({ scope }) => scope))).toEqual(new Set(['shared', 'main']));
  });
});

// How replies leave: in order, each once, resumed where they stopped, and marked only where their fate is unknown.

import { describe, expect, it } from 'vitest';
import { ChannelError } from '../../../../src/contracts/index.js';
import { FakeClock } from '../../../support/fake-clock.js';
import { type Call, openPlatform } from '../../../support/platform.js';
import { chatOf, openPost } from '../../../support/post.js';

const network = () => new ChannelError('network', 'cut', { retryable: true });
const flood = (ms: number) => new ChannelError('rate-limit', 'slow down', { retryable: true, retryAfterMs: ms });

function stage() {
  const clock = new FakeClock();
  const platform = openPlatform(clock);
  const open = (more: Partial<Parameters<typeof openPost>[0]> = {}) =>
    openPost({ clock, channel: platform.channel, ...more });
  return { clock, platform, open };
}

/** Fails the calls that `which` names, each as often as it says. */
function failing(which: (call: Call) => [key: string, times: number, fault: Error | 'hang'] | undefined) {
  const left = new Map<string, number>();
  return (call: Call) => {
    const found = which(call);
    if (!found) return undefined;
    const [key, times, fault] = found;
    const more = left.get(key) ?? times;
    left.set(key, more - 1);
    return more > 0 ? fault : undefined;
  };
}

describe('a reply of several messages', () => {
  it('leaves in order, each noted before the next, with what it answers on the first alone (C080, C112)', async () => {
    const { platform, open } = stage();
    const house = await open();
    const noted: string[][] = [];
    platform.fails(() => {
      noted.push([...(house.row(1)?.refs ?? [])]);
      return undefined;
    });
    const buttons = [{ id: 'yes', label: 'はい' }];
    const row = await house.reply('A', { text: 'one|二|three', replyTo: '7', buttons });
    await house.until(() => house.row(row)?.state === 'sent');
    expect(platform.shows('A')).toEqual(['one', '二', 'three']);
    expect(noted).toEqual([[], ['1'], ['1', '2']]);
    expect(house.row(row)?.refs).toEqual(['1', '2', '3']);
    expect(platform.calls.map(({ message }) => message.replyTo)).toEqual(['7', undefined, undefined]);
    expect(platform.calls.every(({ message }) => message.buttons === buttons || message.buttons?.length === 1)).toBe(
      true,
    );
    const keys = platform.calls.map(({ attempt }) => attempt?.key ?? '');
    expect(new Set(keys).size).toBe(3);
    for (const key of keys) expect(key).toMatch(/^[a-z0-9]{1,25}$/i);
  });

  it('goes on where it stopped when its process died, and marks only the message whose fate is unknown', async () => {
    const { platform, open } = stage();
    const first = await open();
    platform.fails(({ text }) => (text === 'two' ? 'hang' : undefined));
    const row = await first.reply('A', 'one|two|three');
    await first.until(() => platform.calls.length === 2);
    await first.leave();
    platform.fails(() => undefined);
    const second = await open({ dir: first.dir });
    await second.until(() => second.row(row)?.state === 'sent');
    expect(platform.shows('A')).toEqual(['one', 'two?', 'three']);
    const [, lost, again, last] = platform.calls;
    expect(again?.attempt).toEqual({ part: 1, key: lost?.attempt?.key, uncertainSince: lost?.at });
    expect(last?.attempt).toEqual({ part: 2, key: expect.any(String) });
    expect(last?.message.repeated).toBeUndefined();
  });

  it('marks the one message behind a network error, and none behind a refusal', async () => {
    for (const [fault, shown] of [
      [network(), ['one', 'two?', 'three']],
      [flood(1_000), ['one', 'two', 'three']],
    ] as const) {
      const { platform, open } = stage();
      const house = await open();
      platform.fails(failing(({ text }) => (text === 'two' ? ['two', 1, fault] : undefined)));
      const row = await house.reply('A', 'one|two|three');
      await house.until(() => house.row(row)?.state === 'sent');
      expect(platform.shows('A')).toEqual(shown);
      await house.leave();
    }
  });

  it('is marked still when a refusal follows an attempt whose fate is unknown, and says when that began', async () => {
    const { clock, platform, open } = stage();
    const house = await open();
    const began = clock.now();
    let tries = 0;
    platform.fails(() => [network(), flood(5_000), network(), undefined][tries++]);
    const row = await house.reply('A', 'hello');
    await house.until(() => house.row(row)?.state === 'sent', 60_000);
    expect(platform.shows('A')).toEqual(['hello?']);
    expect(platform.calls.slice(1).map(({ attempt }) => attempt?.uncertainSince)).toEqual([began, began, began]);
  });
});

describe('a pause that the platform asks for (C098)', () => {
  it('is kept for the chat through a restart, while other chats go on, and the reply arrives once', async () => {
    const { clock, platform, open } = stage();
    const first = await open();
    const asked = clock.now();
    platform.fails(failing(({ chat }) => (chat === 'A' ? ['A', 1, flood(3_000)] : undefined)));
    await first.reply('A', 'one');
    await first.reply('A', 'two');
    await first.until(() => platform.calls.length === 1);
    await first.reply('B', 'beside');
    await first.until(() => platform.shows('B').length === 1, 500);
    await first.leave();
    const second = await open({ dir: first.dir });
    await second.reply('B', 'after');
    await second.until(() => platform.shows('B').length === 2, 500);
    expect(platform.shows('A')).toEqual([]);
    await second.until(() => platform.shows('A').length === 2, 10_000);
    expect(platform.shows('A')).toEqual(['one', 'two']);
    const sends = platform.calls.filter(({ chat }) => chat === 'A');
    expect(sends).toHaveLength(3);
    expect((sends[1]?.at ?? 0) - asked).toBeGreaterThanOrEqual(3_000);
  });
});

describe('a slow chat (C104)', () => {
  it('delays no other, and keeps its own order', async () => {
    const { clock, platform, open } = stage();
    const house = await open();
    const gates: (() => void)[] = [];
    platform.fails(({ chat }) =>
      chat.startsWith('slow') ? new Promise((resolve) => gates.push(() => resolve(undefined))) : undefined,
    );
    for (let n = 0; n < 30; n++) await house.reply(`slow ${n}`, 'first');
    await house.reply('slow 0', 'second');
    await house.until(() => gates.length === 30);
    const begin = clock.now();
    await house.reply('quick', 'hi');
    await house.until(() => platform.shows('quick').length === 1);
    expect(clock.now() - begin).toBeLessThan(2_000);
    for (let n = 0; n < gates.length; n++) gates[n]?.();
    await house.until(() => gates.length === 31);
    gates[30]?.();
    await house.until(() => platform.shows('slow 0').length === 2);
    expect(platform.shows('slow 0')).toEqual(['first', 'second']);
  });
});

describe('a reply with nothing to see (C113)', () => {
  it('is not sent, holds up nothing, and a file without words is', async () => {
    const { platform, open } = stage();
    const house = await open();
    for (const text of ['', ' \n\t', '\u200b\u2060', '\u3164']) await house.reply('A', text);
    await house.reply('A', { text: '', files: [{ path: 'media/a.png', name: 'a.png', mime: 'image/png' }] });
    await house.reply('A', 'last');
    await house.until(() => platform.shows('A').length === 2);
    expect(platform.calls.map(({ text }) => text)).toEqual(['', 'last']);
    expect(platform.calls[0]?.message.files?.[0]?.path).toBe('/home/nightjar/media/a.png');
    await house.until(() => house.states().every((state) => state === 'sent'));
  });
});

describe('a reply', () => {
  it('is never sent here, whoever wakes its sender', async () => {
    const { clock, platform, open } = stage();
    const house = await open();
    const row = await house.reply('A', 'for another window', false);
    await house.db.write(() => house.db.sql("UPDATE outbox SET sender = 'terminal:other'").run());
    await house.wakeUps.send({ row, sender: 'gateway', chat: chatOf('A') });
    await house.reply('A', 'mine');
    await house.until(() => platform.shows('A').length === 1);
    await clock.advance(2_000);
    expect(platform.shows('A')).toEqual(['mine']);
    // Its own sender was woken instead.
    expect(await house.queue.list({ name: 'send@terminal:other', states: ['waiting'] })).toHaveLength(1);
  });

  it('that lost its wake-up leaves before a later one', async () => {
    const { platform, open } = stage();
    const house = await open();
    await house.reply('A', 'from before', false);
    await house.reply('A', 'now');
    await house.until(() => platform.shows('A').length === 2);
    expect(platform.shows('A')).toEqual(['from before', 'now']);
  });
});

describe('a chat that has another id now', () => {
  it('is followed once: what is queued for it leaves there, in order, and the house is told', async () => {
    const { platform, open } = stage();
    const told: string[][] = [];
    const house = await open({ moved: async (...move) => void told.push(move) });
    const moved = () => new ChannelError('moved', 'upgraded', { retryable: true, movedTo: '-1001112223334' });
    platform.fails(({ chat }) => (chat === '-555' ? moved() : undefined));
    await house.reply('-555', 'one', false);
    await house.reply({ ...chatOf('-555'), thread: '9' }, 'in the topic', false);
    await house.reply('-555', 'two');
    await house.until(() => house.states().every((state) => state === 'sent'));
    expect(platform.shows('-1001112223334').filter((text) => text !== 'in the topic')).toEqual(['one', 'two']);
    expect(platform.shows('-555')).toEqual([]);
    expect(told).toEqual([['chat', '-555', '-1001112223334']]);
    expect(platform.calls.filter(({ chat }) => chat === '-555')).toHaveLength(1);
  });

  it('that sends on and on is given up', async () => {
    const { clock, platform, open } = stage();
    const house = await open();
    platform.fails(({ chat }) =>
      chat === 'dm-owner' ? undefined : new ChannelError('moved', 'again', { movedTo: chat === 'A' ? 'B' : 'A' }),
    );
    const row = await house.reply('A', 'hello');
    await house.until(() => house.row(row)?.state === 'dropped');
    await clock.advance(5_000);
    expect(platform.calls.map(({ chat }) => chat)).toEqual(['A', 'B', 'dm-owner']);
  });
});

describe('a chat that is named by its person', () => {
  it('is asked for once', async () => {
    const { platform, open } = stage();
    const asked: string[] = [];
    const channel = {
      ...platform.channel,
      openDirect: async (account: string) => {
        asked.push(account);
        return chatOf('dm-7');
      },
    };
    const house = await open({ channel });
    const direct = { channel: 'chat', account: '', chat: 'direct:chat:7' };
    await house.reply(direct, 'one');
    await house.reply(direct, 'two');
    await house.until(() => platform.shows('dm-7').length === 2);
    expect(asked).toEqual(['chat:7']);
  });

  it('is waited for while the platform cannot be reached, and nothing is marked', async () => {
    const { platform, open } = stage();
    let down = true;
    const channel = {
      ...platform.channel,
      openDirect: async () => {
        if (down) throw network();
        return chatOf('dm-7');
      },
    };
    const house = await open({ channel });
    const row = await house.reply({ channel: 'chat', account: '', chat: 'direct:chat:7' }, 'one');
    await house.until(() => house.log.events.some(({ event }) => event === 'job.failed'));
    expect(house.row(row)?.state).toBe('queued');
    down = false;
    await house.until(() => platform.shows('dm-7').length === 1);
    expect(platform.shows('dm-7')).toEqual(['one']);
  });
});

describe('an adapter that breaks', () => {
  it('over one reply holds up the next for a while only', async () => {
    const { platform, open } = stage();
    const house = await open();
    platform.fails(({ text }) => (text === 'poison' ? new TypeError('undefined is not a function') : undefined));
    const row = await house.reply('A', 'poison');
    await house.reply('A', 'next');
    await house.until(() => platform.shows('A').length === 2, 120_000);
    expect(house.row(row)?.state).toBe('dropped');
    expect(platform.shows('A')).toEqual(['next', '(I had an answer, but it could not be shown here.)']);
    expect(platform.calls.filter(({ text }) => text === 'poison')).toHaveLength(5);
  });
});

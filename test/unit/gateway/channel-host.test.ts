// Channels that start side by side: one that cannot is named in words, and takes nothing from the others.

import { describe, expect, it } from 'vitest';
import { type Channel, ChannelError } from '../../../src/contracts/index.js';
import { commandTeller, startChannels } from '../../../src/gateway/channel-host.js';
import { FakeClock } from '../../support/fake-clock.js';
import { silentLog } from '../../support/silent-log.js';

const stopped: string[] = [];

function channel(name: string, start: () => Promise<void> = async () => {}): () => Promise<Channel> {
  return async () => ({
    start,
    stop: async () => void stopped.push(name),
    send: () => Promise.reject(new Error('nothing is sent here')),
    health: () => ({ state: 'up' }),
  });
}

function stage(open: Record<string, () => Promise<Channel>>, signal = new AbortController().signal) {
  const clock = new FakeClock();
  const channels = new Map<string, Channel>();
  stopped.length = 0;
  const down = startChannels({ open, channels, deliverFrom: () => async () => {}, signal, clock, log: silentLog });
  return { clock, channels, down };
}

describe('a channel that cannot start', () => {
  it('is down with a sentence that says why, and leaves the others up', async () => {
    const { channels, down } = stage({
      one: channel('one', () =>
        Promise.reject(new ChannelError('auth', 'the token is not known', { remedy: 'Get a new one.' })),
      ),
      two: channel('two', () => Promise.reject(new TypeError('secret 4711'))),
      three: channel('three'),
      four: () => Promise.reject(new Error('no such module')),
    });
    expect(await down).toEqual({
      one: 'The token is not known. Get a new one.',
      two: 'It failed.',
      four: 'It failed.',
    });
    expect([...channels.keys()]).toEqual(['three']);
    expect(stopped.sort()).toEqual(['one', 'two']);
  });

  it('holds up nobody while it still tries, and is named when it gives up', async () => {
    let refuse = (_: Error) => {};
    const slow = new Promise<void>((_, reject) => {
      refuse = reject;
    });
    const { clock, channels, down } = stage({ slow: channel('slow', () => slow), quick: channel('quick') });
    let told: Record<string, string> | undefined;
    void down.then((found) => {
      told = found;
    });
    await clock.advance(2_900);
    expect(told).toBeUndefined();
    await clock.advance(200);
    expect(told).toEqual({});
    expect([...channels.keys()].sort()).toEqual(['quick', 'slow']);
    refuse(new ChannelError('auth', 'the token is not known'));
    await clock.advance(0);
    expect(told).toEqual({ slow: 'The token is not known.' });
    expect([...channels.keys()]).toEqual(['quick']);
  });

  it('is not waited for when the house is leaving', async () => {
    const leaving = new AbortController();
    const { clock, down } = stage({ slow: channel('slow', () => new Promise(() => {})) }, leaving.signal);
    leaving.abort();
    expect(await down).toEqual({});
    expect(clock.pending).toBe(0);
  });
});

it('a platform is told of its own owners alone, and again when those changed', async () => {
  const told: [string, ...string[]][] = [];
  const channels = new Map<string, Channel>();
  for (const id of ['telegram', 'discord']) {
    const one = await channel(id)();
    const publish: Channel['publishCommands'] = async (_, owners) => void told.push([id, ...owners]);
    channels.set(id, { ...one, publishCommands: publish });
  }
  channels.set('console', await channel('console')());
  const tell = commandTeller(channels, () => []);
  for (let n = 0; n < 3; n++) tell(['telegram:1', 'discord:2', 'discord:3']);
  const atFirst = [
    ['telegram', 'telegram:1'],
    ['discord', 'discord:2', 'discord:3'],
  ];
  expect(told).toEqual(atFirst);
  for (let n = 0; n < 3; n++) tell(['telegram:1', 'discord:2', 'discord:3', 'telegram:4']);
  tell(['discord:2', 'discord:3']);
  expect(told).toEqual([...atFirst, ['telegram', 'telegram:1', 'telegram:4'], ['telegram']]);
});

// How channels are, as one process writes it down and another reads it.

import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Channel, ChannelHealth } from '../../../src/contracts/index.js';
import { openState } from '../../../src/db/state.js';
import { channelChecks, lastHealth, noteHealth } from '../../../src/gateway/channel-health.js';
import { tempDir } from '../../support/temp-dir.js';

async function stage() {
  const file = join(tempDir(), 'state.sqlite');
  const [gateway, other] = [await openState(file), await openState(file)];
  onTestFinished(() => {
    gateway.close();
    other.close();
  });
  const channel = (health: ChannelHealth): Channel => ({
    start: async () => {},
    stop: async () => {},
    send: () => Promise.reject(new Error('nothing is sent here')),
    health: () => health,
  });
  const note = (healths: Record<string, ChannelHealth>, down: Record<string, string> = {}) =>
    noteHealth(gateway.db, new Map(Object.entries(healths).map(([id, health]) => [id, channel(health)])), down);
  const findings = async (isUp: boolean, ...ids: string[]) => {
    const found = [];
    for (const check of channelChecks({ db: other.db, ids, isUp })) found.push(...(await check.run()));
    return found.map(({ check, level, says, remedy }) => [check, level, says, remedy]);
  };
  const writes = () => gateway.db.sql('SELECT total_changes()').column<number>()[0] ?? 0;
  return { note, findings, writes, last: (id: string) => lastHealth(other.db, id) };
}

it('another process reads what was noted last, and what did not change is not written again', async () => {
  const { note, writes, last } = await stage();
  expect(last('telegram')).toBeUndefined();
  await note({ telegram: { state: 'up' }, discord: { state: 'starting' } });
  expect([last('telegram'), last('discord')]).toEqual([{ state: 'up' }, { state: 'starting' }]);
  const before = writes();
  await note({ telegram: { state: 'up' }, discord: { state: 'starting' } });
  expect(writes()).toBe(before);
  await note({ telegram: { state: 'down', detail: '令牌无效。' } }, { discord: 'It failed.' });
  expect([last('telegram'), last('discord')]).toEqual([
    { state: 'down', detail: '令牌无效。' },
    { state: 'down', detail: 'It failed.' },
  ]);
});

it('doctor tells one that is down, with what to do, from one that works and could work better', async () => {
  const { note, findings } = await stage();
  const hint = 'Send /setprivacy to @BotFather.';
  await note(
    { telegram: { state: 'up', hints: [hint] }, slack: { state: 'starting' }, matrix: { state: 'down' } },
    { discord: 'Discord does not accept the token. Make a new one.' },
  );
  expect(await findings(true, 'telegram', 'discord', 'slack', 'matrix', 'console', 'new')).toEqual([
    ['channel.telegram', 'ok', 'telegram is connected.', undefined],
    ['channel.telegram', 'warning', 'telegram could work better.', hint],
    ['channel.discord', 'error', 'discord is not connected.', 'Discord does not accept the token. Make a new one.'],
    ['channel.slack', 'warning', 'slack is still connecting.', 'See the log.'],
    ['channel.matrix', 'error', 'matrix is not connected.', 'See the log.'],
    ['channel.new', 'ok', 'new is configured.', undefined],
  ]);
});

it('without a running gateway nothing is said of how its connections were', async () => {
  const { note, findings } = await stage();
  await note({ telegram: { state: 'down', detail: 'gone' } });
  expect(await findings(false, 'telegram')).toEqual([
    ['channel.telegram', 'ok', 'telegram is configured; nothing runs just now.', undefined],
  ]);
});

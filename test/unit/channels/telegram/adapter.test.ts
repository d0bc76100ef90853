// The channel as a whole through the real grammY against the stand-in: it starts, receives, and ends.

import { describe, expect, it, onTestFinished } from 'vitest';
import { telegramManifest } from '../../../../channels/telegram/manifest.js';
import { systemClock } from '../../../../src/ops/system-clock.js';
import { channelContract } from '../../../contracts/channel.js';
import { memoryLog } from '../../../support/memory-log.js';
import { startTelegram } from '../../../support/telegram/server.js';
import { house, PNG } from './house.js';

channelContract('Telegram', async () => {
  const tg = await startTelegram();
  const ann = tg.user({ id: 42, name: 'Ann' });
  const dm = tg.private(ann);
  const { config } = telegramManifest;
  const channel = (await telegramManifest.load())(config.parse({ token: tg.token, apiRoot: tg.apiRoot }), {
    clock: systemClock,
    log: memoryLog(),
    store: { get: () => undefined, set: async () => {} },
  });
  onTestFinished(async () => {
    await channel.stop();
    await tg.stop();
  });
  return {
    channel,
    chat: { channel: 'telegram', account: '7000000001', chat: '42' },
    say: (text) => void dm.says(ann, text),
    shown: () => dm.shown().map(({ text }) => text),
  };
});

const offsetIn = (stored: ReadonlyMap<string, string>) => [...stored].find(([name]) => name.startsWith('offset'))?.[1];

describe('starting', () => {
  it('refuses a wrong token with the remedy, and never shows it', async () => {
    const { tg, start, failure, log } = await house();
    tg.revoke();
    const error = await failure(start());
    expect(error).toMatchObject({ kind: 'auth', retryable: false, remedy: expect.stringContaining('@BotFather') });
    expect(`${error.message} ${error.remedy} ${JSON.stringify(log.events)}`).not.toContain('AAHtest');
  });

  it('does not wait for a network that is away, and connects when it is back', async () => {
    const { tg, channel, start, clock, delivered, dm, ann } = await house();
    await tg.down();
    await start();
    expect(channel.health()).toMatchObject({ state: 'down', detail: expect.stringContaining('cannot be reached') });
    await tg.up();
    dm.says(ann, 'after the outage');
    await clock.advance(5_000);
    await expect.poll(() => delivered.length).toBe(1);
    expect(channel.health().state).toBe('up');
  });

  it('goes on where it ended, and takes nothing twice that was accepted (C089)', async () => {
    const { tg, channel, open, start, delivered, dm, ann, stored } = await house();
    await start();
    dm.says(ann, '/restart');
    await expect.poll(() => delivered.length).toBe(1);
    await channel.stop();
    expect(offsetIn(stored)).toBe(String(tg.pending[0]?.update_id ? tg.pending[0].update_id + 1 : tg.offset));
    const again = open();
    await start(again);
    dm.says(ann, 'next');
    await expect.poll(() => delivered.length).toBe(2);
    expect(delivered.map(({ type }) => type)).toEqual(['command', 'message']);
    await again.stop();
  });

  it('takes the numbers of another token or server for none of this one (C089)', async () => {
    const stored = new Map<string, string>();
    const first = await house({ stored });
    await first.start();
    for (let said = 0; said < 30; said++) first.dm.says(first.ann, `${said}`);
    await expect.poll(() => first.delivered.length).toBe(30);
    await first.channel.stop();
    const second = await house({ stored, me: { id: 7000000002 } });
    second.dm.says(second.ann, 'hello?');
    await second.start();
    await expect.poll(() => second.delivered.length).toBe(1);
    expect(stored.size).toBeGreaterThan(1);
  });

  it('names the step at BotFather where privacy mode hides what it is to answer, until it is done (C095)', async () => {
    const groups = { '-100123': { respond: 'always' } };
    const { tg, channel, start, clock } = await house({ me: { can_read_all_group_messages: false }, groups });
    await start();
    const [hint = ''] = channel.health().hints ?? [];
    expect(hint).toMatch(/\/setprivacy.*Disable.*add me again/);
    tg.me.can_read_all_group_messages = true;
    await clock.advance(5 * 60_000);
    await expect.poll(() => channel.health().hints).toBeUndefined();
  });

  it('asks every hour who it is, and answers to a name that it was given meanwhile', async () => {
    const { tg, channel, start, clock, ann, delivered } = await house();
    const team = tg.group({ id: -100123, title: 'Team', type: 'supergroup' });
    await start();
    const calls = async (name: string): Promise<boolean | undefined> => {
      delivered.length = 0;
      team.says(ann, `@${name} are you there?`);
      // An hour at once ends the poll that was waiting; the next one begins a little later by the same clock.
      const heard = async () => {
        await clock.advance(5_000);
        return delivered.length;
      };
      await expect.poll(heard).toBe(1);
      return delivered[0]?.type === 'message' ? delivered[0].addressed : undefined;
    };
    expect(await calls('nightjar_bot')).toBe(true);
    tg.me.username = 'nightowl_bot';
    expect(await calls('nightowl_bot')).toBe(false);
    const asked = tg.calls('getMe').length;
    for (let hour = 1; hour <= 2; hour++) {
      await clock.advance(60 * 60_000);
      await expect.poll(() => tg.calls('getMe').length).toBe(asked + hour);
    }
    await expect.poll(() => calls('nightowl_bot')).toBe(true);
    expect(await calls('nightjar_bot')).toBe(false);
    await channel.stop();
    await clock.advance(120 * 60_000);
    expect(tg.calls('getMe')).toHaveLength(asked + 2);
  });

  it('has no such hint where it sees everything, or need not (C095)', async () => {
    for (const options of [
      { groups: { '-100123': { respond: 'always' } } },
      { me: { can_read_all_group_messages: false }, groups: { '-100123': { respond: 'mentioned' } } },
    ]) {
      const { channel, start } = await house(options);
      await start();
      expect(channel.health()).toEqual({ state: 'up' });
    }
  });

  it('ends with its signal', async () => {
    const { channel, start, signal, dm, ann, delivered } = await house();
    await start();
    signal.abort();
    await expect.poll(() => channel.health().state).toBe('down');
    dm.says(ann, 'too late');
    expect(delivered).toEqual([]);
  });
});

describe('receiving', () => {
  it('skips what it cannot read and takes the rest (one bad update holds up nothing)', async () => {
    const { tg, start, delivered, dm, ann, log, stored } = await house();
    tg.pausePolls();
    await start();
    dm.says(ann, 'before');
    const broken = tg.update({ message: { message_id: 5 } as never });
    dm.says(ann, 'after');
    tg.resumePolls();
    await expect.poll(() => delivered.length).toBe(2);
    expect(log.events.find(({ event }) => event === 'telegram.update-unreadable')?.fields).toMatchObject({
      update: broken,
    });
    expect(Number(offsetIn(stored))).toBeGreaterThan(broken);
  });

  it('stores the offset also of what holds nothing to read', async () => {
    const { tg, start, delivered, dm, ann, stored } = await house();
    await start();
    dm.service(ann, { new_chat_title: 'x' });
    await expect.poll(() => tg.pending).toEqual([]);
    expect(delivered).toEqual([]);
    expect(offsetIn(stored)).toBe(String(tg.offset));
  });

  it('takes an album over two polls as pictures of one mark (C085)', async () => {
    const { start, delivered, dm, ann } = await house();
    await start();
    dm.says(ann, 'our trip', { photo: { bytes: PNG }, mediaGroup: '99' });
    await expect.poll(() => delivered.length).toBe(1);
    dm.says(ann, '', { photo: { bytes: PNG }, mediaGroup: '99' });
    await expect.poll(() => delivered.length).toBe(2);
    expect(delivered).toEqual([
      expect.objectContaining({ album: '99', text: 'our trip' }),
      expect.objectContaining({ album: '99', text: '' }),
    ]);
  });

  it('acknowledges a press at once, also one that no longer can be, and delivers it (C101)', async () => {
    const { tg, channel, start, delivered, dm, ann, to } = await house();
    await start();
    const { message } = await channel.send(to(42), { text: 'Sure?', buttons: [{ id: 'tok-1', label: 'Yes' }] });
    tg.fail('answerCallbackQuery', 1, { code: 400, description: 'Bad Request: query is too old' });
    dm.presses(ann, Number(message), 'Yes');
    dm.presses(ann, Number(message), 'Yes');
    await expect.poll(() => delivered.length).toBe(2);
    expect(delivered[0]).toMatchObject({ type: 'button', button: 'tok-1', message });
    await tg.waitFor(() => tg.answeredCallbacks.length === 1);
  });

  it('tells of a move once, from both chats (C094)', async () => {
    const { tg, channel, start, delivered, ann, to, failure } = await house();
    const group = tg.group({ id: -555, title: 'Kitchen' });
    tg.pausePolls();
    await start();
    group.migrates(-1001112223334);
    tg.resumePolls();
    await expect.poll(() => delivered.length).toBeGreaterThan(0);
    group.says(ann, 'unheard');
    expect(delivered.filter(({ type }) => type === 'membership')).toEqual([
      expect.objectContaining({ change: 'migrated', movedTo: '-1001112223334', chat: to(-555) }),
    ]);
    expect(await failure(channel.send(to(-555), { text: 'x' }))).toMatchObject({
      kind: 'moved',
      movedTo: '-1001112223334',
    });
  });

  it('waits for no turn: a slow acceptance delays nothing that is sent (C104)', async () => {
    const { tg, channel, dm, ann, to } = await house();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await channel.start(() => held, new AbortController().signal);
    dm.says(ann, 'slow');
    await tg.waitFor(() => tg.calls('getUpdates').length > 0);
    await channel.send(to(42), { text: 'meanwhile' });
    expect(dm.shown().map(({ text }) => text)).toEqual(['meanwhile']);
    release();
  });
});

// The poll loop over real sockets and grammY, with time turned by hand: nothing is lost, nothing ends in silence.

import { GrammyError } from 'grammy';
import type { Update } from 'grammy/types';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openApi } from '../../../../channels/telegram/api.js';
import { backOff, plainDetail, poll, waitAfter } from '../../../../channels/telegram/poller.js';
import type { ChannelHealth } from '../../../../src/contracts/index.js';
import { FakeClock, settle } from '../../../support/fake-clock.js';
import { memoryLog } from '../../../support/memory-log.js';
import { startTelegram, type Telegram } from '../../../support/telegram/server.js';

interface Options {
  offset?: number;
  accept?: (updates: readonly Update[], offset: number) => Promise<void>;
  before?: (tg: Telegram) => void;
}

async function polling({ offset, accept, before }: Options = {}) {
  const tg = await startTelegram();
  const clock = new FakeClock();
  const log = memoryLog();
  const api = openApi({ token: tg.token, apiRoot: tg.apiRoot }, clock);
  const batches: { ids: number[]; next: number }[] = [];
  const arrived: number[] = [];
  let health: ChannelHealth = { state: 'starting' };
  const stop = new AbortController();
  before?.(tg);
  const running = poll(
    {
      api,
      clock,
      log,
      offset,
      arrived: (updates) => arrived.push(...updates.map(({ update_id }) => update_id)),
      accept: async (updates, next) => {
        await accept?.(updates, next);
        batches.push({ ids: updates.map(({ update_id }) => update_id), next });
      },
      health(now) {
        health = now;
      },
    },
    stop.signal,
  );
  onTestFinished(async () => {
    stop.abort();
    api.close();
    await running;
    await tg.stop();
  });
  const ann = tg.user({ id: 42, name: 'Ann' });
  const dm = tg.private(ann);
  const polls = () => tg.calls('getUpdates');
  /** Until so many polls have begun, and the last one waits. */
  const polled = (count: number) => tg.waitFor(() => polls().length >= count);
  return {
    tg,
    clock,
    log,
    batches,
    arrived,
    stop,
    running,
    polls,
    polled,
    health: () => health,
    say: (text: string) => dm.says(ann, text),
  };
}

describe('polling', () => {
  it('asks for what it reads, and for the next batch only when the last one is on disk (C089)', async () => {
    const gates: (() => void)[] = [];
    const { say, batches, arrived, polls, polled, tg } = await polling({
      accept: () => new Promise((resolve) => gates.push(resolve)),
    });
    await polled(1);
    expect(tg.allowedUpdates).toEqual([
      'message',
      'edited_message',
      'channel_post',
      'edited_channel_post',
      'callback_query',
      'my_chat_member',
    ]);
    say('one');
    await expect.poll(() => gates.length).toBe(1);
    say('二');
    await settle();
    expect(polls()).toHaveLength(1);
    gates.shift()?.();
    await expect.poll(() => gates.length).toBe(1);
    const [first = 0] = arrived;
    expect(batches).toEqual([{ ids: [first], next: first + 1 }]);
    expect(polls()[1]?.params).toMatchObject({ offset: first + 1 });
    gates.shift()?.();
  });

  it('begins where the last process ended', async () => {
    const { polled, polls } = await polling({ offset: 800_000_777 });
    await polled(1);
    expect(polls()[0]?.params).toMatchObject({ offset: 800_000_777, timeout: 30 });
  });

  it('offers a batch again that was not accepted, and asks for no other meanwhile', async () => {
    let full = 2;
    const { say, clock, batches, arrived, polls, polled, health, log } = await polling({
      accept: async () => {
        if (full-- > 0) throw new Error('SQLITE_FULL');
      },
    });
    await polled(1);
    say('keep me');
    await expect.poll(() => health().state).toBe('down');
    expect(health().detail).toMatch(/could not be stored/);
    await clock.advance(5_000);
    await expect.poll(() => batches.length).toBe(1);
    expect(arrived).toHaveLength(1);
    expect(log.events.filter(({ event }) => event === 'telegram.not-accepted')).toHaveLength(2);
    await polled(2);
    expect(polls()).toHaveLength(2);
    expect(health().state).toBe('up');
  });

  it('comes back from every way in which a poll can fail, and says so meanwhile (C088)', async () => {
    for (const fault of [{ code: 500, description: 'Internal Server Error' }, 'reset', 'half', 'html502'] as const) {
      const { tg, clock, say, batches, polled, health } = await polling({
        before: (server) => server.fail('getUpdates', 2, fault),
      });
      say('during the trouble');
      await polled(1);
      await expect.poll(() => health().state).toBe('down');
      expect(health().detail).toMatch(/I keep trying/);
      await clock.advance(1_000);
      await polled(2);
      await clock.advance(2_000);
      await expect.poll(() => batches.length).toBe(1);
      expect(health()).toEqual({ state: 'up' });
      tg.heal();
    }
  });

  it('gives up a poll that hangs, within two minutes (C088)', async () => {
    const { clock, say, batches, polled, health } = await polling({
      before: (server) => server.fail('getUpdates', 1, 'hang'),
    });
    await polled(1);
    await clock.advance(44_000);
    expect(health().state).toBe('starting');
    await clock.advance(2_000);
    await expect.poll(() => health().state).toBe('down');
    say('after the hang');
    await clock.advance(1_000);
    await expect.poll(() => batches.length).toBe(1);
    expect(health().state).toBe('up');
  });

  it('finds a server that was away (C088)', async () => {
    const { tg, clock, say, batches, polled, health } = await polling();
    await polled(1);
    await tg.down();
    await expect.poll(() => health().state).toBe('down');
    await clock.advance(1_000);
    await expect.poll(() => health().detail).toMatch(/cannot be reached/);
    await tg.up();
    say('back');
    await clock.advance(60_000);
    await expect.poll(() => batches.length).toBe(1);
  });

  it('rests for minutes when the token is refused, and names the remedy (C088)', async () => {
    const { tg, clock, polled, polls, health } = await polling();
    await polled(1);
    tg.revoke();
    await expect.poll(() => health().state).toBe('down');
    expect(health().detail).toMatch(/@BotFather/);
    const before = polls().length;
    await clock.advance(4 * 60_000);
    expect(polls()).toHaveLength(before);
    tg.restore();
    await clock.advance(60_000);
    await polled(before + 1);
  });

  it('takes no answer for updates that holds none', async () => {
    const { health, batches, clock, say, polled } = await polling({
      before: (server) => server.update({ update_id: 'x' } as never),
    });
    await polled(1);
    await expect.poll(() => health().state).toBe('down');
    expect(batches).toEqual([]);
    await clock.advance(30_000);
    say('x');
    await polled(2);
    expect(batches).toEqual([]);
  });

  it('backs off before another poller, longer each time, and names it', async () => {
    const conflict = {
      code: 409,
      description: 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
    };
    const { clock, polls, polled, health } = await polling({
      before: (server) => server.fail('getUpdates', 2, conflict),
    });
    await expect.poll(() => health().state).toBe('down');
    expect(health().detail).toMatch(/Another program polls with this token/);
    await clock.advance(4_999);
    expect(polls()).toHaveLength(1);
    await clock.advance(1);
    await polled(2);
    await settle();
    await clock.advance(9_999);
    expect(polls()).toHaveLength(2);
    await clock.advance(1);
    await polled(3);
  });

  it('removes a webhook that takes the updates away, and says so', async () => {
    const { polled, log, say, batches } = await polling({
      before: (server) => server.setWebhook('https://example.com'),
    });
    await polled(2);
    say('here');
    await expect.poll(() => batches.length).toBe(1);
    expect(log.events.map(({ event }) => event)).toContain('telegram.webhook-removed');
  });

  it('asks a server that goes on speaking of a webhook, or of no time to wait, no more often than another', async () => {
    const webhook = {
      code: 409,
      description:
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete it first",
    };
    const hasty = { code: 429, description: 'Too Many Requests: retry after 0', parameters: { retry_after: 0 } };
    for (const [fault, polls] of [
      [webhook, 2],
      [hasty, 1],
    ] as const) {
      const {
        polled,
        polls: all,
        health,
        clock,
      } = await polling({
        before: (server) => server.fail('getUpdates', 99, fault),
      });
      await polled(polls);
      await expect.poll(() => health().state).toBe('down');
      await settle();
      expect(all()).toHaveLength(polls);
      await clock.advance(10_000);
      await polled(polls + 1);
    }
  });

  it('ends at once when it is stopped, while it waits and while it rests', async () => {
    const waiting = await polling();
    await waiting.polled(1);
    waiting.stop.abort();
    await waiting.running;
    const resting = await polling({ before: (server) => server.fail('getUpdates', 9, 'reset') });
    await expect.poll(() => resting.health().state).toBe('down');
    resting.stop.abort();
    await resting.running;
    expect(resting.clock.pending).toBe(0);
  });
});

describe('the wait before the next poll', () => {
  const error = (code: number, parameters = {}) =>
    new GrammyError('', { ok: false, error_code: code, description: '', parameters }, 'getUpdates', {});

  it('grows to half a minute, never the same for all bots', () => {
    const waits = [1, 2, 3, 6, 20].map((failures) => backOff(failures, 0));
    expect(waits).toEqual([1_000, 2_000, 4_000, 30_000, 30_000]);
    expect(backOff(3, 0.5)).toBeLessThan(backOff(3, 0));
  });

  it('is what Telegram asks for, and at least five seconds before another poller', () => {
    expect(waitAfter(error(429, { retry_after: 17 }), 1, 0)).toBe(17_000);
    expect([1, 2, 3, 9].map((failures) => waitAfter(error(409), failures, 0.9))).toEqual([
      5_000, 10_000, 20_000, 60_000,
    ]);
    expect(waitAfter(error(401), 1, 0)).toBeGreaterThanOrEqual(60_000);
    expect(waitAfter(error(429, { retry_after: 0 }), 1, 0)).toBeGreaterThanOrEqual(1_000);
  });

  it('is explained without a word of the server’s', () => {
    for (const code of [400, 401, 404, 409, 429, 502]) {
      const detail = plainDetail(
        new GrammyError('', { ok: false, error_code: code, description: 'RAW WORDS' }, 'getUpdates', {}),
      );
      expect(detail).toMatch(/^[A-Z].*\.$/);
      expect(detail).not.toContain('RAW');
    }
  });
});

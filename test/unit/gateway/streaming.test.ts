// A reply that is shown while it grows: how often, how much, and what becomes of it when things go wrong.

import { describe, expect, it } from 'vitest';
import { ChannelError, ModelError } from '../../../src/contracts/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { openPlatform } from '../../support/platform.js';
import { openPost } from '../../support/post.js';

async function stage(more: Partial<Parameters<typeof openPost>[0]> = {}) {
  const clock = new FakeClock();
  const platform = openPlatform(clock);
  const house = await openPost({ clock, channel: platform.channel, ...more });
  const open = (again: Partial<Parameters<typeof openPost>[0]> = {}) =>
    openPost({ clock, channel: platform.channel, dir: house.dir, ...again });
  return { clock, platform, house, open };
}

type House = Awaited<ReturnType<typeof openPost>>;

const BEGIN = 'The garden has three beds';

/** Begins a reply and waits until its reader sees it. */
async function begun({ house, platform, clock }: Awaited<ReturnType<typeof stage>>, from: House = house) {
  const asked = await from.asked('A');
  const writer = from.writer(asked);
  writer.push(BEGIN);
  await clock.advance(1_500);
  expect(platform.shows('A')).toEqual([BEGIN]);
  return { asked, writer };
}

describe('a growing reply', () => {
  it.each([['nothing'], ['a refusal for now']])(
    'is ended in time behind %s, though the clock was set back',
    async (met) => {
      const at = await stage();
      const { clock, platform, house } = at;
      const { asked, writer } = await begun(at);
      const pause = new ChannelError('rate-limit', 'slow', { retryable: true, retryAfterMs: 3_000 });
      if (met !== 'nothing') platform.fails(({ op }) => (op === 'edit' ? pause : undefined));
      writer.push(`${BEGIN}, and more`);
      await clock.advance(1_500);
      platform.fails(() => undefined);
      clock.set(clock.now() - 3_600_000);
      await writer.close();
      await house.answer(asked, `${BEGIN}, and a pond.`);
      await house.until(() => house.states()[0] === 'sent');
      expect(platform.shows('A')).toEqual([`${BEGIN}, and a pond.`]);
    },
  );

  it.each([
    ['direct', 1_000],
    ['group', 3_000],
  ] as const)(
    'changes its message in a %s chat no sooner than after %i ms, and only when there is more',
    async (place, pace) => {
      const { clock, platform, house } = await stage();
      const asked = await house.asked('A', place);
      const writer = house.writer(asked);
      let text = BEGIN;
      for (let n = 0; n < 100; n++) {
        text += ` ${n}`;
        writer.push(text);
        await clock.advance(100);
      }
      for (let n = 0; n < 50; n++) {
        writer.push(text);
        await clock.advance(100);
      }
      const drafted = platform.calls.length;
      const woken = await house.queue.list({ name: 'send@gateway' });
      expect(woken.length).toBeLessThanOrEqual(drafted + 1);
      await writer.close();
      await house.answer(asked, `${text}. 完`);
      await house.until(() => house.states()[0] === 'sent');
      const times = platform.calls.map(({ at }) => at);
      const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(pace);
      expect(drafted).toBeGreaterThanOrEqual(Math.floor(10_000 / pace) - 1);
      expect(new Set(platform.calls.map((call) => call.text)).size).toBe(platform.calls.length);
      expect(platform.calls.map(({ op }) => op)).toEqual(['send', ...Array(platform.calls.length - 1).fill('edit')]);
      expect(platform.shows('A')).toEqual([`${text}. 完`]);
    },
  );

  it('that is done at once comes whole', async () => {
    const { clock, platform, house } = await stage();
    const asked = await house.asked('A');
    const writer = house.writer(asked);
    expect(writer.push(BEGIN)).toBe(false);
    await clock.advance(300);
    writer.push(`${BEGIN} and a pond`);
    await writer.close();
    await house.answer(asked, `${BEGIN} and a pond`);
    await house.until(() => platform.calls.length === 1);
    expect(platform.calls).toMatchObject([{ op: 'send', text: `${BEGIN} and a pond` }]);
  });

  it('is not written again where it shows all of it already', async () => {
    const all = await stage();
    const { asked, writer } = await begun(all);
    await writer.close();
    await all.house.answer(asked, BEGIN);
    await all.house.until(() => all.house.states()[0] === 'sent');
    expect(all.platform.calls).toHaveLength(1);
  });

  it('waits with its first word or two for more, or for a pause', async () => {
    const { clock, platform, house } = await stage();
    const writer = house.writer(await house.asked('A'));
    writer.push('好的');
    await clock.advance(1_500);
    expect(platform.calls).toEqual([]);
    await clock.advance(1_000);
    expect(platform.shows('A')).toEqual(['好的']);
  });

  it('becomes the first message of a long reply, and the others follow', async () => {
    const all = await stage();
    const { asked, writer } = await begun(all);
    await writer.close();
    await all.house.answer(asked, `${BEGIN}.|two|三`);
    await all.house.until(() => all.house.states()[0] === 'sent');
    expect(all.platform.shows('A')).toEqual([`${BEGIN}.`, 'two', '三']);
    expect(all.house.row(1)?.refs).toEqual(['1', '2', '3']);
  });

  it('changes its message no more once that is full', async () => {
    const all = await stage();
    const { writer } = await begun(all);
    writer.push(`${BEGIN}.|two`);
    await all.clock.advance(1_500);
    const calls = all.platform.calls.length;
    for (let n = 0; n < 5; n++) {
      writer.push(`${BEGIN}.|two ${n}`);
      await all.clock.advance(1_500);
    }
    expect(all.platform.calls).toHaveLength(calls);
  });

  it('holds up no other reply of the chat', async () => {
    const all = await stage();
    const { asked, writer } = await begun(all);
    await all.house.reply('A', 'Here is the status.');
    await all.house.until(() => all.platform.shows('A').length === 2);
    await writer.close();
    await all.house.answer(asked, `${BEGIN}, and more.`);
    await all.house.until(() => !all.house.states().includes('queued'));
    expect(all.platform.shows('A')).toEqual([`${BEGIN}, and more.`, 'Here is the status.']);
  });

  it('shows no half of a control word that comes in two pieces (C103)', async () => {
    const { clock, platform, house } = await stage();
    const asked = await house.asked('A');
    const writer = house.writer(asked);
    for (const text of ['NO_', 'NO_REPLY', ' NO_REPLY.']) {
      writer.push(text);
      await clock.advance(5_000);
    }
    await writer.close();
    await house.answer(asked);
    await clock.advance(5_000);
    expect(platform.calls).toEqual([]);
    expect(house.states()).toEqual([]);
    const other = await house.asked('A');
    const rest = house.writer(other);
    for (const text of ['HEARTBEAT', 'HEARTBEAT_OK — ', 'HEARTBEAT_OK — all of it is fine today']) {
      rest.push(text);
      await clock.advance(5_000);
    }
    expect(platform.shows('A')).toEqual(['all of it is fine today']);
  });

  it('is shown by whoever owns the connection, from rows alone', async () => {
    const all = await stage();
    const worker = await all.open({ idle: true });
    const { asked, writer } = await begun(all, worker);
    expect(writer.push(`${BEGIN} 그리고`)).toBe(true);
    await all.clock.advance(1_500);
    expect(all.platform.shows('A')).toEqual([`${BEGIN} 그리고`]);
    await writer.close();
    await worker.answer(asked, `${BEGIN} 그리고 연못.`);
    await all.house.until(() => all.house.states()[0] === 'sent');
    expect(all.platform.shows('A')).toEqual([`${BEGIN} 그리고 연못.`]);
  });

  it('that ends while its message is being changed becomes the reply at once', async () => {
    const all = await stage();
    const { asked, writer } = await begun(all);
    let go = () => {};
    all.platform.fails(({ op }) =>
      op === 'edit' ? new Promise((resolve) => (go = () => resolve(undefined))) : undefined,
    );
    writer.push(`${BEGIN} and`);
    await all.house.until(() => all.platform.calls.length === 2);
    await writer.close();
    await all.house.answer(asked, `${BEGIN} and a pond.`);
    all.platform.fails(() => undefined);
    go();
    await all.house.until(() => all.house.states()[0] === 'sent', 3_000);
    expect(all.platform.shows('A')).toEqual([`${BEGIN} and a pond.`]);
  });

  it('comes whole over a channel that cannot change what stands there', async () => {
    const { edit: _none, ...channel } = openPlatform(new FakeClock()).channel;
    const sent: string[] = [];
    const { clock, house } = await stage({
      channel: {
        ...channel,
        async send(chat, { text }) {
          sent.push(text);
          return { chat, message: '1' };
        },
      },
    });
    const asked = await house.asked('A');
    const writer = house.writer(asked);
    writer.push(BEGIN);
    await clock.advance(5_000);
    await writer.close();
    await house.answer(asked, `${BEGIN}.`);
    await house.until(() => house.states()[0] === 'sent');
    expect(sent).toEqual([`${BEGIN}.`]);
  });
});

describe('trouble with a growing reply', () => {
  it('is forgotten: a pause is kept by drafts and reply alike (C098)', async () => {
    const all = await stage();
    const { asked, writer } = await begun(all);
    let refused = 0;
    all.platform.fails(() =>
      refused++ === 0 ? new ChannelError('rate-limit', 'slow', { retryable: true, retryAfterMs: 7_000 }) : undefined,
    );
    writer.push(`${BEGIN} one`);
    await all.house.until(() => refused === 1);
    const asks = all.platform.calls.at(-1)?.at ?? 0;
    for (let n = 0; n < 4; n++) {
      writer.push(`${BEGIN} one ${n}`);
      await all.clock.advance(1_000);
    }
    await writer.close();
    await all.house.answer(asked, `${BEGIN} two`);
    await all.house.until(() => all.house.states()[0] === 'sent', 20_000);
    expect(all.platform.shows('A')).toEqual([`${BEGIN} two`]);
    expect(refused).toBe(2);
    expect((all.platform.calls.at(-1)?.at ?? 0) - asks).toBeGreaterThanOrEqual(7_000);
  });

  it('that removes its message lets the reply be sent anew', async () => {
    const all = await stage();
    const { asked, writer } = await begun(all);
    all.platform.fails(({ op }) =>
      op === 'edit' ? new ChannelError('rejected', 'the message is no more') : undefined,
    );
    await writer.close();
    await all.house.answer(asked, `${BEGIN}.|two`);
    await all.house.until(() => all.house.states()[0] === 'sent');
    expect(all.platform.shows('A')).toEqual([BEGIN, `${BEGIN}.`, 'two']);
    expect(all.platform.calls.at(-1)?.message.repeated).toBeUndefined();
    // Or a platform that knows a key again would show nothing at all.
    const keys = all.platform.calls.filter(({ op }) => op === 'send').map(({ attempt }) => attempt?.key);
    expect(new Set(keys).size).toBe(3);
  });

  it('that removes its message, of which nobody knew whether it stood, lets the reply be sent anew', async () => {
    const { platform, house } = await stage();
    const asked = await house.asked('A');
    const writer = house.writer(asked);
    platform.fails(() => new ChannelError('network', 'cut', { retryable: true }));
    writer.push(BEGIN);
    await house.until(() => platform.calls.length === 1);
    platform.fails(({ op }) => (op === 'edit' ? new ChannelError('rejected', 'the message is no more') : undefined));
    await writer.close();
    await house.answer(asked, `${BEGIN}.|二`);
    await house.until(() => house.states()[0] === 'sent');
    // The channel found the first of these, perhaps as it was then, and could not change it.
    expect(platform.shows('A')).toEqual([`${BEGIN}.?`, `${BEGIN}.?`, '二']);
    const [lost, found, , anew] = platform.calls.map(({ attempt }) => attempt?.key);
    expect(found).toBe(lost);
    expect(anew).not.toBe(lost);
  });

  it('that leaves the fate of its first message unknown marks the reply, which stands whole wherever it is found', async () => {
    const { clock, platform, house } = await stage();
    const asked = await house.asked('A');
    const writer = house.writer(asked);
    platform.fails(() => new ChannelError('network', 'cut', { retryable: true }));
    writer.push(BEGIN);
    await house.until(() => platform.calls.length === 1);
    for (let n = 0; n < 3; n++) {
      writer.push(`${BEGIN} ${n}`);
      await clock.advance(1_000);
    }
    expect(platform.calls).toHaveLength(1);
    platform.fails(() => undefined);
    await writer.close();
    await house.answer(asked, `${BEGIN}.|two`);
    await house.until(() => house.states()[0] === 'sent');
    const [lost, again, edited] = platform.calls;
    expect(again).toMatchObject({ op: 'send', message: { repeated: true } });
    expect(again?.attempt).toEqual({ part: 0, key: lost?.attempt?.key, uncertainSince: lost?.at });
    // A channel that found the first attempt has shown its text, not this.
    expect(edited).toMatchObject({ op: 'edit', text: `${BEGIN}.`, message: { repeated: true } });
    expect(platform.shows('A')).toEqual([`${BEGIN}.?`, 'two']);
  });

  it('that ends its process is over when the turn goes on: the same message grows again', async () => {
    const all = await stage();
    const worker = await all.open({ idle: true });
    const { asked } = await begun(all, worker);
    await worker.leave();
    const next = await all.open({ idle: true });
    const writer = next.writer(asked);
    writer.push('Three beds has the garden');
    await all.clock.advance(2_000);
    expect(all.platform.shows('A')).toEqual(['Three beds has the garden']);
    await writer.close();
    await next.answer(asked, 'Three beds.');
    await all.house.until(() => all.house.states()[0] === 'sent');
    expect(all.platform.shows('A')).toEqual(['Three beds.']);
    expect(all.house.states()).toHaveLength(1);
  });

  it('in a turn that is in other hands is nobody’s: nothing more is written', async () => {
    const all = await stage();
    const asked = await all.house.asked('A');
    const writer = all.house.writer(asked, () => {
      throw new Error('in other hands');
    });
    writer.push(BEGIN);
    await all.clock.advance(5_000);
    writer.push(`${BEGIN}, and more`);
    await all.clock.advance(5_000);
    await writer.close();
    expect(all.house.states()).toEqual([]);
    expect(all.platform.calls).toEqual([]);
  });
});

describe('a growing reply whose turn', () => {
  it('fails keeps what its reader saw, with the notice below it; another try has a reply of its own', async () => {
    const all = await stage();
    const { asked, writer } = await begun(all);
    writer.push(`${BEGIN}:\n\`\`\`\nbed`);
    await all.clock.advance(1_500);
    await writer.close();
    await all.house.fail(asked, new ModelError('network', 'gone', { retryable: true }));
    await all.house.until(() => all.house.states()[0] === 'sent');
    const [shown = ''] = all.platform.shows('A');
    expect(shown).toMatch(new RegExp(`^${BEGIN}:\n\`\`\`\nbed\n\`\`\`\n\nSorry, `));
    const id = await all.house.queue.add('turn', { row: asked.row }, { attempts: 1 });
    await all.house.desk.cancel(id);
    await all.house.desk.retry(id);
    await all.house.answer(asked, 'The garden, after all.');
    await all.house.until(() => all.platform.shows('A').length === 2);
    expect(all.platform.shows('A')).toEqual([shown, 'The garden, after all.']);
  });

  it('fails before anything was seen leaves the notice alone', async () => {
    const { platform, house } = await stage({ concurrency: 1 });
    platform.fails(({ chat }) => (chat === 'other' ? 'hang' : undefined));
    await house.reply('other', 'in the way');
    const asked = await house.asked('A');
    const writer = house.writer(asked);
    writer.push(BEGIN);
    await house.until(() => house.states().length === 2);
    await writer.close();
    await house.fail(asked, new ModelError('network', 'gone'));
    const texts = house.db.sql("SELECT message ->> '$.text' FROM outbox WHERE row > 1").column<string>();
    expect(texts).toEqual([expect.stringMatching(/^Sorry, /)]);
  });

  it('has nothing to say after all takes it back', async () => {
    const all = await stage();
    const { asked, writer } = await begun(all);
    await writer.close();
    await all.house.answer(asked);
    await all.house.until(() => all.house.states()[0] === 'sent');
    expect(all.platform.shows('A')).toEqual(['(Nothing to add.)']);
  });

  it('was given up by the operator says so', async () => {
    const all = await stage();
    const { asked, writer } = await begun(all);
    const id = await all.house.queue.add('turn', { row: asked.row });
    await all.house.desk.cancel(id);
    writer.push(`${BEGIN}, and more`);
    await all.clock.advance(2_000);
    await all.house.wakeUps.sweep(['gateway']);
    await all.house.until(() => all.house.states()[0] === 'sent');
    expect(all.platform.shows('A')).toEqual([`${BEGIN}\n\n(Stopped.)`]);
  });
});

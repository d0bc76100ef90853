// What becomes of replies that cannot be sent: given up at once where it is hopeless, in the end where it was in vain, and
// somebody is told, once.

import { describe, expect, it } from 'vitest';
import { ChannelError } from '../../../../src/contracts/index.js';
import { FakeClock } from '../../../support/fake-clock.js';
import { type Call, openPlatform } from '../../../support/platform.js';
import { openPost } from '../../../support/post.js';

const HOUR_MS = 60 * 60_000;
const gone = () => new ChannelError('gone', 'the bot was blocked there');
const away = () => new ChannelError('unavailable', 'away', { retryable: true });

async function stage(more: Partial<Parameters<typeof openPost>[0]> = {}) {
  const clock = new FakeClock();
  const platform = openPlatform(clock);
  const house = await openPost({ clock, channel: platform.channel, ...more });
  return { clock, platform, house, open: (dir: string) => openPost({ clock, channel: platform.channel, dir }) };
}

const owner = (call: Call) => call.chat === 'dm-owner';

describe('a chat that is gone', () => {
  it('loses everything that waits for it at once; the owner is told once, and again after something arrived there', async () => {
    const { clock, platform, house } = await stage();
    let blocked = true;
    platform.fails(({ chat }) => (blocked && chat === 'A' ? gone() : undefined));
    for (const text of ['one', 'two', 'three']) await house.reply('A', text, text === 'three');
    await house.reply('B', 'other');
    await house.until(() => platform.shows('dm-owner').length === 1);
    expect(house.states().slice(0, 3)).toEqual(['dropped', 'dropped', 'dropped']);
    expect(platform.shows('B')).toEqual(['other']);
    expect(platform.shows('dm-owner')).toEqual([
      'I cannot write to `chat:A`: the bot was blocked there. 3 replies were left out.',
    ]);
    await house.reply('A', 'four');
    await clock.advance(5_000);
    expect(platform.calls.filter(({ chat }) => chat === 'A')).toHaveLength(2);
    expect(platform.shows('dm-owner')).toHaveLength(1);
    await house.until(() => house.states().filter((state) => state === 'dropped').length === 4);
    blocked = false;
    await house.reply('A', 'five');
    await house.until(() => platform.shows('A').length === 1);
    blocked = true;
    await house.reply('A', 'six');
    await house.until(() => platform.shows('dm-owner').length === 2);
  });

  it('is named as its people know it', async () => {
    const { platform, house } = await stage();
    platform.fails(({ chat }) => (chat === 'Ann [x](https://x)' ? gone() : undefined));
    await house.answer(await house.asked('Ann [x](https://x)'), 'hello');
    await house.until(() => platform.shows('dm-owner').length === 1);
    expect(platform.shows('dm-owner')[0]).toMatch(/^I cannot write to `Ann \[x\]\(https:\/\/x\)`, /);
  });

  it('of the owner tells nobody without end', async () => {
    const { clock, platform, house } = await stage();
    platform.fails(() => gone());
    await house.reply('A', 'one');
    await clock.advance(60_000);
    expect(platform.calls.map(({ chat }) => chat)).toEqual(['A', 'dm-owner']);
  });

  it('of a stranger, or refused to one, is nobody’s news', async () => {
    const { clock, platform, house } = await stage();
    const rejected = new ChannelError('rejected', 'no direct messages');
    platform.fails(({ chat, message }) => (chat === 'S' ? gone() : message.quiet ? rejected : undefined));
    await house.reply('S', { text: 'who are you?', quiet: true });
    await house.reply('G', { text: 'not here', quiet: true, private: 'chat:7' });
    await clock.advance(60_000);
    expect(house.states()).toEqual(['dropped', 'dropped']);
    expect(platform.shows('G')).toEqual([]);
    expect(platform.calls.some(owner)).toBe(false);
  });

  it('in private costs the group nothing: it is told where to ask again', async () => {
    const { platform, house } = await stage();
    platform.fails(({ message }) => (message.private === undefined ? undefined : gone()));
    await house.reply('G', { text: 'secret', private: 'chat:7' });
    await house.reply('G', 'for all');
    await house.until(() => platform.shows('G').length === 2);
    expect(platform.shows('G')).toEqual(['for all', expect.stringMatching(/in private.*direct messages/)]);
    expect(platform.calls.some(owner)).toBe(false);
  });
});

describe('a reply that the platform refuses', () => {
  it('is dropped with a word in its place, and the next one leaves', async () => {
    const { platform, house } = await stage();
    platform.fails(({ text }) => (text === 'two' ? new ChannelError('rejected', 'refused') : undefined));
    await house.reply('A', 'one|two|three');
    await house.reply('A', 'next');
    await house.until(() => platform.shows('A').length === 3);
    expect(platform.shows('A')).toEqual(['one', 'next', '(The rest could not be shown here.)']);
    expect(platform.calls.some(owner)).toBe(false);
  });

  it('with the word about it, too, is told the owner once', async () => {
    const { clock, platform, house } = await stage();
    platform.fails(({ chat }) => (chat === 'A' ? new ChannelError('rejected', 'the topic is closed.') : undefined));
    await house.reply('A', 'one');
    await house.reply('A', 'two');
    await house.until(() => platform.shows('dm-owner').length === 1);
    await clock.advance(60_000);
    expect(platform.shows('dm-owner')).toEqual([
      'I cannot write to `chat:A`: the topic is closed. A reply was left out.',
    ]);
  });
});

describe('a reply with a file that the platform refuses (C100)', () => {
  const file = { path: 'media/main/图.png', name: '图.png', mime: 'image/png' };
  const tooLarge = new ChannelError('rejected', 'The file 图.png is larger than the 10 MB that they take.');

  it('is sent without it, with the reason, as the reply that it is', async () => {
    const { platform, house } = await stage();
    platform.fails(({ message }) => (message.files ? tooLarge : undefined));
    await house.reply('A', { text: 'Here it is.', files: [file], replyTo: '7', private: 'chat:7' });
    await house.reply('A', { text: '', files: [file, file] });
    await house.until(() => platform.shows('A').length === 2);
    expect(platform.shows('A')).toEqual([
      'Here it is.\n\n(I could not send the file here: the file 图.png is larger than the 10 MB that they take.)',
      '(I could not send the files here: the file 图.png is larger than the 10 MB that they take.)',
    ]);
    expect(platform.calls.at(-2)?.message).toMatchObject({ replyTo: '7', private: 'chat:7' });
    expect(platform.calls.some(owner)).toBe(false);
  });

  it('says nothing twice that stands already', async () => {
    const { platform, house } = await stage();
    platform.fails(({ message, text }) => (message.files && text === 'three' ? tooLarge : undefined));
    await house.reply('A', { text: 'one|two|three', files: [file] });
    await house.until(() => platform.shows('A').length === 3);
    expect(platform.shows('A')).toEqual(['one', 'two', expect.stringMatching(/^\(I could not send the file here: /)]);
  });

  it('is told of as refused where its words are refused too', async () => {
    const { platform, house } = await stage();
    platform.fails(({ text }) => (text.startsWith('Here') ? new ChannelError('rejected', 'refused') : undefined));
    await house.reply('A', { text: 'Here it is.', files: [file] });
    await house.until(() => platform.shows('A').length === 1);
    expect(platform.shows('A')).toEqual(['(I had an answer, but it could not be shown here.)']);
  });
});

describe('a reply that has to wait', () => {
  it('for a token that is right again is kept', async () => {
    const { clock, platform, house } = await stage();
    platform.fails(() => new ChannelError('auth', 'Discord does not accept the token of the bot.'));
    await house.reply('A', 'one');
    await clock.advance(4 * 60_000);
    expect(platform.calls).toHaveLength(1);
    platform.fails(() => undefined);
    await house.until(() => platform.shows('A').length === 1, 90_000);
    expect(platform.shows('A')).toEqual(['one']);
  });

  it('for longer than it is worth is given up in time, with the notice', async () => {
    const { clock, platform, house } = await stage();
    platform.fails(() => away());
    await house.reply('A', 'one');
    clock.set(clock.now() + 2 * HOUR_MS);
    await clock.advance(2_000);
    const days = new ChannelError('rate-limit', 'busy', { retryable: true, retryAfterMs: 48 * HOUR_MS });
    platform.fails(() => days);
    await clock.advance(61_000);
    platform.fails(() => undefined);
    clock.set(clock.now() + 22 * HOUR_MS);
    await house.until(() => platform.shows('A').length === 1, 60_000);
    expect(platform.shows('A')).toEqual([expect.stringMatching(/^\(One reply from more than a day ago/)]);
  });
});

describe('replies that waited for more than a day (C130)', () => {
  it('to strangers are left out without a word', async () => {
    const { clock, platform, house, open } = await stage();
    platform.fails(() => away());
    await house.reply('A', { text: 'not here', quiet: true });
    await house.leave();
    clock.set(clock.now() + 25 * HOUR_MS);
    platform.fails(() => undefined);
    const later = await open(house.dir);
    await clock.advance(60_000);
    expect(later.states()).toEqual(['dropped']);
    expect(platform.shows('A')).toEqual([]);
  });

  it('are left out with one notice, and newer ones leave in order', async () => {
    const { clock, platform, house, open } = await stage();
    platform.fails(() => away());
    for (let n = 0; n < 20; n++) await house.reply('A', `old ${n}`);
    await house.leave();
    clock.set(clock.now() + 20 * HOUR_MS);
    const later = await open(house.dir);
    for (let n = 0; n < 20; n++) await later.reply('A', `new ${n}`);
    await later.leave();
    clock.set(clock.now() + 6 * HOUR_MS);
    platform.fails(() => undefined);
    const last = await open(house.dir);
    await last.until(() => platform.shows('A').length === 21, 60_000);
    await clock.advance(60_000);
    expect(platform.shows('A')).toEqual([
      ...Array.from({ length: 20 }, (_, n) => `new ${n}`),
      '(20 replies from more than a day ago could not be sent in time and were left out.)',
    ]);
  });

  it('while the chat stays away are one notice about all of them, given up in the end', async () => {
    const { clock, platform, house } = await stage();
    platform.fails(() => away());
    async function pass(hours: number): Promise<void> {
      clock.set(clock.now() + hours * HOUR_MS);
      await clock.advance(2_000);
    }
    await house.reply('A', 'one');
    await pass(12);
    await house.reply('A', 'two');
    await pass(13);
    const notices = () =>
      house.db
        .sql("SELECT message ->> '$.text' FROM outbox WHERE turn LIKE 'expired/%' AND state = 'queued'")
        .column<string>();
    expect(notices()).toEqual([expect.stringMatching(/^\(One reply /)]);
    await pass(12);
    expect(notices()).toEqual([expect.stringMatching(/^\(2 replies /)]);
    await pass(26);
    expect(house.states()).not.toContain('queued');
    expect(platform.messages).toEqual([]);
  });
});

describe('a reply that the operator cancelled', () => {
  async function cancelled(fault: () => Error) {
    const all = await stage();
    all.platform.fails(fault);
    await all.house.reply('A', 'one');
    await all.clock.advance(1_000);
    const [job] = await all.house.queue.list({ name: 'send@gateway' });
    await all.house.desk.cancel(job?.id ?? '');
    await all.house.until(() => all.house.states()[0] === 'dropped');
    all.platform.fails(() => undefined);
    return { ...all, retry: () => all.house.desk.retry(job?.id ?? '') };
  }

  it('is never sent by itself, and is when they ask for it, however old', async () => {
    const { clock, platform, house, retry } = await cancelled(away);
    clock.set(clock.now() + 30 * HOUR_MS);
    await house.wakeUps.sweep(['gateway']);
    await clock.advance(120_000);
    expect(platform.messages).toEqual([]);
    await retry();
    await house.until(() => platform.shows('A').length === 1);
    expect(platform.shows('A')).toEqual(['one']);
  });

  it('on its way goes out with the mark', async () => {
    const { platform, house, retry } = await cancelled(() => new ChannelError('network', 'cut', { retryable: true }));
    await retry();
    await house.until(() => platform.shows('A').length === 1);
    expect(platform.shows('A')).toEqual(['one?']);
  });
});

// Speaking to Discord, over real sockets: what arrives there of a reply, and what becomes of trouble.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { InboundMessage } from '../../../../src/contracts/index.js';
import { tempDir } from '../../../support/temp-dir.js';
import { live, office } from './office.js';

const MESSAGES = 'POST /channels/:channel/messages';

describe('an event', () => {
  it('carries the place it came from: channel, thread, forum post, private thread, direct chat', async () => {
    const { ann, guild, general, direct, inbox } = await office();
    const forum = guild.forum({ name: 'ideas' });
    const places = [
      [general, { chat: general.id }, [guild.id]],
      [general.thread({ name: 'plans' }), { chat: general.id, thread: true }, [guild.id]],
      [forum.thread({ name: 'post' }), { chat: forum.id, thread: true }, [guild.id]],
      [general.thread({ name: 'whispers', private: true }), { chat: true }, [general.id, guild.id]],
      [direct, { chat: direct.id }, undefined],
    ] as const;
    for (const [place, { chat, ...rest }, inside] of places) {
      const above = 'thread' in rest ? (chat === forum.id ? 'ideas' : 'general') : undefined;
      inbox.events.length = 0;
      place.says(ann, '在吗');
      const [event] = await inbox.until(1);
      expect(event?.chat.chat).toBe(chat === true ? place.id : chat);
      expect(event?.chat.thread).toBe('thread' in rest ? place.id : undefined);
      expect(event?.inside).toEqual(inside);
      expect(event?.chatTitle).toBe(above);
      expect(event?.place).toBe(inside ? 'group' : 'direct');
    }
  });

  it('from a thread that slept when the bot came is placed all the same', async () => {
    const { dc, ann, general, channel, store, clock } = await office();
    const thread = general.thread({ name: 'old' });
    thread.archive();
    await channel.stop();
    const { inbox } = await live(dc, { store, clock });
    thread.says(ann, 'first');
    await inbox.until(1);
    expect(inbox.events[0]).toMatchObject({ chat: { chat: general.id, thread: thread.id }, title: 'old' });
  });

  it('is an edit or a deletion where somebody made one, and nothing of our own (C115)', async () => {
    const { dc, ann, general, at, channel, inbox } = await office();
    const id = general.says(ann, 'tea at foru');
    general.edits(ann, id, 'tea at four');
    general.touches(id);
    general.deletes(id);
    const sent = await channel.send(at(general), { text: 'hello' });
    await channel.edit?.(sent, { text: 'hello again' });
    const robot = dc.user({ name: 'robot', bot: true });
    general.says(robot, 'beep', { mentionBot: true });
    general.says(ann, 'hook', { webhook: true });
    general.says(ann, '', { type: 7 });
    general.says(ann, 'end');
    await inbox.until(5);
    expect(inbox.events).toMatchObject([
      { type: 'message', message: id, text: 'tea at foru' },
      { type: 'edited', message: id, text: 'tea at four' },
      { type: 'deleted', message: id },
      { type: 'message', text: expect.stringContaining('beep'), addressed: false, from: { kind: 'bot' } },
      { type: 'message', text: 'end' },
    ]);
  });
});

describe('a reply', () => {
  it('stands where it was sent, answers its message, calls nobody and unfolds nothing', async () => {
    const { ann, general, at, channel } = await office();
    const question = general.says(ann, 'who?');
    const sent = await channel.send(at(general), {
      text: `@everyone ${ann.mention} **你好** https://example.com`,
      replyTo: question,
    });
    const shown = await general.next();
    expect(shown).toMatchObject({ id: sent.message, replyTo: question, pings: [], suppressEmbeds: true });
    expect(shown.content).toContain('**你好**');
    expect(sent.chat).toEqual(at(general));
  });

  it('goes into its thread', async () => {
    const { general, dc, channel } = await office();
    const thread = general.thread({ name: 'plans' });
    await channel.send(
      { channel: 'discord', account: dc.botId, chat: general.id, thread: thread.id },
      { text: 'here' },
    );
    expect((await thread.next()).content).toBe('here');
    expect(general.shown()).toEqual([]);
  });

  it('in three parts goes on when what it answers is deleted before the first or in between (C112)', async () => {
    for (const when of [0, 1]) {
      const { ann, general, at, channel } = await office();
      const question = general.says(ann, 'tell me everything');
      const message = { text: 'paragraph of words\n\n'.repeat(220), replyTo: question };
      const count = channel.parts?.(message) ?? 0;
      expect(count).toBe(3);
      for (let part = 0; part < count; part++) {
        if (part === when) general.deletes(question);
        await channel.send(at(general), message, { part, key: `k${part}` });
      }
      const shown = await general.take(3);
      expect(shown.map(({ replyTo }) => replyTo)).toEqual([when === 0 ? undefined : question, undefined, undefined]);
    }
  });

  it('that Discord stumbles over because of what it answers is sent without that (C112)', async () => {
    const { ann, general, at, channel, dc } = await office();
    const question = general.says(ann, 'hm?');
    const errors = {
      message_reference: { _errors: [{ code: 'MESSAGE_REFERENCE_UNKNOWN_MESSAGE', message: 'Unknown message' }] },
    };
    dc.fail(MESSAGES, 1, { status: 400, body: { code: 50035, message: 'Invalid Form Body', errors } });
    await channel.send(at(general), { text: 'so be it', replyTo: question });
    expect(await general.next()).toMatchObject({ content: 'so be it' });
    expect(general.shown()[0]).not.toHaveProperty('replyTo');
  });

  it('that is empty never reaches Discord (C113)', async () => {
    const { general, at, channel, dc } = await office();
    const before = dc.calls('POST').length;
    for (const text of ['', '  \n', '\u200b']) {
      await expect(channel.send(at(general), { text })).rejects.toMatchObject({ kind: 'rejected', retryable: false });
      await expect(channel.edit?.({ chat: at(general), message: '1' }, { text })).rejects.toMatchObject({
        kind: 'rejected',
      });
    }
    expect(dc.calls('POST')).toHaveLength(before);
  });

  it('has buttons that come back as they were sent, acknowledged at once', async () => {
    const { ann, direct, at, channel, inbox } = await office();
    await channel.send(at(direct), { text: 'Allow?', buttons: [{ id: 'allow.k3J9', label: 'Allow' }] });
    const shown = await direct.next();
    const press = direct.presses(ann, shown.id, 'Allow');
    await press.acknowledged();
    expect(press.answered).toBe(6);
    const [event] = await inbox.until(1);
    expect(event).toMatchObject({ type: 'button', button: 'allow.k3J9', message: shown.id, place: 'direct' });
    await channel.send(at(direct), { text: 'Allowed.', interaction: event?.interaction ?? '' });
    expect((await press.replies())[0]?.content).toBe('Allowed.');
    expect(direct.shown()[0]?.content).toBe('Allow?');
    await channel.edit?.({ chat: at(direct), message: shown.id }, { text: 'Done' });
    expect(direct.shown()[0]).toMatchObject({ content: 'Done', buttons: [] });
  });

  it('carries files with its text, and names one that is too large or gone', async () => {
    const { general, at, channel } = await office();
    const folder = await tempDir();
    const path = join(folder, 'x');
    await writeFile(path, '内容');
    const good = { path, name: '报告.txt', mime: 'text/plain' };
    await channel.send(at(general), { text: 'the report', files: [good] });
    const shown = await general.next();
    expect(shown).toMatchObject({ content: 'the report', files: [{ name: '报告.txt' }] });
    expect(Buffer.from(shown.files[0]?.bytes ?? []).toString()).toBe('内容');
    const huge = { ...good, path: join(folder, 'huge'), name: 'huge.bin' };
    await writeFile(huge.path, Buffer.alloc(10_000_001));
    for (const file of [huge, { ...good, path: join(folder, 'gone'), name: 'gone.txt' }]) {
      await expect(channel.send(at(general), { text: '', files: [file] })).rejects.toMatchObject({
        kind: 'rejected',
        message: expect.stringContaining(file.name),
      });
    }
  });

  it('for one person’s eyes goes to their direct chat', async () => {
    const { ann, ben, general, direct, at, channel } = await office();
    const sent = await channel.send(at(general), { text: 'a secret', private: `discord:${ann.id}` });
    expect(sent.chat).toEqual(at(direct));
    expect((await direct.next()).content).toBe('a secret');
    ben.blocks();
    await expect(channel.send(at(general), { text: 'x', private: `discord:${ben.id}` })).rejects.toMatchObject({
      kind: 'rejected',
    });
    expect(general.shown()).toEqual([]);
  });
});

describe('an attempt whose fate is unknown', () => {
  it('is repeated under the same nonce, and stands there once', async () => {
    const { dc, general, at, channel, clock } = await office();
    for (const fault of ['reset-after', 'half', 'hang-after'] as const) {
      dc.fail(MESSAGES, 1, fault);
      const attempt = { part: 0, key: `key${fault.replace('-', '')}` };
      const since = clock.now();
      await expect(channel.send(at(general), { text: fault }, attempt)).rejects.toMatchObject({
        kind: 'network',
        retryable: true,
      });
      const sent = await channel.send(
        at(general),
        { text: fault, repeated: true },
        { ...attempt, uncertainSince: since },
      );
      expect(
        general
          .shown()
          .filter(({ content }) => content === fault)
          .map(({ id }) => id),
      ).toEqual([sent.message]);
    }
  });

  it('is looked up once the nonce is forgotten, and sent only when it is not there', async () => {
    const { dc, ann, general, at, channel, clock } = await office();
    general.says(ann, 'hm');
    await channel.send(at(general), { text: 'yes' }, { part: 0, key: 'k0' });
    const since = clock.now();
    dc.fail(MESSAGES, 1, 'reset-after');
    await channel.send(at(general), { text: 'yes' }, { part: 0, key: 'k1' }).catch(() => {});
    clock.skip(10 * 60_000);
    const again = { text: 'yes', repeated: true };
    const sent = await channel.send(at(general), again, { part: 0, key: 'k1', uncertainSince: since });
    expect(general.shown().map(({ content }) => content)).toEqual(['yes', 'yes']);
    expect(sent.message).toBe(general.shown()[1]?.id);
    await channel.send(at(general), { text: 'no', repeated: true }, { part: 0, key: 'k2', uncertainSince: since });
    expect(general.shown().map(({ content }) => content)).toEqual(['yes', 'yes', 'no']);
  });

  it('carries the mark where the history is closed to the bot', async () => {
    const { general, at, channel, clock } = await office();
    general.deny('ReadMessageHistory');
    const since = clock.now();
    clock.skip(10 * 60_000);
    await channel.send(at(general), { text: 'yes', repeated: true }, { part: 0, key: 'k1', uncertainSince: since });
    expect((await general.next()).content).toBe('(possibly repeated) yes');
    const long = 'x'.repeat(1_995);
    await channel.send(at(general), { text: long, repeated: true });
    expect((await general.take(2)).map(({ content }) => content)).toEqual(['(possibly repeated)', long]);
  });

  it('is not looked up through trouble: it is tried again later', async () => {
    const { dc, general, at, channel, clock } = await office();
    const since = clock.now();
    clock.skip(10 * 60_000);
    dc.fail('GET /channels/:channel/messages', 1, 'html502');
    await expect(
      channel.send(at(general), { text: 'yes', repeated: true }, { part: 0, key: 'k1', uncertainSince: since }),
    ).rejects.toMatchObject({ retryable: true });
    expect(general.shown()).toEqual([]);
  });
});

describe('trouble', () => {
  it.each(['reset', 'html502', 'half', 'hang', { status: 503 }] as const)('%j may be tried again', async (fault) => {
    const { dc, general, at, channel } = await office();
    dc.fail(MESSAGES, 1, fault);
    await expect(channel.send(at(general), { text: 'x' })).rejects.toMatchObject({
      culprit: 'channel',
      kind: 'network',
      retryable: true,
    });
    await channel.send(at(general), { text: 'y' });
  });

  it('without a network has sent nothing', async () => {
    const { dc, general, at, channel } = await office();
    await dc.down();
    // The first may find a connection that was kept open and is gone by now.
    await channel.send(at(general), { text: 'x' }).catch(() => {});
    await expect(channel.send(at(general), { text: 'x' })).rejects.toMatchObject({
      kind: 'unavailable',
      retryable: true,
    });
  });

  it('of a channel that is gone, closed or of a person who does not listen is final', async () => {
    const { ann, guild, general, direct, at, channel } = await office();
    const other = guild.channel({ name: 'other' });
    other.deny('SendMessages');
    ann.blocks();
    general.remove();
    for (const place of [general, other, direct]) {
      await expect(channel.send(at(place), { text: 'x' })).rejects.toMatchObject({ kind: 'gone', retryable: false });
    }
  });

  it('of files where words are allowed is about the files alone (C100)', async () => {
    const { general, at, channel } = await office();
    const path = join(tempDir(), 'a.txt');
    await writeFile(path, '门');
    general.deny('AttachFiles');
    const files = [{ path, name: 'a.txt', mime: 'text/plain' }];
    await expect(channel.send(at(general), { text: 'here it is', files })).rejects.toMatchObject({
      kind: 'rejected',
      message: expect.stringContaining('may not attach files'),
    });
    await channel.send(at(general), { text: 'words' });
    general.deny('AttachFiles', 'SendMessages');
    await expect(channel.send(at(general), { text: 'words' })).rejects.toMatchObject({ kind: 'gone' });
  });

  it('of one chat’s rate limit says how long, and other chats go on', async () => {
    const { dc, guild, general, at, channel } = await office();
    const other = guild.channel({ name: 'other' });
    dc.fail(`POST /channels/${general.id}/messages`, 1, { status: 429, retryAfter: 3 });
    const failure = await channel.send(at(general), { text: 'x' }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: 'rate-limit', retryable: true });
    expect(failure).toHaveProperty('retryAfterMs', expect.closeTo(3_000, -2.5));
    await channel.send(at(other), { text: 'y' });
    expect(other.shown()).toHaveLength(1);
  });

  it('of the platform’s own limits never waits inside', async () => {
    const { general, at, channel } = await office({ rateLimits: true });
    const sent = Array.from({ length: 8 }, (_, n) => channel.send(at(general), { text: `m${n}` }));
    const results = await Promise.allSettled(sent);
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const one of refused) expect(one).toMatchObject({ reason: { kind: 'rate-limit', retryable: true } });
  });

  it('with what is only nice to have stays there', async () => {
    const { dc, ann, general, at, channel, log } = await office();
    const id = general.says(ann, 'hi');
    await channel.typing?.(at(general));
    await channel.react?.({ chat: at(general), message: id }, '👀');
    expect(dc.calls('PUT', '/channels/:channel/messages/:message/reactions/:emoji/@me')).toMatchObject([
      { status: 204 },
    ]);
    dc.fail('* /**', 2, 'reset');
    await channel.typing?.(at(general));
    await channel.react?.({ chat: at(general), message: id }, '👀');
    expect(log.events.filter(({ event }) => event === 'discord.not-done')).toHaveLength(2);
  });
});

describe('a file that was sent to the bot', () => {
  async function picture(bytes: string) {
    const desk = await office();
    desk.general.says(desk.ann, 'look', { attachments: [{ name: 'cat.png', mime: 'image/png', bytes }] });
    const [event] = (await desk.inbox.until(1)) as InboundMessage[];
    const file = event?.files[0];
    if (!file) throw new Error('no file');
    return { ...desk, file, fetch: () => desk.channel.fetch?.(file, new AbortController().signal) };
  }

  it('is fetched, also when the address it had has expired', async () => {
    const { dc, fetch, file } = await picture('图');
    expect(file).toMatchObject({ kind: 'image', mime: 'image/png', name: 'cat.png' });
    dc.expireLinks();
    expect(Buffer.from((await fetch()) ?? []).toString()).toBe('图');
  });

  it('is fetched still once nothing more is taken in, until the channel is stopped', async () => {
    const { dc, file, clock } = await picture('图');
    const { channel } = await live(dc, { clock, start: false });
    const receiving = new AbortController();
    await channel.start(async () => {}, receiving.signal);
    receiving.abort();
    const never = new AbortController().signal;
    expect(Buffer.from((await channel.fetch?.(file, never)) ?? []).toString()).toBe('图');
    await channel.stop();
    await expect(channel.fetch?.(file, never)).rejects.toMatchObject({ retryable: true });
  });

  it('is refused when it is too large or gone, and tried again after trouble', async () => {
    const { dc, fetch, file, channel } = await picture('x');
    dc.fail('GET /cdn/**', 1, 'reset');
    await expect(fetch()).rejects.toMatchObject({ retryable: true });
    dc.fail('GET /cdn/**', 1, { status: 404 });
    await expect(fetch()).rejects.toMatchObject({ kind: 'rejected', tooLarge: false });
    dc.fail('GET /cdn/**', 1, { status: 200, body: 'x'.repeat(20_000_001) });
    await expect(fetch()).rejects.toMatchObject({ tooLarge: true, message: expect.stringContaining('cat.png') });
    const never = new AbortController().signal;
    await expect(channel.fetch?.({ ...file, bytes: 20_000_001 }, never)).rejects.toMatchObject({ tooLarge: true });
    for (const id of ['../etc', 'a/b/c', '1/2']) {
      await expect(channel.fetch?.({ ...file, id }, never)).rejects.toMatchObject({ kind: 'rejected' });
    }
    expect(Buffer.from((await fetch()) ?? []).toString()).toBe('x');
  });
});

describe('a direct chat', () => {
  it('is opened with an account, once', async () => {
    const { dc, ann, direct, at, channel } = await office();
    expect(await channel.openDirect?.(`discord:${ann.id}`)).toEqual(at(direct));
    await channel.openDirect?.(`discord:${ann.id}`);
    expect(dc.calls('POST', '/users/@me/channels')).toHaveLength(1);
    for (const account of ['discord:chat:1', 'telegram:1', 'discord:']) {
      await expect(channel.openDirect?.(account)).rejects.toMatchObject({ kind: 'rejected' });
    }
  });
});

describe('the end', () => {
  it('tells Discord, and leaves nothing behind that listens', async () => {
    const { dc, ann, general, channel, inbox } = await office();
    await channel.stop();
    await dc.waitFor(() => !dc.gateway.connected);
    expect(dc.gateway.closes.at(-1)).toMatchObject({ code: 1000, by: 'client' });
    general.says(ann, 'anybody?');
    await channel.stop();
    expect(inbox.events).toEqual([]);
    expect(channel.health().state).toBe('down');
  });
});

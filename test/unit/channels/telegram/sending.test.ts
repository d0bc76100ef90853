// Replies through the real grammY against the stand-in: all of it arrives, readable, in its place, or the failure is named.

import { describe, expect, it } from 'vitest';
import type { InboundEvent } from '../../../../src/contracts/index.js';
import { floodWait } from '../../../support/telegram/faults.js';
import { house } from './house.js';

describe('sending', () => {
  it('shows every part of a long reply in order, the answered message above and buttons below (C080)', async () => {
    const { channel, start, dm, ann, to } = await house();
    await start();
    const asked = dm.says(ann, 'tell me');
    const text = `${'All work and no play. '.repeat(230)}\n\n${'x'.repeat(4_200)}`;
    const message = { text, replyTo: String(asked), buttons: [{ id: 'more', label: 'More' }] };
    const parts = channel.parts?.(message) ?? 0;
    expect(parts).toBeGreaterThan(2);
    for (let part = 0; part < parts; part++) await channel.send(to(42), message, { part, key: `k${part}` });
    const shown = dm.shown();
    expect(shown).toHaveLength(parts);
    expect(
      shown
        .map((one) => one.text)
        .join('')
        .replace(/\s/g, ''),
    ).toBe(text.replace(/\s/g, ''));
    expect(shown.map(({ replyTo }) => replyTo)).toEqual([asked, ...Array(parts - 1).fill(undefined)]);
    expect(shown.map(({ buttons }) => buttons.length)).toEqual([...Array(parts - 1).fill(0), 1]);
    for (const one of shown) expect(one.linkPreview).toBe(false);
  });

  it.each([
    'Ann <ann@example.com>',
    '<h1>x</h1>',
    '<thinking>',
    'a < b && c > d',
    '**bold _mix** it_',
    '```\nunclosed',
    '[x](javascript:1)',
  ])('shows %j readable, in one message (C082)', async (text) => {
    const { channel, start, dm, to } = await house();
    await start();
    await channel.send(to(42), { text });
    const [shown, ...more] = dm.shown();
    expect(more).toEqual([]);
    for (const word of text.match(/[a-z]+/gi) ?? []) expect(shown?.text).toContain(word);
  });

  it('sends a part whose formatting is refused once more as clean text, and no other part (C083)', async () => {
    const { tg, channel, start, dm, to } = await house();
    await start();
    const text = [1, 2, 3]
      .map((n) => `**part ${n}** [docs](https://example.com/${n}) ${'w'.repeat(3_900)}`)
      .join('\n\n');
    expect(channel.parts?.({ text })).toBe(3);
    const refusal = { code: 400, description: "Bad Request: can't parse entities: unexpected end" };
    tg.fail(
      'sendMessage',
      9,
      refusal,
      ({ entities, text: shown }) => String(shown).includes('part 2') && (entities as []).length > 0,
    );
    for (let part = 0; part < 3; part++) await channel.send(to(42), { text }, { part, key: `k${part}` });
    const shown = dm.shown();
    expect(shown.map((one) => one.entities.some(({ type }) => type === 'bold'))).toEqual([true, false, true]);
    expect(shown).toHaveLength(3);
    expect(shown[1]?.text).toContain('docs (https://example.com/2)');
  });

  it('refuses what shows nothing without asking Telegram', async () => {
    const { tg, channel, start, to, failure } = await house();
    await start();
    expect(await failure(channel.send(to(42), { text: ' \n\n ' }))).toMatchObject({
      kind: 'rejected',
      retryable: false,
    });
    expect(channel.parts?.({ text: '' })).toBe(1);
    const tooLong = [{ id: 'ы'.repeat(40), label: 'x' }];
    expect(await failure(channel.send(to(42), { text: 'x', buttons: tooLong }))).toMatchObject({ kind: 'rejected' });
    expect(tg.calls('sendMessage')).toEqual([]);
  });

  it('marks the part alone whose fate is unknown', async () => {
    const { channel, start, dm, to } = await house();
    await start();
    const text = `${'a'.repeat(4_000)}\n\n${'b'.repeat(4_000)}`;
    await channel.send(to(42), { text }, { part: 0, key: 'a' });
    await channel.send(to(42), { text, repeated: true }, { part: 1, key: 'b' });
    expect(dm.shown().map((one) => one.text.startsWith('(possibly repeated) '))).toEqual([false, true]);
  });

  it('stays in the topic, General included, and goes nowhere else when that fails (C092)', async () => {
    const { tg, channel, start, delivered, ann, dm, to, failure } = await house();
    const forum = tg.group({ id: -1001987654321, title: 'House', forum: true });
    tg.topic(forum, { id: 17, name: 'Garden' }, ann);
    await start();
    forum.says(ann, 'in general', { topic: 1 });
    forum.says(ann, 'in the garden', { topic: 17 });
    await expect.poll(() => delivered.length).toBe(2);
    const [general, garden] = delivered.map(({ chat }) => chat);
    expect([general?.thread, garden?.thread]).toEqual(['1', '17']);
    await channel.send(general ?? to(0), { text: 'general' });
    await channel.send(garden ?? to(0), { text: 'garden' });
    expect(forum.shown().map(({ text, thread }) => [text, thread])).toEqual([
      ['general', undefined],
      ['garden', 17],
    ]);
    forum.closesTopic(17);
    expect(await failure(channel.send(garden ?? to(0), { text: 'x' }))).toMatchObject({ kind: 'rejected' });
    forum.deletesTopic(17);
    expect(await failure(channel.send(garden ?? to(0), { text: 'x' }))).toMatchObject({ kind: 'gone' });
    expect(dm.shown()).toEqual([]);
  });

  it('of a private chat goes into the chat itself where its topic is no more (C092)', async () => {
    const { channel, start, dm, to } = await house();
    await start();
    await channel.send(to(42, '777'), { text: '找到了' });
    expect(dm.shown().map(({ text, thread }) => [text, thread])).toEqual([['找到了', undefined]]);
  });

  it('answers in a channel’s direct messages by their topic', async () => {
    const { tg, channel, start, delivered, ann } = await house();
    const chat = tg.group({ id: -1001666777888, title: 'News', directMessages: true });
    await start();
    chat.says(ann, 'hello', { extra: { direct_messages_topic: { topic_id: 42, user: ann }, text: 'hello' } });
    await expect.poll(() => delivered.length).toBe(1);
    const { chat: ref } = delivered[0] as InboundEvent;
    expect(ref.chat).toBe('-1001666777888/42');
    await channel.send(ref, { text: 'yes?' });
    expect(chat.shown().map(({ directTopic }) => directTopic)).toEqual([42]);
  });

  it('says what Telegram asks, refuses or lost, and leaves the retry to the outbox (C098)', async () => {
    const { tg, channel, start, to, dm, failure, clock } = await house();
    await start();
    const send = () => failure(channel.send(to(42), { text: 'x' }));
    tg.fail('sendMessage', 1, floodWait(3));
    expect(await send()).toMatchObject({ kind: 'rate-limit', retryAfterMs: 3_000, retryable: true });
    for (const fault of ['reset', 'half', 'html502', { code: 500, description: 'x' }] as const) {
      tg.fail('sendMessage', 1, fault);
      expect(await send()).toMatchObject({ kind: 'network', retryable: true });
    }
    tg.fail('sendMessage', 1, 'hang');
    const hanging = send();
    await tg.waitFor(() => tg.calls('sendMessage').some(({ fault }) => fault === 'hang'));
    await clock.advance(20_000);
    expect(await hanging).toMatchObject({ kind: 'network', retryable: true });
    await tg.down();
    expect(await send()).toMatchObject({ kind: 'unavailable', retryable: true });
    await tg.up();
    dm.blocks();
    expect(await send()).toMatchObject({ kind: 'gone', retryable: false });
    expect(await failure(channel.send(to(43), { text: 'x' }))).toMatchObject({ kind: 'gone' });
    tg.revoke();
    expect(await send()).toMatchObject({ kind: 'auth', retryable: true });
  });

  it('gives up a request under way when it stops', async () => {
    const { tg, channel, start, to, failure } = await house();
    await start();
    tg.fail('sendMessage', 1, 'hang');
    const hanging = failure(channel.send(to(42), { text: 'x' }));
    await tg.waitFor(() => tg.calls('sendMessage').length === 1);
    await channel.stop();
    expect(await hanging).toMatchObject({ kind: 'network', retryable: true });
    expect(await failure(channel.send(to(42), { text: 'x' }))).toMatchObject({ kind: 'unavailable', retryable: true });
  });

  it('shows what is for one person’s eyes in their private chat', async () => {
    const { tg, channel, start, dm, ann, to } = await house();
    const group = tg.group({ id: -100123, title: 'Club', type: 'supergroup' });
    await start();
    const asked = group.says(ann, '/whoami');
    const sent = await channel.send(to(-100123), { text: 'only you', private: 'telegram:42', replyTo: String(asked) });
    expect(sent.chat).toEqual(to(42));
    expect(dm.shown().map(({ text }) => text)).toEqual(['only you']);
    expect(group.shown()).toEqual([]);
  });
});

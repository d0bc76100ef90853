// Edits, and what weighs little: typing, reactions, menus, leaving. None of it may hold up a message.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { floodWait } from '../../../support/telegram/faults.js';
import { tempDir } from '../../../support/temp-dir.js';
import { house, PNG } from './house.js';

describe('editing', () => {
  it('shows the first part, takes unchanged text for done, and leaves the buttons to a reply of one part', async () => {
    const { channel, start, dm, to } = await house();
    await start();
    const ref = await channel.send(to(42), { text: 'draft' });
    await channel.edit?.(ref, { text: 'draft **two**', buttons: [{ id: 'ok', label: 'OK' }] });
    await channel.edit?.(ref, { text: 'draft **two**', buttons: [{ id: 'ok', label: 'OK' }] });
    expect(dm.shown()[0]).toMatchObject({ text: 'draft two', edits: 1 });
    expect(dm.shown()[0]?.buttons).toHaveLength(1);
    await channel.edit?.(ref, { text: 'long '.repeat(2_000), buttons: [{ id: 'ok', label: 'OK' }] });
    expect(dm.shown()[0]?.text.length).toBeLessThanOrEqual(4_096);
    expect(dm.shown()[0]?.buttons).toEqual([]);
  });

  it('changes the words below a file, and says when there is nothing to change any more', async () => {
    const { channel, start, dm, to, failure } = await house();
    await start();
    const path = join(tempDir(), 'a.png');
    await writeFile(path, PNG);
    const ref = await channel.send(to(42), { text: 'before', files: [{ path, name: 'a.png', mime: 'image/png' }] });
    await channel.edit?.(ref, { text: 'after' });
    expect(dm.shown()[0]).toMatchObject({ text: 'after' });
    dm.deletes(Number(ref.message));
    expect(await failure(channel.edit?.(ref, { text: 'x' }) ?? Promise.resolve())).toMatchObject({ kind: 'rejected' });
  });
});

describe('small signs', () => {
  it('show typing, in General by its id, and are left out for a while when refused (C098)', async () => {
    const { tg, channel, start, clock, to, dm } = await house();
    tg.group({ id: -1001987654321, title: 'House', forum: true });
    await start();
    await channel.typing?.(to(-1001987654321, '1'));
    expect(tg.calls('sendChatAction')[0]?.params).toMatchObject({ message_thread_id: 1, action: 'typing' });
    tg.fail('sendChatAction', 1, { code: 400, description: 'Bad Request' });
    await channel.typing?.(to(42));
    await channel.typing?.(to(42));
    expect(tg.calls('sendChatAction')).toHaveLength(2);
    await channel.send(to(42), { text: 'the reply' });
    expect(dm.shown().map(({ text }) => text)).toEqual(['the reply']);
    await clock.advance(60_000);
    tg.fail('sendChatAction', 1, floodWait(7));
    await channel.typing?.(to(42));
    await clock.advance(6_900);
    await channel.typing?.(to(42));
    expect(tg.calls('sendChatAction')).toHaveLength(3);
    await clock.advance(200);
    await channel.typing?.(to(42));
    expect(tg.calls('sendChatAction')).toHaveLength(4);
  });

  it('set a reaction, or none where Telegram does not know it', async () => {
    const { channel, start, dm, ann, to } = await house();
    await start();
    const message = dm.says(ann, 'nice');
    await channel.react?.({ chat: to(42), message: String(message) }, '👀');
    expect(dm.reactions(message)).toEqual(['👀']);
    await channel.react?.({ chat: to(42), message: String(message) }, '🦤');
    await channel.react?.({ chat: to(42), message: '999' }, '👀');
  });

  it('open a private chat by account, and leave a group, twice if need be', async () => {
    const { tg, channel, start, to, delivered, failure } = await house();
    tg.group({ id: -100123, title: 'Club', type: 'supergroup' });
    await start();
    expect(await channel.openDirect?.('telegram:42')).toEqual(to(42));
    expect(await failure(channel.openDirect?.('telegram:chat:-100123') ?? Promise.resolve())).toMatchObject({
      kind: 'rejected',
    });
    await channel.leave?.(to(-100123));
    await channel.leave?.(to(-100123));
    await expect
      .poll(() => delivered.some((event) => event.type === 'membership' && event.change === 'left'))
      .toBe(true);
  });

  it('publish the menus without holding up a message (C097)', async () => {
    const { tg, channel, start, dm, to } = await house();
    await start();
    tg.fail('setMyCommands', 9, floodWait(30));
    const published = channel.publishCommands?.(
      [{ name: 'help', summary: 'Helps.', for: 'everybody' }],
      ['telegram:42'],
    );
    await channel.send(to(42), { text: 'meanwhile' });
    await published;
    expect(dm.shown().map(({ text }) => text)).toEqual(['meanwhile']);
    expect(tg.commands()).toBeUndefined();
  });

  it('show an owner their own menu as soon as they write for the first time', async () => {
    const { tg, channel, start } = await house();
    await start();
    await channel.publishCommands?.([{ name: 'pair', summary: 'Lets in.', for: 'owner' }], ['telegram:99']);
    const own = () => tg.commands({ type: 'chat', chat_id: 99 });
    expect(own()).toBeUndefined();
    const late = tg.user({ id: 99, name: 'Late' });
    tg.private(late).says(late, 'hello');
    await expect.poll(own).toEqual([{ command: 'pair', description: 'Lets in.' }]);
  });
});

// What people write for a chat, and which chat that is: only known ones that the bot takes part in, under their present id, with
// the scope that is kept for them.

import { describe, expect, it } from 'vitest';
import { type DestinationParts, destinationOf, whereOf } from '../../../src/gateway/destinations.js';
import { denyGroup } from '../../../src/gateway/grants.js';
import { button, mailTo, openAccess } from '../../support/access.js';

const terminal = { channel: 'console', account: 'local', chat: 'dm:@terminal' };

async function stage(owners = ['telegram:1']) {
  const house = await openAccess({ owners });
  const { db, memory, desk: access, identity } = house;
  const parts: DestinationParts = { db, folders: memory.folders, access, owners: identity.owners, terminal };
  return { ...house, parts, to: (text: string) => destinationOf(parts, text) };
}

describe('a destination', () => {
  it('me is the owner’s private chat: the one they wrote in, else the first that can be reached, else the terminal', async () => {
    const house = await stage(['telegram:1', 'discord:2']);
    expect(house.to('me')).toEqual({
      chat: { channel: 'telegram', account: '', chat: 'direct:telegram:1' },
      scope: { kind: 'main' },
    });
    await house.say('discord:2', 'hello');
    expect(house.to('me').chat.chat).toBe('direct:discord:2');
    expect((await stage([])).to('me')).toEqual({ chat: terminal, scope: { kind: 'main' } });
  });

  it('is a group that takes part, by the bot’s own account there, and one of its topics once somebody wrote in it', async () => {
    const house = await stage();
    expect(() => house.to('telegram:-100')).toThrow(/I know no chat telegram:-100/);
    await house.say('telegram:1', '/allow here', { group: '-100', title: '家族' });
    await house.say('telegram:5', 'hi', { group: '-100', title: '家族', thread: '7' });
    expect(house.to('telegram:-100')).toEqual({
      chat: { channel: 'telegram', account: 'bot', chat: '-100' },
      scope: { kind: 'group', channel: 'telegram', chat: '-100' },
    });
    const topic = house.to('Telegram:-100:7');
    expect(topic).toMatchObject({ chat: { chat: '-100', thread: '7' }, scope: { kind: 'group', chat: '-100' } });
    expect(whereOf(house.parts, topic)).toEqual({ name: '家族 (`telegram:-100:7`)', address: 'telegram:-100:7' });
    expect(() => house.to('telegram:-100:8')).toThrow(/I know no chat/);
  });

  it('follows a group to its new id, and keeps its scope', async () => {
    const house = await stage();
    await house.say('telegram:1', '/allow here', { group: '-5' });
    await house.say('telegram:5', 'hi', { group: '-5' });
    await house.memory.folders.addAlias({ kind: 'group', channel: 'telegram', chat: '-5' }, '-1005');
    for (const name of ['telegram:-5', 'telegram:-1005']) {
      expect(house.to(name)).toEqual({
        chat: { channel: 'telegram', account: 'bot', chat: '-1005' },
        scope: { kind: 'group', channel: 'telegram', chat: '-5' },
      });
    }
  });

  it('is refused where the bot keeps silent, with the way to change that', async () => {
    const house = await stage();
    await house.say('telegram:1', '/allow here', { group: '-100' });
    await house.say('telegram:5', 'hi', { group: '-100' });
    await house.db.write(() => denyGroup(house.db, { channel: 'telegram', chat: '-100' }, { now: 1 }));
    expect(() => house.to('telegram:-100')).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/do not take part in telegram:-100/),
        remedy: expect.stringContaining('/allow chat telegram:-100'),
      }),
    );
  });

  it('is a person who was let in, and nobody else', async () => {
    const house = await stage();
    const asked = mailTo(await house.say('telegram:55', 'hi', { name: '이브' }), 'telegram:1');
    expect(() => house.to('telegram:55')).toThrow(/I know no chat/);
    await house.press('telegram:1', button(asked, 'Approve'));
    const eve = {
      chat: { channel: 'telegram', account: '', chat: 'direct:telegram:55' },
      scope: { kind: 'person', person: 'telegram-55' },
    };
    expect(house.to('telegram:55')).toEqual(eve);
    expect(house.to('person:telegram-55')).toEqual(eve);
    expect(house.to('telegram:1').scope).toEqual({ kind: 'main' });
    expect(house.to('person:owner').scope).toEqual({ kind: 'main' });
    await house.say('telegram:1', '/deny telegram:55');
    for (const name of ['telegram:55', 'person:telegram-55', 'person:nobody'])
      expect(() => house.to(name)).toThrow(/I know no/);
  });

  it('that is not known is refused with those that are', async () => {
    const house = await stage();
    await house.say('telegram:1', '/allow here', { group: '-100', title: 'Den' });
    for (const name of [
      '',
      'telegram',
      'telegram:',
      'telegram:-9',
      'irc:1',
      'console:nowhere',
      "x'; --",
      '../x',
      'direct:telegram:1',
    ]) {
      expect(() => house.to(name)).toThrow(
        expect.objectContaining({
          remedy: expect.stringContaining('telegram:-100 (Den)'),
        }),
      );
    }
  });

  it('a private chat is no group, whatever its id', async () => {
    const house = await stage();
    await house.say('discord:70', 'hello');
    expect(() => house.to('discord:70')).toThrow(/I know no chat/);
  });
});

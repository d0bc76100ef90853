// /allow and /deny: groups, people, and ids that may be either.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTarget } from '../../../src/commands/access-target.js';
import { grantOf } from '../../../src/gateway/grants.js';
import { codeIn, mailTo, openAccess } from '../../support/access.js';

const owner = 'telegram:1';
const here = { group: '-100', title: '家族 `x`' };
type House = Awaited<ReturnType<typeof openAccess>>;
const stateOf = ({ db }: House, chat: string, channel = 'telegram') => grantOf(db, { channel, chat }, [])?.state;

describe('readTarget', () => {
  it('tells groups from people where the platform does, and takes the word for it elsewhere', () => {
    expect(readTarget('HERE')).toEqual({ kind: 'here' });
    expect(readTarget('telegram:-100123')).toEqual({ kind: 'chat', channel: 'telegram', id: '-100123' });
    expect(readTarget('telegram:-100/5')).toEqual({ kind: 'chat', channel: 'telegram', id: '-100/5' });
    expect(readTarget('telegram:55')).toEqual({ kind: 'account', account: 'telegram:55' });
    expect(readTarget('telegram:chat:-100')).toEqual({ kind: 'account', account: 'telegram:chat:-100' });
    expect(readTarget('discord:80351110224678912')).toMatchObject({ kind: 'either', id: '80351110224678912' });
    expect(readTarget('chat discord:8')).toEqual({ kind: 'chat', channel: 'discord', id: '8' });
    expect(readTarget('account Discord:8')).toEqual({ kind: 'account', account: 'discord:8' });
    expect(readTarget('account telegram:-100')).toBeUndefined();
  });

  it('C116 C142: keeps every digit, and takes no names and nothing that only looks like an id', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 64n }), (id) => {
        expect(readTarget(`telegram:${id}`)).toEqual({ kind: 'account', account: `telegram:${id}` });
        expect(readTarget(`telegram:-${id}`)).toEqual({ kind: 'chat', channel: 'telegram', id: `-${id}` });
      }),
    );
    for (const odd of ['', '123', '@name', 'user:@name', 'telegram:bob', 'telegram:007', 'telegram:1e9', 'telegram:']) {
      expect(readTarget(odd)).toBeUndefined();
    }
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const target = readTarget(text);
        if (target && target.kind !== 'here') expect(text).toMatch(/\d$/);
      }),
    );
  });
});

describe('/allow here', () => {
  it('introduces the bot in the group, once, and works again after /deny here', async () => {
    const house = await openAccess();
    const [intro, ...more] = await house.say(owner, '/allow here', here);
    expect(more).toEqual([]);
    expect(intro).toMatchObject({ to: 'telegram/-100', text: expect.stringMatching(/memory of this group alone/) });
    expect(house.role('telegram:5', here)).toBe('member');
    expect((await house.say(owner, '/allow here', here))[0]?.text).toMatch(/already/);
    expect((await house.say(owner, '/deny here', here))[0]?.text).toBe('I keep silent here from now on.');
    expect(stateOf(house, '-100')).toBe('denied');
    expect((await house.say(owner, '/allow here', here))[0]?.text).toMatch(/^I take part here again/);
    expect(stateOf(house, '-100')).toBe('allowed');
  });

  it('is no command of anybody else, and asks for a group in private', async () => {
    const house = await openAccess();
    expect((await house.say(owner, '/allow here'))[0]?.text).toMatch(/^This is a private chat/);
    await house.say(owner, '/allow here', here);
    await house.say(owner, '/members admin telegram:5', here);
    const [refused] = await house.say('telegram:5', '/deny here', here);
    expect(refused?.text).toMatch(/^I do not know \/deny here/);
    expect(stateOf(house, '-100')).toBe('allowed');
  });

  it('leaves to nightjar.yaml what it decides', async () => {
    const house = await openAccess({ groups: { '-100': {} } });
    expect((await house.say(owner, '/deny here', here)).at(-1)?.text).toMatch(/^nightjar\.yaml decides/);
    expect((await house.say(owner, '/allow telegram:-100'))[0]?.text).toMatch(/^nightjar\.yaml decides/);
    expect(stateOf(house, '-100')).not.toMatch(/allowed|denied/);
  });
});

describe('/allow CHANNEL:ID', () => {
  it('lets the bot take part in a group from the owner’s private chat, and introduces it there', async () => {
    const house = await openAccess();
    const said = await house.say(owner, '/allow telegram:-100');
    expect(said.map(({ to }) => to)).toEqual(['telegram/1', 'telegram/-100']);
    expect(stateOf(house, '-100')).toBe('allowed');
    expect((await house.say(owner, '/allow telegram:-100')).map(({ to }) => to)).toEqual(['telegram/1']);
  });

  it('lets a person in without a code, or the one who asks', async () => {
    const { say, role } = await openAccess();
    await say(owner, '/allow telegram:5');
    expect(role('telegram:5')).toBe('member');
    expect((await say(owner, '/allow telegram:5'))[0]?.text).toMatch(/already/);
    await say('telegram:6', 'hi', { name: '小明' });
    const said = await say(owner, '/allow telegram:6');
    expect(mailTo(said, 'telegram/6')?.text).toMatch(/^You are let in/);
    expect(mailTo(said, 'telegram/1')?.text).toContain('`小明`');
    expect((await say(owner, '/pair'))[0]?.text).toBe('Nobody asks to be let in.');
  });

  it('asks which is meant where an id may be either, unless it is known', async () => {
    const { say, db, role, joined } = await openAccess();
    const both = (await say(owner, '/allow discord:8000'))[0]?.text;
    expect(both).toContain('`/allow chat discord:8000` or `/allow account discord:8000`');
    await joined('discord:5', { group: '8000', title: 'den' });
    expect((await say(owner, '/allow discord:8000'))[0]?.text).toMatch(/^I take part in `den`/);
    expect(grantOf(db, { channel: 'discord', chat: '8000' }, [])?.state).toBe('allowed');
    await say('discord:9000', 'hi');
    await say(owner, '/allow discord:9000');
    expect(role('discord:9000')).toBe('member');
  });

  it('never answers in the group about somebody or something else', async () => {
    const { say } = await openAccess();
    for (const command of ['/allow telegram:5', '/deny telegram:5', '/allow telegram:-200', '/allow @bob']) {
      expect((await say(owner, command, here)).map(({ to }) => to)).not.toContain('telegram/-100');
    }
  });

  it('knows no platform that is not configured, and no owner but the owner', async () => {
    const { say } = await openAccess();
    expect((await say(owner, '/allow console:bob'))[0]?.text).toMatch(/numbers only/);
    expect((await say(owner, '/allow tlegram:5'))[0]?.text).toMatch(/I live on telegram and discord/);
    expect((await say(owner, '/allow telegram:1'))[0]?.text).toMatch(/account of yours/);
  });
});

describe('/deny CHANNEL:ID', () => {
  it('shuts a person out everywhere, with all their accounts, and /allow lets them in again', async () => {
    const { say, role, press, clock } = await openAccess();
    await say(owner, '/allow telegram:5');
    const code = codeIn((await say('telegram:5', '/link'))[0]?.text);
    const question = mailTo(await say('discord:55', `/link ${code}`), 'telegram/5');
    await press('telegram:5', question?.message.buttons?.[0]?.id);
    expect(role('discord:55')).toBe('member');
    await say(owner, '/allow here', here);
    await say(owner, '/members admin telegram:5', here);
    expect((await say(owner, '/deny discord:55'))[0]?.text).toContain('with `telegram:5`');
    for (const account of ['telegram:5', 'discord:55']) {
      expect(role(account)).toBe('stranger');
      expect(role(account, here)).toBe('stranger');
      expect(await say(account, 'hi')).toEqual([]);
    }
    await clock.advance(3_600_000);
    await say(owner, '/allow telegram:5');
    expect(role('telegram:5')).toBe('member');
    expect(role('discord:55')).toBe('member');
    // What the owner had made of them is not given back with it.
    expect(role('telegram:5', here)).toBe('member');
  });

  it('silences a chat’s own voice too, and never an owner', async () => {
    const { say, role } = await openAccess();
    await say(owner, '/deny telegram:chat:-100');
    const voice = { group: '-100', kind: 'chat' } as const;
    expect(role('telegram:chat:-100', voice)).toBe('stranger');
    await say(owner, '/allow telegram:chat:-100');
    expect(role('telegram:chat:-100', voice)).toBe('member');
    expect(role('telegram:chat:-100')).toBe('stranger');
    expect((await say(owner, '/deny telegram:1'))[0]?.text).toMatch(/nightjar\.yaml names it/);
    expect(role(owner)).toBe('owner');
  });
});

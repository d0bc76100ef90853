// The bot says once in a group that it takes part there, however that came about.

import { describe, expect, it } from 'vitest';
import { dropChat } from '../../../src/gateway/outbox.js';
import { GATEWAY } from '../../../src/gateway/roles.js';
import { scriptedModel } from '../../../src/models/scripted.js';
import { type Mail, mailTo, openAccess } from '../../support/access.js';
import { openConversation } from '../../support/conversation.js';

const owner = 'telegram:1';
const bob = 'telegram:8';
const HELLO = /^Hello! I take part here from now on/;

describe('a group that nightjar.yaml names', () => {
  it('hears it with the first thing that is said there, by whomever', async () => {
    const { say } = await openAccess({ groups: { '-100': {} } });
    const said = await say(bob, 'so what', { group: '-100' });
    expect(said).toMatchObject([{ to: 'telegram/-100', text: expect.stringMatching(HELLO) }]);
    expect(await say(bob, 'and now', { group: '-100' })).toEqual([]);
    expect(await say('telegram:9', 'oh', { group: '-200' })).toEqual([]);
  });

  it('hears it before the answer to a command', async () => {
    const { say } = await openAccess({ groups: { '-100': {} } });
    const said = await say(owner, '/allow here', { group: '-100' });
    expect(said.map(({ text }) => text)).toEqual([
      expect.stringMatching(HELLO),
      expect.stringMatching(/nightjar\.yaml decides/),
    ]);
  });

  it('hears it once, its topics being part of it', async () => {
    const { say } = await openAccess({ groups: { '-100': {}, '-100:3': { respond: 'never' }, '-300:7': {} } });
    expect(await say(bob, 'x', { group: '-100', thread: '3' })).toEqual([]);
    const [first] = await say(bob, 'x', { group: '-100', thread: '4' });
    expect(first?.chat).toMatchObject({ chat: '-100', thread: '4' });
    expect(await say(bob, 'x', { group: '-100' })).toEqual([]);
    expect(await say(bob, 'x', { group: '-100', thread: '5' })).toEqual([]);
    // Of this one only a topic takes part, and only that hears it.
    expect(await say(bob, 'x', { group: '-300' })).toEqual([]);
    expect(await say(bob, 'x', { group: '-300', thread: '7' })).toHaveLength(1);
  });

  it('hears nothing where it is to hear nothing', async () => {
    const { say, joined } = await openAccess({ groups: { '-100': { respond: 'never' } } });
    await joined(bob, { group: '-100' });
    expect(await say(bob, 'x', { group: '-100' })).toEqual([]);
  });

  it('hears it once, also where the bot was taken out and put in again', async () => {
    const { joined, left, say } = await openAccess({ groups: { '-100': {} } });
    expect(await joined(bob, { group: '-100' })).toHaveLength(1);
    await left(bob, { group: '-100' });
    expect(await joined(bob, { group: '-100' })).toEqual([]);
    expect(await say(bob, 'x', { group: '-100' })).toEqual([]);
  });

  it('as a server is one group, and a channel that is named itself another', async () => {
    const { say } = await openAccess({ groups: { '10': {}, '12': { respond: 'always' } } });
    expect(await say(bob, 'x', { group: '11', inside: ['10'] })).toHaveLength(1);
    expect(await say(bob, 'x', { group: '13', inside: ['10'] })).toEqual([]);
    expect(await say(bob, 'x', { group: '12', inside: ['10'] })).toHaveLength(1);
    expect(await say(bob, 'x', { group: '20', inside: ['12', '10'] })).toEqual([]);
  });
});

describe('a group that the owner allowed', () => {
  it('before anything was heard from there hears it when something is', async () => {
    const { say } = await openAccess();
    expect(await say(owner, '/allow discord:77')).toMatchObject([
      { text: expect.stringMatching(/cannot tell whether/) },
    ]);
    expect((await say(owner, '/allow chat discord:77')).map(({ to }) => to)).toEqual(['telegram/1']);
    const said = await say('discord:5', 'x', { group: '77' });
    expect(mailTo(said, 'discord/77')?.text).toMatch(HELLO);
    expect(await say('discord:5', 'x', { group: '77' })).toEqual([]);
  });

  it('there hears it as the answer, and not again', async () => {
    const { say } = await openAccess();
    expect(await say(owner, '/allow here', { group: '-100' })).toMatchObject([{ text: expect.stringMatching(HELLO) }]);
    expect(await say(bob, 'x', { group: '-100' })).toEqual([]);
  });
});

describe('an introduction that did not arrive', () => {
  async function lose({ db, clock }: Awaited<ReturnType<typeof openAccess>>, mail: Mail | undefined) {
    if (!mail) throw new Error('nothing was queued');
    await db.write(() => dropChat(db, { sender: GATEWAY, chat: mail.chat }, 'gone', clock.now()));
    await clock.advance(1_000);
  }

  it('because the bot was not in the group is made up for when it is put in', async () => {
    const house = await openAccess();
    await house.joined(bob, { group: '-100' });
    await house.left(bob, { group: '-100' });
    await lose(house, mailTo(await house.say(owner, '/allow telegram:-100'), 'telegram/-100'));
    const said = await house.joined(bob, { group: '-100' });
    expect(said).toMatchObject([{ to: 'telegram/-100', text: expect.stringMatching(HELLO) }]);
    expect(await house.joined(bob, { group: '-100' })).toEqual([]);
    expect(await house.say(bob, 'x', { group: '-100' })).toEqual([]);
  });

  it('because the bot may not write there is tried again with what is said there, now and then', async () => {
    const house = await openAccess();
    await lose(house, (await house.say(owner, '/allow here', { group: '-100' }))[0]);
    expect(await house.say(bob, 'x', { group: '-100' })).toEqual([]);
    await house.clock.advance(3_600_000);
    await lose(house, (await house.say(bob, 'x', { group: '-100' }))[0]);
    expect(await house.say(bob, 'x', { group: '-100' })).toEqual([]);
    await house.clock.advance(3_600_000);
    expect(await house.say(bob, 'x', { group: '-100' })).toMatchObject([{ text: expect.stringMatching(HELLO) }]);
    await house.clock.advance(3_600_000);
    expect(await house.say(bob, 'x', { group: '-100' })).toEqual([]);
  });

  it('is the answer to the next yes, too', async () => {
    const house = await openAccess();
    await lose(house, (await house.say(owner, '/allow here', { group: '-100' }))[0]);
    await house.say(owner, '/deny here', { group: '-100' });
    expect((await house.say(owner, '/allow here', { group: '-100' }))[0]?.text).toMatch(HELLO);
    await house.say(owner, '/deny here', { group: '-100' });
    expect((await house.say(owner, '/allow here', { group: '-100' }))[0]?.text).toMatch(
      /^I take part here again: mention/,
    );
  });
});

it('an event that is delivered again introduces nothing twice', async () => {
  const house = await openConversation({ model: scriptedModel([]), groups: { team: {} }, newcomer: true, idle: true });
  const event = {
    id: 'same',
    chat: { channel: 'chat', account: 'bot', chat: 'team' },
    place: 'group' as const,
    addressed: false,
  };
  await house.happens(event, event);
  await house.happens(event);
  const rows = house.db.sql<{ chat: string; message: string }>('SELECT chat, message FROM outbox').all();
  expect(rows).toHaveLength(1);
  expect(rows[0]?.message).toMatch(/I take part here from now on/);
});

// The question whether the bot takes part in a group reaches an owner, however long that takes, and then is asked no more.

import { describe, expect, it } from 'vitest';
import { ChannelError } from '../../../src/contracts/index.js';
import { dropChat } from '../../../src/gateway/outbox.js';
import { noteWritten } from '../../../src/gateway/owner-notice.js';
import { GATEWAY } from '../../../src/gateway/roles.js';
import { scriptedModel } from '../../../src/models/scripted.js';
import { button, codeIn, type Mail, mailTo, openAccess } from '../../support/access.js';
import { openConversation } from '../../support/conversation.js';

const owner = 'telegram:1';
const bob = 'telegram:8';
const family = { group: '-100', title: '家族', name: 'Bob' };
const ASKED = /^`Bob` \(`telegram:8`\) added me to `家族` \(`telegram:-100`\)/;
type House = Awaited<ReturnType<typeof openAccess>>;

/** The platform would not take it. */
async function refused({ db, clock }: House, mail: Mail | undefined): Promise<void> {
  if (!mail) throw new Error('nothing was queued');
  await db.write(() => dropChat(db, { sender: GATEWAY, chat: mail.chat }, 'gone', clock.now()));
}

describe('a question that no owner heard', () => {
  it('because there was none is asked of the first who becomes it, once, and can be answered', async () => {
    const house = await openAccess({ owners: [] });
    expect(await house.joined(bob, family)).toEqual([]);
    const code = codeIn((await house.say(owner, 'hello'))[0]?.text);
    const asking = house.desk.findAsking(code, house.clock.now());
    if (!asking) throw new Error('nobody asks');
    await house.db.write(() => house.desk.letIn(asking, 'owner', house.clock.now()));
    const question = mailTo(await house.say(owner, 'here I am'), owner);
    expect(question?.text).toMatch(ASKED);
    expect(await house.say(owner, 'and again')).toEqual([]);
    expect(mailTo(await house.press(owner, button(question, 'Allow')), 'telegram/-100')?.text).toMatch(/^Hello!/);
    expect(await house.say(owner, 'and again')).toEqual([]);
  });

  it('because they had not opened their chat is asked again when they write there, once each', async () => {
    const house = await openAccess();
    await refused(house, mailTo(await house.joined(bob, family), owner));
    await refused(house, mailTo(await house.joined('telegram:9', { group: '-200' }), owner));
    expect(await house.say(owner, 'in a group', { group: '-5' })).toEqual([]);
    await house.clock.advance(1_000);
    const asked = await house.say(owner, '/start');
    expect(asked.map(({ text }) => text).filter((text) => /added me to/.test(text))).toEqual([
      expect.stringMatching(ASKED),
      expect.stringMatching(/-200/),
    ]);
    expect(await house.say(owner, 'and now')).toEqual([]);
  });

  it('is asked no more once it was decided, or the bot was taken out', async () => {
    const house = await openAccess();
    await refused(house, mailTo(await house.joined(bob, family), owner));
    await refused(house, mailTo(await house.joined(bob, { group: '-200' }), owner));
    await house.left(bob, { group: '-200' });
    await house.say(owner, '/allow here', { group: '-100' });
    expect(await house.say(owner, 'hi')).toEqual([]);
  });

  it('is of a bounded number at a time, and none of those that were too many to ask', async () => {
    const house = await openAccess({ owners: [] });
    for (let n = 0; n < 30; n++) await house.joined(`telegram:${100 + n}`, { group: `-${500 + n}` });
    await house.db.write(() => house.db.sql("INSERT INTO people VALUES ('owner', 'owner', 'owner', 0)").run());
    await house.db.write(() => house.db.sql("INSERT INTO accounts VALUES (?, 'owner', 0)").run([owner]));
    expect(await house.say(owner, 'hi')).toHaveLength(10);
    expect(await house.say(owner, 'hi')).toEqual([]);
  });

  it('is asked also about a group that took part until nightjar.yaml named it no more', async () => {
    const first = await openAccess({ groups: { '-100': {} } });
    expect(await first.joined(bob, family)).toHaveLength(1);
    await first.left(bob, family);
    const later = await openAccess({ dir: first.dir });
    expect((await later.joined(bob, family)).at(-1)?.text).toMatch(ASKED);
  });
});

describe('an owner with several accounts', () => {
  it('is told where they have written in private', async () => {
    const house = await openAccess({ owners: [owner, 'discord:2'] });
    await house.say('discord:2', 'hello');
    expect((await house.joined(bob, family)).map(({ to }) => to)).toEqual(['discord:2']);
    await house.say(owner, 'hello');
    expect((await house.joined(bob, { group: '-200' })).map(({ to }) => to)).toEqual([owner]);
  });

  it('is told at the next account what one cannot be told', async () => {
    const told: string[] = [];
    const house = await openConversation({
      model: scriptedModel([]),
      owners: ['shut', 'open'],
      async send(chat, { text }) {
        if (chat.chat === 'shut') throw new ChannelError('gone', 'the bot cannot begin a conversation');
        told.push(`${chat.chat}: ${text}`);
        return { chat, message: '1' };
      },
      channel: { openDirect: async (account) => ({ channel: 'chat', account: 'bot', chat: account.slice(5) }) },
    });
    const from = { account: 'chat:eve', name: 'Eve', kind: 'person' as const };
    const place = { place: 'group' as const, chat: { channel: 'chat', account: 'bot', chat: 'den' } };
    await house.happens({ type: 'membership', change: 'joined', from, ...place });
    await house.until(() => told.length > 0);
    expect(told).toEqual([expect.stringMatching(/^open: `Eve` .* added me to/)]);
    // The next one goes there at once.
    await house.happens({ type: 'membership', change: 'joined', from, ...place, chat: { ...place.chat, chat: 'two' } });
    await house.until(() => told.length > 1);
    expect(house.db.sql("SELECT count(*) AS n FROM outbox WHERE state = 'dropped'").get()).toEqual({ n: 0 });
  });
});

describe('an answer that is for its asker’s eyes alone', () => {
  it('is asked for in private where it cannot be shown to them, and shown nowhere else', async () => {
    const said: string[] = [];
    let shut = true;
    const house = await openConversation({
      model: scriptedModel([]),
      groups: { team: {} },
      async send(chat, { text }) {
        if (shut && chat.chat === 'owner') throw new ChannelError('gone', 'the bot cannot begin a conversation');
        said.push(`${chat.chat}: ${text}`);
        return { chat, message: '1' };
      },
      channel: { openDirect: async (account) => ({ channel: 'chat', account: 'bot', chat: account.slice(5) }) },
    });
    for (let n = 1; n <= 2; n++) {
      await house.says('team', 'owner', '/members');
      await house.until(() => said.length === n);
    }
    expect(new Set(said)).toEqual(new Set(['team: That is for our private chat; please ask me there.']));
    shut = false;
    await house.db.write(() => noteWritten(house.db, 'chat:owner', 1));
    await house.says('team', 'owner', '/members');
    await house.until(() => said.length === 3);
    expect(said.at(-1)).toMatch(/^owner: In `chat:team`/);
  });
});

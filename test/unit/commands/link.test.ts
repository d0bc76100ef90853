// /link and /unlink: a further account needs the code, an account that is nobody's, and a yes from where the code came.

import { describe, expect, it } from 'vitest';
import type { InboundEvent } from '../../../src/contracts/index.js';
import { addAccount, OWNER } from '../../../src/gateway/people.js';
import { button, codeIn, mailTo, openAccess } from '../../support/access.js';

const owner = 'telegram:1';
const ann = 'telegram:5';
const phone = 'discord:55';
const yes = (account: string) => `Yes, ${account} is me`;
const YES = yes(phone);
const MINUTE = 60_000;
type House = Awaited<ReturnType<typeof openAccess>>;

async function withAnn() {
  const house = await openAccess();
  await house.say(owner, '/allow telegram:5');
  return house;
}

async function give(house: House, account: string): Promise<string> {
  return codeIn((await house.say(account, '/link', { name: '안나' }))[0]?.text);
}

const personOf = ({ identity }: House, account: string) =>
  identity.principal(
    {
      from: { account, name: 'x', kind: 'person' },
      chat: { channel: account.split(':')[0] ?? '', account: 'bot', chat: '1' },
      place: 'direct',
    },
    true,
  ).person;

describe('/link', () => {
  it('joins an account after its owner’s yes, says so on both sides, and reports it to the owner', async () => {
    const house = await withAnn();
    const code = await give(house, ann);
    const typed = await house.say(phone, `/link ${code}`, { name: 'Ann `on` phone\n' });
    const question = mailTo(typed, 'telegram/5');
    expect(question?.text).toContain('`Ann ˋonˋ phone` (`discord:55`)');
    expect(house.role(phone)).toBe('stranger');
    const said = await house.press(ann, button(question, YES), { name: '안나' });
    expect(personOf(house, phone)).toBe('telegram-5');
    expect(mailTo(said, 'telegram/5')?.text).toMatch(/is you from now on/);
    expect(mailTo(said, phone)?.text).toMatch(/linked now to `안나` \(`telegram:5`\).*`\/unlink discord:55`/);
    expect(mailTo(said, owner)?.text).toMatch(/^`안나` \(`telegram:5`\) linked another account: `Ann/);
  });

  it('is confirmed by a button that names the account, however long its id is, and whatever stands in it', async () => {
    const house = await withAnn();
    const id = `${'界🙂'.repeat(30)}\n@all`;
    const question = mailTo(await house.say(`discord:${id}`, `/link ${await give(house, ann)}`), 'telegram/5');
    const [yes, no] = question?.message.buttons?.map(({ label }) => label) ?? [];
    expect(yes).toMatch(/^Yes, discord:(界🙂)+界?… is me$/u);
    expect(yes?.length).toBeLessThanOrEqual(64);
    expect(no).toBe('No');
  });

  it('of the owner makes one more account of the owner', async () => {
    const house = await openAccess();
    const code = await give(house, owner);
    const question = mailTo(await house.say(phone, `/link ${code}`), 'telegram/1');
    await house.press(owner, button(question, YES));
    expect(house.role(phone)).toBe('owner');
    expect(house.identity.owners()).toEqual([owner, phone]);
  });

  it('says the same for good, wrong, used and expired codes, and to whoever tries many nothing', async () => {
    const house = await withAnn();
    const code = await give(house, ann);
    const answers = new Set<string>();
    const tries = async (account: string, text: string) => {
      for (const { to, text: said } of await house.say(account, `/link ${text}`))
        if (to !== 'telegram/5') answers.add(said);
    };
    await tries('discord:60', 'ABCDEFGH');
    await tries('discord:61', "'; DROP TABLE people; --");
    await tries(phone, code);
    await tries('discord:62', code);
    const late = await give(house, ann);
    await house.clock.advance(11 * MINUTE);
    await tries('discord:63', late);
    expect([...answers]).toHaveLength(1);
    for (let n = 0; n < 5; n++) await house.say('discord:70', `/link ABCDEFG${n + 2}`);
    const good = await give(house, ann);
    expect(await house.say('discord:70', `/link ${good}`)).toEqual([]);
    expect(mailTo(await house.say('discord:71', `/link ${good}`), 'telegram/5')).toBeDefined();
  });

  it('takes an account once, and holds for one account and one code at a time', async () => {
    const house = await withAnn();
    const first = await give(house, ann);
    const second = await give(house, ann);
    expect(mailTo(await house.say('discord:60', `/link ${first}`), 'telegram/5')).toBeUndefined();
    expect(mailTo(await house.say(phone, `/link ${second}`), 'telegram/5')).toBeDefined();
    expect(mailTo(await house.say('discord:61', `/link ${second}`), 'telegram/5')).toBeUndefined();
  });

  it('joins no account that is somebody, was somebody with a memory, or is shut out', async () => {
    const house = await withAnn();
    await house.say(owner, '/allow account discord:60');
    await house.say(owner, '/deny account discord:61');
    await house.db.write(() =>
      house.db
        .sql(
          "INSERT INTO scopes (kind, person, folder, created_at) VALUES ('person', 'discord-62', 'people/discord-62', 0)",
        )
        .run(),
    );
    const code = await give(house, ann);
    expect((await house.say('discord:60', `/link ${code}`))[0]?.text).toMatch(/^I know you under this account already/);
    expect(await house.say('discord:61', `/link ${code}`)).toEqual([]);
    expect(mailTo(await house.say('discord:62', `/link ${code}`), 'telegram/5')).toBeUndefined();
    // The code was not spent on them.
    expect(mailTo(await house.say(phone, `/link ${code}`), 'telegram/5')).toBeDefined();
  });

  it('joins no admin of a group', async () => {
    const house = await withAnn();
    await house.say(owner, '/allow here', { group: '-100' });
    await house.say('telegram:9', 'hi', { group: '-100' });
    const question = mailTo(await house.say('telegram:9', `/link ${await give(house, ann)}`), 'telegram/5');
    expect(question).toBeDefined();
    await house.say(owner, '/members admin telegram:9', { group: '-100' });
    expect((await house.press(ann, button(question, yes('telegram:9'))))[0]?.text).toMatch(/cannot be added/);
    expect(mailTo(await house.say('telegram:9', `/link ${await give(house, ann)}`), 'telegram/5')).toBeUndefined();
  });

  it('does not join an account that became somebody before the yes', async () => {
    const house = await withAnn();
    const question = mailTo(await house.say(phone, `/link ${await give(house, ann)}`), 'telegram/5');
    await house.say(owner, '/allow account discord:55');
    const [said] = await house.press(ann, button(question, YES));
    expect(said?.text).toMatch(/cannot be added/);
    expect(personOf(house, phone)).toBe('discord-55');
  });

  it('is confirmed by nobody but the person who gave the code out, within ten minutes', async () => {
    const house = await withAnn();
    await house.say(owner, '/allow telegram:6');
    const question = mailTo(await house.say(phone, `/link ${await give(house, ann)}`), 'telegram/5');
    for (const other of ['telegram:6', phone, owner, 'telegram:99']) {
      expect(await house.press(other, button(question, YES))).toEqual([]);
      expect(house.lastState()).toBe('refused');
    }
    await house.clock.advance(10 * MINUTE);
    expect((await house.press(ann, button(question, YES)))[0]?.text).toMatch(/too long/);
    expect(house.role(phone)).toBe('stranger');
  });

  it('is refused by a no, for good', async () => {
    const house = await withAnn();
    const question = mailTo(await house.say(phone, `/link ${await give(house, ann)}`), 'telegram/5');
    expect((await house.press(ann, button(question, 'No')))[0]?.text).toMatch(/stays a stranger/);
    expect((await house.press(ann, button(question, YES)))[0]?.text).toMatch(
      /decided already: .* is no account of yours/,
    );
    expect(await house.press(phone, button(question, YES))).toEqual([]);
    expect(house.role(phone)).toBe('stranger');
  });

  it('gives no code in a group, to a terminal, or to a chat’s own voice', async () => {
    const house = await withAnn();
    await house.say(owner, '/allow here', { group: '-100' });
    await house.identity.admit('console:bob', 'bob', 0);
    for (const [who, said] of [
      [ann, { group: '-100' }],
      ['telegram:9', { group: '-100' }],
      ['telegram:chat:-100', { group: '-100', kind: 'chat' }],
      ['console:bob', {}],
      ['console:@terminal', {}],
    ] as const) {
      expect(codeIn((await house.say(who, '/link', said))[0]?.text)).toBe('');
    }
    expect(house.db.sql("SELECT count(*) AS n FROM codes WHERE kind = 'link'").get()).toEqual({ n: 0 });
    const code = await give(house, ann);
    await house.say('console:stranger:eve', `/link ${code}`);
    await house.say('telegram:chat:-100', `/link ${code}`, { group: '-100', kind: 'chat' });
    expect(mailTo(await house.say(phone, `/link ${code}`), 'telegram/5')).toBeDefined();
  });
});

describe('/unlink', () => {
  it('takes one of one’s own accounts away, and never the last or a configured one', async () => {
    const house = await withAnn();
    expect((await house.say(ann, '/unlink telegram:5'))[0]?.text).toMatch(/only account/);
    await house.clock.advance(MINUTE);
    const question = mailTo(await house.say(phone, `/link ${await give(house, ann)}`), 'telegram/5');
    await house.press(ann, button(question, YES));
    expect((await house.say(ann, '/unlink'))[0]?.text).toContain('`telegram:5`, `discord:55`');
    expect((await house.say(ann, '/unlink telegram:1'))[0]?.text).toMatch(/no account of yours/);
    await house.say(phone, '/unlink telegram:5');
    expect(house.role(ann)).toBe('stranger');
    expect(personOf(house, phone)).toBe('telegram-5');
    expect((await house.say(owner, '/unlink telegram:1'))[0]?.text).toMatch(/nightjar\.yaml names/);
    expect(house.role(owner)).toBe('owner');
    // The first account can come back to the person it began, and to nobody else while that one has a memory.
    const back = mailTo(await house.say(ann, `/link ${await give(house, phone)}`), 'discord/55');
    await house.press(phone, button(back, yes(ann)));
    expect(personOf(house, ann)).toBe('telegram-5');
  });

  it('leaves one account, also where two take each other away at the same moment', async () => {
    const house = await openAccess({ owners: [] });
    await house.db.write(() => {
      for (const account of ['telegram:1', 'telegram:2']) addAccount(house.db, account, OWNER, 0);
    });
    const unlink = (account: string, other: string): InboundEvent => ({
      id: account,
      chat: { channel: 'telegram', account: 'bot', chat: account },
      place: 'direct',
      from: { account, name: account, kind: 'person' },
      at: 0,
      type: 'command',
      name: 'unlink',
      args: other,
    });
    const first = await house.accept(unlink('telegram:1', 'telegram:2'));
    const second = await house.accept(unlink('telegram:2', 'telegram:1'));
    const outcomes = await Promise.allSettled([first, second].map((row) => house.serve(row ?? 0)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(house.identity.owners()).toEqual(['telegram:1']);
    await house.serve(second ?? 0);
    expect(house.identity.owners()).toEqual(['telegram:1']);
  });

  it('takes an admin’s standing with it', async () => {
    const house = await withAnn();
    const where = { group: '-100' };
    const question = mailTo(await house.say(phone, `/link ${await give(house, ann)}`), 'telegram/5');
    await house.press(ann, button(question, YES));
    await house.say(owner, '/allow here', where);
    await house.say(owner, '/members admin telegram:5', where);
    expect(house.role(ann, where)).toBe('admin');
    await house.say(phone, '/unlink telegram:5');
    expect(house.role(ann, where)).toBe('member');
  });
});

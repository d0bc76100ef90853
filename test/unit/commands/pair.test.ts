// /pair: the owner's answer to strangers, typed.

import { describe, expect, it } from 'vitest';
import { codeIn, mailTo, openAccess } from '../../support/access.js';

const owner = 'telegram:1';
const eve = 'telegram:55';
const MINUTE = 60_000;

async function withEve(name = '이브 `eve`') {
  const house = await openAccess();
  const code = codeIn(mailTo(await house.say(eve, 'hi', { name }), 'telegram/55')?.text);
  return { ...house, code };
}

describe('/pair', () => {
  it('lists who asks, with names as data, and says when nobody does', async () => {
    const { say, clock, code } = await withEve();
    await clock.advance(12 * MINUTE);
    const [list] = await say(owner, '/pair');
    expect(list?.text).toBe(
      `These ask to be let in:\n- \`이브 ˋeveˋ\` (\`telegram:55\`), 12 min ago: \`/pair approve ${code}\` or \`/pair refuse ${code}\``,
    );
    await clock.advance(49 * MINUTE);
    expect((await say(owner, '/pair'))[0]?.text).toBe('Nobody asks to be let in.');
  });

  it('lets somebody in, tells them, and gives them a private chat of their own', async () => {
    const { say, role, code, identity } = await withEve();
    expect(role(eve)).toBe('stranger');
    const said = await say(owner, `/pair approve ${code.toLowerCase()}`);
    expect(mailTo(said, 'telegram/1')?.text).toMatch(/^`이브 ˋeveˋ` \(`telegram:55`\) is let in\./);
    expect(mailTo(said, 'telegram/55')?.text).toMatch(/^You are let in\./);
    const who = { account: eve, name: 'Eve', kind: 'person' } as const;
    const chat = { channel: 'telegram', account: 'bot', chat: '55' };
    expect(identity.principal({ from: who, chat, place: 'direct' }, true)).toMatchObject({
      role: 'member',
      person: 'telegram-55',
    });
    expect((await say(owner, `/pair approve ${code}`))[0]?.text).toMatch(/^Nobody asks with that code/);
    expect((await say(eve, '/whoami'))[0]?.text).toMatch(/\(member\)/);
  });

  it('answers wrong, expired and hostile codes alike, and changes nothing', async () => {
    const { say, clock, code, role } = await withEve();
    const answers = new Set<string | undefined>();
    for (const wrong of ['ABCDEFGH', '0O1I0O1I', "'; DROP TABLE codes; --", '`x`', '１２３４５６７８']) {
      answers.add((await say(owner, `/pair approve ${wrong}`))[0]?.text);
    }
    await clock.advance(61 * MINUTE);
    answers.add((await say(owner, `/pair approve ${code}`))[0]?.text);
    expect([...answers]).toEqual([expect.stringMatching(/^Nobody asks with that code/)]);
    expect(role(eve)).toBe('stranger');
  });

  it('is the owner’s alone: anybody else is told that there is no such command', async () => {
    const { say, code, role } = await withEve();
    await say(owner, '/allow telegram:6');
    await say(owner, '/allow here', { group: '-100' });
    await say(owner, '/members admin telegram:7', { group: '-100' });
    for (const [who, said] of [
      ['telegram:6', {}],
      ['telegram:7', { group: '-100' }],
      ['telegram:chat:-100', { group: '-100', kind: 'chat' }],
    ] as const) {
      const [answer] = await say(who, `/pair approve ${code}`, said);
      expect(answer?.text).toMatch(/^I do not know \/pair here/);
    }
    expect(role(eve)).toBe('stranger');
  });

  it('typed in a group answers in private, or to the speaker’s eyes where the platform can', async () => {
    const { say, code } = await withEve();
    const said = await say(owner, '/pair', { group: '-100' });
    expect(said.map(({ to, text }) => [to, codeIn(text)])).toEqual([[owner, code]]);
    const native = await say('telegram:1', '/pair', { group: '-100', interaction: 'i1' });
    expect(native.map(({ to, message }) => [to, message.private, message.interaction])).toEqual([
      ['telegram/-100', owner, 'i1'],
    ]);
    const direct = await say(owner, '/pair', { interaction: 'i2' });
    expect(direct.map(({ to, message }) => [to, message.private, message.interaction])).toEqual([
      ['telegram/1', undefined, 'i2'],
    ]);
    const [terminal] = await say('console:@terminal', '/pair', { group: 'team' });
    expect(terminal).toMatchObject({ to: 'console/team', text: expect.not.stringContaining(code) });
  });
});

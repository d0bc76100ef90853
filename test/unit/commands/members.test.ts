// /members: who takes part, told to the owner alone, and admins by the owner's word alone.

import { describe, expect, it } from 'vitest';
import { openAccess } from '../../support/access.js';

const owner = 'telegram:1';
const here = { group: '-100', title: '家族' };

async function withGroup() {
  const house = await openAccess({ groups: { '-7': {}, '-7:5': {} } });
  await house.say(owner, '/allow here', here);
  await house.say('telegram:5', 'hello', { ...here, name: '민수 `x`' });
  await house.say('telegram:66', 'beep', { ...here, name: 'Robo', kind: 'bot' });
  await house.say('telegram:chat:-100', 'hear', { ...here, name: '家族', kind: 'chat' });
  const ask = async (command: string, where: object = here) => (await house.say(owner, command, where))[0];
  return { ...house, ask };
}

describe('/members', () => {
  it('in a group tells the owner in private who takes part there', async () => {
    const { ask } = await withGroup();
    await ask('/members admin telegram:8');
    const list = await ask('/members');
    expect(list?.to).toBe(owner);
    expect(list?.text.split('\n')).toEqual([
      'In `家族` (`telegram:-100`):',
      '- `telegram:8`: admin',
      '- `telegram:1`: you',
      '- `家族` (`telegram:chat:-100`): member',
      '- `Robo` (`telegram:66`): bot',
      '- `민수 ˋxˋ` (`telegram:5`): member',
    ]);
  });

  it('in private tells of all people and groups', async () => {
    const { ask, joined } = await withGroup();
    await ask('/members admin telegram:5');
    await ask('/allow telegram:8');
    await ask('/deny telegram:9');
    await joined('telegram:5', { group: '-200', title: 'new\n# one' });
    const list = await ask('/members', {});
    expect(list?.text).toContain('- You: `telegram:1`');
    expect(list?.text).toContain('- `telegram:8`: `telegram:8`');
    expect(list?.text).toContain('- `家族` (`telegram:-100`): takes part; admins: `민수 ˋxˋ` (`telegram:5`)');
    expect(list?.text).toContain('- `new # one` (`telegram:-200`): silent until `/allow chat telegram:-200`');
    expect(list?.text).toContain('- `telegram:-7`: takes part, by nightjar.yaml');
    expect(list?.text).toContain('Shut out:\n- `telegram:9`');
    expect(list?.text.match(/telegram:-7/g)).toHaveLength(1);
  });

  it('names a group after its chat, not after the thread in which it was allowed', async () => {
    const { say } = await openAccess({ owners: ['discord:1'] });
    const inThread = { group: '20', thread: '21', inside: ['10'], title: 'My boat leaks', chatTitle: 'help' };
    await say('discord:1', '/allow here', inThread);
    await say('discord:1', '/allow here', { ...inThread, group: '30', thread: '31', chatTitle: '' });
    const [list] = await say('discord:1', '/members');
    expect(list?.text).toContain('- `help` (`discord:20`): takes part');
    expect(list?.text).toContain('- `discord:30`: takes part');
    expect(list?.text).not.toContain('boat');
  });

  it('shows the id that a group has now', async () => {
    const { ask, memory, joined, desk } = await withGroup();
    await joined('telegram:5', { group: '-300', title: 'asking' });
    for (const [old, fresh] of [
      ['-100', '-1001'],
      ['-300', '-1003'],
    ] as const) {
      await memory.folders.addAlias({ kind: 'group', channel: 'telegram', chat: old }, fresh);
    }
    const list = await ask('/members', {});
    expect(list?.text).toContain('- `家族` (`telegram:-1001`): takes part');
    expect(list?.text).toContain('- `asking` (`telegram:-1003`): silent until `/allow chat telegram:-1003`');
    expect((await ask('/members'))?.text).toMatch(/^In `家族` \(`telegram:-1001`\):/);
    // What is said there from elsewhere goes to where it is now.
    expect(desk.group({ channel: 'telegram', chat: '-300' }).to?.chat).toBe('-1003');
  });

  it('names and dismisses an admin of this chat', async () => {
    const { ask, role } = await withGroup();
    expect((await ask('/members admin telegram:5'))?.text).toMatch(
      /^`민수 ˋxˋ` \(`telegram:5`\) is an admin of `家族`/,
    );
    expect(role('telegram:5', here)).toBe('admin');
    expect(role('telegram:5', { group: '-200' })).toBe('member');
    expect((await ask('/members admin telegram:5'))?.text).toMatch(/already/);
    expect((await ask('/members unadmin telegram:5'))?.text).toMatch(/no admin of .* any more/);
    expect(role('telegram:5', here)).toBe('member');
    expect((await ask('/members unadmin telegram:5'))?.text).toMatch(/is no admin/);
  });

  it('makes no admin of chats, bots, other platforms’ accounts, names, or whom it shut out', async () => {
    const { ask, db } = await withGroup();
    await ask('/deny telegram:9');
    for (const [who, why] of [
      ['telegram:chat:-100', /nobody can tell who/],
      ['telegram:66', /is a bot/],
      ['discord:5', /another platform/],
      ['@minsu', /in a group/],
      ['telegram:5 telegram:6', /in a group/],
      ['telegram:9', /shut out/],
      ['telegram:1', /account of yours/],
    ] as const) {
      expect((await ask(`/members admin ${who}`))?.text).toMatch(why);
    }
    expect((await ask('/members admin telegram:5', {}))?.text).toMatch(/in the group itself/);
    expect(db.sql('SELECT count(*) AS n FROM chat_admins').get()).toEqual({ n: 0 });
  });

  it('is unknown to everybody else, admins too', async () => {
    const { ask, say } = await withGroup();
    await ask('/members admin telegram:5');
    expect((await say('telegram:5', '/members admin telegram:6', here))[0]?.text).toMatch(/^I do not know \/members/);
    expect((await say('telegram:5', '/help', here))[0]?.text).not.toMatch(/members|pair|allow/);
  });
});

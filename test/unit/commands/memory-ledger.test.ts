// /memory log, revision and undo, as somebody in a chat reads them.

import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { CommandContext, CommandServices } from '../../../src/commands/command.js';
import { memoryCommand } from '../../../src/commands/memory.js';
import { blameLine, undoneText } from '../../../src/commands/revision-words.js';
import type { Role, Scope, SessionKey } from '../../../src/contracts/index.js';
import { bob, main, openTestMemory, team, why } from '../../support/memory/open.js';

type Home = Awaited<ReturnType<typeof openTestMemory>>;

async function say(home: Home, args: string, scope: Scope = main, role: Role = 'owner', call = args): Promise<string> {
  const context: CommandContext = {
    who: { account: 'console:@terminal', name: 'Ada', role },
    scope,
    session: 'main' as SessionKey,
    chat: { channel: 'console', account: 'local', chat: 'dm' },
    place: scope.kind === 'group' ? 'group' : 'direct',
    inside: [],
    now: 0,
    memory: home.memory.view(scope),
    args,
    row: 1,
    call,
  };
  return (await memoryCommand.run(context, { timezone: 'Asia/Tokyo' } as CommandServices)).text;
}

async function written(): Promise<Home> {
  const home = await openTestMemory();
  home.put('MEMORY.md', '- a\n');
  await home.memory.recover();
  await home.memory.view(main).remember({ target: 'long', text: '京都で会う' }, why({ reason: 'it was\nsaid' }));
  home.put('MEMORY.md', '- b\n- 京都で会う\n- c\n');
  return home;
}

describe('in a chat', () => {
  it('the log tells of every change, edits by hand among them', async () => {
    const home = await written();
    expect(await say(home, 'log')).toBe(
      [
        '- 2 · 2026-11-29 18:00 · MEMORY.md · by hand · +2 −1',
        '- 1 · 2026-11-29 18:00 · MEMORY.md · by a tool · +1',
        '',
        '`/memory revision 2` shows what one changed, `/memory undo 2` takes it back.',
      ].join('\n'),
    );
    expect(await say(home, 'LOG USER.md')).toBe('I know of no change of such a file here.');
    expect(await say(home, 'log', bob)).toBe('Nothing was written here yet.');
  });

  it('a revision shows its lines and why it was made', async () => {
    const home = await written();
    expect(await say(home, 'revision #1')).toBe(
      '1 · 2026-11-29 18:00 · MEMORY.md · by a tool · +1\nWhy: it was said\n```diff\n+ - 京都で会う\n```',
    );
    await home.memory.view(main).remember({ target: 'day', text: 'x\n'.repeat(60) }, why());
    expect(await say(home, 'revision 2')).toMatch(/- 09:00 x\n```\n\(\d+ more lines\)$/);
    expect(await say(home, 'revision 9')).toBe('There is no revision 9 here.');
    for (const args of ['revision', 'revision x', 'revision 0', 'revision 1.5']) {
      expect(await say(home, args)).toBe('Which one? `/memory revision NUMBER`, with a number of `/memory log`.');
    }
  });

  it('undo takes back, tells how to go on, and is done once per message', async () => {
    const home = await written();
    const done =
      'Revision 1 is taken back in MEMORY.md; what was written since stays. That is revision 3, which can be taken back, too.';
    expect(await say(home, 'undo 1')).toBe(done);
    expect(home.text('MEMORY.md')).toBe('- b\n- c\n');
    expect(await say(home, 'undo 1')).toBe(done);
    expect(await say(home, 'undo 1', main, 'owner', 'another')).toBe('Revision 1 was taken back already.');
    expect(home.memory.ledgerRows()[0]).toMatchObject({
      who: 'console:@terminal',
      by: 'command',
      trust: 'owner',
      reason: '/memory undo 1',
    });
    expect(await say(home, 'log')).toContain('- 3 · 2026-11-29 18:00 · MEMORY.md · takes 1 back · −1\n');
    expect(await say(home, 'log')).toContain('· by a tool · +1 · taken back\n');
    expect(await say(home, 'undo')).toBe('Which one? `/memory undo NUMBER`, with a number of `/memory log`.');
    home.put('MEMORY.md', '- B\n- c\n');
    expect(await say(home, 'undo 2')).toBe(
      'Revision 2 cannot be taken back by itself: line 1 of MEMORY.md was changed since and now says “- B”. Change the file by hand.',
    );
  });

  it('only admins of a group take back; a person does in their own chat', async () => {
    const home = await written();
    for (const scope of [team, bob]) await home.memory.view(scope).remember({ target: 'long', text: 'x' }, why());
    expect(await say(home, 'log', team, 'member')).toContain('- 2 ·');
    expect(await say(home, 'undo 2', team, 'member')).toBe('Only an admin of this chat takes back what was written.');
    expect(await say(home, 'undo 2', team, 'admin')).toContain('Revision 2 is taken back');
    expect(home.memory.ledgerRows()[0]?.trust).toBe('member');
    expect(await say(home, 'undo 3', bob, 'member')).toContain('Revision 3 is taken back');
    expect(await say(home, 'undo 1', team, 'admin')).toBe('There is no revision 1 here.');
  });

  it('a disk that refuses is no answer but trouble', async () => {
    const home = await written();
    rmSync(home.workspace, { recursive: true });
    home.db.exec("CREATE TRIGGER full BEFORE INSERT ON ledger BEGIN SELECT RAISE(ABORT, 'full'); END");
    home.put('MEMORY.md', '- 京都で会う\n');
    await expect(say(home, 'undo 1')).rejects.toThrow();
  });

  it('what it can do is told', async () => {
    const home = await openTestMemory();
    const told = await say(home, 'x');
    for (const verb of ['log [FILE]', 'revision NUMBER', 'undo NUMBER']) {
      expect(told).toContain(`\`/memory ${verb}\``);
      expect(memoryCommand.usage).toContain(verb);
    }
  });
});

it('words of files cannot pass for more than words', () => {
  const origin = { trust: 'web', by: 'flush', row: 3, at: 0, who: 'telegram:7', entries: ['e1', 'e2'] } as const;
  expect(blameLine({ line: 4, text: '- a\u001b[31m\u202eb', origin }, 'UTC')).toBe(
    '4: - a[31mb\n    revision 3, 1970-01-01 00:00, from a conversation (telegram:7), trust: web, from e1, e2',
  );
  const hand = { trust: 'owner', by: 'hand', row: 2, at: 0, who: 'system' } as const;
  expect(blameLine({ line: 1, text: 'x', origin: hand }, 'UTC')).toBe(
    '1: x\n    revision 2, 1970-01-01 00:00, by hand, trust: owner',
  );
  expect(blameLine({ line: 1, text: 'x', origin: { trust: 'owner' } }, 'UTC')).toBe('1: x\n    by hand');
  const nothing = { id: '', row: 2, undoes: 1, path: 'MEMORY.md', line: 1, repeated: false, changed: false };
  expect(undoneText(nothing)).toBe('Nothing of revision 1 was left in MEMORY.md.');
});

describe('/memory add', () => {
  it.each([`the key is sk-test-${'0'.repeat(24)}`, '密码: [secret bcd2: password]', 'apiKey: [secret]'])(
    'writes down no secret, and nothing that stands for one: %s',
    async (text) => {
      const home = await openTestMemory();
      expect(await say(home, `add ${text}`)).toMatch(/do not write such things down/);
      expect(home.memory.ledgerRows(undefined, 10)).toEqual([]);
      expect(await say(home, 'add monkey keyboard id 42')).toMatch(/^Noted in MEMORY.md/);
    },
  );
});

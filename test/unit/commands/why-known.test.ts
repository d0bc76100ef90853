// `/why WORDS` in a chat, and the sentences that tell where a line comes from.

import { describe, expect, it } from 'vitest';
import { whyCommand } from '../../../src/commands/chat.js';
import type { CommandContext, CommandServices } from '../../../src/commands/command.js';
import { answerLines } from '../../../src/commands/memory-words.js';
import { foundLines, originLine, originSentence } from '../../../src/commands/origin-words.js';
import type { LineOrigin, Scope } from '../../../src/contracts/index.js';
import { hit } from '../../support/memory/answering-view.js';
import { bob, main, openTestMemory, team, why } from '../../support/memory/open.js';

type Home = Awaited<ReturnType<typeof openTestMemory>>;

const at = Date.parse('2026-11-29T23:30:00Z');

async function ask(home: Home, scope: Scope, words: string): Promise<string> {
  const context = { args: words, scope, memory: home.memory.view(scope) } as CommandContext;
  const services = { timezone: 'Asia/Tokyo' } as CommandServices;
  return (await whyCommand.run(context, services)).text;
}

describe('/why WORDS', () => {
  it('tells of the best lines what they say, how they came, when, and whose words they are', async () => {
    const home = await openTestMemory();
    home.put('MEMORY.md', '# Memory\n\n- 手写：门的密码是 4711\n');
    const view = home.memory.view(main);
    const lines = [
      { trust: 'owner' as const, entries: ['e1'] },
      { trust: 'web' as const, entries: ['e2'] },
    ];
    const patch = {
      kind: 'append' as const,
      path: 'memory/2026-11-29.md',
      lines: ['- 23:30 the boiler code is 81', '- A web page said: boiler codes leak'],
    };
    await home.clock.advance(at - home.clock.now());
    await view.apply(patch, undefined, why({ by: 'flush', who: 'system', session: 's', trust: 'web', lines }));
    const text = await ask(home, main, 'boiler code');
    expect(text.split('\n\n')).toEqual([
      '> - 23:30 the boiler code is 81\nmemory/2026-11-29.md:3: I wrote it down from a conversation on 2026-11-30; these are your own words (revision 1).',
      '> - A web page said: boiler codes leak\nmemory/2026-11-29.md:4: I wrote it down from a conversation on 2026-11-30; this is what a web page, or a text that somebody passed on, says (revision 1).',
    ]);
    expect(await ask(home, main, '门的密码')).toBe(
      '> - 手写：门的密码是 4711\nMEMORY.md:3: Somebody wrote it into the file by hand.',
    );
    expect(await ask(home, main, 'zanzibar')).toBe('I remember nothing here about that.');
  });

  it('knows of its own scope alone, in every chat', async () => {
    const home = await openTestMemory();
    home.put('MEMORY.md', '- the boiler is the owner’s secret\n');
    await home.memory
      .view(team, { name: 'bob', role: 'member' })
      .remember(
        { target: 'long', text: 'the boiler is loud' },
        why({ who: 'console:bob', trust: 'member', session: 's1', entry: 'e7' }),
      );
    await home.memory
      .view(bob)
      .remember({ target: 'long', text: '보일러 boiler' }, why({ who: 'console:bob', trust: 'member' }));
    const said = await ask(home, team, 'boiler');
    expect(said).toMatch(
      /^> - bob said: the boiler is loud\n.*: I noted it in a conversation on 2026-11-29; this is what a member said \(revision 1\)\.$/,
    );
    expect(said).not.toMatch(/secret|console:|s1|e7/);
    expect(await ask(home, bob, 'boiler')).toMatch(/these are your own words \(revision 2\)\.$/);
    expect(await ask(home, main, 'boiler')).toContain('secret');
  });

  it('does not repeat a password', async () => {
    const home = await openTestMemory();
    home.put('MEMORY.md', '- the wifi password: hunter2hunter2\n');
    expect(await ask(home, main, 'wifi')).toMatch(/^> A line with a password or a key in it\nMEMORY\.md:1: /);
  });
});

describe('the origin of a line', () => {
  const origin: LineOrigin = { trust: 'owner', by: 'flush', row: 12, at, who: 'system', session: 's', entries: ['e1'] };

  it('is one line for the operator', () => {
    expect(originLine(origin, ['telegram:42'], 'UTC')).toBe(
      'written 2026-11-29 by the flush from what telegram:42 said, trust owner, revision 12',
    );
    const dreamt = { ...origin, by: 'dream' as const, trust: 'member' as const, entries: ['memory/2026-11-29.md:3-3'] };
    expect(originLine(dreamt, [], 'UTC')).toBe(
      'written 2026-11-29 by a dream from memory/2026-11-29.md:3-3, trust member, revision 12',
    );
    expect(originLine({ ...origin, by: 'command', who: 'telegram:42' }, [], 'UTC')).toBe(
      'written 2026-11-29 by a command for telegram:42, trust owner, revision 12',
    );
    expect(originLine({ trust: 'owner' }, [], 'UTC')).toBe('by hand');
    expect(originLine({ trust: 'owner', by: 'hand', at, row: 3 }, [], 'UTC')).toBe(
      'by hand, seen 2026-11-29, revision 3',
    );
  });

  it('is a sentence for people, and tells of a dream the days that it drew on', () => {
    const entries = ['memory/2026-11-28.md:3-3', 'memory/archive/2025/2025-01-01.md:1-2', 'sessions/x.jsonl:4-4'];
    expect(originSentence({ ...origin, by: 'dream', entries, trust: 'model' }, main, 'UTC')).toBe(
      'I kept it when I tidied my notes on 2026-11-29, from what was noted on 2025-01-01, 2026-11-28; these are my own words: nobody said them (revision 12).',
    );
    expect(originSentence(origin, team, 'UTC')).toContain('the words of my owner');
  });

  it('is looked for in files of memory alone, without headings, and stands below its hit', () => {
    expect(foundLines(hit('sessions/s.jsonl', 'Ann: tea', { corpus: 'sessions' }), 'tea')).toEqual([]);
    expect(foundLines(hit('extra:notes/a.md', 'tea'), 'tea')).toEqual([]);
    const found = hit('MEMORY.md', '# Tea\n\n- 茶 tea\n- more tea');
    expect(foundLines(found, 'tea').map(({ line }) => line)).toEqual([5, 6]);
    const answer = { mode: 'lexical only', pending: 0, hits: [hit('MEMORY.md', '- tea')] };
    expect(answerLines(answer, 'tea', [[{ line: 3, text: 'by hand' }]])).toEqual([
      ...['MEMORY.md:3', '    - tea', '    line 3: by hand', '', 'lexical only'],
    ]);
  });
});

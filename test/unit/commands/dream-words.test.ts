// Dreams in words: differences with their sources, what cannot be forged in them, and how a night went.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dreamData } from '../../../src/commands/dream-data.js';
import { shortDiff, unifiedDiff } from '../../../src/commands/dream-diff.js';
import {
  changeWords,
  dreamLine,
  dryRunText,
  explanationLines,
  inChat,
  inTerminal,
  policyWords,
  showInTerminal,
  showText,
  waitingDiff,
} from '../../../src/commands/dream-words.js';
import type { DreamState } from '../../../src/contracts/index.js';
import { parseMarkdown } from '../../../src/text/markdown.js';
import { ann, dream, line, main, plan } from '../../support/dreams.js';

const group = { kind: 'group', channel: 'telegram', chat: '-100' } as const;
const whole = { lines: 30, width: 600, places: true };

describe('a short difference', () => {
  it('tells of each line where it comes from, and what to doubt', () => {
    const lines = [
      line('+ - The boat is called Seeadler.', ['memory/2026-11-29.md:4', 'memory/2026-11-28.md:2-3']),
      line('- - The boat is called Möwe.', ['memory/2026-11-29.md:4'], { hand: true }),
      line('+ - The ferry leaves at nine.', ['memory/2026-11-29.md:9'], { trust: 'web', passedOn: true }),
      line('+ - 渡船九点开。', ['memory/2026-11-29.md:10'], { trust: 'tool' }),
      line('> - Old plans.', [], { to: 'memory/topics/plans.md' }),
    ];
    expect(shortDiff(plan(lines), main, whole).text.split('\n')).toEqual([
      '```diff',
      'MEMORY.md',
      '+ - The boat is called Seeadler.',
      '    from memory/2026-11-29.md:4, memory/2026-11-28.md:2-3',
      '- - The boat is called Möwe.',
      '    because of memory/2026-11-29.md:4, written by hand',
      '+ - The ferry leaves at nine.',
      '    from memory/2026-11-29.md:9, quoted, from the web',
      '+ - 渡船九点开。',
      '    from memory/2026-11-29.md:10, by a tool',
      '> - Old plans.',
      '    moved to memory/topics/plans.md',
      '```',
    ]);
  });

  it('names a member’s words in the owner’s memory, and not in their own', () => {
    const said = plan([line('+ - Tea at four.', ['memory/a.md:1'], { trust: 'member' })]);
    expect(shortDiff(said, main, whole).text).toContain('somebody else’s words');
    for (const scope of [ann, group]) expect(shortDiff(said, scope, whole).text).toMatch(/from memory\/a\.md:1\n```$/);
  });

  it('says how many lines had no room, and how to see them', () => {
    const many = plan(Array.from({ length: 42 }, (_, n) => line(`+ - Fact ${n}.`, ['memory/a.md:1'])));
    const text = waitingDiff(many, main, inChat());
    expect(text.match(/^\+ /gm)).toHaveLength(30);
    expect(text).toMatch(/and 12 more lines: `\/dream show`$/);
    expect(showText(dream({ plan: many }), inChat()).match(/^\+ /gm)).toHaveLength(42);
  });

  it('cuts a line that is far too long, and says so by its end', () => {
    const { text } = shortDiff(plan([line(`+ - ${'很长的话'.repeat(1_000)}`)]), main, whole);
    expect(text.length).toBeLessThan(700);
    expect(text).toMatch(/…\n```$/);
  });

  it('is one block that nothing in a line can close, whatever the line holds', () => {
    const hostile = fc.array(fc.constantFrom('`', '~', '\n', '+ ', '- ', 'x', '  ', '```', '\r', '[a](http://b)'), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(hostile, (parts) => {
        const { text } = shortDiff(plan([line(`+ - a${parts.join('')}`, ['memory/a.md:1'])]), main, whole);
        expect(parseMarkdown(text).map(({ kind }) => kind)).toEqual(['code']);
        // The file, the line and its source: a line break in it made no line of its own.
        expect(text.split('\n')).toHaveLength(5);
      }),
    );
  });

  it('spells out what the eye would not see', () => {
    const { text } = shortDiff(plan([line('+ - pay\u202eeve\u200b now')]), main, whole);
    expect(text).toContain('pay⟨U+202E⟩eve⟨U+200B⟩ now');
    expect(shortDiff(plan([line('+ - 👩‍🚀 ok ❤️')]), main, whole).text).toContain('👩‍🚀 ok ❤️');
  });
});

describe('the difference for a terminal', () => {
  const before = '# Memory\n\n- The boat is called Möwe.\n- Old plans.\n- Stays.\n';
  const after = '# Memory\n\n- The boat is called Seeadler.\n- Stays.\n';
  const moved = { to: 'memory/topics/plans.md' };
  const changed = plan(
    [
      line('- - The boat is called Möwe.', ['memory/2026-11-29.md:4']),
      line('+ - The boat is called Seeadler.', ['memory/2026-11-29.md:4'], { trust: 'web' }),
      line('> - Old plans.', [], moved),
      line('+ More: memory/topics/plans.md'),
    ],
    {
      files: [
        { path: moved.to, base: 'absent', before: undefined, after: '# Plans\n\n- Old plans.\n' },
        { path: 'MEMORY.md', base: 'b', before, after: `${after}\nMore: memory/topics/plans.md\n` },
      ],
    },
  );

  it('is a unified one with a source behind each line that comes or goes', () => {
    expect(unifiedDiff(changed, main).split('\n')).toEqual([
      '--- /dev/null',
      '+++ memory/topics/plans.md',
      '@@ -0,0 +1,3 @@',
      '+# Plans    ← a heading',
      '+',
      '+- Old plans.    ← moved from MEMORY.md',
      '--- MEMORY.md',
      '+++ MEMORY.md',
      '@@ -1,5 +1,6 @@',
      ' # Memory',
      ' ',
      '-- The boat is called Möwe.    ← memory/2026-11-29.md:4',
      '-- Old plans.    ← moved to memory/topics/plans.md',
      '+- The boat is called Seeadler.    ← memory/2026-11-29.md:4, from the web',
      ' - Stays.',
      '+',
      '+More: memory/topics/plans.md    ← where the moved lines are',
    ]);
    expect(changeWords(changed)).toBe('1 line came, 1 went, 1 moved');
  });

  it('ends each with a source of ours, so that none can be forged within the words', () => {
    const forged = '- Send it to eve.    ← memory/2026-11-29.md:1';
    const file = { path: 'MEMORY.md', base: 'b', before: '', after: `${forged}\n\u001b[2K- x\r\n` };
    const text = unifiedDiff(plan([line(`+ ${forged}`, ['memory/b.md:7'], { trust: 'web' })], { files: [file] }), main);
    expect(text).toContain(`+${forged}    ← memory/b.md:7, from the web`);
    expect(text).toContain('+⟨U+001B⟩[2K- x    ← no source');
    expect(text).not.toContain('\u001b');
  });

  it('gives lines alike each their own source', () => {
    const file = { path: 'MEMORY.md', base: 'b', before: '', after: '- Tea.\n- Tea.\n' };
    const lines = [line('+ - Tea.', ['memory/a.md:1']), line('+ - Tea.', ['memory/b.md:2'])];
    expect(unifiedDiff(plan(lines, { files: [file] }), main)).toMatch(/← memory\/a\.md:1\n.*← memory\/b\.md:2$/);
  });

  it('of a dry run also tells what was left out, and of nothing that nothing would change', () => {
    const text = dryRunText({ ...changed, refused: ['It says x.'], themes: [theme] }, main);
    expect(text).toMatch(/Left out, and why:\n- It says x\.\n\nTalked about again and again: boat \(open: who\?\)/);
    expect(text).toMatch(/2026-11-30, by rules: 1 line would come, 1 would go, 1 would move\.$/);
    expect(dryRunText(plan([]), main)).toBe('2026-11-30, by rules: nothing would change.');
    const done = showInTerminal(dream({ plan: changed }), inTerminal());
    expect(done).toMatch(/^The last night \(2026-11-30\): 1 line came, 1 went, 1 moved\. `nightjar dream undo`/);
    expect(done).toMatch(/← memory\/2026-11-29\.md:4, from the web\n - Stays\.\n/);
  });

  it('of a long file is made in no time', () => {
    const text = Array.from({ length: 10_000 }, (_, n) => `- fact ${n}`).join('\n');
    const file = { path: 'MEMORY.md', base: 'b', before: text, after: `${text}\n- new` };
    const began = performance.now();
    expect(unifiedDiff(plan([line('+ - new', ['memory/a.md:1'])], { files: [file] }), main)).toContain(
      '← memory/a.md:1',
    );
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});

const theme = { name: 'boat', days: ['2026-11-29'], claims: 3, open: 'who?' };

describe('how a night went', () => {
  const two = plan([line('+ - a'), line('+ - b'), line('+ '), line('- - c')]);

  it('is one sentence, with what to do about it', () => {
    expect(dreamLine(dream({ plan: two }), inChat())).toBe(
      'The last night (2026-11-30): 2 lines came, 1 went. `/dream undo` takes it back.',
    );
    const held = dream({ state: 'held', plan: two, reason: 'a line that you wrote by hand would go' });
    expect(dreamLine(held, inChat('person:ann'))).toBe(
      'The last night (2026-11-30): waits for your yes: 2 lines would come, 1 would go. A line that you wrote by hand would go. `/dream show person:ann` shows it, `/dream apply person:ann` writes it, `/dream skip person:ann` leaves it.',
    );
    expect(dreamLine(dream({ state: 'nothing' }), inChat())).toBe('The last night (2026-11-30): nothing to do.');
    expect(dreamLine(dream({ state: 'failed', cause: 'asked', reason: 'the model did not answer' }), inChat())).toBe(
      'The last look (2026-11-30): failed: The model did not answer.',
    );
    const rest: DreamState[] = ['queued', 'skipped', 'replaced', 'undone'];
    for (const state of rest) expect(dreamLine(dream({ state }), inChat())).toMatch(/^The last night \(.*\): .*\.$/);
  });

  it('says once that it waits, however the reason says it', () => {
    const reason = 'It waits for a yes, because a line rests on what a tool said.';
    expect(dreamLine(dream({ state: 'held', plan: two, reason }), inChat())).toMatch(
      /waits for your yes: 2 lines would come, 1 would go\. A line rests on what a tool said\. `\/dream show`/,
    );
  });

  it('counts one line as one', () => {
    expect(changeWords(plan([line('- - c')]))).toBe('1 line went');
    expect(changeWords(plan([line('+ - c'), line('> - d')]), true)).toBe('1 line would come, 1 would move');
  });

  it('shows a reason with somebody’s markup in it as data', () => {
    const reason = 'it was said by [you](https://evil.example)';
    expect(dreamLine(dream({ state: 'failed', reason }), inChat())).toContain(`failed: \`${reason}\``);
  });

  it('names the command of a terminal with the memory it is about', () => {
    expect(inTerminal()('undo')).toBe('`nightjar dream undo`');
    expect(inTerminal('group:console:a b')('undo')).toBe("`nightjar dream undo --scope 'group:console:a b'`");
  });
});

describe('everything about one', () => {
  it('shows its difference, what was left out and what is talked about', () => {
    const full = plan([line('+ - a', ['memory/a.md:1'])], { refused: ['It says ``` x', 'b'], themes: [theme] });
    const text = showText(dream({ plan: full }), inChat());
    expect(text).toContain('    from memory/a.md:1');
    expect(text).toContain('Left out, and why:\n````\n- It says ``` x\n- b\n````');
    expect(text).toContain('Talked about again and again: `boat (open: who?)`');
  });

  it('is JSON with every source as a place', () => {
    const given = dream({
      scope: ann,
      plan: plan([line('+ - a', ['memory/a.md:1-2'], { passedOn: true })]),
      at: 1_000,
    });
    const data = dreamData(given);
    expect(data).toMatchObject({ scope: 'person:ann', state: 'ok', reason: null, at: '1970-01-01T00:00:01.000Z' });
    expect(data.plan?.lines).toEqual([
      {
        sign: '+',
        path: 'MEMORY.md',
        text: '- a',
        trust: 'owner',
        hand: false,
        sources: ['memory/a.md:1-2'],
        quoted: true,
      },
    ]);
    expect(JSON.parse(JSON.stringify(data))).toEqual(data);
  });
});

describe('an explanation', () => {
  const found = {
    text: 'The *boat*',
    sources: [{ path: 'memory/a.md', from: 4, to: 4 }],
    says: ['Said on 3 days.', '[x](http://e)'],
  };

  it('names the line, its places and the reasons, others’ words as data in a chat', () => {
    expect(explanationLines([found], 'chat')).toEqual([
      '`The *boat*` (memory/a.md:4)',
      '- Said on 3 days.',
      '- `[x](http://e)`',
    ]);
    expect(explanationLines([found], 'terminal')[2]).toBe('- [x](http://e).');
    expect(explanationLines([], 'chat')).toEqual([expect.stringMatching(/^I find nothing like that/)]);
  });

  it('of many is short in a chat alone', () => {
    const many = Array.from({ length: 9 }, () => found);
    expect(explanationLines(many, 'chat').at(-1)).toMatch(/^and 4 more/);
    expect(explanationLines(many, 'terminal')).toHaveLength(27);
  });
});

it('whoever cannot change nightjar.yaml is not told to', () => {
  const off = { enabled: false, apply: 'ask' } as const;
  expect(policyWords(off, true)).toContain('`dreaming.enabled: true`');
  expect(policyWords(off, false)).toContain('Whoever runs me');
  expect(policyWords({ ...off, enabled: true }, false)).toBe('Nothing is written without a yes.');
});

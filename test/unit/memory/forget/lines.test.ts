// Which lines of memory go: what rests on somebody alone, by way of logs and past earlier cuts; and how a text loses lines.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ABSENT, revisionOf } from '../../../../src/memory/files.js';
import { blocksOf, lineAfter, plainLines, withoutLines } from '../../../../src/memory/forget/blocks.js';
import { derivation, goneSources, type WriteRow } from '../../../../src/memory/forget/derivation.js';
import { scrubPatch, withoutMarks } from '../../../../src/memory/forget/ledger-scrub.js';
import { whoseEntries } from '../../../../src/memory/forget/whose.js';
import { diffTexts, patched } from '../../../../src/memory/patch.js';

it('a bullet goes with what continues it, and nothing else does', () => {
  const text = '# A\n\n- one\n  goes on\n- two\n\nA paragraph\nof two lines.\n> quoted\n```\n- code\n```\n';
  const shown = blocksOf(plainLines(text)).map(({ from, to, kind }) => `${kind} ${from}-${to}`);
  expect(shown).toEqual([
    ...['line 0-0', 'bullet 2-3', 'bullet 4-4', 'paragraph 6-7', 'line 8-8'],
    ...['line 9-9', 'line 10-10', 'line 11-11'],
  ]);
});

it('every line that stays is found again where it stands now', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('', 'a', 'b', 'c'), { maxLength: 12 }), fc.array(fc.nat(12)), (some, gone) => {
      const lines = some.map((line, at) => (line === '' ? '' : `${line}${at}`));
      const cut = withoutLines(lines.map((line) => `${line}\n`).join(''), new Set(gone));
      const left = plainLines(cut.text);
      for (const [at, line] of lines.entries()) {
        const now = lineAfter(at + 1, cut.gone);
        if (now !== undefined) expect(left[now - 1]).toBe(line);
        else expect(gone.includes(at) || line === '').toBe(true);
      }
    }),
    { numRuns: 100 },
  );
});

function wrote(row: number, path: string, before: string, after: string, more: Partial<WriteRow>): WriteRow {
  const { patch } = diffTexts(path, before, after);
  const none = {
    base: before === '' ? ABSENT : revisionOf(before),
    after: after === '' ? ABSENT : revisionOf(after),
    by: 'flush',
    undoes: null,
    entry: null,
    who: 'system',
    call: null,
    reason: '',
    sources: null,
    line: 1,
  };
  return { row, path, patch, ...none, ...more };
}

it('what a night made of lines of a log rests on what they rest on, wherever they stand by now', () => {
  const log = 'memory/2026-11-01.md';
  const lines = ['- first', '- bob said: x', '- alice said: y', '- both'];
  const text = lines.map((line) => `${line}\n`).join('');
  const rows = [
    wrote(1, log, '', text, {
      sources: [['z'], ['b'], ['a'], ['a', 'b']].map((entries) => ({ trust: 'member', entries })),
    }),
    wrote(2, log, '', '', { reason: 'forgotten', sources: goneSources([{ from: 1, to: 1 }]) }),
    wrote(3, 'MEMORY.md', '', '- of bob\n- of both\n- of all\n- of nobody\n', {
      by: 'dream',
      sources: [
        { text: '- of bob', trust: 'member', entries: [`${log}:1-1`] },
        { text: '- of both', trust: 'member', entries: [`${log}:1-1`, `${log}:2-2`] },
        { text: '- of all', trust: 'member', entries: [`${log}:3-3`] },
      ],
    }),
  ];
  const made = derivation({
    rows,
    ofEntry: (id) => ({ b: 'own' as const, a: 'other' as const })[id],
    ofPlace: () => undefined,
    isOwn: () => false,
    linesOf: (path) => (path === log ? lines.slice(1) : []),
    isAttributed: (line) => line.includes('Bob claims'),
  });
  const of = (line: string) => made.ofLine('MEMORY.md', line);
  expect(['- of bob', '- of both', '- of all', '- of nobody', '- by hand'].map(of)).toEqual([
    ...['own', 'mixed', 'mixed', 'other', undefined],
  ]);
  expect(of('- Bob claims it')).toBe('own');
  expect(made.everOwn(log)).toEqual(['- bob said: x']);
});

it('lines of a log that was put away since, and came back, and was put away again, are the same lines', () => {
  const log = 'memory/2026-11-01.md';
  const away = 'memory/archive/2026/2026-11-01.2.md';
  const text = '- 首先\n- bob said: x\n';
  const sources = [['z'], ['b']].map((entries) => ({ trust: 'member' as const, entries }));
  const moved = {
    by: 'command',
    reason: 'archived',
    sources: sources.map((one, at) => ({ ...one, text: text.split('\n')[at] ?? '' })),
  };
  const rows = [
    wrote(1, log, '', text, { sources }),
    wrote(2, 'MEMORY.md', '', '- of bob\n', {
      by: 'dream',
      sources: [{ text: '- of bob', trust: 'member', entries: [`${log}:2-2`] }],
    }),
    wrote(3, away, '', text, moved),
    wrote(4, log, text, '', { by: 'command', reason: 'archived' }),
    wrote(5, away, '', '', { reason: 'forgotten', sources: goneSources([{ from: 1, to: 1 }]) }),
  ];
  const short = '- bob said: x\n';
  const back = [
    wrote(6, log, '', short, { by: 'command', undoes: 4 }),
    wrote(7, away, short, '', { by: 'command', undoes: 3 }),
  ];
  const again = [wrote(8, away, '', short, moved), wrote(9, log, short, '', { by: 'command', reason: 'archived' })];
  const whose = (rows: readonly WriteRow[], stands: string) =>
    derivation({
      rows,
      ofEntry: (id) => ({ b: 'own' as const, z: 'other' as const })[id],
      ...{ ofPlace: () => undefined, isOwn: () => false, isAttributed: () => false },
      // Somebody may have begun that day's log anew.
      linesOf: (path) => (path === stands ? ['- bob said: x'] : ['- new', '- newer']),
    }).ofLine('MEMORY.md', '- of bob');
  expect(whose(rows, away)).toBe('own');
  expect(whose([...rows, ...back], log)).toBe('own');
  expect(whose([...rows, ...back, ...again], away)).toBe('own');
});

it('a turn is theirs where nobody else speaks in it', () => {
  const at = { at: 0, fence: 1 };
  const from = (account: string) => ({ account, name: account, role: 'member' as const });
  const user = (id: string, turn: string, who: string) =>
    ({ ...at, id, turn, type: 'user', text: '', from: from(who), message: id }) as const;
  const reply = (id: string, turn: string) =>
    ({ ...at, id, turn, type: 'assistant', text: '', model: 'm', final: true }) as const;
  const whose = whoseEntries(
    [
      user('1', 'a', 'bob'),
      reply('2', 'a'),
      user('3', 'b', 'bob'),
      user('4', 'b', 'ann'),
      reply('5', 'b'),
      { ...at, id: '6', type: 'edit', target: '1', text: '' },
      { ...at, id: '7', type: 'compaction', summary: '', firstKept: '5' },
    ],
    (entry) => entry.type === 'user' && entry.from.account === 'bob',
  );
  expect([...whose]).toEqual(
    expect.arrayContaining([
      ['2', 'own'],
      ['4', 'other'],
      ['5', 'mixed'],
      ['6', 'own'],
      ['7', 'mixed'],
    ]),
  );
});

it('a diff without some of its lines still says where the others stand', () => {
  const { patch } = diffTexts('a.md', 'one\ntwo\nthree\n', 'one\nheron\nthree\n');
  const scrubbed = scrubPatch(patch, (line) => line === 'heron');
  expect(scrubbed).not.toContain('heron');
  expect(patched('one\ntwo\nthree\n', scrubbed)).toBe('one\n(forgotten)\nthree\n');
  expect(scrubPatch(patch, () => false)).toBe(patch);
});

it('a diff that is carried out writes no mark, looks for none, and is none where nothing else is left', () => {
  const lines = (...some: string[]) => some.map((line) => `${line}\n`).join('');
  const goes = (line: string) => /heron/.test(line);
  const without = (from: string, to: string) => {
    const { inverse } = diffTexts('a.md', from, to);
    return withoutMarks(scrubPatch(inverse, goes));
  };
  const both = without(lines('a', 'c'), lines('a', 'heron', 'b', 'c'));
  expect(patched(lines('a', 'b', 'c'), both ?? '')).toBe(lines('a', 'c'));
  const replaced = without(lines('a', 'heron'), lines('a', 'b'));
  expect(patched(lines('a', 'b'), replaced ?? '')).toBe(lines('a'));
  const beside = without(lines('heron 1', 'a', 'heron 2'), lines('heron 1', 'b', 'heron 2'));
  expect(patched(lines('b'), beside ?? '')).toBe(lines('a'));
  expect(without(lines('a'), 'a\nheron')).toBeUndefined();
  expect(without(lines('a'), lines('a', '', 'heron'))).toBeUndefined();
  expect(without(lines('a'), lines('b'))).toBe(diffTexts('a.md', lines('a'), lines('b')).inverse);
});

it('what is put back or moved is of whom it was before', () => {
  const log = 'memory/2026-11-01.md';
  const away = 'memory/archive/2026/2026-11-01.md';
  const added = { by: 'command', who: 'bob' };
  const rows = [
    wrote(1, log, '', '- 我是鲍勃\n- undone\n- saved again\n', added),
    wrote(2, log, '- undone\n- saved again\n', '', { by: 'hand' }),
    wrote(3, log, '', '- undone\n', { by: 'command', who: 'owner', undoes: 2 }),
    wrote(4, log, '', '- saved again\n- a hand’s own\n', { by: 'hand' }),
    wrote(5, away, '', '- 我是鲍勃\n', {
      ...{ by: 'command', who: 'owner' },
      sources: [{ text: '- 我是鲍勃', trust: 'member', entries: [], origin: { by: 'command', who: 'bob' } }],
    }),
  ];
  const made = derivation({
    ...{ rows, ofEntry: () => undefined, ofPlace: () => undefined, linesOf: () => [], isAttributed: () => false },
    isOwn: (account) => account === 'bob',
  });
  const of = (line: string) => made.ofLine(log, line);
  expect(['- undone', '- saved again', '- a hand’s own'].map(of)).toEqual(['own', 'own', 'other']);
  expect(made.ofLine(away, '- 我是鲍勃')).toBe('own');
});

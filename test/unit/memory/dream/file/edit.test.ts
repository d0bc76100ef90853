// Checked operations in the text of a file: what comes, what goes, and that nothing else changes by a byte.

import { describe, expect, it } from 'vitest';
import type { Importance, LongTermEntry } from '../../../../../src/contracts/index.js';
import type { CheckedOperation } from '../../../../../src/memory/dream/file/check-operations.js';
import { editLongTerm } from '../../../../../src/memory/dream/file/edit.js';
import { entriesOf, NIGHT, said } from '../../../../support/memory/dream-words.js';

const importanceOf = (text: string): Importance => (/tea|茶/.test(text) ? 'preference' : 'fact');
const rests = { sources: [said('x', { day: '2026-11-28' })], trust: 'owner' as const };
const add = (text: string): CheckedOperation => ({ op: 'add', text, ...rests });

function edited(text: string, plan: (entries: LongTermEntry[]) => CheckedOperation[], entries = entriesOf(text)) {
  return editLongTerm(text, entries, plan(entries), { night: NIGHT, path: 'MEMORY.md', importanceOf });
}
const change =
  (op: 'merge' | 'supersede', text: string, ...ids: string[]) =>
  (entries: LongTermEntry[]) => [{ op, text, targets: entries.filter(({ id }) => ids.includes(id)), ...rests }];
const strike =
  (...ids: string[]) =>
  (entries: LongTermEntry[]): CheckedOperation[] => [
    { op: 'drop', targets: entries.filter(({ id }) => ids.includes(id)), ...rests },
  ];

describe('an add', () => {
  it.each([
    ['an empty file', '', 'a1', '## Facts\n\n- a1\n'],
    ['a file of a mark alone', '\ufeff', 'a1', '\ufeff## Facts\n\n- a1\n'],
    ['its section', '## Facts\n\n- x\n\n## Other\n- y\n', 'a1', '## Facts\n\n- x\n- a1\n\n## Other\n- y\n'],
    [
      'a section in another language',
      '# 关于我\n\n### 偏好\n- 咖啡\n### 事实\n',
      '绿茶',
      '# 关于我\n\n### 偏好\n- 咖啡\n- 绿茶\n### 事实\n',
    ],
    ['a section without a line', '## Fakten\n## Vorlieben\n', 'a1', '## Fakten\n\n- a1\n\n## Vorlieben\n'],
    [
      'a section before the ones below it',
      '## Facts\n- x\n### More\n- y\n',
      'a1',
      '## Facts\n- x\n- a1\n### More\n- y\n',
    ],
    ['a section behind a paragraph', '## Hechos 🧾:\n\nText.\n', 'a1', '## Hechos 🧾:\n\nText.\n\n- a1\n'],
    ['a section that it makes', '# Memory\n\n- x\n', 'tea', '# Memory\n\n- x\n\n## Preferences\n\n- tea\n'],
    ['a file without headings', '- x\n\n- y\n', 'a1', '- x\n\n- y\n- a1\n'],
    [
      'a file of Windows',
      '\ufeff## Facts\r\n- x\r\n',
      '茶室',
      '\ufeff## Facts\r\n- x\r\n\r\n## Preferences\r\n\r\n- 茶室\r\n',
    ],
    ['a file without a last newline', '- x', 'a1', '- x\n- a1'],
    ['a file of Windows without a last newline', '## Facts\r\n- x', 'a1', '## Facts\r\n- x\r\n- a1'],
    [
      'what stands above the pointer',
      '## Facts\n- x\n\nMore: memory/topics/facts.md\n',
      'a1',
      '## Facts\n- x\n- a1\n\nMore: memory/topics/facts.md\n',
    ],
    ['no pinned section', '# Pinned\n## Facts\n- x\n', 'a1', '# Pinned\n## Facts\n- x\n\n# Facts\n\n- a1\n'],
    ['no open fence', '## Facts\n```\ncode\n', 'a1', '## Facts\n```\ncode\n```\n\n- a1\n'],
    ['no open comment', '- x\n<!-- hidden\n\n', 'a1', '- x\n<!-- hidden\n\n-->\n\n- a1\n'],
    ['the end of a long entry', '- x\n\n  more\n  - inner\n', 'a1', '- x\n\n  more\n  - inner\n- a1\n'],
  ])('to %s', (_, text, words, result) => {
    expect(edited(text, () => [add(words)]).text).toBe(result);
  });

  it('says where its line comes from', () => {
    const { lines } = edited('', () => [{ ...add('a1'), trust: 'web', passedOn: true } as CheckedOperation]);
    const source = rests.sources[0]?.entries[0]?.source;
    expect(lines).toEqual([
      { sign: '+', path: 'MEMORY.md', text: '- a1', sources: [source], trust: 'web', passedOn: true },
    ]);
  });
});

describe('a newer truth', () => {
  it.each([
    ['below a bullet', '* a1\n* old\n* b1\n', '* a1\n* new\n  - until 2026-11-28: old\n* b1\n'],
    ['below a number', '1. a1\n2. old\n', '1. a1\n2. new\n   - until 2026-11-28: old\n'],
    [
      'with CRLF, a mark, no last newline',
      '\ufeff- a1\r\n- 旧い茶',
      '\ufeff- a1\r\n- new\r\n  - until 2026-11-28: 旧い茶',
    ],
    [
      'with what continued it',
      '- a1\n- old\n  and older\n  - oldest\n\n- b1\n',
      '- a1\n- new\n  - until 2026-11-28: old · and older · oldest\n\n- b1\n',
    ],
    [
      'in place of a paragraph',
      '- a1\n\nOld\nwords.\n\n- b1\n',
      '- a1\n\n- new\n  - until 2026-11-28: Old words.\n\n- b1\n'.replace('Old words', 'Old · words'),
    ],
    ['with its pin', '- a1\n- old 📌\n', '- a1\n- new 📌\n  - until 2026-11-28: old\n'],
    [
      'with at most three notes, the newest',
      '- a1\n- old\n  - until 2026-03-01: o3\n  - until 2026-02-01: o2\n  - until 2026-01-01: o1\n',
      '- a1\n- new\n  - until 2026-11-28: old\n  - until 2026-03-01: o3\n  - until 2026-02-01: o2\n',
    ],
  ])('keeps the old one as a dated note %s', (_, text, result) => {
    expect(edited(text, change('supersede', 'new', 'm2')).text).toBe(result);
  });

  it('tells of each line that goes or comes, and of the old words how far they can be relied on', () => {
    const text = '- old\n  - until 2026-01-01: o1\n';
    const entries = entriesOf(text, () => ({ trust: 'member' }));
    const { lines } = edited(text, change('supersede', 'new', 'm1'), entries);
    expect(lines.map(({ sign, text: line, trust, hand }) => [sign, line, trust, hand])).toEqual([
      ['-', '- old', 'owner', true],
      ['+', '- new', 'owner', undefined],
      ['+', '  - until 2026-11-28: old', 'member', undefined],
    ]);
  });

  it('stands on the first line behind its mark', () => {
    expect(edited('\ufeff- 旧\n', change('supersede', '新', 'm1')).text).toBe('\ufeff- 新\n  - until 2026-11-28: 旧\n');
  });
});

describe('a merge', () => {
  it('stands in the first one’s place with the notes of all', () => {
    const text =
      '- a1\n  - until 2026-01-01: o1\n\n- b1\n- c1\n  - until 2026-05-01: o5\n  - until 2026-04-01: o4\n- d1\n';
    const { text: result, lines } = edited(text, change('merge', 'a and c', 'm1', 'm3'));
    expect(result).toBe(
      '- a and c\n  - until 2026-05-01: o5\n  - until 2026-04-01: o4\n  - until 2026-01-01: o1\n\n- b1\n- d1\n',
    );
    expect(lines.map(({ sign, text: line }) => sign + line)).toEqual(['-- a1', '-- c1', '+- a and c']);
  });
});

describe('a drop', () => {
  it.each([
    ['a bullet', '- a1\n- b1\n  more\n- c1\n', '- a1\n- c1\n', 'm2'],
    ['the first line, its mark stays', '\ufeff- a1\r\n- b1\r\n', '\ufeff- b1\r\n', 'm1'],
    ['the last line without a newline', '- a1\n- b1', '- a1\n', 'm2'],
    ['with its notes', '# A\n\n- 茶\n  - until 2026-01-01: 珈琲\n\n<!-- x -->\n', '# A\n\n\n<!-- x -->\n', 'm1'],
  ])('takes %s', (_, text, result, id) => expect(edited(text, strike(id)).text).toBe(result));
});

describe('together', () => {
  it('all find their place, whatever comes and goes above them', () => {
    const text = '# M\n\n- a1\n- b1\n- c1\n\n```\n- no\n```\n\n## Preferences\n- d1\n- e1\n';
    const plan = (entries: LongTermEntry[]) => [
      add('tea'),
      ...change('supersede', 'E2', 'm5')(entries),
      ...strike('m1')(entries),
      ...change('merge', 'BC', 'm2', 'm3')(entries),
      add('f1'),
    ];
    expect(edited(text, plan).text).toBe(
      '# M\n\n- BC\n\n```\n- no\n```\n\n## Preferences\n- d1\n- E2\n  - until 2026-11-28: e1\n- tea\n\n## Facts\n\n- f1\n',
    );
  });

  it('what is taken twice, or is not of this text, changes nothing more', () => {
    const plan = (entries: LongTermEntry[]) => [
      ...strike('m1')(entries),
      ...change('merge', 'AB', 'm1', 'm2')(entries),
    ];
    expect(edited('- a1\n- b1\n', plan).text).toBe('- b1\n');
    const foreign = entriesOf('- a\n'.repeat(30)).slice(29);
    expect(
      editLongTerm('- a1\n', foreign, strike('m30')(foreign), { night: NIGHT, path: 'M', importanceOf }).text,
    ).toBe('- a1\n');
  });
});

describe('what stands below a line that goes', () => {
  it.each([
    ['makes no heading of a paragraph above', 'Text\n- a1\n---\n', 'Text\n\n---\n', 'm2'],
    ['becomes no settings of the file', '- a1\n---\n- b1\n---\n', '\n---\n- b1\n---\n', 'm1'],
    ['in a list below a paragraph goes with it', 'Pets:\n\n  - 猫\n\n- x1\n', '\n- x1\n', 'm1'],
  ])('%s', (_, text, result, id) => expect(edited(text, strike(id)).text).toBe(result));
});

// What of a long-term file is a matter that may change, and what nobody ever touches.

import { describe, expect, it } from 'vitest';
import type { LineOrigin } from '../../../../../src/contracts/index.js';
import { longTermEntries } from '../../../../../src/memory/dream/file/long-term.js';
import { splitLines } from '../../../../../src/memory/lines.js';
import { entriesOf } from '../../../../support/memory/dream-words.js';

const shown = (text: string) => entriesOf(text).map(({ text: words, lines }) => [words, lines.from, lines.to]);

describe('the matters of a long-term file', () => {
  it.each([
    [
      'bullets',
      '- a1\n* b1\n1. c1\n',
      [
        ['a1', 1, 1],
        ['b1', 2, 2],
        ['c1', 3, 3],
      ],
    ],
    [
      'a bullet with what continues it',
      '- 猫の名前\n  - ミケ\n  雌です\n- 犬\n',
      [
        ['猫の名前\nミケ\n雌です', 1, 3],
        ['犬', 4, 4],
      ],
    ],
    [
      'what continues behind a blank line',
      '- tea\n\n  and cake\n\n- x1\n',
      [
        ['tea\nand cake', 1, 3],
        ['x1', 5, 5],
      ],
    ],
    [
      'paragraphs',
      'One\ntwo.\n\nThree.\n',
      [
        ['One\ntwo.', 1, 2],
        ['Three.', 4, 4],
      ],
    ],
    [
      'a list that stands in',
      '  - a1\n  - b1\n',
      [
        ['a1', 1, 1],
        ['b1', 2, 2],
      ],
    ],
    [
      'boxes and quotations',
      '- [ ] milk\n\n> 明日\n',
      [
        ['milk', 1, 1],
        ['明日', 3, 3],
      ],
    ],
    [
      'a comment inside',
      '- milk <!-- pin -->\n  <!-- a\n  b -->\n- x1\n',
      [
        ['milk', 1, 3],
        ['x1', 4, 4],
      ],
    ],
    [
      'a dated note, which is not so any more',
      '- Lives in Oslo\n  - until 2026-01-02: Lives in Rome\n',
      [['Lives in Oslo', 1, 2]],
    ],
  ])('are %s', (_, text, found) => {
    expect(shown(text)).toEqual(found);
    expect(shown(`\ufeff${text.replaceAll('\n', '\r\n')}`.trimEnd())).toEqual(found);
  });

  it.each([
    ['headings', '# A\n\nTitle\n=====\n\nOther\n---\n'],
    ['rules and blank lines', '\n---\n\n***\n'],
    ['fences', '```sh\n- rm\n\n- x\n```\n\n~~~\n# no\n~~~\n'],
    ['a fence that never ends', '```\n- rm\n'],
    ['a bullet that holds a fence', '- so:\n  ```\n  rm\n  ```\n'],
    ['tables', '| a | b |\n|---|---|\n| 1 | 2 |\n\na | b\n--|--\n1 | 2\n'],
    ['comments', '<!-- a -->\n<!--\n- b\n\n- c\n-->\n'],
    ['HTML and code', '<details>\n- a\n</details>\n\n    - code\n'],
    ['the pointer to topics', 'More: memory/topics/facts.md, groups/x/memory/topics/日記.md\n'],
    ['settings at the top', '---\ntags: a\n---\n'],
    ['empty bullets', '- \n*\n'],
  ])('are not %s', (_, text) => expect(entriesOf(text)).toEqual([]));

  it('are not the words that the file came with, be they corrected around', () => {
    const skipped = new Set(['Only you and I, in private, read this file.', 'One matter to a line.']);
    const text = 'Only you and I, in private, read this file.\n\n# Memory\n\nOne matter to a line.\nMine\n- 茶\n';
    const found = longTermEntries(text, (lines) => lines.map(() => ({ trust: 'owner' })), skipped);
    expect(found.map(({ id, text: words, heading }) => [id, words, heading])).toEqual([
      ['m1', 'Mine', 'Memory'],
      ['m2', '茶', 'Memory'],
    ]);
  });

  it('know their heading, whose hand wrote them, what is pinned, and the lowest trust of their lines', () => {
    const text = '- a1\n## Pinned\n- b1\n## Fakten\n- c1 📌\n- d1\n  - d2\n';
    const origins: Record<string, LineOrigin> = {
      '- a1': { trust: 'owner' },
      '- b1': { trust: 'owner', by: 'hand' },
      '- c1 📌': { trust: 'owner', by: 'dream' },
      '- d1': { trust: 'owner', by: 'dream' },
      '  - d2': { trust: 'web', by: 'dream' },
    };
    const found = entriesOf(text, (line) => origins[line] ?? { trust: 'owner' });
    expect(found.map(({ heading, hand, pinned, trust }) => [heading, hand, pinned, trust])).toEqual([
      ['', true, false, 'owner'],
      ['Pinned', true, true, 'owner'],
      ['Fakten', false, true, 'owner'],
      ['Fakten', false, false, 'web'],
    ]);
  });

  it('are found soon in a long file', () => {
    const text = Array.from({ length: 5_000 }, (_, n) => `- 第${n}件事 ${n}\n  more of it`).join('\n');
    const begin = performance.now();
    expect(entriesOf(text)).toHaveLength(5_000);
    expect(splitLines(text)).toHaveLength(10_000);
    expect(performance.now() - begin).toBeLessThan(1_500);
  });
});

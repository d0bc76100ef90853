// Whatever is written: what it is not about stays byte for byte and in order. Whatever is proposed: no night takes more than its
// share, and what comes out is the same every time.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DreamOperation, Importance, LongTermEntry } from '../../../../../src/contracts/index.js';
import {
  type CheckedOperation,
  checkOperations,
  targetsOf,
} from '../../../../../src/memory/dream/file/check-operations.js';
import { editLongTerm } from '../../../../../src/memory/dream/file/edit.js';
import { splitLines } from '../../../../../src/memory/lines.js';
import { entriesOf, NIGHT, partsFor, questionOf, said } from '../../../../support/memory/dream-words.js';

const kinds: Importance[] = ['preference', 'fact', 'decision', 'goal', 'lesson', 'none'];
const importanceOf = (text: string) => kinds[text.length % kinds.length] ?? 'none';
const parts = { night: NIGHT, path: 'MEMORY.md', importanceOf };

const block = fc.constantFrom(
  ...['# M', '## Facts', '### 偏好', '## Pinned', '', '', '<!-- c -->', '| a |', '---', '```\n- no\n```'],
  ...['- Ada lives in Oslo.', '- Ada drinks tea.\n  - until 2026-01-01: Ada drinks milk.', '1. Room 4711 is free.'],
  ...[
    '- 我妹妹住在京都。',
    '* 会議室は3階です。\n  東側',
    'A paragraph\nabout Oslo.',
    '- Works at Initech. 📌',
    '  - inner',
  ],
);
const file = fc
  .tuple(
    fc.array(block, { maxLength: 16 }),
    fc.constantFrom('\n', '\r\n'),
    fc.boolean(),
    fc.boolean(),
    fc.constantFrom('', '\n\nMore: memory/topics/facts.md\n'),
  )
  .map(([blocks, eol, mark, ended, pointer]) => {
    const text = `${blocks.join('\n')}${ended && blocks.length > 0 ? '\n' : ''}${pointer}`;
    return (mark ? '\ufeff' : '') + text.replaceAll('\n', eol);
  });

const wish = fc.record({
  op: fc.constantFrom('add' as const, 'merge' as const, 'supersede' as const, 'drop' as const),
  picks: fc.array(fc.nat({ max: 15 }), { minLength: 1, maxLength: 3 }),
});
type Wish = { op: 'add' | 'merge' | 'supersede' | 'drop'; picks: number[] };
const rests = { sources: [said('x')], trust: 'owner' as const };

/** Each entry at most once, as a check leaves it. */
function acceptedOf(wishes: readonly Wish[], entries: readonly LongTermEntry[]): CheckedOperation[] {
  const taken = new Set<LongTermEntry>();
  return wishes.flatMap(({ op, picks }, n): CheckedOperation[] => {
    const text = `第${n}件事 matter${'x'.repeat(n)}`;
    if (op === 'add') return [{ op, text, ...rests }];
    const targets = [...new Set(picks.flatMap((pick) => entries[pick] ?? []))].filter((entry) => !taken.has(entry));
    if (targets.length === 0) return [];
    for (const entry of targets) taken.add(entry);
    return op === 'drop' ? [{ op, targets, ...rests }] : [{ op, text, targets, ...rests }];
  });
}

const ended = (line: string, eol: string) => (line.endsWith('\n') ? line : line + eol).replace(/^\ufeff/, '');

describe('an edit', () => {
  it('leaves alone what it is not about, byte for byte and in order, and is the same twice', () => {
    fc.assert(
      fc.property(file, fc.array(wish, { maxLength: 8 }), (before, wishes) => {
        const entries = entriesOf(before);
        const accepted = acceptedOf(wishes, entries);
        const { text: after, lines } = editLongTerm(before, entries, accepted, parts);
        expect(editLongTerm(before, entries, accepted, parts)).toEqual({ text: after, lines });
        expect(editLongTerm(before, entries, [], parts)).toEqual({ text: before, lines: [] });
        if (accepted.length === 0) expect(after).toBe(before);

        const touched = accepted.flatMap((one) => targetsOf(one));
        const gone = new Set(touched.flatMap((one) => range(one.lines.from, one.lines.to)));
        const eol = before.includes('\r\n') ? '\r\n' : '\n';
        const now = splitLines(after).map((line) => ended(line, eol));
        let at = 0;
        for (const [index, line] of splitLines(before).entries()) {
          if (gone.has(index + 1)) continue;
          const found = now.indexOf(ended(line, eol), at);
          expect(found).toBeGreaterThanOrEqual(at);
          at = found + 1;
        }
        expect(after.startsWith('\ufeff')).toBe(before.startsWith('\ufeff'));
        if (eol === '\r\n') expect(after).not.toMatch(/[^\r]\n/);

        // Each line of the difference is one: what was there and what comes, without what goes, is what is there.
        const said = (sign: string) => lines.flatMap((line) => (line.sign === sign ? [line.text] : []));
        const shown = (text: string) => splitLines(text).map((line) => line.trimEnd());
        const whole = [...shown(before).map(bare), ...said('+').map(bare)];
        for (const line of said('-').map(bare)) expect(whole.splice(whole.indexOf(line), 1)).toEqual([line]);
        const made = /^(?:# |## )(?:Preferences|Facts|Decisions|Goals|Lessons)$/;
        const plain = (all: string[]) => all.filter((line) => line !== '' && !made.test(line)).sort();
        expect(plain(shown(after).map(bare))).toEqual(plain(whole));

        // Every matter that nothing was about is still one, and each new one is there once.
        const words = entriesOf(after).map((entry) => entry.text);
        const left = entries.filter((entry) => !touched.includes(entry)).map((entry) => entry.text);
        expect(left.filter((one) => !words.includes(one))).toEqual([]);
        for (const text of accepted.flatMap((one) => ('text' in one ? [one.text] : [])))
          expect(words.filter((one) => one.replace(/ 📌$/, '') === text)).toHaveLength(1);
      }),
      { numRuns: 200 },
    );
  });
});

const claims = [
  said('Ada no longer lives in Oslo.'),
  said('Ada lives in Bergen now, not in Oslo.'),
  said('Ada no longer drinks tea.'),
  said('Room 4711 is not free.'),
  said('我妹妹不住在京都了。'),
  said('Works at Hooli now.', {}, { explicit: true }),
];
const targets = fc.array(fc.nat({ max: 9 }), { maxLength: 2 }).map((all) => all.map((n) => `m${n}`));
const cited = fc
  .nat({ max: claims.length })
  .chain((n) =>
    fc
      .constantFrom(claims[n]?.text ?? '', claims[n]?.text ?? '', 'Ada lives in Rome.', '- x\n- y', '## A', '📌 Ada')
      .map((text) => ({ text, sources: [`n${n + 1}`] })),
  );
const operation: fc.Arbitrary<DreamOperation> = fc.oneof(
  cited.map((one) => ({ op: 'add' as const, ...one })),
  fc.tuple(cited, targets, fc.boolean()).map(([one, ids, newer]) => ({
    op: newer ? ('supersede' as const) : ('merge' as const),
    ...one,
    targets: ids,
  })),
  fc.tuple(cited, targets).map(([{ sources }, ids]) => ({ op: 'drop' as const, sources, targets: ids })),
  fc.record({ op: fc.constant('move' as const), targets, topic: fc.constantFrom('tea', '../x', '家') }),
);

describe('a check', () => {
  it('answers for each proposal once, is the same twice, and lets no more than a share of the file change', () => {
    fc.assert(
      fc.property(file, fc.array(operation, { maxLength: 12 }), (before, operations) => {
        const entries = entriesOf(before);
        const question = questionOf({ entries, claims });
        const checked = () => checkOperations(question, operations, partsFor(entries));
        const { accepted, refused, putOff } = checked();
        expect(checked()).toEqual({ accepted, refused, putOff });
        expect(accepted.length + refused.length).toBe(operations.length);
        const all = accepted.flatMap((one) => targetsOf(one));
        expect(new Set(all).size).toBe(all.length);
        const changed = accepted.flatMap((one) => (one.op === 'move' ? [] : targetsOf(one)));
        expect(changed.length).toBeLessThanOrEqual(Math.max(3, entries.length / 4));
        for (const one of accepted) if ('text' in one) expect(one.text).not.toMatch(/\n|Rome|^#/);
      }),
      { numRuns: 40 },
    );
  });
});

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function bare(line: string): string {
  return line.replace(/^\ufeff/, '').trimEnd();
}

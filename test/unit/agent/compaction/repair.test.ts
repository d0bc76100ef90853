// A model's summary made to hold what it must and no more than it may.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judge, measureOf } from '../../../../src/agent/compaction/check.js';
import { sectionsOf, summaryOf } from '../../../../src/agent/compaction/headings.js';
import { heardIn } from '../../../../src/agent/compaction/heard.js';
import { repaired } from '../../../../src/agent/compaction/repair.js';
import { foldText } from '../../../../src/text/segment.js';
import { estimateTokens } from '../../../../src/text/tokens.js';
import { person, reply, sourceOf } from '../../../support/summary-source.js';

describe('repaired', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.constantFrom(
      'order 7F3-221. never mail Bob!\nKiedy?',
      '别给他打电话。AB-12 “红楼梦”',
      '## Goal\n- x',
      'I will go to /a/b.txt',
    ),
  );

  it('loses nothing of what it was given to keep, and fits', () => {
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 20 }),
        text,
        fc.integer({ min: 1, max: 500 }),
        (texts, draft, maxTokens) => {
          const source = sourceOf(
            texts.map((one, index) => (index % 2 ? reply(one) : person(one))),
            { maxTokens },
          );
          const measure = measureOf(source, heardIn(source));
          const summary = repaired(draft, measure);
          if (summary === undefined) return;
          expect(estimateTokens(summary)).toBeLessThanOrEqual(maxTokens);
          expect(judge(summary, measure).lost).toEqual([]);
          const { instructions, promises, questions } = measure.keep;
          for (const one of [...instructions, ...promises, ...questions])
            expect(foldText(summary)).toContain(foldText(one));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('adds nothing that stands there already', () => {
    const source = sourceOf([person('Order 7F3-221. Never mail Bob.')]);
    const draft = '## Standing instructions\n- “Never mail Bob.”\n\n## Facts and identifiers\n- Order 7F3-221.';
    expect(repaired(draft, measureOf(source, heardIn(source)))).toBe(draft);
  });
});

describe('sectionsOf', () => {
  it('knows the headings however they are written, and no sentence as one', () => {
    const odd = '**Goal**\nGoal: sell the boat\n# Open Questions:\n* when?\n### Ziel\n1. one\nPromises\n';
    expect(summaryOf(sectionsOf(odd))).toBe(
      '## Goal\n- Goal: sell the boat\n\n## Open questions\n- when?\n- Ziel\n- 1. one\n- Promises',
    );
  });

  it('takes a bare mark, and a word for nothing, as nothing', () => {
    for (const empty of ['- None.', '-', '无', '## Goal\n- (none)\n', '**Decisions:** ', 'なし', '- brak', '---', '']) {
      expect(summaryOf(sectionsOf(empty)), empty).toBe('');
    }
  });
});

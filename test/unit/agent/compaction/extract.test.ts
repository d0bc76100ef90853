// A summary without a model: what was said, in its own words, within its size.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractSummary } from '../../../../src/agent/compaction/extract.js';
import { HEADINGS, sectionsOf } from '../../../../src/agent/compaction/headings.js';
import { estimateTokens } from '../../../../src/text/tokens.js';
import { delivery, group, person, planted, reply, result, skill, sourceOf } from '../../../support/summary-source.js';

describe('extractSummary', () => {
  it('keeps id, path, ban and open question word for word under the fixed headings (C061)', () => {
    const summary = extractSummary(sourceOf(delivery));
    for (const one of planted) expect(summary).toContain(one);
    const sections = sectionsOf(summary);
    expect(sections.get('Standing instructions')?.join()).toContain('never mail Bob');
    expect(sections.get('Open questions')?.join()).toContain('Kiedy kurier');
    for (const line of summary.split('\n')) expect(line).toMatch(/^(## .+|- .+|)$/);
    const headings = [...summary.matchAll(/^## (.+)$/gm)].map((match) => match[1]);
    expect(headings).toEqual(HEADINGS.filter((heading) => headings.includes(heading)));
  });

  it('adds no word of its own', () => {
    const bodies = [...delivery, reply('I will write to you at 15:30.'), skill('parcels')];
    const all = bodies.map((body) => ('text' in body ? body.text : 'parcels'));
    for (const line of [...sectionsOf(extractSummary(sourceOf(bodies))).values()].flat()) {
      const words = line.replace(/^assistant: /, '');
      expect(
        all.some((text) => text.includes(words)),
        line,
      ).toBe(true);
    }
  });

  it('always names the skill in use, also the one of the summary before', () => {
    expect(
      extractSummary(sourceOf([person('我们决定用方案B'.repeat(50)), skill('tax-return')], { maxTokens: 20 })),
    ).toBe('## Skill in use\n- tax-return');
    const previous = '## Skill in use\n- tax-return';
    expect(extractSummary(sourceOf([person('hello there, how are you')], { previous }))).toContain(previous);
    const next = extractSummary(sourceOf([person('hello there, how are you'), skill('garden')], { previous }));
    expect(next).toContain('garden');
    expect(next).not.toContain('tax-return');
  });

  it('carries what stood in the summary before, and where things stood as a fact', () => {
    const previous = '## Goal\n- Sell the boat\n\n## Decisions\n- Paint it\n\n## Where we stand\n- Ann has the keys';
    const sections = sectionsOf(extractSummary(sourceOf([person('The buyer comes on Sunday.')], { previous })));
    expect(sections.get('Goal')).toEqual(['Sell the boat']);
    expect(sections.get('Where we stand')).toEqual(['The buyer comes on Sunday.']);
    expect(sections.get('Decisions')).toEqual(['Paint it']);
    expect(sections.get('Facts and identifiers')).toEqual(['Ann has the keys']);
  });

  it('loses no identifier that fits, five compactions in a row', () => {
    const ids: string[] = [];
    let previous = '';
    for (let round = 0; round < 5; round++) {
      const bodies = Array.from({ length: 8 }, (_, index) => {
        const id = `${String.fromCharCode(65 + round)}${index}X-${100 + index}`;
        ids.push(id);
        return index % 2 === 0
          ? person(`The parcel ${id} went to the house of somebody else, which took a good while to find out.`)
          : reply(`它的编号是${id}，我们昨天下午已经处理了。`);
      });
      ids.push(`“Nacht ${round}”`);
      bodies.push(person(`Das Projekt heißt “Nacht ${round}” und dauert.`));
      previous = extractSummary(sourceOf(bodies, { previous, maxTokens: 700 }));
      expect(estimateTokens(previous)).toBeLessThanOrEqual(700);
    }
    expect(ids.filter((id) => !previous.includes(id))).toEqual([]);
  });

  it('says in a group who said what, and tells a promise as a promise', () => {
    const bodies = [
      person('我们决定换成方案B', '小明'),
      person('Der Vertrag heißt HT-2026-118', 'Cid'),
      reply('I will send HT-9.'),
    ];
    const sections = sectionsOf(extractSummary(sourceOf(bodies, { scope: group })));
    expect(sections.get('Decisions')).toEqual(['小明: 我们决定换成方案B']);
    expect(sections.get('Facts and identifiers')).toEqual(['Cid: Der Vertrag heißt HT-2026-118']);
    expect(sections.get('Promises')).toEqual(['I will send HT-9.']);
  });

  it('shows nobody else’s sentences as facts', () => {
    const summary = extractSummary(sourceOf([person('look', 'Ann', { quoted: 'You must pay 900 € to Eve.' })]));
    expect(summary).toContain('900 €');
    expect(summary).not.toContain('must pay');
  });

  it('puts the newest first where there is little room', () => {
    const bodies = Array.from({ length: 60 }, (_, index) =>
      person(`Day ${index}: Carla planted tree ${1000 + index} there.`),
    );
    const summary = extractSummary(sourceOf(bodies, { maxTokens: 150 }));
    expect(summary).toContain('1059');
    expect(summary).not.toContain('1005');
  });

  it('says each thing once', () => {
    const once = extractSummary(sourceOf(delivery));
    const twice = extractSummary(sourceOf(delivery, { previous: once }));
    const lines = [...sectionsOf(twice).values()].flat();
    for (const one of planted) expect(lines.filter((line) => line.includes(one)).length).toBeLessThanOrEqual(2);
    expect(estimateTokens(twice)).toBeLessThanOrEqual(estimateTokens(once) * 1.3);
  });

  it('is quick on an unbroken Chinese line and on a result of two megabytes', () => {
    const bodies = [person('我'.repeat(200_000)), result('x1 '.repeat(700_000)), person('订单7F3-221')];
    const before = performance.now();
    const summary = extractSummary(sourceOf(bodies));
    expect(performance.now() - before).toBeLessThan(3_000);
    expect(summary).toContain('7F3-221');
  });

  it('is empty when nothing was said', () => {
    expect(extractSummary(sourceOf([]))).toBe('');
    expect(extractSummary(sourceOf([person('gone')], { edits: new Map([['e1', undefined]]) }))).toBe('');
  });

  it('never passes its size and never throws', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.string({ unit: 'binary', maxLength: 80 }),
    );
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 20 }),
        text,
        fc.integer({ min: -1, max: 400 }),
        (texts, previous, maxTokens) => {
          const bodies = texts.map((one, index) => (index % 2 ? reply(one) : person(one)));
          const summary = extractSummary(sourceOf(bodies, { previous, maxTokens }));
          expect(estimateTokens(summary)).toBeLessThanOrEqual(Math.max(0, maxTokens));
          expect(extractSummary(sourceOf(bodies, { previous, maxTokens }))).toBe(summary);
        },
      ),
    );
  });
});

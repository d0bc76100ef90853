import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitSkill, readSkill } from '../../../../src/agent/apart/skill-text.js';
import type { SkillCard } from '../../../../src/contracts/index.js';
import { estimateTokens } from '../../../../src/text/tokens.js';
import { skillSet } from '../../../support/skill-set.js';

const read = async (text: string, tokens: number) => {
  const set = skillSet({ name: 's', text });
  return await readSkill(set, set.shown[0] as SkillCard, tokens);
};

describe('the text of a skill', () => {
  it('is read whole over as many pages as it has', async () => {
    const text = Array.from({ length: 2_345 }, (_, n) => `line ${n}`).join('\n');
    const skill = await read(text, 1_000_000);
    expect(skill).toMatchObject({ text, to: 2_345, lines: 2_345 });
    expect(fitSkill(skill, 1_000_000, true)).toEqual({ text, more: '' });
  });

  it('is not read further than there is room', async () => {
    const text = Array.from({ length: 20_000 }, () => 'x'.repeat(100)).join('\n');
    expect((await read(text, 500)).to).toBeLessThan(2_000);
  });

  it('that is one long line is cut inside it, and goes on there', async () => {
    const { text, more } = fitSkill(await read('字'.repeat(9_000), 1_000), 1_000, true);
    expect(text).toMatch(/^字{500,}… \(line 1 goes on/);
    expect(more).toMatch(/goes on at line 1 of 1; read it from there as skill:s\/SKILL\.md/);
  });

  it('says that there is more even to what cannot read', async () => {
    const { more } = fitSkill(await read('a b c d e f\n'.repeat(500), 100), 100, false);
    expect(more).toMatch(/goes on at line \d+ of 501 and has no room here/);
  });

  it('never has more than its room, and only whole lines from its beginning', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.string({ unit: 'grapheme', maxLength: 60 }).map((line) => line.replace(/[\r\n]/g, ' ')),
          { minLength: 1 },
        ),
        fc.integer({ min: 60, max: 400 }),
        async (lines, tokens) => {
          const whole = lines.join('\n');
          const { text, more } = fitSkill(await read(whole, tokens), tokens, true);
          expect(estimateTokens(text)).toBeLessThanOrEqual(tokens);
          expect(whole.startsWith(text) || text.includes('goes on for')).toBe(true);
          expect(more === '').toBe(text === whole);
        },
      ),
      { numRuns: 60 },
    );
  });
});

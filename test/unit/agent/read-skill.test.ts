// The tool `read` on a skill's files: pages that stand uncut in a request, and the mark that the skill is in use.

import { describe, expect, it } from 'vitest';
import { readTool } from '../../../src/agent/tools/read.js';
import { seal } from '../../../src/agent/tools/seal.js';
import type { ToolContext } from '../../../src/contracts/index.js';
import { estimateTokens } from '../../../src/text/tokens.js';
import { dialogue } from '../../support/dialogue.js';
import { type SkillText, skillSet } from '../../support/skill-set.js';

const LINES = Array.from({ length: 600 }, (_, n) => `第${n}步：先看清楚，再动手。Step ${n}: look, then do.`);
const LONG: SkillText = { name: 'long', text: LINES.join('\n') };

async function page(skill: SkillText, args: Record<string, unknown>, more: Partial<ToolContext>) {
  return await seal(readTool).run(args, { skills: skillSet(skill), room: 20_000, ...more } as ToolContext);
}

describe('read of a skill', () => {
  it.each([600, 3_000, 20_000])(
    'gives whole lines within %i tokens, and says where to go on until all was read',
    async (room) => {
      const read: string[] = [];
      let from = 1;
      for (let pages = 0; from > 0; pages++) {
        expect(pages).toBeLessThan(200);
        const { content } = await page(LONG, { path: 'skill:long/SKILL.md', from }, { room });
        expect(estimateTokens(content)).toBeLessThanOrEqual(room);
        const [, next] = /\n\(Goes on at line (\d+) of 600\.\)$/.exec(content) ?? [];
        read.push(content.replace(/\n\(Goes on at line \d+ of 600\.\)$/, ''));
        from = Number(next ?? 0);
      }
      expect(read.join('\n')).toBe(LONG.text);
    },
  );

  it('sends on to skill_run where it runs apart, but not inside such a run', async () => {
    const skill: SkillText = { name: 'apart', text: 'x', apart: true };
    const runApart = async () => ({ content: '' });
    await expect(page(skill, { path: 'skill:apart/SKILL.md' }, { runApart })).rejects.toThrow(/runs apart/);
    expect((await page(skill, { path: 'skill:apart/SKILL.md' }, {})).content).toBe('x');
  });

  it('is in use from then on, in what a summary must keep', async () => {
    const house = await dialogue(
      (_, number) =>
        number === 1 ? { calls: [{ name: 'read', args: { path: 'skill:long/SKILL.md' } }] } : { text: 'I follow it.' },
      { skills: skillSet({ ...LONG, apart: false }) },
    );
    await house.say('do the long thing');
    const entries = house.entries().filter(({ type }) => type === 'skill');
    expect(entries).toMatchObject([{ name: 'long', path: 'skill:long/SKILL.md' }]);
  });
});

describe('the search for skills', () => {
  const many = (count: number, letters: number) =>
    Array.from(
      { length: count },
      (_, n): SkillText => ({ name: `s${n}-${'x'.repeat(letters)}`, text: 'x', apart: false }),
    );

  it.each([
    ['a list that stands whole', many(60, 5), false],
    ['more than sixty', many(61, 5), true],
    ['a list that has no room for all', many(60, 50), true],
  ])('is there or not for %s', async (_, skills, wanted) => {
    const house = await dialogue(() => ({ text: 'ok' }), { skills: skillSet(...skills), catalogChars: 6_000 });
    await house.say('hello');
    const names = house.model.requests[0]?.tools.map(({ name }) => name);
    expect(names?.includes('skill_search')).toBe(wanted);
    expect(house.model.requests[0]?.system).not.toContain('more are not listed');
  });
});

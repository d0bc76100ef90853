// The text of a skill as a run of it begins with: whole where there is room, else its beginning and where to read on.

import type { SkillCard, SkillSet } from '../../contracts/index.js';
import { estimateTokens } from '../../text/tokens.js';
import { takeLines } from '../tools/excerpt.js';

const PAGE = { lines: 1_000, characters: 50_000 };

export interface SkillText {
  location: string;
  /** From its first line on: at least as much as there was room for. */
  text: string;
  /** The last line in it. */
  to: number;
  /** Of the whole file. */
  lines: number;
}

/** Reads until all is there, or more than `tokens`. A ToolError as the set throws it. */
export async function readSkill(set: SkillSet, { location }: SkillCard, tokens: number): Promise<SkillText> {
  const texts: string[] = [];
  let used = 0;
  for (let from = 1; ; ) {
    const page = await set.read(location, { from, ...PAGE });
    const { to, lines } = page;
    const text = page.text
      .split('\n')
      .slice(0, to - from + 1)
      .join('\n');
    texts.push(text);
    used += estimateTokens(text);
    if (to >= lines || to < from || used > tokens) return { location, text: texts.join('\n'), to, lines };
    from = to + 1;
  }
}

/** At most so many tokens of it, in whole lines, and a line that says what is missing: '' for nothing. Pure. */
export function fitSkill(skill: SkillText, tokens: number, canRead: boolean): { text: string; more: string } {
  const { location, lines } = skill;
  let { text, to } = skill;
  for (let most = text.length; estimateTokens(text) > tokens && most > 0; ) {
    most = Math.floor(Math.min(most * 0.9, (most * tokens) / estimateTokens(text)));
    ({ text, to } = takeLines(skill.text, 1, Math.max(1, most)));
  }
  if (text === skill.text && to >= lines) return { text, more: '' };
  const isWhole = skill.text.split('\n').slice(0, to).join('\n') === text;
  const next = isWhole ? to + 1 : to;
  const how = canRead ? `; read it from there as ${location}, before you begin` : ' and has no room here';
  return { text, more: `(The skill goes on at line ${next} of ${lines}${how}.)` };
}

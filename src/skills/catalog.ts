// The list of skills that a system prompt holds: what each is called, what it is for and where it stands. Pure. Must never
// let a skill's own words end the list, begin another entry or add a line to it.

import type { SkillCard } from '../contracts/index.js';
import { oneLine } from '../text/truncate.js';

/** From more skills than this on, the tool skill_search is offered. */
export const SEARCH_FROM = 60;

const OPEN = '<available_skills>';
const CLOSE = '</available_skills>';
/** The longest description that the Agent Skills format allows; a longer one is cut. UTF-16 units. */
const MAX_DESCRIPTION = 1_024;

/**
 * `skills` nearest first, as one block of at most `chars` UTF-16 units. Where there is no room for all of it, descriptions go
 * first, from the farthest skill on, then the farthest skills themselves, and how many more there are takes their place. ''
 * for none, and where there is no room for the count alone. Byte-identical for equal arguments.
 */
export function catalogText(
  skills: readonly SkillCard[],
  { chars, searchable }: { chars: number; searchable: boolean },
): string {
  if (skills.length === 0) return '';
  const compact = skills.map((skill) => entry(skill));
  const room = chars - block(compact).length;
  return room < 0 ? beginning(compact, chars, searchable) : block(describedFirst(skills, compact, room));
}

/** Whether each of them has a line in the list. */
export function isWholeList(skills: readonly SkillCard[], chars: number): boolean {
  return block(skills.map((skill) => entry(skill))).length <= chars;
}

/** With descriptions up to the first that no longer fits into `room`: no skill is told less of than one behind it. */
function describedFirst(skills: readonly SkillCard[], compact: readonly string[], room: number): string[] {
  const full: string[] = [];
  for (const [at, skill] of skills.entries()) {
    const line = entry(skill, skill.description);
    room -= line.length - (compact[at]?.length ?? 0);
    if (room < 0) break;
    full.push(line);
  }
  return [...full, ...compact.slice(full.length)];
}

/** The longest beginning that fits together with the count of the rest. */
function beginning(lines: readonly string[], chars: number, searchable: boolean): string {
  const rest = (count: number) => (searchable ? `${count} more, use skill_search` : `${count} more are not listed`);
  let shown = 0;
  let length = block([]).length;
  for (const line of lines.slice(0, -1)) {
    const next = length + line.length + 1;
    if (next + rest(lines.length - shown - 1).length + 1 > chars) break;
    length = next;
    shown++;
  }
  const text = block([...lines.slice(0, shown), rest(lines.length - shown)]);
  return text.length <= chars ? text : '';
}

function block(lines: readonly string[]): string {
  return [OPEN, ...lines, CLOSE].join('\n');
}

function entry({ name, location, apart }: SkillCard, description = ''): string {
  const words = escaped(oneLine(description, MAX_DESCRIPTION));
  const marks = `name="${escaped(oneLine(name, Infinity))}" location="${escaped(oneLine(location, Infinity))}"`;
  const head = `<skill ${marks}${apart ? ' begin="skill_run"' : ''}`;
  return words === '' ? `${head} />` : `${head}>${words}</skill>`;
}

/** An ampersand stays: whoever writes `&lt;` has written no tag. */
function escaped(line: string): string {
  return line.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

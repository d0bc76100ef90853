// The skills that come with the program: well formed, written for tools that there are, found by those who need them, and
// part of what is built.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { tools } from '../../../src/agent/tools/table.js';
import { rankTexts } from '../../../src/memory/search/rank-texts.js';
import { planted, skillTexts } from '../../support/memory/skill-texts.js';

const root = fileURLToPath(new URL('../../../workspaces/skills', import.meta.url));
const folders = readdirSync(root).sort();
const read = (folder: string) => readFileSync(join(root, folder, 'SKILL.md'), 'utf8');

const known = new Set(tools.map(({ spec }) => spec.name));

function headOf(text: string): { name: string; description: string } {
  const [, head = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
  return parse(head) as { name: string; description: string };
}

test('they are these', () => {
  expect(folders).toEqual(['daily-brief', 'meeting-notes', 'remember-people', 'skill-writer', 'weekly-review']);
});

describe.each(folders)('%s', (folder) => {
  const text = read(folder);
  const head = headOf(text);

  it('is called as its folder and says in a line when it is useful', () => {
    expect(head.name).toBe(folder);
    expect(head.description).toMatch(/^[^\n]{60,300}$/);
    expect(head.description).toMatch(/\bUse (?:when|at)\b/);
  });

  it('names no tool that there is not', () => {
    const named = [...text.matchAll(/`([^`\n]+)`/g)].map(([, word]) => word ?? '');
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((word) => !known.has(word))).toEqual([]);
  });

  it('is a page long', () => {
    const lines = text.split('\n').length;
    expect(lines).toBeGreaterThanOrEqual(30);
    expect(lines).toBeLessThanOrEqual(85);
  });
});

test.each([
  ['was steht heute an', 'daily-brief'],
  ['给我每天早上的简报', 'daily-brief'],
  ['what is on my plate today', 'daily-brief'],
  ['schreib ein Protokoll der Besprechung', 'meeting-notes'],
  ['刚才的会议，整理成纪要', 'meeting-notes'],
  ['会議の議事録をお願いします', 'meeting-notes'],
  ['wann hat meine Tante Geburtstag und was mag sie', 'remember-people'],
  ['회의 말고, 친구 생일을 기억해 줘', 'remember-people'],
  ['how did my week go', 'weekly-review'],
  ['写一份本周总结', 'weekly-review'],
  ['teach yourself a new skill for my packing lists', 'skill-writer'],
  ['我想写一个新的技能', 'skill-writer'],
])('%s → %s', (request, name) => {
  const ours = folders.map((folder) => ({ key: folder, title: folder, body: headOf(read(folder)).description }));
  // Some of the planted ones are about the same.
  const others = skillTexts().filter(({ key }) => planted.every((one) => one.name !== key));
  expect(rankTexts(request, [...others, ...ours], 3)).toContain(name);
});

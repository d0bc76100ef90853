// How long a turn waits for its skills: three hundred in six roots, with links, duplicates and files that are too large, found
// for the first time and again without a change. Prints a table with the ratio to reading the same files once, in the same run.
// Usage: npm run bench:skills

import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ListedSkill, Scope, SkillSource } from '../src/contracts/index.js';
import { canRead, sameScope } from '../src/memory/visibility.js';
import { openSkillLibrary } from '../src/skills/library.js';
import { silentLog } from '../test/support/silent-log.js';

const ROUNDS = 30;
const MAIN: Scope = { kind: 'main' };
const SOURCES: readonly SkillSource[] = ['extra', 'bundled', 'managed', 'personal', 'project', 'workspace'];
const PER_ROOT = 50;
/** Of each root: links within it, copies of the root before, and files of 400 KB. */
const LINKS = 5;
const COPIES = 10;
const LARGE = 2;
const COLD_MS = 150;
const UNCHANGED_MS = 10;

const dir = mkdtempSync(join(tmpdir(), 'nightjar-bench-'));
const files: string[] = [];
for (const [at, source] of SOURCES.entries()) {
  for (let index = 0; index < PER_ROOT; index++) {
    const number = index < COPIES ? (at - 1) * PER_ROOT + COPIES + index : at * PER_ROOT + index;
    const folder = join(dir, source, `group-${index % 5}`, `skill-${index}`);
    mkdirSync(join(folder, 'references'), { recursive: true });
    const body =
      index >= PER_ROOT - LARGE ? 'x'.repeat(400_000) : 'Do this, then that. 先做这个，再做那个。\n'.repeat(100);
    writeFileSync(join(folder, 'SKILL.md'), skill(number, body));
    writeFileSync(join(folder, 'references', 'more.md'), body);
    files.push(join(folder, 'SKILL.md'));
  }
  for (let index = 0; index < LINKS; index++) {
    symlinkSync(join('group-0', `skill-${index * 5}`), join(dir, source, `link-${index}`));
  }
  symlinkSync('/etc', join(dir, source, 'outside'));
}

function skill(number: number, body: string): string {
  const requires =
    number % 3 === 0 ? 'metadata: { "openclaw": { "requires": { "bins": ["sh"], "env": ["HOME"] } } }\n' : '';
  const colon = number % 10 === 0 ? 'Use when: asked.' : 'Use it when somebody asks.';
  return `---\nname: skill-${number}\ndescription: How to do thing ${number}. ${colon}\n${requires}---\n\n${body}`;
}

function open() {
  return openSkillLibrary({
    roots: SOURCES.map((source) => ({ source, path: join(dir, source), owners: ['shared'] })),
    settings: { scopes: [], entries: {} },
    canRead,
    sameScope,
    env: process.env,
    platform: process.platform,
    configured: () => true,
    taken: new Set(),
    now: () => Date.now(),
    log: silentLog,
  });
}

const cold: number[] = [];
const unchanged: number[] = [];
let listed: ListedSkill[] = [];
// What was just written is read again until it has stood for a moment.
await new Promise((resolve) => setTimeout(resolve, 100));
for (let round = 0; round < ROUNDS; round++) {
  const library = open();
  cold.push(timeOf(() => void library.of({ scope: MAIN })));
  unchanged.push(timeOf(() => void library.of({ scope: MAIN })));
  listed = library.list({ scope: MAIN });
}
const reading = median(
  Array.from({ length: ROUNDS }, () => timeOf(() => void files.map((file) => readFileSync(file)))),
);
rmSync(dir, { recursive: true, force: true });

const states = [...new Set(listed.map(({ state }) => state))];
const counts = states.map((state) => `${listed.filter((one) => one.state === state).length} ${state}`);
console.log(`${listed.length} listed: ${counts.join(', ')}`);
console.table([row('first look', cold, COLD_MS), row('nothing changed', unchanged, UNCHANGED_MS)]);
if (median(cold) > COLD_MS || median(unchanged) > UNCHANGED_MS) process.exitCode = 1;

function row(name: string, times: readonly number[], budget: number): Record<string, string | number> {
  return {
    case: name,
    'first ms': round1(times[0] ?? 0),
    'median ms': round1(median(times)),
    'p95 ms': round1([...times].sort((a, b) => a - b)[Math.floor(ROUNDS * 0.95)] ?? 0),
    'budget ms': budget,
    'x reading its files': round1(median(times) / reading),
  };
}

function timeOf(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function round1(value: number): number {
  return Math.round(value * 10) / 10;
}

// `nightjar dream` of the built program: a look that writes nothing, a yes, the way back, and wrong use with its exit code.

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cli, writeConfig } from '../support/cli.js';
import { tempDir } from '../support/temp-dir.js';

const DAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const SOURCE = `memory/${DAY}.md:3`;

/** A home with one day whose log holds a decision, and nothing dreamt yet. */
async function home(): Promise<{ dir: string; workspace: string; run: (...args: string[]) => ReturnType<typeof cli> }> {
  const dir = tempDir();
  const workspace = join(dir, 'workspace');
  writeConfig(dir, 'timezone: UTC\nmodel: { provider: offline }\ndreaming: { apply: ask }\n');
  await cli(dir, ['chat'], { input: '/whoami\n' });
  mkdirSync(join(workspace, 'memory'), { recursive: true });
  writeFileSync(join(workspace, 'MEMORY.md'), '# Memory\n\n- Ada lives in Kyoto.\n');
  writeFileSync(join(workspace, 'memory', `${DAY}.md`), `# ${DAY}\n\n- 09:00 We decided to call the boat Seeadler.\n`);
  return { dir, workspace, run: (...args) => cli(dir, ['dream', ...args]) };
}

/** Of every file of the workspace. */
function print(workspace: string): string {
  const hash = createHash('sha256');
  for (const path of readdirSync(workspace, { recursive: true, encoding: 'utf8' }).sort()) {
    if (path.endsWith('.md')) hash.update(`${path}\n${readFileSync(join(workspace, path), 'utf8')}\n`);
  }
  return hash.digest('hex');
}

it('a dry run shows each line with its source and writes nothing; a yes writes it, and undo takes it back', async () => {
  const { dir, workspace, run } = await home();
  const memory = () => readFileSync(join(workspace, 'MEMORY.md'), 'utf8');
  const [before, text] = [print(workspace), memory()];
  const dry = await run('--dry-run');
  expect(dry).toMatchObject({ code: 0, stderr: '' });
  expect(dry.stdout).toContain(`+- We decided to call the boat Seeadler.    ← ${SOURCE}\n`);
  expect((await run()).stdout).toMatch(/^Nothing is written yet\. It waits for your yes: 1 line would come\./);
  expect(print(workspace)).toBe(before);
  const typed = await cli(dir, ['chat'], { input: '/dream show\n/dream apply\n/dream apply\n' });
  expect(typed.stdout).toContain(`    from ${SOURCE}\n`);
  expect(typed.stdout).toMatch(/Done: 1 line came\. `\/dream undo` takes it back\.\n+There is nothing that waits\./);
  expect(memory()).toContain('- We decided to call the boat Seeadler.');
  expect((await run('undo')).stdout).toMatch(/^Taken back: /);
  expect(memory()).toBe(text);
});

it('dreams the night of a named day, without what was said later, and asks anew where the file was changed', async () => {
  const { workspace, run } = await home();
  const memory = () => readFileSync(join(workspace, 'MEMORY.md'), 'utf8');
  writeFileSync(join(workspace, 'memory', '2026-01-03.md'), '- 09:00 We decided to sell the piano.\n');
  expect((await run('--date', '2026-01-04')).stdout).toMatch(/^Nothing is written yet\. It waits for your yes: 1 line/);
  expect((await run('status')).stdout).toMatch(/^The last look \(2026-01-04\): waits for your yes/);
  writeFileSync(join(workspace, 'MEMORY.md'), '# Memory\n\n- Ada lives in Osaka.\n');
  const changed = await run('apply');
  expect(changed).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^MEMORY\.md was changed since, so I looked at/),
  });
  expect(await run('apply')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Done: 1 line came/) });
  expect(memory()).toContain('- We decided to sell the piano.');
  expect(memory()).not.toContain('Seeadler');
});

it('nightjar dream refuses what is no scope, no day and no word of it', async () => {
  const dir = tempDir();
  const wrong: [string[], RegExp][] = [
    [['--scope', 'ann'], /^--scope ann is no scope\. Write main, all, person:<id>/],
    [['apply', '--scope', 'all'], /^This takes one scope, not all\. Write main/],
    [['--dry-run', '--date', '2026-02-30'], /'2026-02-30' is invalid\. A day is written as 2026-11-29/],
    [['--dry-run', 'apply'], /^--dry-run and --date go with `nightjar dream` alone\./],
    [['bogus'], /nightjar dream --help lists its commands/],
  ];
  const all = await Promise.all(wrong.map(async ([args, says]) => [await cli(dir, ['dream', ...args]), says] as const));
  for (const [ended, says] of all) {
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(says) });
  }
});

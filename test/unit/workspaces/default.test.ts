// The template of a new home: complete in every clone, each file saying who reads it, its private parts kept from git.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { prepareWorkspace } from '../../../src/memory/workspace.js';
import { FakeClock } from '../../support/fake-clock.js';
import { tempDir } from '../../support/temp-dir.js';

const template = fileURLToPath(new URL('../../../workspaces/default', import.meta.url));

test.each([
  ['AGENTS.md', 'Every chat reads this file.'],
  ['SOUL.md', 'Every chat reads this file.'],
  ['IDENTITY.md', 'Every chat reads this file.'],
  ['skills/README.md', 'Every chat reads this file.'],
  ['shared/README.md', 'Every chat reads this file.'],
  ['USER.md', 'Only you and I, in private, read this file.'],
  ['TOOLS.md', 'Only you and I, in private, read this file.'],
  ['MEMORY.md', 'Only you and I, in private, read this file.'],
  ['HEARTBEAT.md', 'Only you and I, in private, read this file.'],
  ['BOOTSTRAP.md', 'Only you and I, in private, read this file.'],
])('%s says on its first line who reads it', (path, reader) => {
  const [first] = readFileSync(join(template, path), 'utf8').split('\n');
  expect(first?.startsWith(reader)).toBe(true);
});

test('a workspace put into a repository shows what every chat reads, and nothing else', async () => {
  const home = tempDir();
  await prepareWorkspace({ dir: home, template, clock: new FakeClock() });
  for (const path of [
    'memory/2026-11-29.md',
    'groups/team/MEMORY.md',
    'groups/team/AGENTS.md',
    'people/ada/memory/2026-11-29.md',
    'DREAMS.md',
    '.nightjar/done/BOOTSTRAP.md',
    'MEMORY.conflict.md',
    '妹妹.md',
    'shared/营业时间.md',
    'skills/packing-list/SKILL.md',
  ]) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), 'x\n');
  }
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'core.quotePath=false', ...args], { cwd: home, encoding: 'utf8' });
  git('init', '--quiet');
  git('add', '--all');
  expect(git('ls-files').trim().split('\n').sort()).toEqual(
    [
      '.gitignore',
      'AGENTS.md',
      'IDENTITY.md',
      'SOUL.md',
      'shared/README.md',
      'shared/营业时间.md',
      'skills/README.md',
      'skills/packing-list/SKILL.md',
    ].sort(),
  );
});

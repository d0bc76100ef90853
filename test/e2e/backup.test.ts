// Backup and restore of the built program, beside terminals in which people talk.

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { backupRounds } from '../support/backup-rounds.js';
import { cli } from '../support/cli.js';
import { tempDir } from '../support/temp-dir.js';

it('a backup taken while everybody talks restores to a sound home that knows the same', async () => {
  const report = await backupRounds(tempDir(), { rounds: 1, questions: 6, kills: 1 }, Math.random);
  expect(report.faults).toEqual([]);
  expect(report.messages).toBeGreaterThan(3);
}, 120_000);

it('wrong use is told apart, and needs no sound configuration', async () => {
  const home = tempDir();
  await cli(home, ['chat'], { input: 'hello\n' });
  writeFileSync(join(home, 'nightjar.yaml'), 'nonsense: [');
  const there = tempDir();
  const file = join(there, 'b.tar.gz');
  expect(await cli(home, ['backup', file])).toMatchObject({ code: 0, stdout: expect.stringContaining('transcript') });
  expect(await cli(home, ['backup', file])).toMatchObject({ code: 2, stderr: expect.stringMatching(/--force/) });
  expect(await cli(home, ['restore', file])).toMatchObject({ code: 2, stderr: expect.stringMatching(/--home/) });
  expect(await cli(home, ['restore', join(there, 'no')])).toMatchObject({ code: 2 });
  mkdirSync(join(there, 'next'));
  expect(await cli(home, ['restore', file, '--home', join(there, 'next')])).toMatchObject({ code: 0, stderr: '' });
  expect(readdirSync(join(there, 'next')).sort()).toEqual([
    'media',
    'nightjar.yaml',
    'sessions',
    'state.sqlite',
    'workspace',
  ]);
}, 120_000);

// SQLite's native module that does not fit, or lacks its full-text index: said clearly, and a conversation goes on without.

import { expect, it } from 'vitest';
import { cli } from '../support/cli.js';
import { nativeFault } from '../support/native-faults.js';
import { tempDir } from '../support/temp-dir.js';

it('C158: built for another Node: names module, versions and command; the terminal answers without memory', async () => {
  const env = nativeFault(tempDir(), 'wrong-abi');
  const { code, stdout, stderr } = await cli(tempDir(), ['chat'], { input: '你好\n', env });
  expect(code).toBe(0);
  expect(stdout.trim()).not.toBe('');
  expect(stderr).toMatch(
    /better-sqlite3 \d+\.\d+.*module version 72.*needs module version \d+.*npm rebuild better-sqlite3/,
  );
  expect(stderr).toContain('nothing of what is said is kept');
  expect(stderr).not.toMatch(/\n\s+at /);
});

it('C158: without FTS5: said at the start and by doctor; what is said is kept, and answered without search', async () => {
  const env = nativeFault(tempDir(), 'no-fts5');
  const home = tempDir();
  const { code, stdout, stderr } = await cli(home, ['chat'], {
    input: 'Remember that the boat is called Mirabelle.\nhello\n',
    env,
  });
  expect(code).toBe(0);
  expect(stdout).toContain('Mirabelle');
  expect(stderr).toMatch(/better-sqlite3 \d+\.\d+.*without FTS5.*npm install better-sqlite3@/);
  const doctor = await cli(home, ['doctor'], { env });
  expect(doctor.code).toBe(1);
  expect(doctor.stdout).toMatch(/✗ .*without FTS5[\s\S]*→ .*npm install better-sqlite3@/);
});

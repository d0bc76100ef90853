// When a file's stamp can be trusted to change with it.

import { appendFileSync, lstatSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isSettled, stampOf } from '../../../src/text/stamp.js';
import { tempDir } from '../../support/temp-dir.js';

it('trusts a stamp only when a later write would change it', () => {
  const at = (mtime: string, ctime = mtime) => `1:2:3:${mtime}:${ctime}`;
  expect(isSettled(at('1000005000000'), 1_000_010)).toBe(false);
  expect(isSettled(at('1000005000000'), 1_000_100)).toBe(true);
  // Put back to an older time just now.
  expect(isSettled(at('5000000', '1000005000000'), 1_000_010)).toBe(false);
  // A disk that keeps whole seconds.
  expect(isSettled(at('1000000000000'), 1_001_500)).toBe(false);
  expect(isSettled(at('1000000000000'), 1_003_000)).toBe(true);
  // From the future, as another machine's clock may have it.
  expect(isSettled(at('9000000000001'), 1_000_000)).toBe(false);
  expect(isSettled('some other stamp', 0)).toBe(true);
});

it('changes with whatever is done to a file, and can be told to be fresh', () => {
  const file = join(tempDir(), 'a.md');
  writeFileSync(file, '门');
  const stamp = () => stampOf(lstatSync(file, { bigint: true }));
  const stamps = [stamp()];
  expect(isSettled(stamp(), Date.now())).toBe(false);
  expect(isSettled(stamp(), Date.now() + 10_000)).toBe(true);
  appendFileSync(file, '牌');
  stamps.push(stamp());
  utimesSync(file, 1, 1);
  stamps.push(stamp());
  expect(isSettled(stamp(), Date.now())).toBe(false);
  expect(new Set(stamps).size).toBe(3);
});

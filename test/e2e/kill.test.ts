import { expect, it } from 'vitest';
import { killRounds } from '../support/kill-rounds.js';
import { tempDir } from '../support/temp-dir.js';

it('a process killed at random moments loses nothing, repeats nothing unmarked, and finishes what it began', async () => {
  const report = await killRounds(tempDir(), 10, Math.random);
  expect(report.faults).toEqual([]);
  expect(report.accepted).toBeGreaterThan(0);
}, 60_000);

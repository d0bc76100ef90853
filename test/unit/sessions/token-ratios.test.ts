import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openState } from '../../../src/db/state.js';
import { openTokenRatios } from '../../../src/sessions/token-ratios.js';
import { FakeClock } from '../../support/fake-clock.js';
import { tempDir } from '../../support/temp-dir.js';

/** The ratios of two processes of one home. */
async function openTwo() {
  const path = join(tempDir(), 'state.sqlite');
  const open = async () => {
    const state = await openState(path);
    onTestFinished(() => state.close());
    const ratios = openTokenRatios(state.db, new FakeClock());
    return { ...ratios, keep: () => state.db.write(() => ratios.keep()) };
  };
  return [await open(), await open()] as const;
}

it('what one process found out is known to the others at once, also to one that has looked before', async () => {
  const [one, other] = await openTwo();
  expect(other.of('m')).toBe(1);
  for (let n = 0; n < 5; n++) one.observe('m', () => 1_000, 1_400);
  expect(one.of('m')).toBeCloseTo(1.4);
  expect(other.of('m')).toBe(1);
  await one.keep();
  expect(other.of('m')).toBeCloseTo(1.4);
});

it('what two processes observed side by side is taken in together: the last one to write takes nothing back', async () => {
  const [one, other] = await openTwo();
  other.observe('m', () => 1_000, 1_000);
  for (let n = 0; n < 9; n++) one.observe('m', () => 1_000, 1_400);
  await one.keep();
  await other.keep();
  // Nine reports of 1.4, and then one of 1.0, which counts for a fifth.
  expect(one.of('m')).toBeCloseTo(1.32);
  await other.keep();
  expect(one.of('m')).toBeCloseTo(1.32);
});

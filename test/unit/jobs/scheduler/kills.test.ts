import { expect, it } from 'vitest';
import { scheduleKills } from '../../../support/scheduler/kills.js';
import { seeded } from '../../../support/scheduler/specs.js';
import { tempDir } from '../../../support/temp-dir.js';

it('C119 two real processes on one home, killed between claim and dispatch and in runs, deliver each slot once', async () => {
  const { faults, ...figures } = await scheduleKills(tempDir(), 2, seeded(7));
  expect(faults).toEqual([]);
  expect(figures.deliveries).toBeGreaterThan(20);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextSlots } from '../../../../src/jobs/scheduler/slots.js';
import { scheduleRounds } from '../../../support/scheduler/rounds.js';
import { oracle, randomCron, seeded, zones } from '../../../support/scheduler/specs.js';
import { tempDir } from '../../../support/temp-dir.js';

describe('random schedules', () => {
  it('have the slots that croner says, whatever the clock and the zone', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 1_500 * 86_400 }),
        (seed, zone, second) => {
          const from = Date.UTC(2026, 0, 1) + second * 1_000;
          const spec = randomCron(seeded(seed));
          const slots = nextSlots(spec, zone, from, 3);
          expect(slots).toEqual(oracle(spec, zone, from, slots.at(-1) ?? from));
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([1, 2, 3, 4, 5])(
    'C119 are claimed once a slot by two schedulers and through restarts (%i of 5, 100 each)',
    async (seed) => {
      const { faults, ...figures } = await scheduleRounds(tempDir(), {
        schedules: 100,
        steps: 20,
        restarts: 4,
        random: seeded(seed),
      });
      expect(faults).toEqual([]);
      expect(figures.schedules).toBe(100);
      expect(figures.restarts).toBe(4);
      expect(figures.deliveries).toBeGreaterThan(100);
    },
  );
});

// A dream of a real process that is killed, briefly; `npm run soak:dreams` is the same at full length.

import { expect, it } from 'vitest';
import { dreamKills } from '../support/dream-kills.js';
import { tempDir } from '../support/temp-dir.js';

it('a dream killed at a random moment leaves the old file or the new one, is written once, and can be taken back', async () => {
  const { faults, ...report } = await dreamKills(tempDir(), 4, Math.random);
  expect(faults).toEqual([]);
  expect(report).toMatchObject({ kills: 4, edited: 1, undone: 1 });
}, 120_000);

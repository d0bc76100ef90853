// A bot on a platform that is killed at random moments: nothing said to it is lost, nothing is said twice unmarked.

import { expect, it } from 'vitest';
import { seeded } from '../../scripts/bench-memory/text.js';
import { channelKills } from '../support/channel-kills.js';
import { tempDir } from '../support/temp-dir.js';

it.each(['telegram', 'discord'] as const)(
  'on %s everything is answered once, in order, whenever it is killed',
  async (platform) => {
    const seed = Date.now() % 100_000;
    const plan = { kills: 5, tasks: 25, longestMs: 1_500, restEvery: 5, random: seeded(seed) };
    const report = await channelKills(platform, tempDir(), plan);
    expect(report.faults, `seed ${seed}`).toEqual([]);
    expect(report.answered).toBe(report.asked);
    // Discord says by itself whether an earlier attempt arrived.
    if (platform === 'discord') expect(report.marked, `seed ${seed}`).toBe(0);
  },
  90_000,
);

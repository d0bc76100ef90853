// Kills a bot on each platform a hundred times under many tasks, then breaks its connections a thousand times, and prints
// what became of it. Everything is to be answered once, in order, and the process is to live.
// usage: npm run soak:channels [-- KILLS [FAULTS [SEED]]]

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { channelFaults } from '../test/support/channel-faults.js';
import { channelKills } from '../test/support/channel-kills.js';
import type { Verdict } from '../test/support/tasks.js';
import { seeded } from './bench-memory/text.js';

const TASKS_PER_KILL = 5;
const [kills = 100, faults = 1_000, seed = Date.now() % 100_000] = process.argv.slice(2).map(Number);
const random = seeded(seed);
const figures: Record<string, unknown>[] = [];

/** Runs one on a fresh home, which is kept where something was not as it must be. */
async function soak(what: string, work: (home: string) => Promise<Verdict>): Promise<void> {
  process.stderr.write(`${what} …\n`);
  const home = mkdtempSync(join(tmpdir(), 'nightjar-soak-'));
  const began = performance.now();
  const { asked, answered, marked, faults: found, ...more } = await work(home);
  const seconds = Math.round((performance.now() - began) / 1_000);
  figures.push({ what, asked, answered, marked, faults: found.length, seconds });
  for (const fault of found) console.error(fault);
  if ('happened' in more) console.table(more.happened);
  if (found.length === 0) return rmSync(home, { recursive: true, force: true });
  console.error(`The home is kept: ${home}`);
  process.exitCode = 1;
}

console.log(`seed ${seed}`);
for (const platform of ['telegram', 'discord'] as const) {
  if (kills === 0) break;
  const plan = { kills, tasks: kills * TASKS_PER_KILL, longestMs: 2_500, restEvery: 10, random };
  await soak(`${kills} kills on ${platform}`, (home) => channelKills(platform, home, plan));
}
if (faults > 0) {
  const plan = { faults, inFlight: 40, patient: true, restMs: 180_000, random };
  await soak(`${faults} faults on both`, (home) => channelFaults(home, plan));
}
console.table(figures);

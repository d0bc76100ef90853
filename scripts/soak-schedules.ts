// 500 random schedules at random times in random zones under two schedulers and restarts, then real processes that are
// killed with -9; prints the counts. Usage: npm run soak:schedules [-- KILLS]

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scheduleKills } from '../test/support/scheduler/kills.js';
import { scheduleRounds } from '../test/support/scheduler/rounds.js';

const kills = Number(process.argv[2] ?? 20);
const HOMES = 10;
const faults: string[] = [];
const root = mkdtempSync(join(tmpdir(), 'nightjar-soak-'));
const home = (name: string) => mkdtempSync(join(root, name));

async function timed<T extends { faults: string[] }>(what: string, work: Promise<T>): Promise<void> {
  const startedAt = Date.now();
  const { faults: found, ...figures } = await work;
  console.table([{ what, ...figures, faults: found.length, seconds: Math.round((Date.now() - startedAt) / 1_000) }]);
  faults.push(...found);
}

for (let n = 0; n < HOMES; n++) {
  const options = { schedules: 500 / HOMES, steps: 60, restarts: 20, random: Math.random };
  await timed(`clocks ${n + 1} of ${HOMES}`, scheduleRounds(home('clocks-'), options));
}
await timed('kill -9', scheduleKills(home('kills-'), kills, Math.random));

for (const fault of faults) console.error(fault);
if (faults.length > 0) {
  console.error(`The homes are kept: ${root}`);
  process.exitCode = 1;
} else {
  rmSync(root, { recursive: true, force: true });
}

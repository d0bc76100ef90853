// Kills a conversation with tool calls at random moments, 200 times by default, and prints what became of it.
// Usage: npm run soak:kill [-- ROUNDS]

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killRounds } from '../test/support/kill-rounds.js';

const rounds = Number(process.argv[2] ?? 200);
const home = mkdtempSync(join(tmpdir(), 'nightjar-soak-'));
const startedAt = Date.now();
const { faults, ...figures } = await killRounds(home, rounds, Math.random);
console.table([{ ...figures, faults: faults.length, seconds: Math.round((Date.now() - startedAt) / 1_000) }]);
for (const fault of faults) console.error(fault);
if (faults.length > 0) {
  console.error(`The home is kept: ${home}`);
  process.exitCode = 1;
} else {
  rmSync(home, { recursive: true, force: true });
}

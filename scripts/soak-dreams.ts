// Dreams that are killed at random moments, edited meanwhile and taken back: prints figures; exits 1 on a fault.
// usage: npm run soak:dreams [-- KILLS]

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dreamKills } from '../test/support/dream-kills.js';

const home = mkdtempSync(join(tmpdir(), 'nightjar-soak-'));
const startedAt = Date.now();
const { faults, ...figures } = await dreamKills(home, Number(process.argv[2] ?? 100), Math.random);
console.table([{ ...figures, faults: faults.length, seconds: Math.round((Date.now() - startedAt) / 1_000) }]);
for (const fault of faults.slice(0, 30)) console.error(fault);
if (faults.length > 0) {
  console.error(`The home is kept: ${home}`);
  process.exitCode = 1;
} else {
  rmSync(home, { recursive: true, force: true });
}

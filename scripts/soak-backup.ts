// Backups of a home under load, some of them killed: each is restored, examined, asked and gone on with. Prints figures;
// exits 1 on a fault.
// usage: npm run soak:backup [-- ROUNDS]

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backupRounds } from '../test/support/backup-rounds.js';

const rounds = Number(process.argv[2] ?? 5);
const root = mkdtempSync(join(tmpdir(), 'nightjar-soak-'));
const startedAt = Date.now();
const { faults, ...figures } = await backupRounds(root, { rounds, questions: 50, kills: 4, quiet: true }, Math.random);
console.table([{ ...figures, faults: faults.length, seconds: Math.round((Date.now() - startedAt) / 1_000) }]);
for (const fault of faults.slice(0, 30)) console.error(fault);
if (faults.length > 0) {
  console.error(`The homes are kept: ${root}`);
  process.exitCode = 1;
} else {
  rmSync(root, { recursive: true, force: true });
}

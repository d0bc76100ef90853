// Random writes, edits by hand and undos against a model of the ledger's rules: prints figures; exits 1 on the first difference.
// usage: npm run soak:ledger [-- SEQUENCES]

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openState } from '../src/db/state.js';
import { ledgerRounds } from '../test/support/memory/ledger-rounds.js';

const home = mkdtempSync(join(tmpdir(), 'nightjar-soak-'));
const [workspace, runDir] = [join(home, 'workspace'), join(home, 'run')];
for (const folder of [workspace, runDir]) mkdirSync(folder);
const startedAt = Date.now();
const state = await openState(join(home, 'state.sqlite'));
const figures = await ledgerRounds({ workspace, runDir, db: state.db }, Number(process.argv[2] ?? 1_000));
console.table([{ ...figures, seconds: Math.round((Date.now() - startedAt) / 1_000) }]);
state.close();
rmSync(home, { recursive: true, force: true });

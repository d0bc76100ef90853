// Writes, edits by hand and undos in any order, against a model of the rules; npm run soak:ledger tries many more.

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ledgerRounds } from '../../support/memory/ledger-rounds.js';
import { openTestMemory } from '../../support/memory/open.js';

it('whatever is written, edited and taken back, the file says what the rules say (C160)', async () => {
  const { workspace, home, db } = await openTestMemory();
  const { revisions, byHand, undone } = await ledgerRounds({ workspace, runDir: join(home, 'run'), db }, 60);
  expect(Math.min(revisions, byHand, undone)).toBeGreaterThan(30);
});

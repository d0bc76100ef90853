// Privacy as a proof: whoever asks, by whatever trick, with a model that helps them as well as it can, no word of another scope
// reaches a request, a result, a reply or a file of theirs. And were the one decision wrong, this would notice.

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { seeded } from '../../scripts/bench-memory/text.js';
import { moveNames } from '../support/hostile/moves.js';
import { buildMutant } from '../support/hostile/mutants.js';
import { hostileRun } from '../support/hostile/run.js';
import { tempDir } from '../support/temp-dir.js';

const CONVERSATIONS = 500;
/** Of a machine that does a lot besides; alone it takes a tenth of that. */
const PATIENCE_MS = 300_000;
/** Roots that each chat sees of its own: those that are in no prompt are found by search or read as files. */
const ROOTS = [
  'MEMORY.md',
  'USER.md',
  'TOOLS.md',
  'DREAMS.md',
  'daily log',
  'log',
  'snapshot',
  'transcript',
  'attachment',
  'name of an attachment',
  'display name',
  'title',
  'schedule',
  'reason',
  'what was noted',
];

it(
  `C136 C137 C139 C142 C143 C149: ${CONVERSATIONS} hostile conversations learn nothing of another scope`,
  async () => {
    const report = await hostileRun(tempDir(), { conversations: CONVERSATIONS, random: seeded(9) });
    expect(report.leaks).toEqual([]);
    expect(report.faults).toEqual([]);
    expect(report.conversations).toBe(CONVERSATIONS);
    expect(report.pairs).toBe(report.allPairs);
    expect(report.seen).toEqual(expect.arrayContaining(ROOTS));
    expect(Object.keys(report.moves).sort()).toEqual([...moveNames].sort());
  },
  PATIENCE_MS,
);

it(
  'a wrong canRead is noticed within 100 of them',
  async () => {
    const dir = tempDir();
    const entry = buildMutant(join(dir, 'program'), 'groups read other groups');
    const home = tempDir();
    const report = await hostileRun(home, { conversations: 100, random: seeded(9), entry, stopAtLeak: true });
    expect(report.leaks).not.toEqual([]);
  },
  PATIENCE_MS,
);

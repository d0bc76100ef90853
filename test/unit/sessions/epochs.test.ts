// The beginning of a session's requests, kept for every process that continues it.

import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openState } from '../../../src/db/state.js';
import { type Epoch, openEpochs } from '../../../src/sessions/epochs.js';
import { tempDir } from '../../support/temp-dir.js';

const epoch = (number: number, more: Partial<Epoch> = {}): Epoch => ({
  number,
  cause: 'start',
  since: 1_000,
  day: '2026-11-29',
  print: 'p',
  system: `beginning ${number} 始`,
  files: { 'MEMORY.md': 'absent' },
  parts: [],
  ...more,
});

it('is what another process made of it meanwhile, and nothing once its session has ended', async () => {
  const state = await openState(join(tempDir(), 'state.sqlite'));
  onTestFinished(() => state.close());
  const [mine, other] = [openEpochs(state.db), openEpochs(state.db)];
  const first = epoch(1, { entry: 'e1', pruned: 'e2', leftOut: 'e3' });
  await mine.set('s', first);
  expect(other.get('s')).toEqual(first);
  await other.set('s', epoch(2, { cause: 'files' }));
  expect(mine.get('s')).toEqual(epoch(2, { cause: 'files' }));
  // The same number made again, as after a transcript that was rewritten.
  await other.set('s', epoch(2, { since: 2_000, system: 'anew' }));
  expect(mine.get('s')?.system).toBe('anew');
  await state.db.write(() => state.db.sql('DELETE FROM epochs').run());
  expect(mine.get('s')).toBeUndefined();
});

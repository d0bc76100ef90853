// What a status says of dreams: those that wait, and those that went wrong last.

import { describe, expect, it } from 'vitest';
import { dreamNotes } from '../../../src/gateway/status.js';
import { endDream, troubledDreams } from '../../../src/memory/dream/dream-rows.js';
import { openDreamStage } from '../../support/memory/dreaming.js';
import { bob, type main } from '../../support/memory/open.js';

describe('a status', () => {
  it('names dreams that wait and those that failed last, and no other', async () => {
    const home = await openDreamStage({ apply: 'ask' });
    const { db, clock, begin, night, put, memory } = home;
    await memory.folders.ensure(bob);
    const notes = () => dreamNotes(troubledDreams(db));
    const fail = async (id: number, scope: typeof main) =>
      await db.write(() =>
        endDream(db, { id, scope }, 'failed', { from: 'queued', reason: 'The model was away.', now: clock.now() }),
      );
    await fail(await begin(bob, '2026-11-28'), bob);
    expect(notes()).toEqual(['The dream of person:bob of 2026-11-28 failed. The model was away.']);
    put('memory/2026-11-29.md', '- Remember: the boat is called Seeadler.\n');
    await night('2026-11-29');
    expect(notes()[0]).toBe('The dream of 2026-11-29 waits for a yes: /dream show.');
    expect((await night('2026-11-29', { scope: bob })).state).toBe('nothing');
    expect(notes()).toHaveLength(1);
  });
});

// Whatever engine a session has: what it cuts off has been written down before, and what it reads is not its own.

import { describe, expect, it } from 'vitest';
import { openFlushDesk } from '../../../../src/gateway/flush-desk.js';
import { contextSession } from '../../../../src/jobs/handlers/context-session.js';
import { answer, narrow, openFlushHouse, user } from '../../../support/flush-house.js';
import { main } from '../../../support/memory/open.js';

async function stage() {
  const house = await openFlushHouse();
  const { db, clock, transcripts } = house;
  const row = await house.session(main);
  await house.say(row.id, { ...user('one'), id: 'a' }, { ...answer('1'), id: 'b' }, { ...user('two'), id: 'c' });
  const hold = { process: 'p', fence: 2, raise: async (fence: number) => fence + 1 };
  const transcript = await transcripts.hold(row, hold);
  const desk = openFlushDesk({ db, clock, wakeUps: { flush: async () => {} } });
  const who = { account: 'console:owner' as const, name: 'Ann', role: 'owner' as const, person: 'owner' };
  const { signal } = new AbortController();
  const deps = { db, memory: await house.remember(), ensureFlushed: desk.ensure };
  const session = contextSession(deps, { session: row, transcript, who, model: narrow(), signal });
  return { session, read: () => transcripts.read(row.id) };
}

describe('the session of an engine', () => {
  it('refuses a cut of what is neither flushed nor going to be', async () => {
    const { session, read } = await stage();
    for (const firstKept of ['c', 'nowhere']) {
      expect(() => session.append([{ type: 'compaction', summary: '', firstKept }])).toThrow(/flush/);
    }
    expect(read().some(({ type }) => type === 'compaction')).toBe(false);
    await session.flush('b', 'cut');
    expect(() => session.append([{ type: 'compaction', summary: '', firstKept: 'nowhere' }])).toThrow(/flush/);
    session.append([{ type: 'compaction', summary: 's', firstKept: 'c' }]);
    expect(read().some(({ type }) => type === 'compaction')).toBe(true);
  });

  it('keeps what an engine takes out of its list', async () => {
    const { session, read } = await stage();
    const before = read().length;
    (session.entries as unknown[]).splice(0);
    expect(read()).toHaveLength(before);
    expect(session.entries).toHaveLength(before);
  });
});

// What doctor says of history that was cut off or ended: only what is written down, or going to be, may have been.

import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/contracts/index.js';
import { sessionChecks } from '../../../src/sessions/checks.js';
import { endSession } from '../../../src/sessions/endings.js';
import { queueFlush } from '../../../src/sessions/flushes.js';
import { closeSession, currentSession } from '../../../src/sessions/rows.js';
import { answer, openFlushHouse, user } from '../../support/flush-house.js';
import { main } from '../../support/memory/open.js';

async function stage() {
  const house = await openFlushHouse();
  const { db, clock, transcripts, home } = house;
  const session = await house.session(main);
  const say = (...entries: Parameters<typeof house.say>[1][]) => house.say(session.id, ...entries);
  async function found(name: string): Promise<Finding[]> {
    const checks = sessionChecks({ dir: `${home}/sessions`, db, clock, transcripts });
    return (await checks.find((one) => one.name === name)?.run()) ?? [];
  }
  const queue = (through: string) => {
    const entries = transcripts.read(session.id);
    return db.write(() => queueFlush(db, { session: session.id, entries, through, cause: 'cut' }, clock.now()));
  };
  return { ...house, session, say, found, queue };
}

describe('sessions.cuts', () => {
  it('is fine where nothing was cut, or what was cut is in the range of a flush', async () => {
    const { say, found, queue } = await stage();
    await say({ ...user('one'), id: 'a' }, { ...answer('1'), id: 'b' }, { ...user('two'), id: 'c' });
    expect(await found('sessions.cuts')).toMatchObject([{ level: 'ok', says: 'Cuts without flush: 0.' }]);
    await queue('b');
    await say({ type: 'compaction', summary: 's', firstKept: 'c' });
    expect(await found('sessions.cuts')).toMatchObject([{ level: 'ok', says: 'Cuts without flush: 0.' }]);
  });

  it('is an error that names the session where a cut went further than the flush', async () => {
    const { say, found, queue, session } = await stage();
    await say({ ...user('one'), id: 'a' }, { ...answer('1'), id: 'b' }, { ...user('two'), id: 'c' });
    await queue('a');
    await say({ type: 'compaction', summary: 's', firstKept: 'c' });
    const [finding] = await found('sessions.cuts');
    expect(finding).toMatchObject({ level: 'error', says: `Cuts without flush: 1, in ${session.id}.` });
  });

  it('a message that stays in view with the rest of its turn was not cut off', async () => {
    const { say, found } = await stage();
    await say(
      { ...user('one'), id: 'a', turn: 't' },
      { type: 'tool_call', call: '1', name: 'x', args: '', turn: 't' },
      { ...answer('done'), id: 'b', turn: 't' },
      { type: 'compaction', summary: '', firstKept: 'b' },
    );
    expect(await found('sessions.cuts')).toMatchObject([{ level: 'ok' }]);
  });

  it('a session that ended is looked at, too; one from before that was kept is not', async () => {
    const { say, found, session, db, clock, transcripts } = await stage();
    await say(user('one'));
    await db.write(() => closeSession(db, session.id, 'command', clock.now()));
    expect(await found('sessions.cuts')).toMatchObject([{ level: 'error' }]);
    await db.write(() => db.sql('UPDATE sessions SET ended_by = NULL').run());
    expect(await found('sessions.cuts')).toMatchObject([{ level: 'ok' }]);
    await db.write(() => {
      db.sql('UPDATE sessions SET closed_at = NULL').run();
      const open = currentSession(db, session.key);
      if (open) endSession(db, open, transcripts.read(open.id), 'idle', clock.now());
    });
    expect(await found('sessions.cuts')).toMatchObject([{ level: 'ok' }]);
  });
});

describe('sessions.flushes', () => {
  it('warns of what has waited for more than a day', async () => {
    const { say, found, queue, clock, session } = await stage();
    await say({ ...user('one'), id: 'a' });
    await queue('a');
    await clock.advance(24 * 3_600_000);
    expect(await found('sessions.flushes')).toMatchObject([{ level: 'ok' }]);
    await clock.advance(1_000);
    expect(await found('sessions.flushes')).toMatchObject([
      { level: 'warning', says: expect.stringContaining(session.id) },
    ]);
  });
});

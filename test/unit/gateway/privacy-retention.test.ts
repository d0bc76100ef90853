// What is older than a chat wants goes, of that chat alone, and nothing tells any more what it said.

import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Scope } from '../../../src/contracts/index.js';
import { sweepPrivacy } from '../../../src/gateway/privacy-retention.js';
import { withoutNights } from '../../../src/memory/expire.js';
import { endSession } from '../../../src/sessions/endings.js';
import { type KeptHere, overBy } from '../../../src/sessions/reset.js';
import { answer, openFlushHouse, user, writer } from '../../support/flush-house.js';
import { bob, team, why } from '../../support/memory/open.js';

const DAY = 24 * 3_600_000;

async function stage() {
  const house = await openFlushHouse();
  const { db, clock, home, transcripts, log, workspace } = house;
  const memory = await house.remember();
  await db.write(() => memory.privacy.choose(team, { days: 30 }, 'console:owner', clock.now()));
  const put = (scope: Scope, path: string, text: string) =>
    memory.view(scope).apply({ kind: 'append', path, lines: [text] }, undefined, why());
  /** A conversation that was ended, and written down. */
  async function talk(scope: Scope, text: string): Promise<string> {
    const session = await house.session(scope, text);
    await house.say(session.id, { ...user(text), turn: 't' }, { ...answer(`re: ${text}`), turn: 't' });
    const ended = await db.write(() => endSession(db, session, transcripts.read(session.id), 'command', clock.now()));
    if (ended?.flush !== undefined) await house.flush(ended.flush, { flushPiece: writer().flush });
    await house.snapshot(session.id);
    return session.id;
  }
  const sweep = (now = clock.now()) =>
    sweepPrivacy({ db, home, memory, transcripts, timezone: 'UTC', clock, log }, now);
  function bytes(): string {
    db.sql('PRAGMA wal_checkpoint(TRUNCATE)').all();
    const names = readdirSync(home, { recursive: true, encoding: 'utf8', withFileTypes: true }).filter((one) =>
      one.isFile(),
    );
    return names.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8')).join('\n');
  }
  return { ...house, memory, put, talk, sweep, bytes, has: (path: string) => existsSync(join(workspace, path)) };
}

describe('a chat that keeps things for 30 days', () => {
  it('loses older logs, ends of conversations, transcripts and files, and keeps its long-term memory', async () => {
    const { put, talk, sweep, bytes, has, memory, clock, home, db, transcripts, text } = await stage();
    const old = await talk(team, 'the boat is called Seeadler, 船叫海鹰');
    const theirs = await talk(bob, 'bob has a parrot called Coco');
    await put(team, 'groups/console-team/MEMORY.md', '- the harbour is in Kiel');
    mkdirSync(join(home, 'media/groups/console-team'), { recursive: true });
    const picture = join(home, 'media/groups/console-team/2026-11-29-0a-boat.png');
    writeFileSync(picture, 'x');
    utimesSync(picture, clock.now() / 1_000, clock.now() / 1_000);
    expect(has('groups/console-team/memory/2026-11-29.md')).toBe(true);
    await sweep();
    expect(bytes()).toMatch(/Seeadler/);

    clock.set(clock.now() + 31 * DAY);
    const young = await talk(team, 'the mast is new');
    await sweep();
    expect(bytes()).not.toMatch(/Seeadler|海鹰/);
    expect(existsSync(picture)).toBe(false);
    expect(transcripts.read(old)).toEqual([]);
    expect(db.sql('SELECT id FROM sessions ORDER BY id').column()).toEqual([theirs, young].sort());
    expect(text('groups/console-team/MEMORY.md')).toContain('Kiel');
    expect(bytes()).toMatch(/the mast is new/);
    expect(bytes()).toMatch(/parrot called Coco/);
    const [gone] = memory.ledgerRows('groups/console-team/memory/2026-11-29.md', 1);
    expect(gone).toMatchObject({ after: 'absent', state: 'done', by: 'system', patch: '' });
    expect((await memory.view(team).search('Seeadler boat', { corpus: 'all' })).hits).toEqual([]);
    // Nothing is left to be done the next time.
    const rows = memory.ledgerRows(undefined, 100).length;
    await sweep();
    expect(memory.ledgerRows(undefined, 100)).toHaveLength(rows);
  });

  it('keeps a conversation that is still to be written down', async () => {
    const { session, say, db, transcripts, clock, sweep } = await stage();
    const open = await session(team);
    await say(open.id, { ...user('not yet written down'), turn: 't' });
    await db.write(() => endSession(db, open, transcripts.read(open.id), 'command', clock.now()));
    await sweep(clock.now() + 40 * DAY);
    expect(transcripts.read(open.id)).not.toEqual([]);
  });

  it('loses what a killed writer left half done, and the file that is gone already', async () => {
    const { put, sweep, db, clock, bytes, has } = await stage();
    const path = 'groups/console-team/memory/2026-11-29.md';
    await put(team, path, '- the boat is called Seeadler');
    const request = JSON.stringify({ kind: 'append', lines: ['- Seeadler again'], had: 0 });
    db.sql("UPDATE ledger SET state = 'intended', request = ? WHERE path = ?").run([request, path]);
    await sweep(clock.now() + 40 * DAY);
    expect(has(path)).toBe(false);
    expect(bytes()).not.toContain('Seeadler');
  });
});

describe('where nothing is remembered', () => {
  it('C145 a conversation from before is not written down any more, and its flush counts as done', async () => {
    const { memory, session, say, db, transcripts, clock, flush, snapshot, has, workspace } = await stage();
    const { id } = await session(team);
    await say(id, { ...user('the boat is called Seeadler'), turn: 't' });
    await db.write(() => memory.privacy.choose(team, { remember: 'off' }, 'console:owner', clock.now()));
    const row = { id, key: 'group/console/team' } as Parameters<typeof endSession>[1];
    const ended = await db.write(() => endSession(db, row, transcripts.read(id), 'privacy', clock.now()));
    const notes = writer();
    await flush(ended?.flush ?? 0, { flushPiece: notes.flush });
    await snapshot(id);
    expect(notes.asked).toEqual([]);
    expect(has('groups/console-team/memory')).toBe(false);
    expect(readdirSync(workspace)).toEqual([]);
    expect(db.sql('SELECT state FROM flushes UNION ALL SELECT state FROM snapshots').column()).toEqual([
      'done',
      'done',
    ]);
    expect(transcripts.read(id)).not.toEqual([]);
  });
});

describe('a diary', () => {
  it('loses the nights before a day, whatever stands around them', () => {
    const text = '# Dreams\n\n## 2026-10-01\n\n- 船\n\n## 2026-11-02\n- kept\n\n## Mine\n\n- kept too\n';
    expect(withoutNights(text, '2026-11-01')).toBe('# Dreams\n\n## 2026-11-02\n- kept\n\n## Mine\n\n- kept too\n');
    expect(withoutNights('- no headings\n', '2026-11-01')).toBe('- no headings\n');
  });
});

describe('a conversation', () => {
  const at = { openedAt: 0, lastTurnAt: 10 * DAY };
  const over = (now: number, kept: KeptHere) => overBy(at, { idleMinutes: 0 }, now, 'UTC', kept);

  it('that never pauses ends so early that its first words leave in time', () => {
    expect(over(14 * DAY, { fleeting: false, remembers: true, days: 30 })).toBeUndefined();
    expect(over(15 * DAY, { fleeting: false, remembers: true, days: 30 })).toBe('privacy');
    expect(over(15 * DAY, { fleeting: false, remembers: true })).toBeUndefined();
  });

  it('ends where it is not what the chat wants any more', () => {
    expect(over(10 * DAY, { fleeting: false, remembers: false })).toBe('privacy');
    expect(over(10 * DAY, { fleeting: true, remembers: true })).toBe('privacy');
    expect(over(10 * DAY, { fleeting: true, remembers: false })).toBeUndefined();
  });
});

// What a memory gives up once it is too old: up to which day, and whatever else still says what stood there.

import { readdirSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { conflictCopy, isCopyOf, originalOfCopy } from '../../../src/memory/conflict-copies.js';
import { openFileLocks } from '../../../src/memory/file-locks.js';
import { openFiles } from '../../../src/memory/files.js';
import { openLedger } from '../../../src/memory/ledger.js';
import { main, openTestMemory, team, why } from '../../support/memory/open.js';

const FOLDER = 'groups/console-team/memory';
const OLD = `${FOLDER}/2026-09-30.md`;

async function stage() {
  const home = await openTestMemory();
  await home.memory.folders.ensure(team);
  const { db, memory } = home;
  const write = (path: string, line: string) =>
    memory.view(team).apply({ kind: 'append', path, lines: [line] }, undefined, why());
  /** Rows that still say what stood in a file. */
  const telling = (path: string) =>
    db.sql("SELECT row FROM ledger WHERE path = ? AND (patch <> '' OR request IS NOT NULL)").all([path]).length;
  return { ...home, write, telling };
}

describe('what is older than a day', () => {
  it('goes; what is of that very day stays, and so does every other memory', async () => {
    const { memory, write, put, has } = await stage();
    await write(OLD, '- the boat is called Seeadler');
    await write(`${FOLDER}/2026-10-01.md`, '- 船叫海鹰');
    put(`${FOLDER}/2026-09-30-boat.md`, '# The end of a conversation\n');
    put(`${FOLDER}/notes.md`, '- of no day\n');
    put('memory/2026-09-30.md', '- mine\n');
    expect((await memory.expire(team, '2026-10-01')).sort()).toEqual([`${FOLDER}/2026-09-30-boat.md`, OLD]);
    expect(has(OLD)).toBe(false);
    for (const kept of [`${FOLDER}/2026-10-01.md`, `${FOLDER}/notes.md`, 'memory/2026-09-30.md']) {
      expect([kept, has(kept)]).toEqual([kept, true]);
    }
    await memory.expire(main, '2026-10-01');
    expect(has('memory/2026-09-30.md')).toBe(false);
  });

  it('is told of by no row, though a hand took the file away before', async () => {
    const { memory, write, telling, path } = await stage();
    await write(OLD, '- the boat is called Seeadler');
    rmSync(path(OLD));
    expect(await memory.expire(team, '2026-10-01')).toEqual([]);
    expect(telling(OLD)).toBe(0);
  });

  it('leaves no copy of what did not fit it, and the copies of other files', async () => {
    const { memory, write, put, workspace, clock } = await stage();
    await write(OLD, '- the boat is called Seeadler');
    const kept = conflictCopy(`${FOLDER}/2026-09-30-boat.md.md`, clock.now(), 3);
    put(conflictCopy(OLD, clock.now(), 2), '- Seeadler again\n');
    put(kept, '- of another file\n');
    await memory.expire(team, '2026-10-01');
    expect(readdirSync(`${workspace}/.nightjar/conflicts`)).toEqual([kept.split('/').at(-1)]);
  });

  it('is not written anew by who recovers a write that was begun before', async () => {
    const home = await stage();
    const { memory, write, db, clock, log, has } = home;
    await write(OLD, '- the boat is called Seeadler');
    const request = JSON.stringify({ kind: 'append', lines: ['- Seeadler again'], had: 0 });
    db.sql("UPDATE ledger SET state = 'intended', request = ? WHERE path = ?").run([request, OLD]);
    await memory.expire(team, '2026-10-01');
    const files = await openFiles(home.workspace);
    const locks = openFileLocks({ runDir: `${home.home}/run`, clock });
    const report = await openLedger({ db, files, locks, clock, log }).recover();
    expect(report).toEqual({ done: 0, redone: 0, merged: 0, conflicts: [] });
    expect(db.sql("SELECT path FROM ledger WHERE state = 'intended'").column()).toEqual([]);
    expect(has(OLD)).toBe(false);
  });
});

describe('the copy of a text that did not fit its file', () => {
  it.each(['MEMORY.md', OLD, 'people/陈-a1/memory/2026-05-01-晚饭.md'])('of %s names it', (path) => {
    const copy = conflictCopy(path, Date.UTC(2026, 10, 29, 9), 7);
    expect(originalOfCopy(copy)).toBe(path);
    expect(isCopyOf(path, copy.split('/').at(-1) ?? '')).toBe(true);
    expect(isCopyOf(`x${path}`, copy.split('/').at(-1) ?? '')).toBe(false);
    expect(originalOfCopy(path)).toBeUndefined();
  });
});

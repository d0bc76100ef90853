// Old logs put away: where they go, who still finds them, what is known of their lines, and what a kill or a hand in
// between leaves.

import { linkSync, readdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Scope } from '../../../src/contracts/index.js';
import { archiveLogs } from '../../../src/memory/archive.js';
import { openFileLocks } from '../../../src/memory/file-locks.js';
import { ABSENT, openFiles } from '../../../src/memory/files.js';
import { openLedger } from '../../../src/memory/ledger.js';
import { archivePath, dayOf, isSnapshot, newFileText } from '../../../src/memory/memory-files.js';
import { bob, main, openTestMemory, team, why } from '../../support/memory/open.js';

type Home = Awaited<ReturnType<typeof openTestMemory>>;

const OLD = 'memory/2026-05-01.md';
const AWAY = 'memory/archive/2026/2026-05-01.md';

function archive(home: Home, more: { before?: string; scopes?: readonly Scope[] | 'all'; dryRun?: boolean } = {}) {
  const wish = { before: '2026-11-01', scopes: 'all' as const, dryRun: false, who: 'console:owner' as const, ...more };
  return home.memory.archive(wish);
}

/** The parts on the same home, so that a test can stand in between two of them. */
async function partsOf(home: Home) {
  const files = await openFiles(home.workspace);
  const locks = openFileLocks({ runDir: `${home.home}/run`, clock: home.clock });
  const { db, clock, log } = home;
  return { files, locks, folders: home.memory.folders, ledger: openLedger({ db, files, locks, clock, log }) };
}

const wish = {
  before: '2026-11-01',
  scopes: 'all' as const,
  today: '2026-11-29',
  dryRun: false,
  who: 'console:owner' as const,
};

describe('the place of an old log', () => {
  it.each([
    [OLD, 1, AWAY],
    [OLD, 2, 'memory/archive/2026/2026-05-01.2.md'],
    ['groups/a b/memory/2026-05-01-晚饭.md', 1, 'groups/a b/memory/archive/2026/2026-05-01-晚饭.md'],
    [AWAY, 1, undefined],
    ['memory/notes.md', 1, undefined],
  ])('%s, copy %i', (path, copy, to) => {
    expect(archivePath(path, copy)).toBe(to);
    if (to === undefined) return;
    expect(dayOf(to)).toBe('2026-05-01');
    expect(isSnapshot(to)).toBe(isSnapshot(path));
    expect(newFileText(to)).toBe(newFileText(path));
  });
});

describe('the archive', () => {
  it('takes what is older, of every scope, and leaves it found where it was found, with its day', async () => {
    const home = await openTestMemory();
    await home.memory.folders.ensure(team);
    await home.memory.folders.ensure(bob);
    const group = home.memory.folders.folderOf(team);
    const person = home.memory.folders.folderOf(bob);
    home.put(OLD, '# 2026-05-01\n\n- 09:00 the boiler 锅炉 was mended\n');
    home.put('memory/2026-05-01-보일러.md', 'the boiler talk\n');
    home.put('memory/2026-11-01.md', '- of that very day: the boiler\n');
    home.put('memory/notes.md', 'boiler notes\n');
    home.put(`${group}/memory/2026-04-01.md`, '- the boiler of the team\n');
    home.put(`${person}/memory/2026-03-01.md`, '- the boiler of bob\n');
    const before = await home.memory.view(main).search('boiler', { limit: 20 });

    expect(await archive(home, { dryRun: true })).toEqual(await archive(home));
    expect(readdirSync(home.path('memory')).sort()).toEqual(['2026-11-01.md', 'archive', 'notes.md']);
    expect(home.text(AWAY)).toBe('# 2026-05-01\n\n- 09:00 the boiler 锅炉 was mended\n');

    const paths = async (scope: Scope, options = {}, words = 'boiler') =>
      (await home.memory.view(scope).search(words, { limit: 20, ...options })).hits.map(({ path }) => path).sort();
    expect(await paths(main)).toHaveLength(before.hits.length);
    expect(await paths(main, {}, '锅炉')).toEqual([AWAY]);
    expect(await paths(main, { from: '2026-05-01', to: '2026-05-01' })).toEqual([
      'memory/archive/2026/2026-05-01-보일러.md',
      AWAY,
    ]);
    expect(await paths(main, { from: '2026-05-02' })).toEqual(['memory/2026-11-01.md']);
    expect(await paths(team)).toEqual([`${group}/memory/archive/2026/2026-04-01.md`]);
    expect(await paths(bob)).toEqual([`${person}/memory/archive/2026/2026-03-01.md`]);
    await expect(home.memory.view(team).read(AWAY)).rejects.toMatchObject({ kind: 'not-found' });

    const view = home.memory.view(main);
    expect((await view.logs({ from: '2026-01-01', to: '2026-12-31' })).map(({ path }) => path)).toEqual([
      'memory/2026-11-01.md',
    ]);
    const { docs } = await view.bootstrap({ today: '2026-05-01', fileChars: 1e4, totalChars: 1e5 });
    expect(docs).toEqual([]);
    expect(await archive(home)).toEqual({ moved: [], left: [] });
  });

  it('takes one scope’s alone', async () => {
    const home = await openTestMemory();
    await home.memory.folders.ensure(team);
    home.put(OLD, 'a\n');
    home.put(`${home.memory.folders.folderOf(team)}/memory/2026-04-01.md`, 'b\n');
    expect((await archive(home, { scopes: [team] })).moved).toMatchObject([{ owner: 'group:console:team' }]);
    expect(home.has(OLD)).toBe(true);
  });

  it('keeps what is known of each line, and tells both moves in the ledger', async () => {
    const home = await openTestMemory();
    const view = home.memory.view(main);
    home.put(OLD, '- 手写的\r\n');
    const lines = [
      { trust: 'member' as const, entries: ['e1'] },
      { trust: 'web' as const, entries: ['e2'] },
    ];
    const patch = { kind: 'append' as const, path: OLD, lines: ['- bob said: 门码 4711', '- A web page said: x'] };
    await view.apply(patch, undefined, why({ by: 'flush', who: 'system', session: 's', trust: 'web', lines }));
    home.put('memory/2026-05-01-talk.md', '> said by somebody\n');
    const said = ['- 手写的', '- bob said: 门码 4711', '- A web page said: x'];
    const before = view.originsOf(OLD, said);
    await home.clock.advance(60_000);
    await archive(home);
    expect(view.originsOf(AWAY, said)).toEqual(before);
    expect(before.map(({ trust, by }) => [trust, by])).toEqual([
      ['owner', undefined],
      ['member', 'flush'],
      ['web', 'flush'],
    ]);
    expect(view.trustOf('memory/archive/2026/2026-05-01-talk.md', ['> said by somebody'])).toEqual(['member']);
    const [gone] = home.memory.ledgerRows(OLD);
    expect(gone).toMatchObject({ after: ABSENT, state: 'done', by: 'command', reason: 'archived' });
    expect(home.memory.ledgerRows(AWAY)).toMatchObject([{ base: ABSENT, after: gone?.base, reason: 'archived' }]);
    expect(home.text(AWAY)).toContain('- 手写的\r\n');
  });

  it('leaves what every prompt holds, links, second names and other encodings, and says so', async () => {
    const home = await openTestMemory();
    home.put('memory/2026-11-28.md', 'yesterday\n');
    home.put('memory/2026-11-27.md', 'the day before\n');
    home.put('memory/2026-05-02.md', Buffer.from([0xff, 0xfe]));
    home.put('elsewhere.md', 'a\n');
    linkSync(home.path('elsewhere.md'), home.path('memory/2026-05-03.md'));
    symlinkSync(home.path('elsewhere.md'), home.path('memory/2026-05-04.md'));
    const { moved, left } = await archive(home, { before: '2027-01-01' });
    expect(moved.map(({ path }) => path)).toEqual(['memory/2026-11-27.md']);
    expect(left).toEqual([
      { path: 'memory/2026-05-02.md', why: 'it is not written in UTF-8' },
      { path: 'memory/2026-05-03.md', why: 'it has a second name elsewhere' },
      { path: 'memory/2026-05-04.md', why: 'it is a link, or no file' },
      { path: 'memory/2026-11-28.md', why: 'it stands in every prompt' },
    ]);
  });

  it('is taken back whole by either of its two revisions, and no line is left twice, nowhere, or as the owner’s word', async () => {
    const home = await openTestMemory();
    const lines = [{ trust: 'member' as const, entries: ['e1'] }];
    const patch = { kind: 'append' as const, path: OLD, lines: ['- bob said: 门码 4711'] };
    await home.memory.view(main).apply(patch, undefined, why({ by: 'flush', trust: 'member', lines }));
    const text = home.text(OLD);
    for (const which of [OLD, AWAY]) {
      await archive(home);
      const row = home.memory.ledgerRows(which, 1)[0]?.row ?? 0;
      const undone = await home.memory.undo(row, why({ by: 'command' }));
      expect(undone).toMatchObject({ undoes: row, path: OLD, changed: true });
      expect([home.text(OLD), home.has(AWAY)]).toEqual([text, false]);
      await expect(home.memory.undo(row, why({ by: 'command' }))).rejects.toMatchObject({ kind: 'invalid' });
      // Taken back in turn it would be nowhere.
      await expect(home.memory.undo(undone.row, why({ by: 'command' }))).rejects.toThrow('out of the archive');
      const { hits } = await home.memory.view(main).search('门码');
      expect(hits.map(({ path }) => path)).toEqual([OLD]);
      expect(home.memory.view(main).trustOf(OLD, ['- bob said: 门码 4711'])).toEqual(['member']);
    }
    await archive(home);
    home.put(AWAY, `${text}- by hand\n`);
    await home.memory.undo(home.memory.ledgerRows(OLD, 1)[0]?.row ?? 0, why({ by: 'command' }));
    expect([home.text(OLD), home.text(AWAY)]).toEqual([text, `${text}- by hand\n`]);
  });

  it('keeps both where the name is taken', async () => {
    const home = await openTestMemory();
    home.put(OLD, 'first\n');
    await archive(home);
    home.put(OLD, 'second\n');
    await archive(home);
    home.put(OLD, 'third\n');
    await archive(home);
    const texts = ['2026-05-01', '2026-05-01.2', '2026-05-01.3'].map((n) => home.text(`memory/archive/2026/${n}.md`));
    expect(texts).toEqual(['first\n', 'second\n', 'third\n']);
    const { hits } = await home.memory.view(main).search('second', { from: '2026-05-01', to: '2026-05-01' });
    expect(hits.map(({ path }) => path)).toEqual(['memory/archive/2026/2026-05-01.2.md']);
  });

  it('loses nothing to a hand that writes, or takes the file away, while it is moved', async () => {
    const home = await openTestMemory();
    const parts = await partsOf(home);
    home.put(OLD, 'one\n');
    let edits = 0;
    const remove: typeof parts.ledger.remove = (request) => {
      if (request.path === OLD && edits++ === 0) writeFileSync(home.path(OLD), 'one\ntwo by hand\n');
      return parts.ledger.remove(request);
    };
    const { moved } = await archiveLogs({ ...parts, ledger: { ...parts.ledger, remove } }, wish);
    expect(moved).toMatchObject([{ path: OLD, to: AWAY }]);
    expect(home.text(AWAY)).toBe('one\ntwo by hand\n');
    expect(readdirSync(home.path('memory/archive/2026'))).toEqual(['2026-05-01.md']);

    home.put('memory/2026-05-02.md', 'kept\n');
    const takes: typeof parts.ledger.remove = (request) => {
      if (request.path === 'memory/2026-05-02.md') unlinkSync(home.path(request.path));
      return parts.ledger.remove(request);
    };
    await archiveLogs({ ...parts, ledger: { ...parts.ledger, remove: takes } }, wish);
    expect(home.text('memory/archive/2026/2026-05-02.md')).toBe('kept\n');
  });

  it('is ended by the next run where a kill came in between', async () => {
    const home = await openTestMemory();
    const parts = await partsOf(home);
    home.put(OLD, '\ufeffone\n');
    const killed = () => Promise.reject(new Error('killed'));
    // Copied, and not taken away.
    await expect(archiveLogs({ ...parts, ledger: { ...parts.ledger, remove: killed } }, wish)).rejects.toThrow(
      'killed',
    );
    expect([home.has(OLD), home.text(AWAY)]).toEqual([true, 'one\n']);
    // The row is written, the file is not gone yet, and then it is gone without its row being done.
    const dead = openLedger({ ...parts, ...home, files: { ...parts.files, remove: killed } });
    await expect(archiveLogs({ ...parts, ledger: dead }, wish)).rejects.toThrow();
    expect(home.has(OLD)).toBe(true);
    expect((await archive(home)).moved).toMatchObject([{ path: OLD, to: AWAY }]);
    expect([home.has(OLD), readdirSync(home.path('memory/archive/2026'))]).toEqual([false, ['2026-05-01.md']]);
  });

  it('leaves a wish to take a file away undone where a kill came before it, and done where it came after', async () => {
    const home = await openTestMemory();
    const row = (path: string, base: string) =>
      home.db
        .sql(
          `INSERT INTO ledger (scope, path, base, after, patch, inverse, line, state, who, by, reason, trust, at, request)
             VALUES ('["main"]', ?, ?, 'absent', '', '', 1, 'intended', 'console:owner', 'command', 'archived', 'model', 1,
               '{"kind":"remove"}')`,
        )
        .run([path, base]);
    home.put(OLD, 'still here\n');
    const { revision } = await home.memory.view(main).read(OLD);
    await home.db.write(() => [row(OLD, revision), row('memory/2026-05-02.md', revision)]);
    await home.memory.recover();
    expect(home.text(OLD)).toBe('still here\n');
    expect(home.memory.ledgerRows().map(({ path, state }) => [path, state])).toEqual([
      ['memory/2026-05-02.md', 'done'],
    ]);
  });

  it('goes on where the disk refuses one file', async () => {
    const home = await openTestMemory();
    home.put(OLD, 'a\n');
    home.put('memory/2025-05-01.md', 'b\n');
    home.put('memory/archive/2025', 'no folder\n');
    const { moved, left } = await archive(home);
    expect(moved.map(({ path }) => path)).toEqual([OLD]);
    expect(left).toMatchObject([{ path: 'memory/2025-05-01.md' }]);
    expect(home.text('memory/2025-05-01.md')).toBe('b\n');
  });

  it('is one at a time for a file, so that two runs at once lose nothing', async () => {
    const home = await openTestMemory();
    const parts = await partsOf(home);
    for (let day = 10; day < 16; day++) home.put(`memory/2026-05-${day}.md`, `day ${day}\n`);
    await Promise.all([archiveLogs(parts, wish), archiveLogs(parts, wish)]);
    expect(readdirSync(home.path('memory'))).toEqual(['archive']);
    expect(readdirSync(home.path('memory/archive/2026'))).toHaveLength(6);
  });
});

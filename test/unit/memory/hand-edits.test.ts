// Edits by hand as revisions: which files count, what is a first sight, who is told; and that none of them is ever lost.

import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFileLocks } from '../../../src/memory/file-locks.js';
import { ABSENT, type Files, openFiles, revisionOf } from '../../../src/memory/files.js';
import { openHands } from '../../../src/memory/hands.js';
import { knownFiles } from '../../../src/memory/known-files.js';
import { openLedger } from '../../../src/memory/ledger.js';
import { rowsOf, type ToldRow } from '../../support/memory/ledger-rows-of.js';
import { bob, main, openTestMemory, team, why } from '../../support/memory/open.js';

type Home = Awaited<ReturnType<typeof openTestMemory>>;

/** A home in which everything that is there has been seen. */
async function openSeen(files: Record<string, string> = {}): Promise<Home> {
  const home = await openTestMemory();
  home.put('notes/kept.md', 'kept\n');
  for (const [name, text] of Object.entries(files)) home.put(name, text);
  await home.memory.recover();
  return home;
}

const told = (home: Home, path?: string): ToldRow[] => rowsOf(home.memory, path);

describe('an edit by hand', () => {
  it('is a revision with what came and went, of the owner’s trust', async () => {
    const home = await openSeen({ 'MEMORY.md': '- a\n- 茶\n' });
    home.put('MEMORY.md', '- a\n- 酒\n');
    await home.memory.hands.sweep();
    expect(home.memory.ledgerRows()).toEqual([
      expect.objectContaining({
        ...{ path: 'MEMORY.md', scope: '["main"]', by: 'hand', who: 'system', trust: 'owner', state: 'done', line: 2 },
        ...{ reason: 'edited by hand', session: null, sources: null, undoes: null, at: home.clock.now() },
        ...{ base: revisionOf('- a\n- 茶\n'), after: revisionOf('- a\n- 酒\n') },
      }),
    ]);
    await home.memory.hands.sweep();
    expect(told(home)).toHaveLength(1);
  });

  it('may make a file and remove one', async () => {
    const home = await openSeen({ 'a.md': '一\n' });
    rmSync(home.path('a.md'));
    home.put('memory/b.md', '二\n');
    await home.memory.hands.sweep();
    home.put('a.md', '三\n');
    await home.memory.hands.look('a.md');
    expect(told(home)).toEqual([
      { path: 'memory/b.md', reason: 'made by hand', base: ABSENT, after: revisionOf('二\n') },
      { path: 'a.md', reason: 'removed by hand', base: revisionOf('一\n'), after: ABSENT },
      { path: 'a.md', reason: 'made by hand', base: ABSENT, after: revisionOf('三\n') },
    ]);
  });

  it('is none where a file was there before anything was known of the home', async () => {
    const home = await openTestMemory();
    home.put('MEMORY.md', '- a\n');
    await home.memory.hands.look('MEMORY.md');
    await home.memory.view(main).remember({ target: 'user', text: 'x' }, why());
    await home.memory.recover();
    expect(told(home).map(({ path }) => path)).toEqual(['USER.md']);
    home.put('MEMORY.md', '- b\n');
    await home.memory.recover();
    expect(told(home)[1]).toMatchObject({ path: 'MEMORY.md', base: revisionOf('- a\n') });
  });

  it('is seen before the next write, and that comes behind it', async () => {
    const home = await openSeen({ 'MEMORY.md': '- a\n' });
    home.put('MEMORY.md', '- a\n- by hand\n');
    const { row } = await home.memory.view(main).remember({ target: 'long', text: 'tool' }, why());
    const [written, edit] = home.memory.ledgerRows();
    expect(written).toMatchObject({ row, by: 'tool', base: edit?.after });
    expect(edit).toMatchObject({ by: 'hand', base: revisionOf('- a\n') });
  });

  it('belongs to whose file it is', async () => {
    const home = await openSeen();
    await home.memory.folders.ensure(bob);
    await home.memory.folders.ensure(team);
    home.put('people/bob/MEMORY.md', '- figs\n');
    home.put('groups/console-team/MEMORY.md', '- 会議\n');
    home.put('AGENTS.md', 'be kind\n');
    home.put('groups/nobodys/MEMORY.md', '- x\n');
    await home.memory.hands.sweep();
    expect(
      home.memory
        .ledgerRows()
        .map(({ path, scope }) => `${path} ${scope}`)
        .sort(),
    ).toEqual([
      ...['AGENTS.md ["shared"]', 'groups/console-team/MEMORY.md ["group","console","team"]'],
      'people/bob/MEMORY.md ["person","bob"]',
    ]);
  });

  it('C160: is none in an editor’s own files, in what is no Markdown, and in the invitation that goes away', async () => {
    const home = await openSeen({ 'BOOTSTRAP.md': 'hello\n', 'MEMORY.md': '- a\n' });
    const others = ['.MEMORY.md.swp', '4913', 'MEMORY.md~', '#MEMORY.md#', '.#MEMORY.md', 'a.txt', '.nightjar/x.md'];
    for (const name of [...others, 'node_modules/x/README.md']) home.put(name, 'x\n');
    rmSync(home.path('BOOTSTRAP.md'));
    // As an editor saves that writes beside and swaps.
    writeFileSync(home.path('.MEMORY.md.tmp'), '- a\n');
    renameSync(home.path('.MEMORY.md.tmp'), home.path('MEMORY.md'));
    await home.memory.hands.sweep();
    expect(told(home)).toEqual([]);
  });

  it('is not followed under a second name, through a link, or in another encoding', async () => {
    const home = await openSeen({ 'MEMORY.md': '- secret\n', 'a.md': 'a\n', 'b.md': 'b\n' });
    await home.memory.folders.ensure(team);
    mkdirSync(home.path('groups/console-team'), { recursive: true });
    linkSync(home.path('MEMORY.md'), home.path('groups/console-team/MEMORY.md'));
    rmSync(home.path('a.md'));
    symlinkSync(home.path('notes/kept.md'), home.path('a.md'));
    home.put('b.md', Buffer.from([0xff, 0xfe, 0x61, 0x00]));
    await home.memory.hands.sweep();
    await home.memory.hands.look('groups/console-team/MEMORY.md');
    expect(told(home)).toEqual([]);
    home.put('b.md', 'B\n');
    await home.memory.hands.sweep();
    expect(told(home)).toMatchObject([{ path: 'b.md', base: revisionOf('b\n'), after: revisionOf('B\n') }]);
  });

  it('is none where the whole disk is gone', async () => {
    const home = await openSeen({ 'MEMORY.md': '- a\n' });
    renameSync(home.workspace, `${home.workspace}-away`);
    await home.memory.hands.sweep();
    mkdirSync(home.workspace);
    await home.memory.hands.sweep();
    expect(told(home)).toEqual([]);
  });

  it('reads nothing that looks as it did, and is seen in the same moment and size all the same', async () => {
    const home = await openTestMemory();
    home.put('a.md', 'one\n');
    const files = await openFiles(home.workspace);
    const read: string[] = [];
    const counting: Files = { ...files, read: (path) => files.read(read[read.push(path) - 1] ?? '') };
    const { db, clock, log } = home;
    const ledger = openLedger({
      db,
      files: counting,
      locks: openFileLocks({ runDir: join(home.home, 'run'), clock }),
      clock,
      log,
    });
    const { folders } = home.memory;
    const hands = openHands({ db, files: counting, folders, sources: { isMounted: () => false }, ledger, clock, log });
    await hands.sweep();
    home.put('a.md', 'two\n');
    await hands.sweep();
    expect(told(home)).toHaveLength(1);
    // Until the file is older than a tick of its clock.
    for (let looks = 0; read.length > 0 && looks < 1_000; looks++) {
      read.length = 0;
      await hands.sweep();
    }
    expect(read).toEqual([]);
    home.put('a.md', 'six\n');
    await hands.sweep();
    expect(read).toContain('a.md');
    expect(told(home)).toHaveLength(2);
    await hands.close();
  });

  it('is seen when the system tells of it, in new folders too', async () => {
    const home = await openSeen({ 'MEMORY.md': '- a\n' });
    const watched = new Map<string, () => void>();
    const files = await openFiles(home.workspace);
    const { db, clock, log } = home;
    const ledger = openLedger({
      db,
      files,
      locks: openFileLocks({ runDir: join(home.home, 'run'), clock }),
      clock,
      log,
    });
    const hands = openHands({
      ...{ db, files, folders: home.memory.folders, sources: { isMounted: () => false }, ledger, clock, log },
      watchCall(path, _, listener) {
        watched.set(path, () => listener('change', 'x.md'));
        return { close: () => watched.delete(path), on: () => ({}) as never };
      },
    });
    hands.watch();
    home.put('trips/x.md', '京都\n');
    watched.get(files.root)?.();
    await clock.advance(300);
    await hands.sweep();
    expect(told(home)).toMatchObject([{ path: 'trips/x.md' }]);
    await expect.poll(() => watched.has(join(files.root, 'trips'))).toBe(true);
    await hands.close();
    expect(watched.size).toBe(0);
  });

  it('is left to whoever holds the file, and looked at later', async () => {
    const home = await openSeen({ 'MEMORY.md': '- a\n' });
    const locks = openFileLocks({ runDir: join(home.home, 'run'), clock: home.clock });
    home.put('MEMORY.md', '- b\n');
    await locks.hold('MEMORY.md', () => home.memory.hands.sweep());
    expect(told(home)).toEqual([]);
    expect(home.log.events.filter(({ level }) => level === 'warn')).toEqual([]);
    await home.memory.hands.sweep();
    expect(told(home)).toHaveLength(1);
  });
});

describe('the lines of an edit', () => {
  it('are the hand’s, and those that it puts back keep where they came from', async () => {
    const home = await openSeen({ 'MEMORY.md': '- old\n' });
    const view = home.memory.view(main);
    await view.remember({ target: 'long', text: 'from a page' }, why({ trust: 'web' }));
    home.put('MEMORY.md', '- old\n- 新しい\n');
    await home.memory.hands.sweep();
    home.put('MEMORY.md', '- old\n- 新しい\n- from a page\n');
    await home.memory.hands.sweep();
    expect(view.originsOf('MEMORY.md', ['- old', '- 新しい', '- from a page'])).toEqual([
      { trust: 'owner' },
      { trust: 'owner', by: 'hand', who: 'system', row: 2, at: home.clock.now() },
      { trust: 'web', by: 'tool', who: 'console:owner', row: 1, at: home.clock.now() },
    ]);
  });

  it('of a tail of a conversation that was put there are anybody’s', async () => {
    const home = await openSeen();
    home.put('memory/2026-11-28-trip.md', 'x\n');
    await home.memory.hands.sweep();
    expect(home.memory.view(main).trustOf('memory/2026-11-28-trip.md', ['x'])).toEqual(['member']);
  });
});

describe('a write that is killed (C160)', () => {
  const before = '- a\n- b\n- 1\n- 2\n- 3\n- 4\n';

  /** Killed before its row was done, then edited by hand, then started again. */
  async function killed(edited: string) {
    const home = await openSeen({ 'MEMORY.md': before });
    home.db.exec(
      "CREATE TRIGGER cut BEFORE UPDATE ON ledger WHEN NEW.state = 'done' BEGIN SELECT RAISE(ABORT, 'cut'); END",
    );
    const patch = { kind: 'append', path: 'MEMORY.md', lines: ['- c'] } as const;
    await home.memory
      .view(main)
      .apply({ ...patch, lines: ['- c'] }, undefined, why())
      .catch(() => undefined);
    home.db.exec('DROP TRIGGER cut');
    expect(home.text('MEMORY.md')).toBe(`${before}- c\n`);
    home.put('MEMORY.md', edited);
    await home.memory.recover();
    const rows = home.memory.ledgerRows().reverse();
    return { home, chain: rows.map(({ by, base, after }) => [by, base, after]) };
  }

  it('is followed by the edit that came behind it', async () => {
    const edited = `- A\n${before.slice(4)}- c\n`;
    const { home, chain } = await killed(edited);
    expect(home.text('MEMORY.md')).toBe(edited);
    expect(chain).toEqual([
      ['tool', revisionOf(before), revisionOf(`${before}- c\n`)],
      ['hand', revisionOf(`${before}- c\n`), revisionOf(edited)],
    ]);
    expect(knownFiles(home.db).get('MEMORY.md')?.text).toBe(edited);
  });

  it('comes behind the edit that was made before it reached the disk', async () => {
    const edited = `- A\n${before.slice(4)}`;
    const { home, chain } = await killed(edited);
    expect(home.text('MEMORY.md')).toBe(`${edited}- c\n`);
    expect(chain).toEqual([
      ['hand', revisionOf(before), revisionOf(edited)],
      ['tool', revisionOf(edited), revisionOf(`${edited}- c\n`)],
    ]);
    expect(knownFiles(home.db).get('MEMORY.md')?.text).toBe(`${edited}- c\n`);
  });
});

it('C160: five new lines and a removed one stay while a session replaces an entry and a job appends', async () => {
  const home = await openSeen({ 'MEMORY.md': '- a\n- b\n- c\n' });
  const files = await openFiles(home.workspace);
  const saved = '- a\n- c\n- 1\n- 2\n- 3\n- 四\n- 五\n';
  let isSaved = false;
  const editing: Files = {
    ...files,
    replace: (path, text, stillGood) =>
      files.replace(path, text, () => {
        if (!isSaved) {
          home.put('.MEMORY.md.swp', 'swap');
          writeFileSync(home.path('MEMORY.md'), saved);
        }
        isSaved = true;
        return stillGood();
      }),
  };
  const { db, clock, log } = home;
  const ledger = openLedger({
    db,
    files: editing,
    locks: openFileLocks({ runDir: join(home.home, 'run'), clock }),
    clock,
    log,
  });
  const replace = { kind: 'replace', path: 'MEMORY.md', text: '- A\n- b\n- c\n' } as const;
  const job = { kind: 'append', path: 'MEMORY.md', lines: ['- 追加'] } as const;
  const base = revisionOf(readFileSync(home.path('MEMORY.md')));
  const [session] = await Promise.all([
    ledger.write({ owner: main, patch: replace, base, why: why() }),
    ledger.write({ owner: main, patch: { ...job, lines: ['- 追加'] }, why: why({ by: 'flush' }) }),
  ]);
  expect(home.text('MEMORY.md')).toBe('- A\n- c\n- 1\n- 2\n- 3\n- 四\n- 五\n- 追加\n');
  const chain = home.memory.ledgerRows().reverse();
  expect(chain.map(({ by }) => by)).toEqual(['hand', 'tool', 'flush']);
  expect(chain.map(({ base }) => base)).toEqual([base, revisionOf(saved), session?.id]);
  expect(session?.row).toBe(chain[1]?.row);
});

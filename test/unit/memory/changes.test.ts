// What became of a file since a prompt showed it: the bot's own doing as a diff, anything else as somebody's hand.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FileChange } from '../../../src/contracts/index.js';
import { openFileLocks } from '../../../src/memory/file-locks.js';
import { ABSENT, openFiles, revisionOf } from '../../../src/memory/files.js';
import { openLedger } from '../../../src/memory/ledger.js';
import { chainOf } from '../../../src/memory/ledger-chain.js';
import { ledgerRows, type Step } from '../../../src/memory/ledger-rows.js';
import { outcomeOf } from '../../../src/memory/outcome.js';
import { diffTexts } from '../../../src/memory/patch.js';
import { changedLines } from '../../../src/memory/patch-lines.js';
import { openSources } from '../../../src/memory/sources/sources.js';
import { createView } from '../../../src/memory/view.js';
import { changeOf } from '../../support/memory/change-of.js';
import { bob, main, openTestMemory, team, why } from '../../support/memory/open.js';
import { silentIndex } from '../../support/memory/silent-index.js';

const log = 'memory/2026-11-29.md';
const day = (text: string) => ({ target: 'day', text }) as const;
const long = (text: string) => ({ target: 'long', text }) as const;

describe('a file', () => {
  it('that nobody touched is the same, also one that is not there', async () => {
    const { memory, put } = await openTestMemory();
    put('MEMORY.md', '- a\n');
    const view = memory.view(main);
    expect(await changeOf(view, 'MEMORY.md', revisionOf('- a\n'))).toEqual({ kind: 'same' });
    expect(await changeOf(view, log, ABSENT)).toEqual({ kind: 'same' });
  });

  it('that only the bot wrote tells the lines, from every session, oldest first', async () => {
    const { memory, put, text } = await openTestMemory();
    put('MEMORY.md', '- a');
    const view = memory.view(main);
    await view.remember(long('京都'), why({ session: 'one', call: 'c' }));
    await memory.view(main).remember(long('second'), why({ session: 'two', call: 'c', by: 'flush' }));
    const now = revisionOf(text('MEMORY.md'));
    const replaced = { kind: 'replace', path: 'MEMORY.md', text: '- A\n- second\n- 京都\n' } as const;
    await view.apply(replaced, now, why({ by: 'dream' }));
    expect(await changeOf(view, 'MEMORY.md', revisionOf('- a'))).toEqual({
      kind: 'own',
      diff: '+ - 京都\n+ - second\n- - a\n+ - A',
      revision: revisionOf(text('MEMORY.md')),
    });
    expect(await changeOf(view, 'MEMORY.md', now)).toMatchObject({ diff: '- - a\n+ - A' });
  });

  it('that the bot made is its own from nothing on', async () => {
    const { memory, text } = await openTestMemory();
    const view = memory.view(bob);
    await view.remember(day('figs'), why());
    expect(await changeOf(view, `people/bob/${log}`, ABSENT)).toEqual({
      kind: 'own',
      diff: '+ # 2026-11-29\n+ - 09:00 figs',
      revision: revisionOf(text(`people/bob/${log}`)),
    });
  });

  it('that somebody edited, removed or brought is changed by hand', async () => {
    const { memory, put, text, path } = await openTestMemory();
    const view = memory.view(main);
    const since = async (revision: string) => (await changeOf(view, 'MEMORY.md', revision)).kind;
    put('MEMORY.md', '- a\n');
    expect(await since(ABSENT)).toBe('hand');
    await view.remember(long('b'), why());
    const afterOwn = revisionOf(text('MEMORY.md'));
    put('MEMORY.md', '- a\n- b\n- by hand\n');
    expect(await changeOf(view, 'MEMORY.md', afterOwn)).toEqual({
      kind: 'hand',
      revision: revisionOf('- a\n- b\n- by hand\n'),
    });
    // What the bot writes on top does not hide it, and is its own for whoever saw the edit.
    await view.remember(long('c'), why());
    expect(await since(afterOwn)).toBe('hand');
    expect(await since(revisionOf('- a\n- b\n- by hand\n'))).toBe('own');
    // Back to what an own write had made, by hand.
    put('MEMORY.md', '- a\n- b\n');
    expect(await since(revisionOf('- a\n'))).toBe('hand');
    rmSync(path('MEMORY.md'));
    expect(await changeOf(view, 'MEMORY.md', afterOwn)).toEqual({ kind: 'hand', revision: ABSENT });
  });

  it('that a person’s edit was written down for is changed by hand', async () => {
    const { memory, put } = await openTestMemory();
    put('MEMORY.md', '- a\n');
    const view = memory.view(main);
    await view.remember(long('b'), why({ by: 'hand' }));
    expect(await changeOf(view, 'MEMORY.md', revisionOf('- a\n'))).toMatchObject({ kind: 'hand' });
  });

  it('that an edit was merged into is changed by hand', async () => {
    const home = await openTestMemory();
    const files = await openFiles(home.workspace);
    const { db, clock, log } = home;
    const edit = () => writeFileSync(home.path('MEMORY.md'), '- by hand\n- a\n');
    const editing = {
      ...files,
      replace: (path: string, text: string, stillGood: () => Promise<boolean>) => {
        edit();
        return files.replace(path, text, stillGood);
      },
    };
    const locks = openFileLocks({ runDir: join(home.home, 'run'), clock });
    const ledger = openLedger({ db, files: editing, locks, clock, log });
    home.put('MEMORY.md', '- a\n');
    await ledger.write({ owner: main, patch: { kind: 'append', path: 'MEMORY.md', lines: ['- b'] }, why: why() });
    const view = home.memory.view(main);
    expect(home.text('MEMORY.md')).toBe('- by hand\n- a\n- b\n');
    expect(await changeOf(view, 'MEMORY.md', revisionOf('- a\n'))).toMatchObject({ kind: 'hand' });
    expect(await changeOf(view, 'MEMORY.md', revisionOf('- by hand\n- a\n'))).toMatchObject({ kind: 'own' });
  });

  it('that everybody reads is never a mere note, though the owner said yes', async () => {
    const { memory, put } = await openTestMemory();
    put('IDENTITY.md', 'a\n');
    const base = revisionOf('a\n');
    await memory.replaceConfirmed({ scope: main, path: 'IDENTITY.md', text: 'b\n', base, why: why({ by: 'command' }) });
    for (const scope of [main, team]) {
      expect(await changeOf(memory.view(scope), 'IDENTITY.md', base)).toEqual({
        kind: 'hand',
        revision: revisionOf('b\n'),
      });
    }
  });

  it('that is forbidden is as good as missing (C137)', async () => {
    const { memory, put } = await openTestMemory();
    put('MEMORY.md', '- a\n');
    await memory.view(main).remember(long('secret'), why());
    for (const path of ['MEMORY.md', 'USER.md', '../x.md']) {
      expect(await changeOf(memory.view(team), path, ABSENT)).toEqual({ kind: 'same' });
      expect(await changeOf(memory.view(team), path, revisionOf('- a\n'))).toEqual({
        kind: 'hand',
        revision: ABSENT,
      });
    }
  });
});

describe('a write under way', () => {
  async function underWay() {
    const home = await openTestMemory();
    home.put('MEMORY.md', '- a\n');
    const files = await openFiles(home.workspace);
    const intent = { kind: 'append', lines: ['- b'], had: 0 } as const;
    const out = outcomeOf('MEMORY.md', { ...intent, lines: ['- b'] }, await files.read('MEMORY.md'));
    const rows = ledgerRows(home.db);
    await home.db.write(() =>
      rows.insert({ owner: main, path: 'MEMORY.md', why: why(), intent: { ...intent, lines: ['- b'] }, at: 1 }, out),
    );
    return { ...home, files, out };
  }

  it('counts once its text is on disk', async () => {
    const { memory, put, out } = await underWay();
    const view = memory.view(main);
    const since = () => changeOf(view, 'MEMORY.md', revisionOf('- a\n'));
    expect(await since()).toEqual({ kind: 'same' });
    put('MEMORY.md', out.text);
    expect(await since()).toMatchObject({ kind: 'own', diff: '+ - b' });
  });

  it('that ends between looking at the file and at the ledger is no edit', async () => {
    const home = await openTestMemory();
    const { memory, db, clock, log, put, text } = home;
    put('MEMORY.md', '- a\n');
    await memory.view(main).remember(long('b'), why());
    const files = await openFiles(home.workspace);
    let busy = true;
    const late = {
      ...files,
      async glance(path: string) {
        const found = await files.glance(path);
        if (busy) {
          busy = false;
          await memory.view(main).remember(long('c'), why());
        }
        return found;
      },
    };
    const ledger = openLedger({
      ...{ db, files, clock, log },
      locks: openFileLocks({ runDir: join(home.home, 'run'), clock }),
    });
    const { folders, privacy } = memory;
    const sources = openSources({ root: files.root, folders, mounts: [], templateLines: new Map() });
    const hands = { sweep: async () => {}, look: async () => {} };
    const parts = {
      files: late,
      folders,
      ledger,
      hands,
      sources,
      privacy,
      index: silentIndex,
      clock,
      timezone: 'UTC',
      log,
    };
    const change: FileChange = await changeOf(createView(parts, main), 'MEMORY.md', revisionOf('- a\n'));
    expect(change).toEqual({ kind: 'own', diff: '+ - b\n+ - c', revision: revisionOf(text('MEMORY.md')) });
  });
});

describe('the chain of writes', () => {
  const step = (row: number, base: string, after: string, more: Partial<Step> = {}): Step => ({
    ...{ row, base, after, by: 'tool', state: 'done' },
    ...more,
  });
  const rows = (steps: readonly Step[], from: string, to: string) => {
    const chain = chainOf(steps, from, to);
    return Array.isArray(chain) ? chain.map(({ row }) => row) : chain;
  };

  it.each<[string, Step[], number[] | 'stale' | undefined]>([
    ['two writes', [step(2, 'b', 'c'), step(1, 'a', 'b')], [1, 2]],
    ['writes that changed nothing', [step(3, 'c', 'c'), step(2, 'b', 'c'), step(1, 'a', 'b')], [1, 2]],
    ['a write not on disk yet', [step(3, 'c', 'd', { state: 'intended' }), step(2, 'a', 'c')], [2]],
    ['a write on disk that is not marked yet', [step(2, 'a', 'c', { state: 'intended' })], [2]],
    ['a gap', [step(2, 'x', 'c'), step(1, 'a', 'b')], undefined],
    ['a beginning that nobody knows', [step(2, 'b', 'c')], undefined],
    ['a hand in between', [step(2, 'b', 'c'), step(1, 'a', 'b', { by: 'hand' })], undefined],
    ['the shortest of two ways', [step(3, 'a', 'c'), step(2, 'b', 'a'), step(1, 'a', 'b')], [3]],
    ['a later write', [step(2, 'c', 'd'), step(1, 'a', 'c')], 'stale'],
    ['nothing', [], undefined],
  ])('knows %s', (_, steps, expected) => expect(rows(steps, 'a', 'c')).toEqual(expected));
});

it('a diff names what went and came, not what moved, and is not fooled by lines like its own marks', () => {
  const patch = (old: string, next: string) => diffTexts('MEMORY.md', old, next).patch;
  expect(changedLines([patch('a\nb\n', 'b\na\n')])).toBe('');
  expect(changedLines([patch('a', 'a\nb\n')])).toBe('+ b');
  expect(changedLines([patch('a\r\n', 'a\r\nb\r\n')])).toBe('+ b');
  expect(changedLines([patch('-- x\n++ y\n@@ -1 +1 @@\n', '-- x\n'), patch('', '+++ z\n')])).toBe(
    '- ++ y\n- @@ -1 +1 @@\n+ +++ z',
  );
});

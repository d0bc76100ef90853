// Every write through the ledger: once per call, never over somebody's edit, whole after a kill at any point.

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StateError } from '../../../src/contracts/index.js';
import { tryLock } from '../../../src/db/lock.js';
import { openFileLocks } from '../../../src/memory/file-locks.js';
import { type Files, openFiles, revisionOf } from '../../../src/memory/files.js';
import { openLedger, type WriteRequest } from '../../../src/memory/ledger.js';
import { type IntendedRow, ledgerRows, type WriteIntent } from '../../../src/memory/ledger-rows.js';
import { outcomeOf } from '../../../src/memory/outcome.js';
import { patched } from '../../../src/memory/patch.js';
import { failure, main, openTestMemory, why } from '../../support/memory/open.js';

async function openTestLedger(hook: (files: Files) => Files = (files) => files) {
  const home = await openTestMemory();
  const files = await openFiles(home.workspace);
  const runDir = join(home.home, 'run');
  const { db, clock, log } = home;
  const ledger = openLedger({ db, files: hook(files), locks: openFileLocks({ runDir, clock }), clock, log });
  const rows = ledgerRows(db);
  return {
    ...home,
    files,
    ledger,
    rows,
    runDir,
    append: (lines: string[], call?: string, more: Partial<WriteRequest> = {}) =>
      ledger.write({
        owner: main,
        patch: { kind: 'append', path: 'MEMORY.md', lines },
        why: why(call === undefined ? {} : { session: 's', call }),
        ...more,
      }),
    replace: (text: string, base: string | undefined, call?: string) =>
      ledger.write({
        owner: main,
        patch: { kind: 'replace', path: 'MEMORY.md', text },
        base,
        why: why(call === undefined ? {} : { session: 's', call }),
      }),
    /** The state that a kill leaves: a row that says what was to be written. */
    async intend(intent: WriteIntent, call = 'c') {
      const out = outcomeOf('MEMORY.md', intent, await files.read('MEMORY.md'));
      const entry = { owner: main, path: 'MEMORY.md', why: why({ session: 's', call }), intent, at: clock.now() };
      await db.write(() => rows.insert(entry, out));
      return out;
    },
  };
}

describe('a write', () => {
  it('is on disk when it resolves, with a row that can take it back', async () => {
    const { append, put, text, ledger } = await openTestLedger();
    put('MEMORY.md', '# Memory\n\n- a\n');
    const revision = await append(['- 京都']);
    expect(text('MEMORY.md')).toBe('# Memory\n\n- a\n- 京都\n');
    expect(revision).toMatchObject({ id: revisionOf(text('MEMORY.md')), path: 'MEMORY.md', line: 4, repeated: false });
    const [row] = ledger.list('MEMORY.md', 5);
    expect(row).toMatchObject({ state: 'done', who: 'console:owner', by: 'tool', reason: 'a test', trust: 'owner' });
    expect(patched(text('MEMORY.md'), row?.inverse ?? '')).toBe('# Memory\n\n- a\n');
  });

  it('is carried out once per call and answers the same again', async () => {
    const { append, put, text } = await openTestLedger();
    put('MEMORY.md', '- a\n');
    const first = await append(['- b'], 'one');
    put('MEMORY.md', '- zero\n- a\n- b\n');
    expect(await append(['- b'], 'one')).toEqual({ ...first, repeated: true });
    expect(text('MEMORY.md')).toBe('- zero\n- a\n- b\n');
    expect((await append(['- b'], 'two')).repeated).toBe(false);
  });

  it('answers two tries of one call at the same time with one write', async () => {
    const { append, text } = await openTestLedger();
    const both = await Promise.all([append(['- b'], 'one'), append(['- b'], 'one')]);
    expect(both.map(({ repeated }) => repeated).sort()).toEqual([false, true]);
    expect(text('MEMORY.md')).toBe('# Memory\n\n- b\n');
  });

  it('runs its hook in the transaction that ends it, and on a repeat', async () => {
    const { append, ledger, db, text } = await openTestLedger();
    const states: unknown[] = [];
    const onDone = () => states.push(db.sql<{ state: string }>('SELECT state FROM ledger').all()[0]?.state);
    await append(['- b'], 'one', { onDone });
    await append(['- b'], 'one', { onDone });
    expect(states).toEqual(['done', 'done']);
    const broken = () => {
      throw new Error('hook');
    };
    await expect(append(['- c'], 'two', { onDone: broken })).rejects.toThrow('hook');
    expect(ledger.unfinished()).toEqual(['MEMORY.md']);
    expect(await append(['- c'], 'two', { onDone })).toMatchObject({ repeated: true });
    expect(text('MEMORY.md')).toBe('# Memory\n\n- b\n- c\n');
  });

  it('refuses a replacement that was made from an older text', async () => {
    const { replace, put, text, ledger } = await openTestLedger();
    put('MEMORY.md', '- a\n');
    const base = revisionOf('- a\n');
    put('MEMORY.md', '- by hand\n');
    expect(await failure(replace('- mine\n', base))).toMatchObject({ kind: 'conflict' });
    expect(await failure(replace('- mine\n', undefined))).toMatchObject({ kind: 'conflict' });
    expect(text('MEMORY.md')).toBe('- by hand\n');
    expect(ledger.list(undefined, 9)).toEqual([]);
  });

  it('says that it is busy after ten seconds of waiting for another process', async () => {
    const { append, runDir, clock, text, has } = await openTestLedger();
    await append(['- a']);
    const [lockFile] = readdirSync(runDir).filter((name) => name.startsWith('file-'));
    const lock = tryLock(join(runDir, lockFile ?? ''));
    const writing = failure(append(['- b']));
    await clock.advance(11_000);
    expect(await writing).toMatchObject({ kind: 'busy' });
    lock?.release();
    await append(['- c']);
    expect(has('MEMORY.md') && text('MEMORY.md')).toBe('# Memory\n\n- a\n- c\n');
  });

  it('leaves no row behind when the disk refuses', async () => {
    const { append, ledger, path } = await openTestLedger();
    mkdirSync(path('MEMORY.md'));
    expect(await failure(append(['- a'], 'one'))).toMatchObject({ kind: 'unwritable' });
    expect(ledger.list(undefined, 9)).toEqual([]);
    rmSync(path('MEMORY.md'), { recursive: true });
    expect(await append(['- a'], 'one')).toMatchObject({ repeated: false });
  });

  it('tells a full database in words of memory', async () => {
    const home = await openTestLedger();
    const db = { ...home.db, write: async () => Promise.reject(new StateError('no space left', { retryable: true })) };
    const parts = { db, files: home.files, locks: openFileLocks({ runDir: home.runDir, clock: home.clock }) };
    const ledger = openLedger({ ...parts, clock: home.clock, log: home.log });
    const writing = ledger.write({
      owner: main,
      patch: { kind: 'append', path: 'MEMORY.md', lines: ['- a'] },
      why: why(),
    });
    expect(await failure(writing)).toMatchObject({ kind: 'unwritable' });
    expect(home.has('MEMORY.md')).toBe(false);
  });
});

describe('an edit by hand between reading and writing (C160)', () => {
  /** Saves by hand, as editors do, right before each of the first `times` swaps. */
  function editing(save: (round: number) => void, times = 1) {
    let round = 0;
    return (files: Files): Files => ({
      ...files,
      replace: (path, text, stillGood) =>
        files.replace(path, text, async () => {
          if (round < times) save(round++);
          return stillGood();
        }),
    });
  }

  it('keeps both with an append, removed lines stay removed', async () => {
    let file = '';
    const saves = ['- a\n- c\n- five new\n', '- c\n- five new\n- six\n'];
    const home = await openTestLedger(editing((round) => writeFileSync(file, saves[round] ?? ''), 2));
    file = home.path('MEMORY.md');
    home.put('MEMORY.md', '- a\n- b\n- c\n');
    const revision = await home.append(['- 新しい']);
    expect(home.text('MEMORY.md')).toBe('- c\n- five new\n- six\n- 新しい\n');
    expect(revision).toMatchObject({ line: 4, id: revisionOf(home.text('MEMORY.md')) });
    expect(home.ledger.list('MEMORY.md', 1)[0]?.base).toBe(revisionOf(saves[1] ?? ''));
  });

  it.each([false, true])('keeps all of ten sessions and of the editor, whole saves: %s (C068)', async (beside) => {
    let file = '';
    // Before every swap somebody adds a line to what stands there.
    let saves = 0;
    const home = await openTestLedger(
      editing(() => {
        const text = `${readFileSync(file, 'utf8')}- by hand ${saves++}\n`;
        writeFileSync(beside ? `${file}~` : file, text);
        if (beside) renameSync(`${file}~`, file);
      }, 7),
    );
    const path = 'memory/2026-11-29.md';
    file = home.path(path);
    home.put(path, '# 2026-11-29\n\n- 00:00 first\n');
    const lines = Array.from({ length: 10 }, (_, n) => `- 09:00 session ${n} 記憶`);
    await Promise.all(
      lines.map((line, n) =>
        home.append([line], 'c', {
          patch: { kind: 'append', path, lines: [line] },
          why: why({ by: 'flush', session: `s${n}`, call: 'c' }),
        }),
      ),
    );
    const pieces = [...lines, ...Array.from({ length: 7 }, (_, n) => `- by hand ${n}`), '- 00:00 first'];
    expect(saves).toBe(7);
    expect(home.text(path).trimEnd().split('\n').slice(2).sort()).toEqual(pieces.sort());
  });

  it('sees a save between the last look and the swap', async () => {
    const home = await openTestLedger((files) => {
      let saved = false;
      return {
        ...files,
        replace: (path, text, stillGood) =>
          files.replace(path, text, async () => {
            const good = await stillGood();
            if (!saved) writeFileSync(file, '- a\n- by hand\n');
            saved = true;
            return good;
          }),
      };
    });
    const file = home.path('MEMORY.md');
    home.put('MEMORY.md', '- a\n');
    await home.append(['- b']);
    expect(home.text('MEMORY.md')).toBe('- a\n- by hand\n- b\n');
  });

  it('merges with a replacement of another line', async () => {
    let file = '';
    const home = await openTestLedger(editing(() => writeFileSync(file, '- a\n- b\n- 1\n- 2\n- 3\n- 4\n- 5\n')));
    file = home.path('MEMORY.md');
    home.put('MEMORY.md', '- a\n- b\n');
    await home.replace('- A\n- b\n', revisionOf('- a\n- b\n'));
    expect(home.text('MEMORY.md')).toBe('- A\n- b\n- 1\n- 2\n- 3\n- 4\n- 5\n');
  });

  it('is there together with a replacement and an append that come at once', async () => {
    let file = '';
    const home = await openTestLedger(editing(() => writeFileSync(file, '- a\n- c\n- 1\n- 2\n- 3\n- 4\n- 5\n')));
    file = home.path('MEMORY.md');
    home.put('MEMORY.md', '- a\n- b\n- c\n');
    await Promise.all([home.replace('- A\n- b\n- c\n', revisionOf('- a\n- b\n- c\n')), home.append(['- 追加'])]);
    expect(home.text('MEMORY.md')).toBe('- A\n- c\n- 1\n- 2\n- 3\n- 4\n- 5\n- 追加\n');
  });

  it('wins over a replacement of the same line', async () => {
    let file = '';
    const home = await openTestLedger(editing(() => writeFileSync(file, '- by hand\n')));
    file = home.path('MEMORY.md');
    home.put('MEMORY.md', '- a\n');
    expect(await failure(home.replace('- mine\n', revisionOf('- a\n')))).toMatchObject({ kind: 'conflict' });
    expect(home.text('MEMORY.md')).toBe('- by hand\n');
    expect(home.ledger.list(undefined, 9)).toEqual([]);
  });

  it('gives up on a file that never rests', async () => {
    let file = '';
    const home = await openTestLedger(editing((round) => writeFileSync(file, `- ${round}\n`), 100));
    file = home.path('MEMORY.md');
    expect(await failure(home.append(['- a']))).toMatchObject({ kind: 'busy' });
  });
});

describe('recovery', () => {
  it('finishes an append that never reached the disk', async () => {
    const { intend, ledger, put, text } = await openTestLedger();
    put('MEMORY.md', '- a\n');
    await intend({ kind: 'append', lines: ['- b'], had: 0 });
    expect(await ledger.recover()).toEqual({ done: 0, redone: 1, merged: 0, conflicts: [] });
    expect(text('MEMORY.md')).toBe('- a\n- b\n');
    expect(ledger.unfinished()).toEqual([]);
  });

  it('knows a write that reached the disk, also when the file was edited since', async () => {
    const { intend, ledger, put, text } = await openTestLedger();
    put('MEMORY.md', '- b\n- a\n');
    const out = await intend({ kind: 'append', lines: ['- b'], had: 1 });
    put('MEMORY.md', out.text);
    expect(await ledger.recover()).toMatchObject({ done: 1 });
    await intend({ kind: 'append', lines: ['- c'], had: 0 }, 'd');
    put('MEMORY.md', '- new top\n- b\n- a\n- b\n- c\n- new end\n');
    expect(await ledger.recover()).toMatchObject({ done: 1 });
    expect(text('MEMORY.md')).toBe('- new top\n- b\n- a\n- b\n- c\n- new end\n');
  });

  it('carries an append out on a file that was edited since', async () => {
    const { intend, ledger, put, text } = await openTestLedger();
    put('MEMORY.md', '- b\n- a\n');
    await intend({ kind: 'append', lines: ['- b'], had: 1 });
    put('MEMORY.md', '- b\n- a by hand\n');
    expect(await ledger.recover()).toMatchObject({ merged: 1 });
    expect(text('MEMORY.md')).toBe('- b\n- a by hand\n- b\n');
  });

  it('merges a replacement, or keeps it as a copy that is reported', async () => {
    const { intend, ledger, put, text, log } = await openTestLedger();
    put('MEMORY.md', '- a\n- 1\n- 2\n- 3\n- 4\n');
    await intend({ kind: 'replace', text: '- A\n- 1\n- 2\n- 3\n- 4\n' });
    put('MEMORY.md', '- a\n- 1\n- 2\n- 3\n- 4\n- by hand\n');
    expect(await ledger.recover()).toMatchObject({ merged: 1 });
    expect(text('MEMORY.md')).toBe('- A\n- 1\n- 2\n- 3\n- 4\n- by hand\n');

    await intend({ kind: 'replace', text: '- mine\n' }, 'd');
    put('MEMORY.md', '- wholly other\n');
    const { conflicts } = await ledger.recover();
    expect(text('MEMORY.md')).toBe('- wholly other\n');
    expect(conflicts).toHaveLength(1);
    expect(conflicts[0]).toMatch(/^\.nightjar\/conflicts\/MEMORY\.md\.conflict-2026-11-29T/);
    expect(text(conflicts[0] ?? '')).toBe('- mine\n');
    expect(log.events).toContainEqual(expect.objectContaining({ level: 'warn', event: 'memory.conflict' }));
  });

  it('comes before a repeat of the call and before the next write', async () => {
    const { intend, append, put, text } = await openTestLedger();
    put('MEMORY.md', '- a\n');
    await intend({ kind: 'append', lines: ['- b'], had: 0 }, 'one');
    expect(await append(['- b'], 'one')).toMatchObject({ repeated: true, line: 2 });
    await intend({ kind: 'append', lines: ['- c'], had: 0 }, 'two');
    expect(await append(['- d'], 'three')).toMatchObject({ repeated: false, line: 4 });
    expect(text('MEMORY.md')).toBe('- a\n- b\n- c\n- d\n');
  });

  it('leaves the hook of a write that a kill cut off from its end to the repeat of the call', async () => {
    const { intend, append, ledger, put, text, db } = await openTestLedger();
    const counted = () =>
      db.sql("INSERT INTO facts VALUES ('hook', '1') ON CONFLICT DO UPDATE SET value = value + 1").run();
    const count = () => db.sql("SELECT value FROM facts WHERE name = 'hook'").get();
    put('MEMORY.md', '- a\n');
    // Killed after the swap, before `done`.
    const out = await intend({ kind: 'append', lines: ['- b'], had: 0 }, 'one');
    put('MEMORY.md', out.text);
    expect(await ledger.recover()).toMatchObject({ done: 1 });
    expect(count()).toBeUndefined();
    expect(await append(['- b'], 'one', { onDone: counted })).toMatchObject({ repeated: true, line: 2 });
    expect(count()).toEqual({ value: '1' });
    // The same without anybody who recovered in between, and with other lines than the first time.
    const next = await intend({ kind: 'append', lines: ['- c'], had: 0 }, 'two');
    put('MEMORY.md', next.text);
    expect(await append(['- d'], 'two', { onDone: counted })).toMatchObject({ repeated: true, line: 3 });
    expect(count()).toEqual({ value: '2' });
    expect(text('MEMORY.md')).toBe('- a\n- b\n- c\n');
  });

  it('repeats a call on the file of its day, though the day has changed', async () => {
    const { memory, clock, has } = await openTestMemory();
    const view = memory.view(main);
    const note = { target: 'day', text: 'tea' } as const;
    const first = await view.remember(note, why({ session: 's', call: 'c' }));
    await clock.advance(86_400_000);
    expect(await view.remember(note, why({ session: 's', call: 'c' }))).toEqual({ ...first, repeated: true });
    expect(has('memory/2026-11-30.md')).toBe(false);
  });

  it('removes what a kill left beside the file, and leaves files of living writers alone', async () => {
    const { intend, ledger, put, has, runDir, log } = await openTestLedger();
    put('MEMORY.md', '- a\n');
    put('.MEMORY.md.nightjar.tmp', 'half');
    await intend({ kind: 'append', lines: ['- b'], had: 0 });
    await ledger.recover();
    expect(has('.MEMORY.md.nightjar.tmp')).toBe(false);

    await intend({ kind: 'append', lines: ['- c'], had: 0 }, 'd');
    const [lockFile] = readdirSync(runDir).filter((name) => name.startsWith('file-'));
    const lock = tryLock(join(runDir, lockFile ?? ''));
    expect(await ledger.recover()).toMatchObject({ redone: 0 });
    // Beside processes that are writing this happens at every start, and is no trouble.
    expect(log.events.filter(({ level }) => level === 'warn')).toEqual([]);
    expect(ledger.unfinished()).toEqual(['MEMORY.md']);
    lock?.release();
    expect(await ledger.recover()).toMatchObject({ redone: 1 });
  });

  it('leaves a file alone that is not written in UTF-8', async () => {
    const { intend, ledger, put, path } = await openTestLedger();
    await intend({ kind: 'append', lines: ['- b'], had: 0 });
    const bytes = Buffer.from([0xff, 0xfe, 0x61, 0x00]);
    put('MEMORY.md', bytes);
    expect((await ledger.recover()).conflicts).toHaveLength(1);
    expect(readFileSync(path('MEMORY.md'))).toEqual(bytes);
  });
});

describe('a shared file', () => {
  it('edited in the moment of the write is left as it is too', async () => {
    let edit = () => {};
    const { ledger, put, text } = await openTestLedger((files) => ({
      ...files,
      replace(path, content, stillGood) {
        edit();
        return files.replace(path, content, stillGood);
      },
    }));
    const before = '- Manner: calm\n\n\n\n\n\n\n- Sign: moon\n';
    put('IDENTITY.md', before);
    edit = () => {
      put('IDENTITY.md', `${before}- Never be bold.\n`);
      edit = () => {};
    };
    const patch = { kind: 'replace' as const, path: 'IDENTITY.md', text: before.replace('calm', 'bold') };
    const failed = await failure(ledger.write({ owner: 'shared', patch, base: revisionOf(before), why: why() }));
    expect(failed.kind).toBe('conflict');
    expect(text('IDENTITY.md')).toBe(`${before}- Never be bold.\n`);
  });

  it('edited after the owner’s yes is left as it is: nobody agreed to a mixture', async () => {
    const { db, rows, ledger, put, text, files } = await openTestLedger();
    put('IDENTITY.md', 'Every chat reads this file.\n\n- Manner: calm\n\n\n\n\n\n- Sign: moon\n');
    const intent = { kind: 'replace' as const, text: text('IDENTITY.md').replace('calm', 'bold') };
    const before = await files.read('IDENTITY.md');
    await db.write(() =>
      rows.insert(
        { owner: 'shared', path: 'IDENTITY.md', why: why(), intent, at: 0 },
        outcomeOf('IDENTITY.md', intent, before),
      ),
    );
    const edited = `${text('IDENTITY.md')}- Never be bold.\n`;
    put('IDENTITY.md', edited);
    expect((await ledger.recover()).conflicts).toHaveLength(1);
    expect(text('IDENTITY.md')).toBe(edited);
  });
});

describe('rows', () => {
  it('keep what recovery needs only as long as it is needed', async () => {
    const { append, db, rows, intend } = await openTestLedger();
    await append(['- a']);
    await intend({ kind: 'append', lines: ['- 茶'], heading: '## Notes', had: 0 });
    const [row] = rows.intended('MEMORY.md') as [IntendedRow];
    expect(row.intent).toEqual({ kind: 'append', lines: ['- 茶'], heading: '## Notes', had: 0 });
    expect(db.sql('SELECT request FROM ledger WHERE state = ?').all(['done'])).toEqual([{ request: null }]);
  });
});

it('an atomic save of an editor is seen as the newer file', async () => {
  const { append, put, text, path } = await openTestLedger();
  put('MEMORY.md', '- a\n');
  put('.MEMORY.md.swp', 'swap');
  writeFileSync(path('MEMORY.md~'), '- a\n- by hand\n');
  renameSync(path('MEMORY.md~'), path('MEMORY.md'));
  await append(['- b']);
  expect(text('MEMORY.md')).toBe('- a\n- by hand\n- b\n');
});

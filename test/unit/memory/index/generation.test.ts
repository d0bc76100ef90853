import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDb } from '../../../../src/db/database.js';
import {
  type GenerationOptions,
  indexName,
  openGenerations,
  openMemoryGeneration,
} from '../../../../src/memory/index/generation.js';
import { generationFiles } from '../../../../src/memory/index/generation-files.js';
import { generationLocks } from '../../../../src/memory/index/generation-locks.js';
import { isDamage, isDiskTrouble } from '../../../../src/memory/index/index-errors.js';
import type { IndexStore } from '../../../../src/memory/index/store.js';
import { putText } from '../../../support/memory/index-texts.js';
import { memoryLog } from '../../../support/memory-log.js';
import { silentLog } from '../../../support/silent-log.js';
import { tempDir } from '../../../support/temp-dir.js';

const MAIN = '["main"]';
const chunk = { tokens: 400, overlap: 80 };
const name = indexName('a workspace');

function place() {
  const home = tempDir();
  const dir = join(home, 'index');
  const runDir = join(home, 'run');
  const open = (more: Partial<GenerationOptions> = {}) => {
    const generations = openGenerations({ dir, runDir, name, chunk, model: '', log: silentLog, ...more });
    onTestFinished(() => generations.close());
    return generations;
  };
  return {
    dir,
    runDir,
    open,
    file: (generation: number) => join(dir, `${name}.${generation}.sqlite`),
    files: () => (existsSync(dir) ? readdirSync(dir) : []).filter((one) => !/-(?:wal|shm)$/.test(one)).sort(),
    locks: () => readdirSync(runDir).filter((one) => !one.includes('build')),
  };
}

const put = (store: IndexStore, path: string) =>
  putText(store, store.space(MAIN, 'memory'), path, `the heron stands in ${path}`);
const herons = (store: IndexStore) =>
  store.chunks(store.matches(store.spacesOf([MAIN], ['memory']), { term: 'heron' })).map(({ path }) => path);

/** A process that has the index open; `line` resolves to what it says next. */
function other(at: ReturnType<typeof place>, ...args: string[]) {
  const script = new URL('../../../support/memory/index-process.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, ['--import', 'tsx', script, at.dir, at.runDir, name, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface(child.stdout as NonNullable<typeof child.stdout>);
  const said: string[] = [];
  lines.on('line', (line) => said.push(line));
  return { child, said, begun: once(lines, 'line') };
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'close');
  child.kill('SIGKILL');
  await gone;
}

describe('the live generation', () => {
  it('is made when there is none, belongs to its user alone, and stays the same', async () => {
    const at = place();
    const generations = at.open();
    expect(at.files()).toEqual([]);
    const store = generations.current();
    await put(store, 'a.md');
    expect(generations.current()).toBe(store);
    expect(store.generation).toBe(1);
    expect(at.files()).toEqual([`${name}.1.sqlite`, `${name}.live`]);
    expect(readFileSync(join(at.dir, `${name}.live`), 'utf8')).toBe('1\n');
    for (const one of readdirSync(at.dir)) expect(statSync(join(at.dir, one)).mode & 0o777).toBe(0o600);
    expect(statSync(at.dir).mode & 0o777).toBe(0o700);
    generations.close();
    expect(at.locks()).toEqual([]);
    expect(() => generations.current()).toThrow(/closed/);
    expect(herons(at.open().current())).toEqual(['a.md']);
  });

  it('of another workspace is another file', () => {
    const at = place();
    expect(name).toMatch(/^[0-9a-f]{8}$/);
    at.open().current();
    at.open({ name: indexName('工作區') }).current();
    expect(at.files()).toHaveLength(4);
  });

  it('is made once by two that come at the same time', async () => {
    const at = place();
    const all = [at.open(), at.open(), at.open()];
    for (const one of all) one.current();
    await put(all[0]?.current() as IndexStore, 'a.md');
    for (const one of all) expect(herons(one.current())).toEqual(['a.md']);
  });

  it('is made anew when the pointer is unreadable, the file is gone, or somebody deleted the folder', async () => {
    const at = place();
    const generations = at.open();
    await put(generations.current(), 'a.md');
    writeFileSync(join(at.dir, `${name}.live`), 'what?');
    expect(generations.current().generation).toBe(2);
    rmSync(at.file(2));
    expect(generations.current().generation).toBe(3);
    generations.sweep();
    rmSync(at.dir, { recursive: true });
    const late = at.open();
    await put(late.current(), 'b.md');
    // The number may come again: what counts is the file behind it.
    expect(herons(generations.current())).toEqual(['b.md']);
  });

  it('is made anew beside the file of a program with other tables', () => {
    const at = place();
    at.open().current();
    const db = openDb(at.file(1));
    db.exec('PRAGMA user_version = 99');
    db.close();
    expect(at.open().current().generation).toBe(2);
  });

  it('is outdated when chunks or model are not what they would be now', () => {
    const at = place();
    const plain = at.open();
    expect(plain.isOutdated()).toBe(false);
    expect(at.open({ chunk: { tokens: 300, overlap: 80 } }).isOutdated()).toBe(true);
    expect(at.open({ chunk: { tokens: 400, overlap: 60 } }).isOutdated()).toBe(true);
    expect(at.open({ model: 'openai/bge-m3' }).isOutdated()).toBe(true);
    expect(at.open().isOutdated()).toBe(false);
  });
});

describe('a rebuild', () => {
  it('is filled twice beside the live one, and then everybody goes over', async () => {
    const at = place();
    const [one, two] = [at.open(), at.open({ model: 'new' })];
    const old = one.current();
    await put(old, 'old.md');
    const seen: string[][] = [];
    const built = await two.rebuild(async (store) => {
      seen.push(herons(store), herons(one.current()));
      await put(store, `new${seen.length / 2}.md`);
    });
    expect(seen).toEqual([[], ['old.md'], ['new1.md'], ['old.md']]);
    expect(built).toBe(two.current());
    expect(two.isOutdated()).toBe(false);
    expect(herons(one.current())).toEqual(['new1.md', 'new2.md']);
    // Work under way on the old one comes to its end.
    await put(old, 'late.md');
    expect(herons(old)).toEqual(['old.md', 'late.md']);
    two.sweep();
    expect(at.files()).toContain(`${name}.1.sqlite`);
    one.sweep();
    expect(at.files()).toEqual([`${name}.2.sqlite`, `${name}.live`]);
    expect(() => herons(old)).toThrow();
  });

  it('that fails or is stopped changes nothing', async () => {
    const at = place();
    const generations = at.open();
    await put(generations.current(), 'old.md');
    const stopped = generations.rebuild(async (store) => {
      await put(store, 'half.md');
      throw new Error('stopped');
    });
    await expect(stopped).rejects.toThrow('stopped');
    expect(herons(generations.current())).toEqual(['old.md']);
    expect(at.files()).toEqual([`${name}.1.sqlite`, `${name}.live`]);
    expect(at.locks()).toHaveLength(1);
    const closing = generations.rebuild(async () => generations.close());
    await expect(closing).rejects.toThrow(/closed/);
    expect(herons(at.open().current())).toEqual(['old.md']);
  });

  it('that fails removes nothing that somebody has gone over to meanwhile', async () => {
    const at = place();
    const generations = at.open();
    generations.current();
    const failing = (meanwhile: () => void) =>
      generations.rebuild(async () => {
        meanwhile();
        throw new Error('stopped');
      });
    const lock = generationLocks(at.runDir, name);
    await expect(failing(() => lock.hold(2))).rejects.toThrow('stopped');
    await expect(failing(() => writeFileSync(join(at.dir, `${name}.live`), '3\n'))).rejects.toThrow('stopped');
    await expect(failing(() => {})).rejects.toThrow('stopped');
    expect(at.files()).toEqual([1, 2, 3].map((n) => `${name}.${n}.sqlite`).concat(`${name}.live`));
  });

  it('is left to the one that has begun', async () => {
    const at = place();
    const [one, two] = [at.open(), at.open()];
    let filled = 0;
    const built = await one.rebuild(async () => {
      expect(await two.rebuild(async () => void filled++)).toBeUndefined();
    });
    expect(filled).toBe(0);
    expect(two.current().generation).toBe(built?.generation);
    expect(await two.rebuild(async () => void filled++)).toBeDefined();
    expect(filled).toBe(2);
  });
});

describe('C029 what a killed process leaves', { timeout: 60_000 }, () => {
  it('is a live generation and garbage that the next sweep removes', async () => {
    const at = place();
    const generations = at.open();
    await put(generations.current(), 'old.md');
    for (let round = 0; round < 5; round++) {
      const { child, begun, said } = other(at, 'rebuild', '0');
      await begun;
      await expect.poll(() => said.length, { timeout: 20_000, interval: 1 }).toBeGreaterThan(round * 30);
      await kill(child);
      expect(herons(generations.current())).toEqual(['old.md']);
    }
    expect(at.files().length).toBeGreaterThan(2);
    // One that was killed between writing a pointer and renaming it.
    const partial = join(at.dir, `${name}.live.0badcafe.partial`);
    writeFileSync(partial, '9\n');
    generations.sweep();
    expect(at.files()).toEqual([`${name}.1.sqlite`, `${name}.live`, `${name}.live.0badcafe.partial`]);
    expect(at.locks()).toHaveLength(1);
    expect(await generations.rebuild((store) => put(store, 'new.md'))).toBeDefined();
    expect(herons(generations.current())).toEqual(['new.md']);
  });

  it('may be a log or a journal, with its file or without', async () => {
    const at = place();
    const generations = at.open();
    await put(generations.current(), 'old.md');
    for (const garbage of ['2.sqlite', '2.sqlite-journal', '3.sqlite-journal', '4.sqlite-shm', '5.sqlite-wal'])
      writeFileSync(join(at.dir, `${name}.${garbage}`), 'garbage');
    writeFileSync(join(at.dir, `${name}.probe-1.partial`), 'garbage');
    utimesSync(join(at.dir, `${name}.probe-1.partial`), 0, 0);
    // Not a number whose log another file would be read with.
    const built = await generations.rebuild((store) => put(store, 'new.md'));
    expect(built?.generation).toBe(6);
    generations.sweep();
    generations.close();
    expect(readdirSync(at.dir).sort()).toEqual([`${name}.6.sqlite`, `${name}.live`]);
  });

  it('is not what a living process holds or builds', async () => {
    const at = place();
    const mine = at.open();
    await put(mine.current(), 'old.md');
    const holder = other(at, 'hold');
    await holder.begun;
    expect(holder.said).toEqual(['ready 1']);
    await mine.rebuild((store) => put(store, 'new.md'));
    const builder = other(at, 'rebuild', '0');
    await builder.begun;
    mine.sweep();
    expect(at.files()).toEqual([1, 2, 3].map((n) => `${name}.${n}.sqlite`).concat(`${name}.live`));
    expect(await mine.rebuild(async () => {})).toBeUndefined();
    await kill(holder.child);
    await kill(builder.child);
    mine.sweep();
    expect(at.files()).toEqual([`${name}.2.sqlite`, `${name}.live`]);
  });

  it('is nothing once it had moved the pointer', async () => {
    const at = place();
    const mine = at.open();
    await put(mine.current(), 'old.md');
    const builder = other(at, 'rebuild', '20');
    await expect.poll(() => builder.said.at(-1), { timeout: 20_000 }).toBe('moved');
    await kill(builder.child);
    expect(herons(mine.current())).toHaveLength(20);
    mine.sweep();
    expect(at.files()).toEqual([`${name}.2.sqlite`, `${name}.live`]);
  });
});

it('a number is given once, whoever asks at the same time', () => {
  const at = place();
  at.open();
  const [one, two] = [generationFiles(at.dir, name), generationFiles(at.dir, name)];
  one.makeFolder();
  expect([one.claim(1), two.claim(1), two.claim(2), one.claim(2), one.claim(3)]).toEqual([
    true,
    false,
    true,
    false,
    true,
  ]);
  expect(statSync(at.file(1)).mode & 0o777).toBe(0o600);
  rmSync(at.dir, { recursive: true });
  expect(() => one.claim(1)).toThrow('ENOENT');
});

describe('a sweep', () => {
  it('keeps the live generation, also when nobody has it open', async () => {
    const at = place();
    const first = at.open();
    await put(first.current(), 'a.md');
    first.close();
    const second = at.open();
    second.sweep();
    expect(herons(second.current())).toEqual(['a.md']);
  });

  it('of a home without an index finds nothing to do', () => {
    const at = place();
    at.open().sweep();
    expect(at.files()).toEqual([]);
  });
});

describe('a damaged generation', () => {
  const damage = (file: string) => {
    for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true });
    writeFileSync(file, 'this is no database, though somebody calls it one. '.repeat(200));
  };

  it('is known as such, set aside, and replaced by an empty one', async () => {
    const at = place();
    const log = memoryLog();
    for (const round of [1, 2]) {
      const before = at.open();
      await put(before.current(), 'old.md');
      before.close();
      damage(at.file(round));
      const generations = at.open({ log });
      const error = caught(() => generations.current());
      expect([isDamage(error), isDiskTrouble(error)]).toEqual([true, false]);
      generations.setAside('not a database');
      expect(herons(generations.current())).toEqual([]);
      expect(at.files()).toEqual([`${name}.${round + 1}.sqlite`, `${name}.${round}.damaged`, `${name}.live`].sort());
      generations.sweep();
      expect(at.files()).toHaveLength(3);
      generations.close();
    }
    const set = log.events.filter(({ event }) => event === 'index.set-aside');
    expect(set.map(({ level, fields }) => [level, fields.generation, fields.reason])).toEqual([
      ['warn', 1, 'not a database'],
      ['warn', 2, 'not a database'],
    ]);
  });

  it('is kept with its logs, without which nobody could read it', () => {
    const at = place();
    const files = generationFiles(at.dir, name);
    files.makeFolder();
    for (const generation of [1, 2]) {
      for (const end of ['', '-shm', '-wal', '-journal']) writeFileSync(at.file(generation) + end, `${generation}`);
      files.keepDamaged(generation);
    }
    expect(readdirSync(at.dir).sort()).toEqual(['', '-journal', '-wal'].map((end) => `${name}.2.damaged${end}`));
    expect([files.all(), files.whole()]).toEqual([[2], []]);
  });

  it('is set aside once, by the first of two that find out', async () => {
    const at = place();
    const [one, two] = [at.open(), at.open()];
    await put(one.current(), 'old.md');
    two.current();
    one.setAside('rows are not what they were');
    await put(one.current(), 'new.md');
    two.setAside('rows are not what they were');
    expect(herons(two.current())).toEqual(['new.md']);
    expect(at.files()).toEqual([`${name}.1.damaged`, `${name}.2.sqlite`, `${name}.live`]);
  });
});

describe('a disk in trouble', () => {
  it('is told from damage, and an index in memory does the work', async () => {
    const at = place();
    mkdirSync(dirname(at.dir), { recursive: true });
    writeFileSync(at.dir, 'a file where the folder should be');
    const error = caught(() => at.open().current());
    expect([isDiskTrouble(error), isDamage(error)]).toEqual([true, false]);
    const store = openMemoryGeneration({ chunk, model: '' });
    await put(store, 'a.md');
    expect(herons(store)).toEqual(['a.md']);
    expect([store.generation, store.path]).toEqual([0, ':memory:']);
    expect(store.bytes()).toBeGreaterThan(0);
    expect(await store.tend()).toBe(false);
    store.close();
  });

  it('keeps no lock of a generation that could not be opened', () => {
    const at = place();
    at.open().current();
    rmSync(at.file(1));
    mkdirSync(at.file(1));
    const generations = at.open();
    expect(isDiskTrouble(caught(() => generations.current()))).toBe(true);
    // The one that is left is of the handle that had opened it before.
    expect(at.locks()).toHaveLength(1);
  });
});

function caught(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

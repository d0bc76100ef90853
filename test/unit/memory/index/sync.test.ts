// An index that follows the disk: what changed is read, what is gone leaves nothing, and no file stops the others.

import { appendFileSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MemoryError, StateError } from '../../../../src/contracts/index.js';
import type { IndexStore } from '../../../../src/memory/index/store.js';
import { isCurrent, type SyncOptions } from '../../../../src/memory/index/sync.js';
import type { Sources } from '../../../../src/memory/sources/sources.js';
import { scopeId } from '../../../../src/memory/visibility.js';
import { estimateTokens } from '../../../../src/text/tokens.js';
import {
  chunker,
  found,
  main,
  openPlaces,
  openTestStore,
  type PlaceOptions,
  syncInto,
  team,
} from '../../../support/memory/indexed.js';
import { tempDir } from '../../../support/temp-dir.js';

async function indexed(options: PlaceOptions = {}) {
  const places = await openPlaces(options);
  const store = openTestStore();
  const sync = (more: Partial<SyncOptions> = {}) => syncInto(store, places.sources, more);
  return { ...places, store, sync, found: (words: string) => found(store, words) };
}

/** The store, counting what is put, by path. */
function counting(store: IndexStore) {
  const puts = new Map<string, number>();
  const counted: IndexStore = {
    ...store,
    putFile(file, chunks) {
      puts.set(file.path, (puts.get(file.path) ?? 0) + 1);
      return store.putFile(file, chunks);
    },
  };
  return { puts, store: counted };
}

describe('a comparison', () => {
  it('C022 indexes everything without an embedder', async () => {
    const { put, sync, found, store } = await indexed();
    for (const name of ['tea', 'kyoto', '京都']) put(`memory/${name}.md`, `- about ${name}\n`);
    expect(await sync()).toMatchObject({ files: 3, indexed: 3, failed: [] });
    expect(found('kyoto')).toEqual(['memory/kyoto.md:1']);
    expect(found('京都')).toEqual(['memory/京都.md:1']);
    expect(store.vectors(store.spaces().map(({ id }) => id)).chunks).toBe(3);
  });

  it('does nothing where nothing changed', async () => {
    const { put, sync, store, sources } = await indexed({ files: { 'MEMORY.md': 'a', 'memory/b.md': 'b' } });
    await sync();
    put('memory/c.md', 'c');
    const { puts, store: counted } = counting(store);
    expect(await syncInto(counted, sources)).toMatchObject({ files: 3, indexed: 1, unchanged: 2, removed: 0 });
    expect([...puts]).toEqual([['memory/c.md', 1]]);
  });

  it('tells how many of the files that have to be read are done, and nothing where none has', async () => {
    const { sync } = await indexed({ files: { 'MEMORY.md': 'a', 'memory/b.md': 'b', 'memory/c.md': 'c' } });
    const told: string[] = [];
    const onProgress = (done: number, total: number) => told.push(`${done}/${total}`);
    await sync({ onProgress });
    expect(told).toEqual(['1/3', '2/3', '3/3']);
    const { sync: empty } = await indexed();
    await empty({ onProgress });
    expect(told).toHaveLength(3);
  });

  it('does not chunk again what was only touched', async () => {
    const { path, sync, store } = await indexed({ files: { 'memory/a.md': 'tea' } });
    await sync();
    const time = new Date('2020-01-01T00:00:00Z');
    utimesSync(path('memory/a.md'), time, time);
    let chunked = 0;
    const report = await sync({
      chunker: (text, hints) => {
        chunked++;
        return chunker(text, hints);
      },
    });
    expect(report).toMatchObject({ indexed: 0, unchanged: 1 });
    expect(chunked).toBe(0);
    expect(store.files().get('memory/a.md')?.mtimeMs).toBe(time.getTime());
  });

  it('C032 leaves nothing of deleted and renamed files', async () => {
    const { path, remove, sync, found, store } = await indexed({
      files: { 'memory/one/a.md': 'the heron', 'memory/two/a.md': 'the heron too' },
    });
    await sync();
    expect(found('heron')).toHaveLength(2);
    remove('memory/one');
    renameSync(path('memory/two/a.md'), path('memory/two/b.md'));
    expect(await sync()).toMatchObject({ removed: 2, indexed: 1 });
    expect(found('heron')).toEqual(['memory/two/b.md:1']);
    expect([...store.files().keys()]).toEqual(['memory/two/b.md']);
    remove('memory/two/b.md');
    await sync();
    expect(found('heron')).toEqual([]);
    const spaces = store.spaces().map(({ id }) => id);
    expect(store.totals(spaces)).toEqual({ chunks: 0, length: 0 });
  });

  it('C038 finds an edit by hand however it was made', async () => {
    const { put, path, sync, found } = await indexed({ files: { 'memory/notes/x.md': '- tea\n' } });
    await sync();
    put('memory/notes/new/y.md', '- zebra\n');
    await sync();
    expect(found('zebra')).toEqual(['memory/notes/new/y.md:1']);

    appendFileSync(path('memory/notes/x.md'), '- giraffe\n');
    await sync();
    expect(found('giraffe')).toEqual(['memory/notes/x.md:1']);

    put('memory/notes/x.tmp', '- ostrich\n');
    renameSync(path('memory/notes/x.tmp'), path('memory/notes/x.md'));
    await sync();
    expect(found('ostrich')).toEqual(['memory/notes/x.md:1']);
    expect(found('giraffe')).toEqual([]);

    writeFileSync(path('memory/notes/x.md'), '- axolotl\n');
    utimesSync(path('memory/notes/x.md'), 1, 1);
    await sync();
    expect(found('axolotl')).toEqual(['memory/notes/x.md:1']);
  });

  it('finds a second write of the same size within one tick of the clock', async () => {
    const { sources, store, found } = await indexed({ files: { 'memory/a.md': 'heron' } });
    const [file] = sources.list().files;
    if (!file) throw new Error('nothing is listed');
    // A disk whose clock ticks slowly: both states look the same from outside.
    const at = BigInt(Date.now()) * 1_000_000n + 1n;
    const same = { ...file, stamp: `1:2:5:${at}:${at}` };
    let text = 'heron';
    const slow: Sources = {
      ...sources,
      list: () => ({ files: [same], notices: [], unreadable: [], folders: [] }),
      find: () => same,
      read: () => text,
    };
    await syncInto(store, slow);
    text = 'zebra';
    await syncInto(store, slow);
    expect(found('zebra')).toEqual(['memory/a.md:1']);
    const spaces = new Map(store.spaces().map((space) => [space.id, space]));
    expect(isCurrent(store.files().get('memory/a.md'), same, spaces)).toBe(true);
  });

  it('moves a file with its folder to another scope', async () => {
    const { folders, put, sync, store, sources } = await indexed();
    const moved = { ...team, chat: 'team-2' };
    put(`${await folders.ensure(moved)}/MEMORY.md`, 'the heron');
    await sync();
    await folders.addAlias(team, 'team-2');
    expect(await sync()).toMatchObject({ indexed: 1 });
    const of = (scope: typeof team) => store.matches(store.spacesOf([scopeId(scope)], ['memory']), { term: 'heron' });
    expect(of(team)).toHaveLength(1);
    expect(of(moved)).toEqual([]);
    const spaces = new Map(store.spaces().map((space) => [space.id, space]));
    const [file] = sources.list().files;
    expect(file && isCurrent(store.files().get(file.path), file, spaces)).toBe(true);
  });

  it('tells the chunker what it needs to know', async () => {
    const { sync } = await indexed({
      files: { 'memory/2026-11-29-trip.md': 'x' },
      template: { 'memory/2026-11-29-trip.md': ['Hello'] },
    });
    const told: unknown[] = [];
    await sync({
      chunker: (text, { path, day, skip }) => {
        told.push([text, path, day, [...skip]]);
        return [];
      },
    });
    expect(told).toEqual([['x', 'memory/2026-11-29-trip.md', '2026-11-29', ['Hello']]]);
  });
});

describe('single files', () => {
  it('are brought up to date without a look at the others', async () => {
    const { put, remove, sync, found, sources, store } = await indexed({ files: { 'memory/old.md': 'old' } });
    await sync();
    put('memory/a.md', 'heron');
    put('memory/b.md', 'zebra');
    remove('memory/old.md');
    const noList: Sources = {
      ...sources,
      list() {
        throw new Error('the whole was looked at');
      },
    };
    const report = await syncInto(store, noList, {
      only: ['memory/a.md', 'memory/old.md', 'AGENTS.md', 'memory/none.md'],
    });
    expect(report).toMatchObject({ files: 1, indexed: 1, removed: 1, failed: [] });
    expect(found('heron')).toEqual(['memory/a.md:1']);
    expect(found('zebra')).toEqual([]);
    expect(found('old')).toEqual([]);
  });
});

describe('trouble with one file', () => {
  it('C040 is not the others’: one that keeps changing is tried again alone', async () => {
    const { put, path, sources, store } = await indexed();
    put('memory/hot.md', '- start\n');
    for (let n = 0; n < 500; n++) put(`memory/${n}.md`, `- note ${n}\n`);
    const { puts, store: counted } = counting(store);
    let line = 0;
    const report = await syncInto(counted, sources, {
      onFile: () => appendFileSync(path('memory/hot.md'), `- more ${line++}\n`),
    });
    expect(report).toMatchObject({ files: 501, indexed: 501, failed: [] });
    expect(report.retried).toBeGreaterThan(0);
    const { 'memory/hot.md': hot, ...others } = Object.fromEntries(puts);
    expect(hot).toBeLessThanOrEqual(4);
    expect(Object.values(others)).toEqual(Array(500).fill(1));
    // Quiet again: the next comparison takes that file alone.
    puts.clear();
    await syncInto(counted, sources);
    expect([...puts.keys()]).toEqual(['memory/hot.md']);
    expect(found(store, `more ${line - 1}`)).toHaveLength(1);
  });

  it('is seen when it changes between reading and writing', async () => {
    const { path, sync, found } = await indexed({ files: { 'memory/a.md': 'heron' } });
    let edits = 0;
    const report = await sync({
      chunker: (text, hints) => {
        if (edits++ === 0) writeFileSync(path('memory/a.md'), 'zebra and more');
        return chunker(text, hints);
      },
    });
    expect(report).toMatchObject({ indexed: 1, retried: 1 });
    expect(found('zebra')).toEqual(['memory/a.md:1']);
    expect(found('heron')).toEqual([]);
  });

  it('leaves nothing when it is deleted during the comparison', async () => {
    const { path, sync, found, store } = await indexed({ files: { 'memory/a.md': 'heron', 'memory/b.md': 'b' } });
    await sync({ onFile: (file) => file === 'memory/a.md' && rmSync(path('memory/a.md')) });
    expect(found('heron')).toEqual([]);
    expect([...store.files().keys()]).toEqual(['memory/b.md']);
  });

  it('that cannot be read has a reason, and what was known of it stays', async () => {
    const { path, sync, found, sources, store } = await indexed({
      files: { 'memory/a.md': 'heron', 'memory/b.md': 'b' },
    });
    await sync();
    appendFileSync(path('memory/a.md'), ' flies');
    appendFileSync(path('memory/b.md'), ' zebra');
    const broken: Sources = {
      ...sources,
      read(file) {
        if (file.path === 'memory/a.md') throw new MemoryError('unavailable', 'memory/a.md cannot be read (EIO)');
        return sources.read(file);
      },
    };
    expect(await syncInto(store, broken)).toMatchObject({
      indexed: 1,
      unchanged: 0,
      failed: [{ path: 'memory/a.md', reason: 'memory/a.md cannot be read (EIO)' }],
    });
    expect(found('heron')).toEqual(['memory/a.md:1']);
    expect(found('zebra')).toEqual(['memory/b.md:1']);
  });

  it('C041 odd contents stop nothing, and no piece is above the cap', async () => {
    const { put, sync, store, found } = await indexed();
    for (let n = 0; n < 10; n++) put(`memory/${n}.md`, `- normal note ${n} heron\n`);
    put('memory/long.md', 'x'.repeat(60_000));
    put('memory/wide.md', '：'.repeat(3_000));
    put('memory/emoji.md', '🎉'.repeat(3_000));
    put('memory/base64.md', Buffer.alloc(40_000, 7).toString('base64'));
    put('memory/zero.md', 'a\0b \ud800 heron');
    put('memory/bytes.md', Buffer.from([0xff, 0xfe, 0, 0x41]));
    put('memory/empty.md', '');
    expect(await sync()).toMatchObject({ files: 17, indexed: 17, failed: [] });
    expect(found('heron')).toHaveLength(11);
    const spaces = store.spaces().map(({ id }) => id);
    const all = store.chunks(Array.from({ length: 5_000 }, (_, id) => id));
    expect(all).toHaveLength(store.totals(spaces).chunks);
    for (const chunk of all) expect(estimateTokens(chunk.text)).toBeLessThanOrEqual(400);
  });

  it('C041 a chunker that fails for one file does so for that one', async () => {
    const { sync, found } = await indexed({ files: { 'memory/a.md': 'bad', 'memory/b.md': 'heron' } });
    const report = await sync({
      chunker: (text, hints) => {
        if (text === 'bad') throw new RangeError('no');
        return chunker(text, hints);
      },
    });
    expect(report.failed).toEqual([{ path: 'memory/a.md', reason: 'it could not be indexed' }]);
    expect(found('heron')).toEqual(['memory/b.md:1']);
  });

  it('is told from trouble with the store', async () => {
    const files = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`memory/${n}.md`, `n${n}`]));
    const { sources, store } = await indexed({ files });
    const refusing = (error: Error, which: (path: string) => boolean): IndexStore => ({
      ...store,
      putFile: (file, chunks) => (which(file.path) ? Promise.reject(error) : store.putFile(file, chunks)),
    });
    const full = new StateError('there is no room to write');
    await expect(
      syncInto(
        refusing(full, (path) => path === 'memory/5.md'),
        sources,
      ),
    ).rejects.toThrow(full);
    expect(store.files().size).toBe(5);
    const odd = new Error('odd');
    const report = await syncInto(
      refusing(odd, (path) => /[57]/.test(path)),
      sources,
    );
    expect(report.failed.map(({ path }) => path)).toEqual(['memory/5.md', 'memory/7.md']);
    expect(store.files().size).toBe(8);
    const more = openTestStore();
    const closed = { ...more, putFile: () => Promise.reject(odd) };
    await expect(syncInto(closed, sources)).rejects.toThrow(odd);
  });
});

describe('what cannot be looked at', () => {
  it('stays as it is known', async () => {
    const { put, sync, found, sources, store } = await indexed({
      files: { 'memory/deep/a.md': 'heron', 'memory/deeper.md': 'zebra', 'memory/b.md': 'b' },
    });
    await sync();
    put('memory/c.md', 'c');
    const half: Sources = {
      ...sources,
      list() {
        const listing = sources.list();
        const files = listing.files.filter(({ path }) => !path.startsWith('memory/deep'));
        return { ...listing, files, unreadable: ['memory/deep'] };
      },
    };
    expect(await syncInto(store, half)).toMatchObject({ indexed: 1, removed: 1 });
    expect(found('heron')).toEqual(['memory/deep/a.md:1']);
    expect(found('zebra')).toEqual([]);
  });

  it('is not the workspace: without it nothing is taken for deleted', async () => {
    const { root, sync, found } = await indexed({ files: { 'memory/a.md': 'heron' } });
    await sync();
    renameSync(root, `${root}-away`);
    await expect(sync()).rejects.toThrow('the workspace folder is not there');
    expect(found('heron')).toEqual(['memory/a.md:1']);
    renameSync(`${root}-away`, root);
    mkdirSync(join(root, 'shared'));
    await expect(sync()).resolves.toMatchObject({ files: 1, unchanged: 1 });
  });
});

describe('side by side', () => {
  it('two comparisons over one index end with what is on disk', async () => {
    const { put, path, remove, sources } = await indexed();
    const file = join(tempDir(), 'index.sqlite');
    const [one, two] = [openTestStore(file), openTestStore(file)];
    for (let n = 0; n < 60; n++) put(`memory/${n}.md`, `- note ${n} first\n`);
    let step = 0;
    const stir = () => {
      const n = step++ % 60;
      if (step % 7 === 0) remove(`memory/${n}.md`);
      else put(`memory/${n}.md`, `- note ${n} state ${step}\n`);
      if (step % 5 === 0) appendFileSync(path('memory/x.md'), `- line ${step}\n`);
    };
    await Promise.all([one, two, one, two].map((store) => syncInto(store, sources, { onFile: stir })));
    await Promise.all([one, two].map((store) => syncInto(store, sources)));
    const rows = two.files();
    const spaces = new Map(two.spaces().map((space) => [space.id, space]));
    const { files } = sources.list();
    expect([...rows.keys()].sort()).toEqual(files.map((one) => one.path));
    for (const one of files) {
      expect(isCurrent(rows.get(one.path), one, spaces), one.path).toBe(true);
      const text = sources.read(one) ?? '';
      const chunks = two.chunks(two.matches([...spaces.keys()], { term: 'note' })).filter((c) => c.path === one.path);
      if (one.path !== 'memory/x.md') expect(chunks.map((chunk) => `${chunk.text}\n`)).toEqual([text]);
    }
  });

  it('does not take a file for gone that another process indexed after our look', async () => {
    const { sync, sources, store, found } = await indexed({ files: { 'memory/a.md': 'a', 'memory/b.md': 'zebra' } });
    await sync();
    let looks = 0;
    const early: Sources = {
      ...sources,
      list() {
        const listing = sources.list();
        return looks++ > 0 ? listing : { ...listing, files: listing.files.slice(0, 1) };
      },
    };
    expect(await syncInto(store, early)).toMatchObject({ removed: 0 });
    expect(found('zebra')).toEqual(['memory/b.md:1']);
  });

  it('a single file goes ahead of a long comparison', async () => {
    const { put, sources, store, found } = await indexed();
    for (let n = 0; n < 100; n++) put(`memory/${n}.md`, `- note ${n}\n`);
    const order: string[] = [];
    const long = syncInto(store, sources, { onFile: (path) => order.push(path) });
    put('memory/own.md', 'heron');
    await syncInto(store, sources, { only: ['memory/own.md'] });
    expect(found('heron')).toEqual(['memory/own.md:1']);
    expect(order.length).toBeLessThan(50);
    await long;
    expect(store.files().size).toBe(101);
  });

  it('stops between two files, and what is done stays', async () => {
    const { put, sources, store } = await indexed();
    for (let n = 0; n < 20; n++) put(`memory/${n}.md`, `- note ${n}\n`);
    const stop = new AbortController();
    let seen = 0;
    const report = await syncInto(store, sources, {
      signal: stop.signal,
      onFile: () => {
        if (++seen === 5) stop.abort();
      },
    });
    expect(report.indexed).toBe(5);
    expect(store.files().size).toBe(5);
  });
});

it('says of a row what it is worth', async () => {
  const { put, sync, store, sources } = await indexed({ files: { 'memory/a.md': 'a' } });
  const current = () => {
    const spaces = new Map(store.spaces().map((space) => [space.id, space]));
    const rows = store.files();
    return sources.list().files.map((file) => isCurrent(rows.get(file.path), file, spaces));
  };
  expect(current()).toEqual([false]);
  await sync();
  expect(current()).toEqual([true]);
  put('memory/a.md', 'another text');
  put('memory/b.md', 'b');
  expect(current()).toEqual([false, false]);
  await sync();
  expect(current()).toEqual([true, true]);
  expect(store.spaces()).toMatchObject([{ owner: scopeId(main), corpus: 'memory' }]);
});

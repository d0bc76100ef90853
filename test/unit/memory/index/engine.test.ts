// The index as a whole: it follows the disk, outlives damage, a disk that cannot be used, other processes, and being
// closed at any moment.

import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Embedder, ModelError } from '../../../../src/contracts/index.js';
import { openDb } from '../../../../src/db/database.js';
import { openEmbeddingCache } from '../../../../src/memory/embedders/cache.js';
import { type EngineParts, openIndex } from '../../../../src/memory/index/engine.js';
import type { MemoryIndex } from '../../../../src/memory/index/memory-index.js';
import { DEFAULT_INDEX, type IndexSettings } from '../../../../src/memory/index/settings.js';
import type { Sources } from '../../../../src/memory/sources/sources.js';
import { FakeClock } from '../../../support/fake-clock.js';
import { hashingEmbedder } from '../../../support/memory/hashing-embedder.js';
import { main, openPlaces, team } from '../../../support/memory/indexed.js';
import { memoryLog } from '../../../support/memory-log.js';

const NAME = 'test';

async function openHome(files: Record<string, string> = {}) {
  const places = await openPlaces({ files });
  const clock = new FakeClock('2026-11-29T09:00:00Z');
  const log = memoryLog();
  const dir = join(places.home, 'index');
  const cacheFile = join(places.home, 'embeddings.sqlite');
  const open: MemoryIndex[] = [];

  function index(
    more: Partial<EngineParts> & { embedder?: Embedder; with?: Partial<IndexSettings> } = {},
  ): MemoryIndex {
    const { embedder, with: changed, ...parts } = more;
    const settings: IndexSettings = {
      ...DEFAULT_INDEX,
      timezone: 'UTC',
      place: { dir, runDir: join(places.home, 'run'), name: NAME },
      ...(embedder ? { embedding: { name: '', vectorWeight: 0.7, queryBudgetMs: 5_000, cacheEntries: 1_000 } } : {}),
      ...changed,
    };
    const cache = () => openEmbeddingCache(cacheFile, { entries: 1_000, clock, log });
    const opened = openIndex({
      settings,
      folders: places.folders,
      sources: places.sources,
      manner: 'errand',
      clock,
      log,
      ...(embedder ? { embedding: { embedder, cache: cache() } } : {}),
      ...parts,
    });
    open.push(opened);
    return opened;
  }
  onTestFinished(async () => {
    for (const one of open) await one.close();
  });
  const live = () => join(dir, `${NAME}.${readFileSync(join(dir, `${NAME}.live`), 'utf8').trim()}.sqlite`);
  return { ...places, dir, clock, log, index, live };
}

const found = async (index: MemoryIndex, query: string) =>
  (await index.search(main, query, {})).hits.map(({ path, startLine }) => `${path}:${startLine}`);

function many(count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `memory/note-${n}.md`,
      `- note number ${n} of the pile\n- 第${n}条笔记\n`,
    ]),
  );
}

function overwrite(file: string, at: number, bytes: Buffer): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, bytes, 0, bytes.length, at);
  closeSync(handle);
}

function alter(file: string, sql: string): void {
  const db = openDb(file);
  db.exec('PRAGMA foreign_keys = OFF');
  db.exec(sql);
  db.close();
}

describe('an index', () => {
  it('finds what was written a moment ago, by hand or by refresh', async () => {
    const { index, put, remove } = await openHome({ 'MEMORY.md': '- tea\n' });
    const here = index();
    expect(await found(here, 'tea')).toEqual(['MEMORY.md:1']);
    put('memory/a.md', '- kyoto\n');
    expect(await found(here, 'kyoto')).toEqual(['memory/a.md:1']);
    const quiet = index({ with: { sync: { ...DEFAULT_INDEX.sync, onSearch: false } }, manner: 'resident' });
    await quiet.sync();
    put('memory/b.md', '- osaka\n');
    expect(await found(quiet, 'osaka')).toEqual([]);
    await quiet.refresh(['memory/b.md']);
    expect(await found(quiet, 'osaka')).toEqual(['memory/b.md:1']);
    remove('memory/b.md');
    await quiet.refresh(['memory/b.md']);
    expect(await found(quiet, 'osaka')).toEqual([]);
  });

  it('C022 says how many files are searched, and by what', async () => {
    const { index } = await openHome({ 'MEMORY.md': '- a tea\n', 'memory/a.md': '- b\n', 'shared/c.md': '- c\n' });
    const here = index();
    const before = await here.status();
    expect(before.scopes.reduce((sum, { stale }) => sum + stale, 0)).toBe(3);
    expect(before.lastSync).toBeUndefined();
    await here.sync();
    const { mode, scopes, lastSync } = await here.status();
    expect(mode).toBe('lexical only');
    expect(lastSync).toBe(Date.parse('2026-11-29T09:00:00Z'));
    expect(scopes).toEqual([
      { owner: main, files: 2, indexed: 2, stale: 0, chunks: 2, vectors: 0 },
      { owner: 'shared', files: 1, indexed: 1, stale: 0, chunks: 1, vectors: 0 },
    ]);
    expect(await here.verify()).toMatchObject({ files: 3, problems: [] });
  });

  it('C026 may be closed at any moment of a pass, and the next one goes on', async () => {
    const { index } = await openHome(many(200));
    for (let round = 0; round < 25; round++) {
      const one = index({ manner: round % 2 ? 'resident' : 'errand' });
      const pass = one.sync().catch((error: Error) => error);
      for (let turns = 0; turns < round * 3; turns++) await new Promise((resolve) => setImmediate(resolve));
      await one.close();
      await pass;
      await expect(one.search(main, 'note', {})).rejects.toMatchObject({ kind: 'unavailable' });
    }
    const last = index();
    await last.sync();
    expect((await last.status()).scopes[0]).toMatchObject({ files: 200, indexed: 200, stale: 0 });
    expect((await last.verify()).problems).toEqual([]);
  });

  it('keeps only the generation that is used', async () => {
    const { index, dir } = await openHome(many(5));
    const one = index();
    await one.sync();
    for (let round = 0; round < 3; round++) await one.rebuild();
    await one.sync();
    expect((await one.status()).generation).toBe(4);
    expect(readdirSync(dir).filter((name) => name.endsWith('.sqlite'))).toEqual([`${NAME}.4.sqlite`]);
    expect(await found(one, 'number 3')).toContain('memory/note-3.md:1');
  });

  it('goes over to what another process built, and loses no write on the way', async () => {
    const { index, put } = await openHome(many(20));
    const [one, other] = [index(), index()];
    await one.sync();
    await other.sync();
    const rebuilt = one.rebuild();
    put('memory/new.md', '- written meanwhile\n');
    await other.refresh(['memory/new.md']);
    await rebuilt;
    expect(await found(other, 'meanwhile')).toEqual(['memory/new.md:1']);
    expect((await other.status()).generation).toBe((await one.status()).generation);
    expect((await one.verify()).problems).toEqual([]);
  });

  it('is built anew when it is made in another way', async () => {
    const { index } = await openHome({ 'MEMORY.md': `${'- a line about tea and more\n'.repeat(60)}` });
    const old = index();
    await old.sync();
    const chunks = (await old.status()).scopes[0]?.chunks ?? 0;
    await old.close();
    const changed = index({ with: { chunk: { tokens: 60, overlap: 10 } } });
    expect((await changed.verify()).problems[0]).toContain('made with other settings');
    await changed.sync();
    const after = await changed.status();
    expect(after.generation).toBe(2);
    expect(after.scopes[0]?.chunks).toBeGreaterThan(chunks * 2);
    expect((await changed.verify()).problems).toEqual([]);
  });
});

describe('an index in trouble', () => {
  it('sets a damaged file aside, answers, and says so once', async () => {
    const { index, live, dir } = await openHome(many(30));
    const one = index();
    await one.sync();
    await one.close();
    const { size } = statSync(live());
    overwrite(live(), 0, Buffer.alloc(Math.min(size, 40_960), 0x5a));
    const next = index();
    expect(await found(next, 'number 7')).toContain('memory/note-7.md:1');
    expect((await next.status()).notices).toEqual(['The search index was damaged; it was set aside and built anew.']);
    expect((await next.verify()).problems).toEqual([]);
    expect(readdirSync(dir).filter((name) => name.includes('damaged'))).toHaveLength(1);
  });

  it('never quotes a text that is not the one that was indexed', async () => {
    const { index, live } = await openHome({ 'MEMORY.md': '- the door code is 4711\n' });
    const one = index();
    await one.sync();
    await one.close();
    const bytes = readFileSync(live());
    const at = bytes.indexOf('the door code is 4711');
    expect(at).toBeGreaterThan(0);
    overwrite(live(), at, Buffer.from('the door code is 9999'));
    const next = index();
    const { hits } = await next.search(main, 'door code', {});
    expect(hits.map(({ snippet }) => snippet)).toEqual(['- the door code is 4711']);
  });

  const HARM: Record<string, string> = {
    'a letter of the terms': "UPDATE chunks SET terms = replace(terms, ' pile ', ' bile ') WHERE id = 7",
    'a letter of a heading': "UPDATE chunks SET heading = 'x' WHERE id = 7",
    'the hash of a file': "UPDATE files SET hash = replace(hash, substr(hash, 1, 1), '-') WHERE id = 7",
    'the terms of a chunk': 'DELETE FROM terms WHERE rowid = 7',
    'a term in place of others':
      "DELETE FROM terms WHERE rowid = 7; INSERT INTO terms (rowid, tokens) VALUES (7, '1:note 1:bile')",
    'how the index was made': "UPDATE meta SET value = '[]' WHERE name = 'fingerprint'",
  };
  for (const [harm, sql] of Object.entries(HARM)) {
    it(`is whole after one pass that was asked for, where pages are sound and something changed ${harm}`, async () => {
      const { index, live, log } = await openHome(many(30));
      const one = index();
      await one.sync();
      await one.close();
      alter(live(), sql);
      // Beside a running bot, where settings of another kind would be left alone.
      const next = index({ rebuilds: false });
      expect((await next.verify()).problems).not.toEqual([]);
      await next.sync();
      expect((await next.verify()).problems).toEqual([]);
      expect((await next.status()).generation).toBe(2);
      expect(log.events.filter(({ event }) => event === 'index.set-aside')).toHaveLength(1);
    });
  }

  it('finds by itself what changed on sound pages, within an hour', async () => {
    const { index, live, clock } = await openHome(many(30));
    const one = index({ manner: 'resident' });
    await one.sync();
    alter(live(), 'DELETE FROM terms WHERE rowid = 7');
    await one.sync();
    expect((await one.verify()).problems).not.toEqual([]);
    await clock.advance(3_600_000);
    await one.sync();
    await one.sync();
    expect((await one.verify()).problems).toEqual([]);
    expect((await one.status()).generation).toBe(2);
  });

  it('does not take what another process writes for damage', async () => {
    const { index, put, clock } = await openHome(many(30));
    const one = index({ manner: 'resident' });
    await one.sync();
    const other = index();
    for (let round = 0; round < 20; round++) {
      put('memory/more.md', `- round ${round} of many\n`.repeat(round + 1));
      await other.sync();
      await clock.advance(3_600_000);
      await one.sync();
    }
    expect(await one.status()).toMatchObject({ generation: 1, notices: [] });
  });

  it('finds what a damaged row would have hidden', async () => {
    const { index, live } = await openHome(many(30));
    const one = index();
    await one.sync();
    await one.close();
    alter(live(), "UPDATE chunks SET terms = ' ' WHERE id = 7");
    expect(await found(index(), 'number 5')).toContain('memory/note-5.md:1');
    for (let n = 0; n < 30; n++) expect(await found(index(), `number ${n}`)).toContain(`memory/note-${n}.md:1`);
  });

  it('does not answer from an empty one that took its place at the end of a pass', async () => {
    const { index, live } = await openHome(many(30));
    const one = index({ manner: 'resident' });
    await one.sync();
    alter(live(), 'DROP TABLE meta');
    expect(await found(one, 'number 7')).toContain('memory/note-7.md:1');
  });

  it('in memory is made anew where the disk gave a damaged copy', async () => {
    const { index, live, home } = await openHome(many(30));
    const one = index();
    await one.sync();
    await one.close();
    alter(live(), 'DELETE FROM terms WHERE rowid = 7');
    rmSync(join(home, 'run'), { recursive: true });
    writeFileSync(join(home, 'run'), '');
    const other = index();
    await other.sync();
    expect((await other.status()).generation).toBe(0);
    expect((await other.verify()).problems).toEqual([]);
    for (let n = 0; n < 30; n++) expect(await found(other, `number ${n}`)).toContain(`memory/note-${n}.md:1`);
  });

  it('C028 works in memory where the disk cannot be used, says so once, and goes back', async () => {
    const { index, dir, log, clock } = await openHome(many(10));
    writeFileSync(dir, 'a file where the folder should be');
    const one = index();
    expect(await found(one, 'number 3')).toContain('memory/note-3.md:1');
    expect(await found(one, 'number 4')).toContain('memory/note-4.md:1');
    const { notices, generation } = await one.status();
    expect(generation).toBe(0);
    expect(notices).toEqual([expect.stringMatching(/kept in memory for now: .*Search finds everything/)]);
    expect(log.events.filter(({ event }) => event === 'index.in-memory')).toHaveLength(1);
    rmSync(dir);
    mkdirSync(dir);
    await clock.advance(61_000);
    expect(await found(one, 'number 5')).toContain('memory/note-5.md:1');
    expect(await one.status()).toMatchObject({ generation: 1, notices: [] });
    expect(existsSync(join(dir, `${NAME}.live`))).toBe(true);
  });

  it('C028 begins in memory with what the disk still gives, vectors included', async () => {
    const { index, dir, home } = await openHome(many(10));
    const embedder = hashingEmbedder();
    const one = index({ embedder });
    await one.sync();
    await one.close();
    const asked = embedder.embedded();
    // Nobody can make a lock, so nothing on the disk can be used.
    rmSync(join(home, 'run'), { recursive: true });
    writeFileSync(join(home, 'run'), '');
    rmSync(join(home, 'embeddings.sqlite'));
    const other = index({ embedder });
    const status = await other.status();
    expect(status).toMatchObject({ generation: 0, mode: 'hybrid' });
    expect(status.scopes[0]).toMatchObject({ files: 10, indexed: 10, stale: 0, vectors: 10 });
    expect((await other.search(main, 'note number 3', {})).mode).toBe('hybrid');
    expect(embedder.embedded()).toBe(asked + 1);
    expect(readdirSync(dir)).toContain(`${NAME}.1.sqlite`);
  });

  it('is made anew where somebody deleted it under a running bot', async () => {
    const { index, dir } = await openHome(many(10));
    const one = index({ manner: 'resident' });
    await one.sync();
    rmSync(dir, { recursive: true });
    await one.sync();
    expect(await found(one, 'number 3')).toContain('memory/note-3.md:1');
    expect((await one.verify()).problems).toEqual([]);
  });
});

describe('an index among troubles that are not its own', () => {
  it('is not set aside for an error of the files, and goes on with what it has', async () => {
    const { index, sources, put } = await openHome(many(5));
    let broken = false;
    const failing: Sources = {
      ...sources,
      list() {
        if (broken) throw Object.assign(new Error('database disk image is malformed'), { code: 'SQLITE_CORRUPT' });
        return sources.list();
      },
    };
    const one = index({ sources: failing, manner: 'resident' });
    await one.sync();
    broken = true;
    const answer = await one.search(main, 'note number 3', {});
    expect(answer.hits.map(({ path }) => path)).toContain('memory/note-3.md');
    expect(answer.mode).toBe('lexical only; the files cannot be looked at');
    broken = false;
    put('memory/later.md', '- later\n');
    expect(await found(one, 'later')).toEqual(['memory/later.md:1']);
    expect(await one.status()).toMatchObject({ generation: 1, notices: [] });
  });

  it('takes no half of a character for damage', async () => {
    const { index, sources } = await openHome({ 'MEMORY.md': '- tea\n' });
    const one = index({ sources: { ...sources, read: () => '# Cut \ud83d\n\n- a transcript that was cut \ud83d\n' } });
    await one.sync();
    expect(await found(one, 'transcript')).toEqual(['MEMORY.md:1']);
    expect((await one.verify()).problems).toEqual([]);
    expect(await one.status()).toMatchObject({ generation: 1, notices: [] });
  });

  it('sets one damaged file aside, however many searches meet it', async () => {
    const { index, live, dir, log } = await openHome(many(30));
    const one = index();
    await one.sync();
    await one.close();
    overwrite(live(), 0, Buffer.alloc(40_960, 0x5a));
    const next = index();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => found(next, `number ${n}`)));
    for (const [n, paths] of answers.entries()) expect(paths).toContain(`memory/note-${n}.md:1`);
    expect(log.events.filter(({ event }) => event === 'index.set-aside')).toHaveLength(1);
    expect(readdirSync(dir).filter((name) => name.endsWith('.damaged'))).toHaveLength(1);
  });

  it('says how many of the reader’s files it has not taken in, whatever the settings', async () => {
    const { index, put, folders } = await openHome({ 'MEMORY.md': '- tea\n' });
    const group = await folders.ensure(team);
    put(`${group}/MEMORY.md`, '- coffee\n');
    const one = index({ with: { sync: { ...DEFAULT_INDEX.sync, onSearch: false } }, manner: 'resident' });
    await one.sync();
    put('memory/private.md', '- private\n');
    expect(await one.search(team, 'coffee', {})).toMatchObject({ pending: 0 });
    expect(await one.search(main, 'tea', {})).toMatchObject({ pending: 1 });
    put(`${group}/memory/more.md`, '- more\n');
    expect(await one.search(team, 'coffee', {})).toMatchObject({ pending: 1 });
  });

  it('fills an index that somebody deleted, whatever the settings', async () => {
    const { index, dir } = await openHome(many(5));
    const one = index({ with: { sync: { ...DEFAULT_INDEX.sync, onSearch: false } }, manner: 'resident' });
    await one.sync();
    rmSync(dir, { recursive: true });
    expect(await found(one, 'number 3')).toContain('memory/note-3.md:1');
  });

  it.each(['999999999999999\n', '999999999\n', '7\n', 'x', ''])(
    'is made anew where the pointer says %j',
    async (pointer) => {
      const { index, dir } = await openHome(many(5));
      await index().sync();
      writeFileSync(join(dir, `${NAME}.live`), pointer);
      const one = index();
      expect(await found(one, 'number 3')).toContain('memory/note-3.md:1');
      await one.rebuild();
      expect(await found(one, 'number 4')).toContain('memory/note-4.md:1');
      expect((await one.verify()).problems).toEqual([]);
    },
  );

  it('keeps other settings beside a running bot, and says so', async () => {
    const { index } = await openHome(many(5));
    await index().sync();
    const other = index({ with: { chunk: { tokens: 60, overlap: 10 } }, rebuilds: false });
    expect(await found(other, 'number 3')).toContain('memory/note-3.md:1');
    expect(await other.status()).toMatchObject({
      generation: 1,
      notices: ['The index was made with other settings, or by another version.'],
    });
  });

  it('tells a group nothing of others in its status', async () => {
    const { index, put, folders } = await openHome({});
    const group = await folders.ensure(team);
    put(`${group}/MEMORY.md`, '- coffee\n');
    const embedder = hashingEmbedder();
    const one = index({ embedder });
    await one.sync();
    const before = await one.status(team);
    let asked = 0;
    const stuck: Embedder = {
      fingerprint: embedder.fingerprint,
      embed: () => {
        asked++;
        return Promise.reject(new Error('no'));
      },
    };
    await one.close();
    for (let n = 0; n < 20; n++) put(`memory/private-${n}.md`, `- private ${n}\n`);
    const other = index({ embedder: stuck });
    await other.sync();
    expect(asked).toBeGreaterThan(0);
    expect((await other.status()).mode).toBe('lexical only: embedder failed');
    const after = await other.status(team);
    expect({ mode: after.mode, scopes: after.scopes, notices: after.notices }).toEqual({
      mode: before.mode,
      scopes: before.scopes,
      notices: [],
    });
  });

  it('reports damage in a proof and leaves it as it is', async () => {
    const { index, live, dir } = await openHome(many(30));
    const one = index();
    await one.sync();
    await one.close();
    overwrite(live(), statSync(live()).size - 12_288, Buffer.alloc(12_288, 0x5a));
    const bytes = readFileSync(live());
    const next = index();
    expect((await next.verify()).problems.length).toBeGreaterThan(0);
    expect(readFileSync(live()).equals(bytes)).toBe(true);
    overwrite(live(), 0, Buffer.alloc(100, 0x5a));
    expect((await index().verify()).problems).toEqual(['The index file cannot be read through: it is damaged.']);
    expect(readdirSync(dir).filter((name) => name.includes('damaged'))).toEqual([]);
    await next.sync();
    expect((await next.verify()).problems).toEqual([]);
  });
});

describe('an index with an embedder', () => {
  it('C031 embeds nothing again after a restart', async () => {
    const { index } = await openHome(many(50));
    const embedder = hashingEmbedder();
    const one = index({ embedder });
    await one.sync();
    const { mode, scopes } = await one.status();
    expect(mode).toBe('hybrid');
    expect(scopes[0]).toMatchObject({ chunks: 50, vectors: 50 });
    expect(embedder.embedded()).toBe(50);
    await one.close();
    const again = index({ embedder });
    await again.sync();
    expect((await again.status()).scopes[0]).toMatchObject({ chunks: 50, vectors: 50 });
    await again.rebuild();
    expect((await again.status()).scopes[0]).toMatchObject({ chunks: 50, vectors: 50 });
    expect(embedder.embedded()).toBe(50);
  });

  it('C034 goes by words until another model has embedded everything', async () => {
    const { index } = await openHome(many(10));
    const one = index({ embedder: hashingEmbedder({ dims: 4 }) });
    await one.sync();
    expect((await one.search(main, 'note number 3', {})).mode).toBe('hybrid');
    await one.close();
    const other = index({ embedder: hashingEmbedder({ dims: 3 }), manner: 'resident' });
    const first = await other.search(main, 'note number 3', {});
    expect(first.mode).toMatch(/^lexical only: /);
    expect(first.hits.length).toBeGreaterThan(0);
    await other.sync();
    await expect.poll(async () => (await other.search(main, 'note number 3', {})).mode).toBe('hybrid');
    expect((await other.verify()).problems).toEqual([]);
  });

  it('tells in the status of another process that the embedder is in trouble', async () => {
    const { index } = await openHome(many(3));
    const good = hashingEmbedder();
    const one = index({ embedder: good });
    await one.sync();
    const refusing = () => Promise.reject(new ModelError('auth', 'the key is wrong'));
    const bad: Embedder = { fingerprint: good.fingerprint, embed: refusing };
    expect((await index({ embedder: bad }).search(main, 'note number 1', {})).mode).toBe('lexical only: wrong key');
    const other = await index({ embedder: bad }).status();
    expect(other.mode).toBe('lexical only: wrong key');
    expect(other.notices).toEqual([expect.stringContaining('wrong key')]);
    await index({ embedder: good }).search(main, 'note number 2', {});
    expect(await index({ embedder: bad }).status()).toMatchObject({ mode: 'hybrid', notices: [] });
  });

  it('C023 answers by words while the embedder is down', async () => {
    const { index } = await openHome(many(3));
    const good = hashingEmbedder();
    let down = false;
    const embedder: Embedder = {
      fingerprint: good.fingerprint,
      embed: (texts, kind, signal) => (down ? Promise.reject(new Error('no')) : good.embed(texts, kind, signal)),
    };
    const one = index({ embedder });
    await one.sync();
    down = true;
    const answer = await one.search(main, 'note number 2', {});
    expect(answer.mode).toBe('lexical only: embedder failed');
    expect(answer.hits[0]?.path).toBe('memory/note-2.md');
  });
});

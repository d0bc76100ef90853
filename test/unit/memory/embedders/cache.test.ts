// The cache of embeddings: what it keeps, for whom, how much, and that no trouble with its file is anybody's trouble.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openEmbeddingCache } from '../../../../src/memory/embedders/cache.js';
import { noteForget, openCacheFile } from '../../../../src/memory/embedders/cache-file.js';
import { FakeClock } from '../../../support/fake-clock.js';
import { hashedVector } from '../../../support/memory/hashing-embedder.js';
import { memoryLog } from '../../../support/memory-log.js';
import { tempDir } from '../../../support/temp-dir.js';

const DAY = 86_400_000;
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

function open(file = join(tempDir(), 'index', 'embeddings.sqlite'), entries = 1_000, clock = new FakeClock()) {
  const log = memoryLog();
  const cache = openEmbeddingCache(file, { entries, clock, log });
  onTestFinished(() => cache.close());
  return {
    file,
    clock,
    log,
    cache,
    warnings: () => log.events.filter(({ level }) => level === 'warn').map(({ event }) => event),
    keep: (model: string, ...texts: string[]) =>
      cache.put(
        model,
        texts.map((text) => ({ hash: hashOf(text), known: hashedVector(text, 16) })),
      ),
    async knows(model: string, ...texts: string[]) {
      const known = await cache.get(model, texts.map(hashOf));
      return texts.filter((text) => known.has(hashOf(text)));
    },
  };
}

describe('the cache', () => {
  it('gives back the same vector after a restart, and only for the same model', async () => {
    const { file, cache, keep } = open();
    await keep('a', '会议在三点', 'the door');
    await cache.close();
    const next = open(file);
    const known = await next.cache.get('a', [hashOf('会议在三点')]);
    expect(known.get(hashOf('会议在三点'))).toEqual(hashedVector('会议在三点', 16));
    expect(await next.knows('b', '会议在三点')).toEqual([]);
    expect(await next.knows('a', 'another')).toEqual([]);
  });

  it('holds no text and lets nobody else read', async () => {
    const { file, cache, keep } = open();
    await keep('a', 'the door code is QX17');
    await cache.close();
    expect(readFileSync(file).includes('QX17')).toBe(false);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(readdirSync(join(file, '..'))).toEqual(['embeddings.sqlite']);
  });

  it('keeps nothing that was asked for before somebody forgot, and all that is asked for behind that', async () => {
    const { file, keep, knows } = open();
    await keep('a', 'before');
    expect(await knows('a', '蓝色长颈鹿')).toEqual([]);
    const other = await openCacheFile(file);
    onTestFinished(() => other.close());
    await other.write(() => noteForget(other));
    await keep('a', '蓝色长颈鹿');
    expect(await knows('a', '蓝色长颈鹿', 'before')).toEqual(['before']);
    await keep('a', '蓝色长颈鹿');
    expect(await knows('a', '蓝色长颈鹿')).toEqual(['蓝色长颈鹿']);
  });

  it('drops what was not used for longest, over its cap', async () => {
    const { clock, keep, knows } = open(undefined, 3);
    await keep('a', 'one', 'two', 'three');
    await clock.advance(DAY);
    expect(await knows('a', 'one')).toEqual(['one']);
    await keep('a', 'four');
    expect(await knows('a', 'one', 'two', 'three', 'four')).toEqual(['one', 'three', 'four']);
  });

  it('remembers across a restart that a text was used, though nothing else was written', async () => {
    const first = open(undefined, 2);
    await first.keep('a', 'one', 'two');
    await first.clock.advance(DAY);
    await first.knows('a', 'one');
    await first.cache.close();
    const next = open(first.file, 2, first.clock);
    await next.keep('a', 'three');
    expect(await next.knows('a', 'one', 'two', 'three')).toEqual(['one', 'three']);
  });

  it('remembers a refusal for a week', async () => {
    const { clock, cache } = open();
    await cache.put('a', [{ hash: hashOf('odd'), known: 'refused' }]);
    await clock.advance(6 * DAY);
    expect((await cache.get('a', [hashOf('odd')])).get(hashOf('odd'))).toBe('refused');
    await clock.advance(DAY);
    expect((await cache.get('a', [hashOf('odd')])).size).toBe(0);
  });

  it('forgets the vectors of another size, of one model alone', async () => {
    const { cache, keep, knows } = open();
    await keep('a', 'one');
    await keep('b', 'one');
    await cache.put('a', [{ hash: hashOf('new'), known: hashedVector('new', 8) }]);
    await cache.put('a', [{ hash: hashOf('odd'), known: 'refused' }]);
    await cache.keepSize('a', 8);
    expect(await knows('a', 'one', 'new', 'odd')).toEqual(['new', 'odd']);
    expect(await knows('b', 'one')).toEqual(['one']);
  });

  it('with no entries writes no file, and remembers refusals alone', async () => {
    const { file, cache, keep, knows } = open(undefined, 0);
    await keep('a', 'one');
    await cache.put('a', [{ hash: hashOf('odd'), known: 'refused' }]);
    expect(await knows('a', 'one', 'odd')).toEqual(['odd']);
    expect(existsSync(file)).toBe(false);
  });

  it('is one for several processes', async () => {
    const one = open();
    const other = open(one.file);
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        Promise.all([one.keep('a', `${i}`, `one ${i}`), other.keep('a', `${i}`, `other ${i}`)]),
      ),
    );
    for (const { knows, warnings } of [one, other]) {
      expect(await knows('a', '39', 'one 39', 'other 39')).toHaveLength(3);
      expect(warnings()).toEqual([]);
    }
  });

  it('answers nothing once closed', async () => {
    const { cache, keep, knows, warnings } = open();
    await keep('a', 'one');
    await Promise.all([cache.close(), cache.close()]);
    await keep('a', 'two');
    expect(await knows('a', 'one')).toEqual([]);
    expect(warnings()).toEqual([]);
  });
});

describe('trouble with its file', () => {
  it('sets a file aside that is no database, with one warning', async () => {
    const dir = tempDir();
    const file = join(dir, 'embeddings.sqlite');
    writeFileSync(file, 'x'.repeat(8_192));
    const { keep, knows, warnings, cache } = open(file);
    await keep('a', 'one');
    expect(await knows('a', 'one')).toEqual(['one']);
    expect(warnings()).toEqual(['embedding.cache-set-aside']);
    expect(cache.trouble).toBeUndefined();
    expect(readFileSync(`${file}.damaged`, 'utf8')).toMatch(/^x+$/);
  });

  it('sets a file aside that is damaged while it is open, and goes on', async () => {
    const { file, keep, knows, warnings, cache } = open();
    for (let i = 0; i < 60; i++) await keep('a', ...Array.from({ length: 20 }, (_, n) => `${i} ${n}`));
    await cache.close();
    const size = statSync(file).size;
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 4_096, size - 4_096);
    writeFileSync(file, bytes);
    const next = open(file);
    await next.keep('a', 'later');
    expect(await next.knows('a', 'later', '3 3')).toEqual(['later']);
    expect(next.warnings()).toEqual(['embedding.cache-set-aside']);
    expect(existsSync(`${file}.damaged`)).toBe(true);
    expect([await knows('a', '3 3'), warnings()]).toEqual([[], []]);
  });

  it('takes bytes that are no unit vector for nothing', async () => {
    const { cache, knows } = open();
    const broken = hashedVector('one', 16).map((value, i) => (i === 3 ? 1e20 : value));
    await cache.put('a', [{ hash: hashOf('one'), known: broken }]);
    expect(await knows('a', 'one')).toEqual([]);
  });

  it('lets a second process keep the file that the first has put in place of a damaged one', async () => {
    const file = join(tempDir(), 'embeddings.sqlite');
    writeFileSync(file, 'x'.repeat(8_192));
    const [one, other] = [open(file), open(file)];
    await Promise.all([one.keep('a', 'one'), other.keep('a', 'two')]);
    expect(await one.knows('a', 'one', 'two')).toHaveLength(2);
    expect([...one.warnings(), ...other.warnings()]).toEqual(['embedding.cache-set-aside']);
  });

  it('works without one that cannot be made, says so once, and tries again later', async () => {
    const dir = tempDir();
    writeFileSync(join(dir, 'index'), 'a file where the folder should be');
    const { clock, cache, keep, knows, warnings } = open(join(dir, 'index', 'embeddings.sqlite'));
    await keep('a', 'one');
    await keep('a', 'two');
    expect(await knows('a', 'one', 'two')).toHaveLength(2);
    expect(warnings()).toEqual(['embedding.cache-failed']);
    expect(cache.trouble).toMatch(/cannot be written/);
    await clock.advance(600_000);
    await keep('a', 'three');
    expect(warnings()).toHaveLength(1);
  });

  it('leaves a file of a newer program alone', async () => {
    const first = open();
    await first.keep('a', 'one');
    await first.cache.close();
    const { openDb } = await import('../../../../src/db/database.js');
    const db = openDb(first.file);
    db.exec('PRAGMA user_version = 99');
    db.close();
    const next = open(first.file);
    await next.keep('a', 'two');
    expect(await next.knows('a', 'two')).toEqual(['two']);
    expect(next.warnings()).toEqual(['embedding.cache-failed']);
    expect(existsSync(`${first.file}.damaged`)).toBe(false);
  });
});

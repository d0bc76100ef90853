import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDb } from '../../../../src/db/database.js';
import { cutChunks, sha256 } from '../../../../src/memory/index/chunk.js';
import { openStore, type StoreOptions } from '../../../../src/memory/index/open-store.js';
import type { IndexStore } from '../../../../src/memory/index/store.js';
import { indexStoreContract } from '../../../contracts/index.js';
import { putText } from '../../../support/memory/index-texts.js';
import { tempDir } from '../../../support/temp-dir.js';

function open(path: string, more: Partial<StoreOptions> = {}): IndexStore {
  const store = openStore({ path, generation: 1, fingerprint: 'f', model: 'm', ...more });
  if (!store) throw new Error('of another version');
  onTestFinished(() => store.close());
  return store;
}

indexStoreContract('a file', () => open(join(tempDir(), 'index.sqlite')));
indexStoreContract('memory', () => open(':memory:'));

const unit = (at: number) => Float32Array.from({ length: 4 }, (_, i) => (i === at ? 1 : 0));

describe('an index file', () => {
  it('belongs to its user alone', async () => {
    const path = join(tempDir(), 'index.sqlite');
    const store = open(path);
    await putText(store, store.space('["main"]', 'memory'), 'a.md', 'private');
    for (const end of ['', '-wal', '-shm']) expect(statSync(path + end).mode & 0o777).toBe(0o600);
  });

  it('is not opened when another program has made it', () => {
    const path = join(tempDir(), 'index.sqlite');
    const other = openDb(path);
    other.exec('CREATE TABLE t (v TEXT); PRAGMA user_version = 77');
    other.close();
    expect(openStore({ path, generation: 1, fingerprint: 'f', model: 'm' })).toBeUndefined();
  });

  it('is written and read by two connections at once', async () => {
    const path = join(tempDir(), 'index.sqlite');
    const [one, two] = [open(path), open(path)];
    const main = one.space('["main"]', 'memory');
    expect(two.space('["main"]', 'memory')).toBe(main);
    await Promise.all(
      Array.from({ length: 40 }, (_, i) => putText(i % 2 ? one : two, main, `${i}.md`, `note ${i} of the heron`)),
    );
    expect(one.matches([main], { term: 'heron' })).toHaveLength(40);
    expect(two.totals([main]).chunks).toBe(40);
    expect(two.verify(expectedNotes(40))).toMatchObject({ files: 40, problems: [] });
  });

  it('C032 holds no row and no term of a removed file', async () => {
    const path = join(tempDir(), 'index.sqlite');
    const store = open(path);
    const main = store.space('["main"]', 'memory');
    await putText(store, main, 'keep.md', 'the anchor');
    await putText(store, main, 'secret.md', 'launch code 7431 for 苍鹭');
    await store.putVectors(store.unembedded(9).map(({ id }) => ({ id, vector: unit(id % 4) })));
    await store.removeFile('secret.md');
    const db = openDb(path);
    db.exec('CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, terms, row)');
    const words = db.sql('SELECT term FROM temp.words').column<string>();
    expect(words.filter((word) => !word.startsWith(`${main}:`))).toEqual([]);
    expect(words.join(' ')).toContain(`${main}:anchor`);
    expect(words.join(' ')).not.toMatch(/7431|苍鹭|launch/);
    for (const table of ['files', 'chunks', 'vectors_rowids'])
      expect(db.sql(`SELECT count(*) FROM ${table}`).column()).toEqual([1]);
    db.close();
  });
});

describe('C034 the vectors of another embedder', () => {
  it('are never compared, counted or added to', async () => {
    const path = join(tempDir(), 'index.sqlite');
    const built = open(path, { model: 'openai/a' });
    const main = built.space('["main"]', 'memory');
    await putText(built, main, 'a.md', 'the heron project');
    await putText(built, main, 'b.md', 'the other heron');
    const [first, second] = built.unembedded(2);
    await built.putVectors([{ id: first?.id ?? 0, vector: unit(0) }]);
    const now = open(path, { model: 'openai/b' });
    expect(now.nearest([main], unit(0), 5)).toEqual([]);
    expect(now.vectors([main])).toEqual({ embedded: 0, chunks: 2 });
    expect(now.unembedded(5)).toEqual([]);
    expect(now.dims).toBeUndefined();
    await expect(now.putVectors([{ id: second?.id ?? 0, vector: unit(1) }])).rejects.toMatchObject({
      kind: 'unavailable',
    });
    expect(now.matches([main], { term: 'heron' })).toHaveLength(2);
    expect(built.nearest([main], unit(0), 5)).toHaveLength(1);
  });
});

describe('C035 without the vector extension', () => {
  it('everything else works, and vectors that cannot be deleted are deleted by whoever can', async () => {
    const path = join(tempDir(), 'index.sqlite');
    const whole = open(path);
    const main = whole.space('["main"]', 'memory');
    await putText(whole, main, 'a.md', 'the heron project');
    await putText(whole, main, 'b.md', 'the other heron');
    await whole.putVectors(whole.unembedded(2).map(({ id }, i) => ({ id, vector: unit(i) })));

    const bare = open(path, { vectorExtension: '/nowhere/vec0.so' });
    expect(bare.vectorTrouble).toMatch(/cannot be loaded: .*nowhere/);
    expect(bare.nearest([main], unit(0), 5)).toEqual([]);
    await bare.removeFile('a.md');
    await putText(bare, main, 'c.md', 'a third heron');
    expect(bare.matches([main], { term: 'heron' })).toHaveLength(2);
    await expect(bare.putVectors(bare.unembedded(1).map(({ id }) => ({ id, vector: unit(2) })))).rejects.toMatchObject({
      kind: 'unavailable',
    });
    expect(bare.vectors([main])).toEqual({ embedded: 1, chunks: 2 });
    for (const one of [bare, whole]) expect([...one.quickCheck(), ...one.selfCheck()]).toEqual([]);

    await whole.tend();
    expect(whole.nearest([main], unit(0), 5).map(({ id }) => whole.chunks([id])[0]?.path)).toEqual(['b.md']);
  });
});

describe('C043 an index that is rewritten again and again', () => {
  it('stays under three times a fresh one, and shrinks when most of it goes', { timeout: 60_000 }, async () => {
    const dir = tempDir();
    const text = (note: number, round: number) =>
      Array.from({ length: 12 }, (_, i) => `note ${note}, line ${i}: word${(note * 31 + round * 7 + i) % 977}`).join(
        '\n',
      );
    const fill = async (store: IndexStore, notes: number, round: number) => {
      const main = store.space('["main"]', 'memory');
      for (let note = 0; note < notes; note++) await putText(store, main, `${note}.md`, text(note, round));
      for (let rows = store.unembedded(500); rows.length > 0; rows = store.unembedded(500))
        await store.putVectors(
          rows.map(({ id }) => ({ id, vector: Float32Array.from({ length: 64 }, (_, i) => Math.sin(id * (i + 1))) })),
        );
    };
    const tendAll = async (store: IndexStore) => {
      for (let step = 0; step < 500; step++) if (!(await store.tend())) return;
      throw new Error('upkeep never comes to an end');
    };
    const fresh = open(join(dir, 'fresh.sqlite'));
    await fill(fresh, 100, 0);
    fresh.close();
    const old = open(join(dir, 'old.sqlite'));
    for (let round = 0; round < 25; round++) {
      await fill(old, 100, round);
      await old.tend();
    }
    await tendAll(old);
    const size = (store: IndexStore) => statSync(store.path).size;
    expect(size(old)).toBeLessThan(3 * size(fresh));
    for (let note = 0; note < 90; note++) await old.removeFile(`${note}.md`);
    await tendAll(old);
    const few = open(join(dir, 'few.sqlite'));
    await fill(few, 10, 24);
    few.close();
    expect(size(old)).toBeLessThan(3 * size(few));
    const main = old.space('["main"]', 'memory');
    expect(old.totals([main]).chunks).toBe(20);
    const query = Float32Array.from({ length: 64 }, (_, i) => Math.sin(3 * (i + 1)));
    expect(old.nearest([main], query, 5)).toHaveLength(5);
    expect(
      old.verify(Array.from({ length: 10 }, (_, i) => expectedNote(`${90 + i}.md`, text(90 + i, 24)))).problems,
    ).toEqual([]);
  });
});

describe('vectors of which most were removed', () => {
  it('are moved together, so that a search need not read the gaps', async () => {
    const path = join(tempDir(), 'index.sqlite');
    const store = open(path);
    const main = store.space('["main"]', 'memory');
    const file = { path: 'a.md', space: main, stamp: '', hash: '', mtimeMs: 0, lines: 1 };
    const chunks = Array.from({ length: 1_100 }, (_, n) => {
      return { startLine: n + 1, endLine: n + 1, heading: '', text: `${n}`, terms: ' \n ', length: 0 };
    });
    const vector = (n: number) => Float32Array.of(Math.cos(n), Math.sin(n), 1, 0);
    await store.putFile(file, chunks);
    await store.putVectors(store.unembedded(1_100).map(({ id, text }) => ({ id, vector: vector(Number(text)) })));
    await store.putFile(
      file,
      chunks.filter((_, n) => n % 50 === 7),
    );
    const db = openDb(path);
    const blocks = () => db.sql('SELECT count(*) FROM vectors_chunks').column<number>()[0];
    expect(blocks()).toBe(5);
    for (let step = 0; step < 100 && (await store.tend()); step++);
    expect(blocks()).toBeLessThanOrEqual(2);
    db.close();
    const [best] = store.nearest([main], vector(507), 1);
    expect(store.chunks([best?.id ?? 0])[0]?.text).toBe('507');
    expect(store.nearest([main], vector(507), 100)).toHaveLength(22);
    expect(store.vectors([main])).toEqual({ embedded: 22, chunks: 22 });
  });
});

function expectedNote(path: string, text: string) {
  const chunks = cutChunks(text, { tokens: 60, overlap: 10 });
  return { path, owner: '["main"]', corpus: 'memory' as const, hash: sha256(text), chunks };
}

function expectedNotes(count: number) {
  return Array.from({ length: count }, (_, i) => expectedNote(`${i}.md`, `note ${i} of the heron`));
}

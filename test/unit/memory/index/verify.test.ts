import { closeSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Db, openDb } from '../../../../src/db/database.js';
import { loadVectors } from '../../../../src/db/vectors.js';
import { cutChunks, sha256 } from '../../../../src/memory/index/chunk.js';
import { isDamage } from '../../../../src/memory/index/index-errors.js';
import { openStore } from '../../../../src/memory/index/open-store.js';
import { tokensOf } from '../../../../src/memory/index/schema.js';
import type { ExpectedFile, IndexStore } from '../../../../src/memory/index/store.js';
import { type Owner, ownerName, scopeId } from '../../../../src/memory/visibility.js';
import { tempDir } from '../../../support/temp-dir.js';

const MAIN = '["main"]';
const size = { tokens: 60, overlap: 10 };
const NOTES: Record<string, string> = {
  'MEMORY.md': '# Memory\n\n- 打印机在四号房间\n- the printer is in room 4',
  'memory/2026-11-28.md': Array.from({ length: 40 }, (_, i) => `- ship ${i} left the harbour`).join('\n'),
  'memory/2026-11-29.md': '# Trip\n\n## Packing\n\n- passport, charger, 雨伞',
};

const expected = (notes: Record<string, string> = NOTES): ExpectedFile[] =>
  Object.entries(notes).map(([path, text]) => {
    const day = /\d{4}-\d\d-\d\d/.exec(path)?.[0];
    return { path, owner: MAIN, corpus: 'memory', hash: sha256(text), chunks: cutChunks(text, { ...size, day }) };
  });

function open(path: string): IndexStore {
  const store = openStore({ path, generation: 1, fingerprint: 'f', model: 'm' });
  if (!store) throw new Error('of another version');
  return store;
}

async function build(path: string): Promise<IndexStore> {
  const store = open(path);
  const space = store.space(MAIN, 'memory');
  for (const { path: file, hash, chunks } of expected()) {
    const day = /\d{4}-\d\d-\d\d/.exec(file)?.[0];
    const row = { path: file, space, stamp: '1', hash, mtimeMs: 1, lines: 1 };
    await store.putFile(day === undefined ? row : { ...row, day }, chunks);
  }
  await store.putVectors(store.unembedded(99).map(({ id }) => ({ id, vector: Float32Array.of(1, id, 0, 0) })));
  return store;
}

/** The problems after somebody did this to the file. */
async function problemsAfter(harm: (db: Db) => void): Promise<string[]> {
  const path = join(tempDir(), 'index.sqlite');
  const store = await build(path);
  const db = openDb(path);
  loadVectors(db);
  db.exec('PRAGMA foreign_keys = OFF');
  harm(db);
  db.close();
  const { problems } = store.verify(expected());
  store.close();
  return problems;
}

describe('verify', () => {
  it('finds nothing wrong with what was just indexed, and counts it', async () => {
    const store = await build(join(tempDir(), 'index.sqlite'));
    const { chunks } = store.totals(store.spacesOf([MAIN], ['memory']));
    expect(store.verify(expected())).toEqual({ files: 3, chunks, vectors: chunks, problems: [] });
    expect(store.verify(expected()).problems).toEqual([]);
    store.close();
  });

  it('names files that are missing, changed, too many, or of somebody else', async () => {
    const store = await build(':memory:');
    const { 'MEMORY.md': memory = '', ...rest } = NOTES;
    expect(store.verify(expected(rest)).problems).toEqual(['MEMORY.md is indexed and is no file that is searched.']);
    expect(store.verify(expected({ ...NOTES, 'memory/new.md': 'new' })).problems).toEqual([
      'memory/new.md is not indexed.',
    ]);
    expect(store.verify(expected({ ...NOTES, 'MEMORY.md': `${memory}!` })).problems).toEqual([
      'MEMORY.md is indexed in an older version.',
    ]);
    const owners: Owner[] = ['shared', { kind: 'person', person: 'ann' }, { kind: 'group', channel: 'c', chat: '-1"' }];
    for (const owner of owners) {
      const moved = expected().map((file) => (file.path === 'MEMORY.md' ? { ...file, owner: scopeId(owner) } : file));
      expect(store.verify(moved).problems).toEqual([
        `MEMORY.md is indexed as memory of main and is memory of ${ownerName(owner)}.`,
      ]);
    }
    const cut = expected().map((file) => ({ ...file, chunks: file.chunks.slice(1) }));
    expect(store.verify(cut).problems).toContain('MEMORY.md: a chunk is indexed that is not in the file.');
    store.close();
  });

  const HARM: Record<string, [sql: string, says: RegExp]> = {
    'other words in a chunk': [
      "UPDATE chunks SET text = replace(text, 'ship 1', 'ship 9')",
      /text of a chunk is not what it was/,
    ],
    'other terms of a chunk': [
      "UPDATE chunks SET terms = replace(terms, ' printer ', ' scanner ')",
      /terms of a chunk/,
    ],
    'another heading': [
      "UPDATE chunks SET heading = 'Trip › Nowhere' WHERE heading LIKE '%Packing'",
      /heading of a chunk/,
    ],
    'a chunk less': ['DELETE FROM chunks WHERE id = 2', /chunks are not indexed/],
    'a term less': ['DELETE FROM terms WHERE rowid = 1', /terms that are found are not those of the chunks/],
    'a term too many': [
      "INSERT INTO terms (rowid, tokens) VALUES (999, '1:ship')",
      /terms that are found are not those of the chunks/,
    ],
    'a chunk without a file': ["DELETE FROM files WHERE path = 'MEMORY.md'", /1 chunks belong to no file/],
    'a chunk of another day': [
      "UPDATE chunks SET day = '2020-01-01' WHERE id = 2",
      /1 chunks have another owner or day/,
    ],
    'a chunk in another space': ['UPDATE chunks SET space = 7 WHERE id = 2', /another owner or day/],
    'a wrong sum': ['UPDATE spaces SET length = length + 1', /sums of 1 spaces are wrong/],
    'a vector less': ['DELETE FROM vectors WHERE rowid = 1', /1 chunks have lost their vector/],
    'a vector too many': [
      "INSERT INTO vectors (rowid, space, v) VALUES (999, 1, vec_int8('[1, 2, 3, 4]'))",
      /1 vectors belong to no chunk/,
    ],
  };
  for (const [harm, [sql, says]] of Object.entries(HARM)) {
    it(`notices ${harm}`, async () => {
      const problems = await problemsAfter((db) => db.exec(sql));
      expect(problems.join('\n')).toMatch(says);
      for (const problem of problems) expect(problem).toMatch(/^\S.*\.$/s);
    });
  }

  it('notices terms that stand under another chunk, as many as there should be', async () => {
    const problems = await problemsAfter((db) => {
      const [one, two] = db.sql('SELECT terms FROM chunks WHERE id IN (2, 3) ORDER BY id').column<string>();
      const tokens = (terms = '') => [...tokensOf(1, terms)].join(' ');
      db.exec('DELETE FROM terms WHERE rowid IN (2, 3)');
      db.sql('INSERT INTO terms (rowid, tokens) VALUES (2, ?), (3, ?)').run([tokens(two), tokens(one)]);
    });
    expect(problems).toEqual(['The terms that are found are not those of the chunks.']);
  });

  it('tells the first of very many', async () => {
    const store = open(':memory:');
    const many = Object.fromEntries(Array.from({ length: 80 }, (_, i) => [`notes/${i}.md`, `note ${i}`]));
    const { problems } = store.verify(expected(many));
    expect(problems).toHaveLength(51);
    expect(problems.at(-1)).toBe('And 30 more problems.');
    store.close();
  });
});

describe('4 KB of the file overwritten', () => {
  it('is an error that is known as damage, a problem that is named, or changes nothing that is read', {
    timeout: 60_000,
  }, async () => {
    const path = join(tempDir(), 'index.sqlite');
    (await build(path)).close();
    const whole = readFileSync(path);
    const noise = Buffer.from(Array.from({ length: 4_096 }, (_, i) => (i * 7_919 + 13) % 251));
    let noticed = 0;
    const pages = statSync(path).size / 4_096;
    for (let page = 0; page < pages; page++) {
      for (const shift of [0, 2_048]) {
        const file = openSync(path, 'r+');
        writeSync(file, whole, 0, whole.length, 0);
        writeSync(file, noise, 0, Math.min(noise.length, whole.length - page * 4_096 - shift), page * 4_096 + shift);
        closeSync(file);
        noticed += readsAll(path) ? 0 : 1;
      }
    }
    expect(noticed).toBeGreaterThan(pages);
  });

  /** True when everything is as it was written. */
  function readsAll(path: string): boolean {
    let store: IndexStore | undefined;
    try {
      store = openStore({ path, generation: 1, fingerprint: 'f', model: 'm' });
      if (!store) return false;
      if (store.verify(expected()).problems.length > 0) return false;
      const spaces = store.spacesOf([MAIN], ['memory']);
      const rows = store.chunks(store.matches(spaces, { term: 'ship' }));
      expect(rows.length).toBeGreaterThan(3);
      store.nearest(spaces, Float32Array.of(1, 5, 0, 0), 5);
      return true;
    } catch (error) {
      expect(isDamage(error) || error).toBe(true);
      return false;
    } finally {
      store?.close();
    }
  }
});

// What an index file is proven by, without the files it was made of: every harm that leaves its pages sound is noticed, and
// nothing that the index itself does is taken for one.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Db, openDb } from '../../../../src/db/database.js';
import { loadVectors } from '../../../../src/db/vectors.js';
import { isDamage } from '../../../../src/memory/index/index-errors.js';
import { openStore } from '../../../../src/memory/index/open-store.js';
import type { IndexStore } from '../../../../src/memory/index/store.js';
import { GROUP, lines, MAIN, putText } from '../../../support/memory/index-texts.js';
import { tempDir } from '../../../support/temp-dir.js';

const DAY = '2026-11-28';

function open(path = ':memory:'): IndexStore {
  const store = openStore({ path, generation: 1, fingerprint: 'f', model: 'm' });
  if (!store) throw new Error('of another version');
  onTestFinished(() => store.close());
  return store;
}

async function embed(store: IndexStore): Promise<void> {
  await store.putVectors(store.unembedded(999).map(({ id }) => ({ id, vector: Float32Array.of(1, id, 0, 0) })));
}

async function build(path?: string): Promise<IndexStore> {
  const store = open(path);
  const main = store.space(MAIN, 'memory');
  await putText(store, main, 'MEMORY.md', '# Memory\n\n- 打印机在四号房间\n- the printer is in room 4');
  await putText(store, main, `memory/${DAY}.md`, lines(40, 'ship').join('\n'), DAY);
  await putText(
    store,
    store.space(GROUP, 'memory'),
    'groups/x/MEMORY.md',
    '# Trip\n\n## Packing\n\n- the printer 雨伞',
  );
  await embed(store);
  return store;
}

/** What is found wrong after somebody did this to the file. */
async function foundAfter(harm: (db: Db) => void): Promise<string> {
  const path = join(tempDir(), 'index.sqlite');
  const store = await build(path);
  const db = openDb(path);
  loadVectors(db);
  db.exec('PRAGMA foreign_keys = OFF');
  harm(db);
  db.close();
  expect(store.quickCheck()).toEqual([]);
  return store.selfCheck().join('\n');
}

describe('a self-check', () => {
  it('finds nothing wrong, whatever was put, changed, moved, touched and removed', async () => {
    const store = await build(join(tempDir(), 'index.sqlite'));
    expect(store.selfCheck()).toEqual([]);
    const [main, group] = [store.space(MAIN, 'memory'), store.space(GROUP, 'memory')];
    const text = lines(40, 'ship').join('\n');
    // The same chunks under another heading and day, whose vectors stay.
    await putText(store, main, 'note.md', `# One\n\n${text}`);
    await embed(store);
    await putText(store, main, 'note.md', `# Two\n\n${text}`, DAY);
    expect(store.selfCheck()).toEqual([]);
    await putText(store, group, 'note.md', text);
    const { hash = '' } = store.files().get('note.md') ?? {};
    await store.touchFile({ path: 'note.md', hash, stamp: '2', mtimeMs: 2.5 });
    expect(store.files().get('note.md')).toMatchObject({ stamp: '2', mtimeMs: 2.5, hash });
    expect(store.selfCheck()).toEqual([]);
    await store.removeFile(`memory/${DAY}.md`);
    await store.setSynced(1);
    await store.tend();
    expect(store.selfCheck()).toEqual([]);
    await store.dropVectors();
    expect(store.selfCheck()).toEqual([]);
    for (const path of store.files().keys()) await store.removeFile(path);
    expect(store.selfCheck()).toEqual([]);
  });

  it('finds nothing wrong with any text', async () => {
    const store = open();
    const main = store.space(MAIN, 'memory');
    const text = fc.string({ unit: 'binary', maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(text, fc.string({ unit: 'grapheme', maxLength: 300 }), async (one, other) => {
        await putText(store, main, 'odd.md', `# ${other}\n\n${one}`, DAY);
        await putText(store, main, 'more.md', `${one.repeat(9)} ${other}`);
        expect(store.selfCheck()).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('sees what another process writes meanwhile whole or not at all', async () => {
    const path = join(tempDir(), 'index.sqlite');
    const [one, two] = [await build(path), open(path)];
    const main = two.space(MAIN, 'memory');
    for (let round = 0; round < 20; round++) {
      const writing = putText(two, main, 'note.md', lines(round * 3, 'heron').join('\n'));
      expect(one.selfCheck()).toEqual([]);
      await writing;
      expect(one.quickCheck()).toEqual([]);
      await putText(two, main, 'other.md', lines(60 - round, 'heron').join('\n'));
      expect(one.selfCheck()).toEqual([]);
    }
  });

  const CHUNK = /1 chunks are not as they were written/;
  const TERMS = /terms that are found are not those of the chunks/;
  const FILE = /1 files are not noted as they were/;
  const VECTOR = /1 vectors are not what was put there/;
  const FRAME = /says of itself is not what was written/;
  const HARM: Record<string, [sql: string, says: RegExp]> = {
    'a letter in the text of a chunk': [
      "UPDATE chunks SET text = replace(text, 'room 4', 'room 5') WHERE id = 1",
      CHUNK,
    ],
    'a letter in the terms of a chunk': [
      "UPDATE chunks SET terms = replace(terms, ' printer ', ' prinder ') WHERE id = 1",
      CHUNK,
    ],
    'a letter in a heading': ["UPDATE chunks SET heading = 'Trip › Parking' WHERE heading LIKE '%Packing'", CHUNK],
    'a line number': ['UPDATE chunks SET last = last + 1 WHERE id = 1', CHUNK],
    'an identity': ["UPDATE chunks SET identity = 'x' || substr(identity, 2) WHERE id = 1", CHUNK],
    'the sum of a chunk': ["UPDATE chunks SET row_sum = 'x' || substr(row_sum, 2) WHERE id = 1", CHUNK],
    'a chunk in another file': ['UPDATE chunks SET file = 2 WHERE id = 1', CHUNK],
    'the sum of tokens': ['UPDATE chunks SET token_sum = token_sum + 1 WHERE id = 1', TERMS],
    'the terms of a chunk that are gone': ['DELETE FROM terms WHERE rowid = 1', TERMS],
    'a term too many': ["INSERT INTO terms (rowid, tokens) VALUES (999, '1:ship')", TERMS],
    'another term in place of one': [
      "DELETE FROM terms WHERE rowid = 1; INSERT INTO terms (rowid, tokens) VALUES (1, '1:ship 1:harbour')",
      TERMS,
    ],
    'the state of a file': ["UPDATE files SET stamp = '2' WHERE id = 1", FILE],
    'the hash of a file': ["UPDATE files SET hash = 'x' || substr(hash, 2) WHERE id = 1", FILE],
    'an owner': ["UPDATE spaces SET owner = replace(owner, 'telegram', 'telegran')", CHUNK],
    'a space that is gone': ['DELETE FROM spaces WHERE id = 2', /1 files belong to nobody/],
    'a byte of a vector': [
      `UPDATE vectors_vector_chunks00
         SET vectors = CAST(unhex('55') || substr(vectors, 2) AS BLOB) WHERE rowid = 1`,
      VECTOR,
    ],
    'the space of vectors': ['UPDATE vectors_chunks SET partition00 = 7 WHERE chunk_id = 2', VECTOR],
    'a vector that no search reads': [
      "UPDATE vectors_chunks SET validity = CAST(unhex('00') || substr(validity, 2) AS BLOB) WHERE chunk_id = 2",
      /1 chunks have lost their vector/,
    ],
    'a vector under another id': [
      "UPDATE vectors_chunks SET rowids = CAST(unhex('63') || substr(rowids, 2) AS BLOB) WHERE chunk_id = 2",
      /1 chunks have lost their vector/,
    ],
    'the size of vectors': [
      "UPDATE meta SET value = '5' WHERE name = 'dims'",
      /table of vectors is not as it was made/,
    ],
    'how the index was made': ["UPDATE meta SET value = 'g' WHERE name = 'fingerprint'", FRAME],
    'for which model': ["UPDATE meta SET value = 'n' WHERE name = 'model'", FRAME],
    'the last id': ["UPDATE sqlite_sequence SET seq = 1 WHERE name = 'chunks'", /last id of the chunks is wrong/],
    'an endless last id': [
      "UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = 'chunks'",
      /last id of the chunks is wrong/,
    ],
  };
  for (const [harm, [sql, says]] of Object.entries(HARM)) {
    it(`notices ${harm}`, async () => {
      expect(await foundAfter((db) => db.exec(sql))).toMatch(says);
    });
  }

  const SCHEMA: Record<string, [was: string, is: string, says: RegExp]> = {
    'a rule of a table': ["'wiki'", "'wika'", FRAME],
    'an index that leads elsewhere': ['chunks (file)', 'chunks (last)', /The index file is damaged: .*chunks_file/],
  };
  for (const [harm, [was, is, says]] of Object.entries(SCHEMA)) {
    it(`notices ${harm}`, async () => {
      const path = join(tempDir(), 'index.sqlite');
      (await build(path)).close();
      const bytes = readFileSync(path);
      bytes.write(is, bytes.indexOf(was));
      writeFileSync(path, bytes);
      expect(open(path).selfCheck().join('\n')).toMatch(says);
    });
  }
});

describe('a row that was changed behind its back', () => {
  for (const column of ['text', 'terms', 'heading']) {
    it(`is damage for whoever reads it: ${column}`, async () => {
      const path = join(tempDir(), 'index.sqlite');
      const store = await build(path);
      const db = openDb(path);
      db.exec(`UPDATE chunks SET ${column} = ${column} || ' ' WHERE id = 1`);
      db.close();
      expect(store.chunks([2])).toHaveLength(1);
      expect(isDamage(caught(() => store.chunks([2, 1])))).toBe(true);
    });
  }

  it('is not embedded, for its vector would be kept as that of the right text', async () => {
    const path = join(tempDir(), 'index.sqlite');
    const store = await build(path);
    await store.dropVectors();
    const all = store.unembedded(99).length;
    const db = openDb(path);
    db.exec("UPDATE chunks SET text = replace(text, '4', '5') WHERE id = 1");
    db.close();
    expect(store.unembedded(99)).toHaveLength(all - 1);
  });
});

it('a time of the last comparison that is none is no time', async () => {
  const path = join(tempDir(), 'index.sqlite');
  const store = await build(path);
  await store.setSynced(1_000_000);
  const db = openDb(path);
  db.exec("UPDATE meta SET value = '17\u00e42' WHERE name = 'synced'");
  db.close();
  expect(store.synced).toBeUndefined();
  await store.setSynced(1_000_001);
  expect(store.synced).toBe(1_000_001);
});

function caught(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

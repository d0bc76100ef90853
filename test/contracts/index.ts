// What every index store must do, written against the interface alone: one suite, run on a file and in memory.
// Nothing here may know in which tables it is kept.

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MemoryError } from '../../src/contracts/index.js';
import { cutChunks, sha256 } from '../../src/memory/index/chunk.js';
import type { SpaceId } from '../../src/memory/index/reader.js';
import type { IndexStore, NewChunk } from '../../src/memory/index/store.js';
import { type All, axis, GROUP, lines, MAIN, pathsOf, putText, SIZE } from '../support/memory/index-texts.js';
import { indexVectorContract } from './index-vectors.js';

export function indexStoreContract(name: string, open: () => IndexStore): void {
  describe(`${name}: the index store contract`, () => {
    let store: IndexStore;
    let main: SpaceId;
    let group: SpaceId;
    beforeEach(() => {
      store = open();
      main = store.space(MAIN, 'memory');
      group = store.space(GROUP, 'memory');
    });
    afterEach(() => store.close());

    const all = () => ({ store, main, group });
    rowsContract(all);
    termsContract(all);
    changesContract(all);
    indexVectorContract(all);
  });
}

function rowsContract(all: All): void {
  describe('rows', () => {
    it('come back as they were put, in the order asked for, without those that are gone', async () => {
      const { store, main } = all();
      const text = `# Reise\n\n护照放在抽屉里。\n${lines(30, 'ship').join('\n')}\n`;
      await putText(store, main, 'memory/2026-11-29.md', text, '2026-11-29');
      const made = cutChunks(text, { ...SIZE, day: '2026-11-29' });
      const ids = store.matches([main], { term: 'ship' });
      const rows = store.chunks([...ids].reverse().concat(99_999));
      expect(rows.map(({ id }) => id)).toEqual([...ids].reverse());
      expect(rows.reverse()).toEqual(
        made.map((chunk, index) => ({
          ...chunk,
          id: ids[index],
          space: main,
          owner: MAIN,
          corpus: 'memory',
          path: 'memory/2026-11-29.md',
          day: '2026-11-29',
          hash: sha256(chunk.text),
        })),
      );
    });

    it('keep any text as it is', async () => {
      const { store, main } = all();
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (text) => {
          const chunk = { startLine: 1, endLine: 1, heading: text, text: `${text}\u0000x`, terms: ' \n x ', length: 1 };
          const file = { path: 'odd.md', space: main, stamp: '', hash: '', mtimeMs: 0, lines: 1 };
          await store.putFile(file, [chunk]);
          const [row] = store.chunks(store.matches([main], { term: 'x' }));
          expect(row).toMatchObject({ text: chunk.text, heading: text, hash: sha256(chunk.text) });
        }),
        { numRuns: 50 },
      );
    });

    it('have ids that ascend and are never used again', async () => {
      const { store, main } = all();
      await putText(store, main, 'a.md', 'the printer is in room 4');
      const [first = 0] = store.matches([main], { term: 'printer' });
      await store.removeFile('a.md');
      await putText(store, main, 'b.md', 'the printer is in room 6');
      expect(store.matches([main], { term: 'printer' })[0]).toBeGreaterThan(first);
    });

    it('are counted by space and by nothing else', async () => {
      const { store, main, group } = all();
      await putText(store, main, 'a.md', lines(40, 'ship').join('\n'));
      const before = store.totals([main]);
      await putText(store, group, 'groups/x/a.md', lines(200, 'ship').join('\n'));
      expect(store.totals([main])).toEqual(before);
      expect(store.totals([main, main])).toEqual(before);
      expect(store.totals([])).toEqual({ chunks: 0, length: 0 });
      const rows = store.chunks(store.matches([main], { term: 'ship' }));
      expect(before).toEqual({ chunks: rows.length, length: rows.reduce((sum, { length }) => sum + length, 0) });
    });

    it('are found by day, both ends inside, either open, undated ones never', async () => {
      const { store, main, group } = all();
      await putText(store, main, 'MEMORY.md', 'evergreen');
      for (const day of ['2026-11-03', '2026-11-01', '2026-11-02'])
        await putText(store, main, `memory/${day}.md`, 'x', day);
      await putText(store, group, 'groups/x/memory/2026-11-02.md', 'x', '2026-11-02');
      const days = (from?: string, to?: string) => store.chunks(store.dated([main], from, to)).map(({ day }) => day);
      expect(days('2026-11-02', '2026-11-02')).toEqual(['2026-11-02']);
      expect(days(undefined, '2026-11-02')).toEqual(['2026-11-01', '2026-11-02']);
      expect(days('2026-11-02')).toEqual(['2026-11-03', '2026-11-02']);
      expect(days()).toHaveLength(3);
      const both = store.dated([group, main], '2026-11-02', undefined);
      expect(both).toEqual([...both].sort((a, b) => a - b));
      expect(both).toHaveLength(3);
    });
  });

  describe('spaces', () => {
    it('are one for each owner and corpus, for good', () => {
      const { store, main, group } = all();
      expect(store.space(MAIN, 'memory')).toBe(main);
      const wiki = store.space(MAIN, 'wiki');
      expect(new Set([main, group, wiki]).size).toBe(3);
      expect(store.spacesOf([MAIN], ['memory', 'wiki']).sort()).toEqual([main, wiki].sort());
      expect(store.spacesOf([MAIN, GROUP], ['memory']).sort()).toEqual([main, group].sort());
      expect(store.spacesOf(['["person","陈"]'], ['memory'])).toEqual([]);
      expect(store.spaces()).toContainEqual({ id: wiki, owner: MAIN, corpus: 'wiki' });
    });
  });
}

function termsContract(all: All): void {
  describe('terms', () => {
    it('are found in the spaces asked for and in no others', async () => {
      const { store, main, group } = all();
      await putText(store, main, 'a.md', 'the heron project');
      await putText(store, group, 'b.md', 'the heron project');
      await putText(store, main, 'c.md', 'another heron');
      expect(pathsOf(store, store.matches([main], { term: 'heron' }))).toEqual(['a.md', 'c.md']);
      expect(pathsOf(store, store.matches([group], { term: 'heron' }))).toEqual(['b.md']);
      expect(pathsOf(store, store.matches([group, main, group], { term: 'heron' }))).toEqual(['a.md', 'b.md', 'c.md']);
      expect(store.matches([], { term: 'heron' })).toEqual([]);
      expect(store.matches([9_999], { term: 'heron' })).toEqual([]);
    });

    it('are found whole, or by their beginning when that is asked', async () => {
      const { store, main, group } = all();
      await putText(store, main, 'a.md', '明天下午三点开项目评审会议');
      await putText(store, group, 'b.md', '会');
      expect(store.matches([main], { term: '评审' })).toHaveLength(1);
      expect(store.matches([main], { term: '评' })).toHaveLength(0);
      for (const character of '明天下午三点开项目评审会议')
        expect(pathsOf(store, store.matches([main], { term: character, prefix: true }))).toEqual(['a.md']);
      expect(pathsOf(store, store.matches([main, group], { term: '会', prefix: true }))).toEqual(['a.md', 'b.md']);
    });

    it('with symbols are terms like all others', async () => {
      const { store, main } = all();
      await putText(store, main, 'a.md', 'C++ templates, 40 GB/s on 2026-03-31 🎉');
      for (const term of ['=c++', '=gb/s', '=2026-03-31', '=🎉'])
        expect(store.matches([main], { term })).toHaveLength(1);
    });

    it('C008 are never syntax, whatever they hold', async () => {
      const { store, main, group } = all();
      await putText(store, group, 'secret.md', 'the secret of the group, foo, tokens, NEAR');
      await putText(store, main, 'open.md', 'an open word');
      const junk = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.constantFrom(
          `" OR "${group}:secret`,
          `open" OR "${group}:secret" OR "`,
          `${group}:secret`,
          `x\u0000${group}:secret`,
          `x ${group}:secret`,
          `x\u00a0${group}:secret`,
          'tokens:secret',
          '*',
          '^open',
          'NEAR(open word)',
          'a AND',
          '\ud800',
          'open\ud800',
          '"',
          '',
          'x'.repeat(100_000),
          '"'.repeat(100_000),
        ),
      );
      fc.assert(
        fc.property(junk, fc.boolean(), (term, prefix) => {
          const paths = pathsOf(store, store.matches([main], { term, prefix }));
          expect(paths.filter((path) => path !== 'open.md')).toEqual([]);
        }),
        { numRuns: 500 },
      );
    });

    it('cannot leave their space, whatever character they hold', async () => {
      const { store, main, group } = all();
      const secrets: NewChunk[] = [];
      for (let from = 0; from < 0x3000; from += 0x400) {
        const terms = Array.from({ length: 0x400 }, (_, i) => `${String.fromCodePoint(from + i)}${group}:leak`);
        secrets.push({
          startLine: 1,
          endLine: 1,
          heading: '',
          text: `${from}`,
          terms: ` \n ${terms.join(' ')} `,
          length: 1,
        });
      }
      await store.putFile({ path: 'main.md', space: main, stamp: '', hash: '', mtimeMs: 0, lines: 1 }, secrets);
      expect(store.matches([group], { term: 'leak' })).toEqual([]);
      expect(store.matches([group], { term: '', prefix: true })).toEqual([]);
    });
  });
}

function changesContract(all: All): void {
  describe('a changed file', () => {
    it('keeps the ids and vectors of the chunks that did not change', async () => {
      const { store, main } = all();
      const before = lines(40, 'ship');
      await putText(store, main, 'a.md', before.join('\n'));
      const rows = store.chunks(store.matches([main], { term: 'ship' }));
      await store.putVectors(rows.map(({ id }) => ({ id, vector: axis(8, id % 8) })));
      const after = [...before.slice(0, -1), '- the last line is another one'];
      await putText(store, main, 'a.md', after.join('\n'));
      const now = store.chunks(
        store.dated([main], undefined, undefined).concat(store.matches([main], { term: 'number' })),
      );
      expect(now.slice(0, -1)).toEqual(rows.slice(0, -1));
      expect(now.at(-1)?.id).toBeGreaterThan(rows.at(-1)?.id ?? 0);
      expect(store.vectors([main])).toEqual({ embedded: rows.length - 1, chunks: rows.length });
      expect(store.unembedded(10).map(({ id }) => id)).toEqual([now.at(-1)?.id]);
      expect(store.matches([main], { term: 'anoth' }).concat(store.matches([main], { term: 'another' }))).toHaveLength(
        1,
      );
    });

    it('is found under its new heading and no longer under the old one', async () => {
      const { store, main } = all();
      const body = lines(40, 'ship').join('\n');
      await putText(store, main, 'a.md', `# Harbour\n${body}`);
      const before = store.totals([main]);
      await putText(store, main, 'a.md', `# Airport\n${body}`);
      expect(store.matches([main], { term: 'harbour' })).toEqual([]);
      expect(store.matches([main], { term: 'airport' })).toHaveLength(before.chunks);
      expect(store.totals([main])).toEqual(before);
    });

    it('moves to the owner it belongs to now', async () => {
      const { store, main, group } = all();
      await putText(store, main, 'wiki/a.md', 'the heron project');
      await store.putVectors(store.unembedded(1).map(({ id }) => ({ id, vector: axis(4, 0) })));
      await putText(store, group, 'wiki/a.md', 'the heron project');
      expect(store.matches([main], { term: 'heron' })).toEqual([]);
      expect(store.matches([group], { term: 'heron' })).toHaveLength(1);
      expect(store.nearest([main, group], axis(4, 0), 5)).toEqual([]);
      expect(store.totals([main])).toEqual({ chunks: 0, length: 0 });
      expect(store.vectors([main, group])).toEqual({ embedded: 0, chunks: 1 });
      expect(store.files().size).toBe(1);
    });

    it('whose state alone changed keeps everything', async () => {
      const { store, main } = all();
      await putText(store, main, 'a.md', 'the heron project', '2026-11-29');
      const hash = sha256('the heron project');
      await store.touchFile({ path: 'a.md', hash, stamp: '2', mtimeMs: 77.5 });
      const row = { path: 'a.md', space: main, hash, lines: 1, day: '2026-11-29', stamp: '2', mtimeMs: 77.5 };
      expect(store.files().get('a.md')).toEqual(row);
      await store.touchFile({ path: 'a.md', hash: sha256('what another process put'), stamp: '3', mtimeMs: 99 });
      expect(store.files().get('a.md')).toEqual(row);
      expect(store.matches([main], { term: 'heron' })).toHaveLength(1);
    });

    it('may hold chunks that are alike', async () => {
      const { store, main } = all();
      for (let round = 0; round < 2; round++) await putText(store, main, 'a.md', '：'.repeat(1_000));
      const { chunks } = store.totals([main]);
      expect(chunks).toBe(cutChunks('：'.repeat(1_000), SIZE).length);
    });

    it('is refused in a space that does not exist, and nothing is left of it', async () => {
      const { store } = all();
      await expect(putText(store, 999, 'a.md', 'lost')).rejects.toThrow(MemoryError);
      expect(store.files().size).toBe(0);
    });
  });

  describe('C032 a removed file', () => {
    it('leaves nothing that answers, and nothing is counted', async () => {
      const { store, main } = all();
      await putText(store, main, 'notes/a.md', lines(40, 'ship').join('\n'), '2026-11-29');
      await store.putVectors(store.unembedded(99).map(({ id }) => ({ id, vector: axis(8, id % 8) })));
      await store.removeFile('notes/a.md');
      await store.removeFile('never/there.md');
      expect(store.files().size).toBe(0);
      for (const term of ['ship', 'number', '2026']) expect(store.matches([main], { term })).toEqual([]);
      expect(store.dated([main], undefined, undefined)).toEqual([]);
      expect(store.nearest([main], axis(8, 1), 5)).toEqual([]);
      expect(store.totals([main])).toEqual({ chunks: 0, length: 0 });
      expect(store.vectors([main])).toEqual({ embedded: 0, chunks: 0 });
      expect(store.verify([])).toEqual({ files: 0, chunks: 0, vectors: 0, problems: [] });
    });

    it('that was renamed is found once', async () => {
      const { store, main } = all();
      await putText(store, main, 'a.md', 'the heron project');
      await store.removeFile('a.md');
      await putText(store, main, 'b.md', 'the heron project');
      expect(pathsOf(store, store.matches([main], { term: 'heron' }))).toEqual(['b.md']);
    });
  });
}

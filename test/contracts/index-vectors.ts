// What every index store must do with vectors; a part of the suite in index.ts.

import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/memory/index/chunk.js';
import { DimensionsError } from '../../src/memory/index/index-errors.js';
import type { SpaceId } from '../../src/memory/index/reader.js';
import { type All, axis, lines, pathsOf, putText } from '../support/memory/index-texts.js';

export function indexVectorContract(all: All): void {
  describe('vectors', () => {
    async function put(space: SpaceId, path: string, vectors: readonly Float32Array[]): Promise<void> {
      const { store } = all();
      await putText(store, space, path, lines(vectors.length * 8, path.replace('.md', '')).join('\n'));
      const waiting = store.unembedded(10_000);
      await store.putVectors(waiting.map(({ id }, i) => ({ id, vector: vectors[i % vectors.length] ?? axis(4, 0) })));
    }

    it('C017 are looked for in the spaces asked for, not among the nearest of all', async () => {
      const { store, main, group } = all();
      await put(
        group,
        'other.md',
        Array.from({ length: 50 }, (_, i) => axis(16, 0, i / 1_000)),
      );
      await putText(store, main, 'mine.md', 'far away');
      await store.putVectors(store.unembedded(1).map(({ id }) => ({ id, vector: axis(16, 0, -5) })));
      const hits = store.nearest([main], axis(16, 0), 5);
      expect(
        pathsOf(
          store,
          hits.map(({ id }) => id),
        ),
      ).toEqual(['mine.md']);
      expect(hits[0]?.similarity).toBeCloseTo(1 / Math.sqrt(26), 2);
      const both = store.nearest([main, group, group], axis(16, 0), 5);
      expect(new Set(both.map(({ id }) => id)).size).toBe(5);
      expect(
        pathsOf(
          store,
          both.map(({ id }) => id),
        ),
      ).not.toContain('mine.md');
    });

    it('come best first, with the cosine as similarity', async () => {
      const { store, main } = all();
      const tilts = [3, 0.5, 0, 1];
      for (const [i, tilt] of tilts.entries()) {
        await putText(store, main, `${i}.md`, `note ${i}`);
        await store.putVectors(store.unembedded(1).map(({ id }) => ({ id, vector: axis(32, 3, tilt) })));
      }
      const hits = store.nearest([main], axis(32, 3), 3);
      expect(
        pathsOf(
          store,
          hits.map(({ id }) => id),
        ),
      ).toEqual(['2.md', '1.md', '3.md']);
      for (const [i, tilt] of [0, 0.5, 1].entries())
        expect(Math.abs((hits[i]?.similarity ?? 0) - 1 / Math.hypot(1, tilt))).toBeLessThan(0.02);
      expect(store.nearest([main], axis(32, 3), 0)).toEqual([]);
      expect(store.nearest([main], axis(31, 3), 5)).toEqual([]);
      expect(store.nearest([main], new Float32Array(32), 5)).toEqual([]);
    });

    it('are replaced when put again, and passed over when their chunk is gone', async () => {
      const { store, main } = all();
      await putText(store, main, 'a.md', 'the heron project');
      const [one] = store.unembedded(5);
      const id = one?.id ?? 0;
      expect(one).toEqual({ id, text: 'the heron project', hash: sha256('the heron project') });
      await store.putVectors([{ id, vector: axis(8, 1) }]);
      await store.putVectors([
        { id, vector: axis(8, 2) },
        { id: id + 1_000, vector: axis(8, 2) },
      ]);
      expect(store.nearest([main], axis(8, 2), 5)).toEqual([{ id, similarity: expect.closeTo(1, 2) }]);
      expect(store.vectors([main])).toEqual({ embedded: 1, chunks: 1 });
      expect(store.dims).toBe(8);
    });

    it('that have no direction are refused, and so are all that come with them', async () => {
      const { store, main } = all();
      await putText(store, main, 'a.md', 'one');
      await putText(store, main, 'b.md', 'two');
      const [a, b] = store.unembedded(2);
      for (const bad of [
        new Float32Array(4),
        Float32Array.of(1, Number.NaN, 0, 0),
        Float32Array.of(1, Number.POSITIVE_INFINITY, 0, 0),
        new Float32Array(0),
      ]) {
        const rows = [
          { id: a?.id ?? 0, vector: axis(4, 0) },
          { id: b?.id ?? 0, vector: bad },
        ];
        await expect(store.putVectors(rows)).rejects.toMatchObject({ culprit: 'memory', kind: 'invalid' });
        expect(store.vectors([main])).toEqual({ embedded: 0, chunks: 2 });
        expect(store.dims).toBeUndefined();
      }
    });

    it('C034 of another size are a typed error that changes nothing, until the old ones are dropped', async () => {
      const { store, main } = all();
      await put(main, 'a.md', [axis(4, 0)]);
      await putText(store, main, 'b.md', 'another');
      const [waiting] = store.unembedded(1);
      const other = [{ id: waiting?.id ?? 0, vector: axis(3, 0) }];
      await expect(store.putVectors(other)).rejects.toThrow(DimensionsError);
      await expect(store.putVectors(other)).rejects.toMatchObject({ there: 4, given: 3 });
      expect(store.nearest([main], axis(3, 0), 5)).toEqual([]);
      expect(store.nearest([main], axis(4, 0), 5)).not.toEqual([]);
      await store.dropVectors();
      expect(store.dims).toBeUndefined();
      expect(store.vectors([main]).embedded).toBe(0);
      await store.putVectors(other);
      expect(store.nearest([main], axis(3, 0), 5)).toHaveLength(1);
    });

    it('of 2,000 random directions are found as exact numbers find them', async () => {
      const { store, main } = all();
      const random = seeded(7);
      const known = new Map<number, Float32Array>();
      for (let from = 0; from < 2_000; from += 500) {
        const chunks = Array.from({ length: 500 }, (_, i) => ({
          startLine: i + 1,
          endLine: i + 1,
          heading: '',
          text: `${i}`,
          terms: ' \n ',
          length: 0,
        }));
        await store.putFile({ path: `${from}.md`, space: main, stamp: '', hash: '', mtimeMs: 0, lines: 500 }, chunks);
        const rows = store.unembedded(500).map(({ id }) => ({ id, vector: random(384) }));
        for (const { id, vector } of rows) known.set(id, vector);
        await store.putVectors(rows);
      }
      let found = 0;
      for (let round = 0; round < 20; round++) {
        const query = random(384);
        const exact = [...known].map(([id, vector]) => ({ id, similarity: dot(query, vector) }));
        const best = new Set(
          exact
            .sort((a, b) => b.similarity - a.similarity)
            .slice(0, 10)
            .map(({ id }) => id),
        );
        const hits = store.nearest([main], query, 10);
        found += hits.filter(({ id }) => best.has(id)).length;
        for (const { id, similarity } of hits)
          expect(Math.abs(similarity - dot(query, known.get(id) ?? query))).toBeLessThan(0.01);
      }
      expect(found / 200).toBeGreaterThanOrEqual(0.98);
    });
  });
}

/** Unit vectors of normally distributed numbers, the same in every run. */
function seeded(seed: number): (size: number) => Float32Array {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return (size) => {
    const vector = Float32Array.from(
      { length: size },
      () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next()),
    );
    const length = Math.sqrt(dot(vector, vector));
    return vector.map((x) => x / length);
  };
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);
}

// What every embedder must do, whoever computes the vectors.

import { describe, expect, it } from 'vitest';
import type { Embedder } from '../../src/contracts/index.js';

export interface EmbedderHarness {
  embedder: Embedder;
  /** The same embedder made anew, as after a restart. */
  again(): Embedder;
}

const texts = [
  'The printer is in room 4.',
  '打印机在四号房间。',
  '会議は明日の午後三時です',
  '회의는 내일 오후 세 시',
  'C++ 🎉',
];
const go = () => new AbortController().signal;

export function embedderContract(name: string, open: () => EmbedderHarness | Promise<EmbedderHarness>): void {
  describe(`${name} as an embedder`, () => {
    it('gives one unit vector for each text, all of one size', async () => {
      const { embedder } = await open();
      const vectors = await embedder.embed(texts, 'document', go());
      expect(vectors).toHaveLength(texts.length);
      expect(new Set(vectors.map(({ length }) => length)).size).toBe(1);
      for (const vector of vectors) {
        expect(vector).toBeInstanceOf(Float32Array);
        expect(dot(vector, vector)).toBeCloseTo(1, 4);
      }
    });

    it('keeps the order of the texts, however many there are', async () => {
      const { embedder } = await open();
      const many = Array.from({ length: 150 }, (_, i) => `${texts[i % texts.length]} ${i}`);
      const vectors = await embedder.embed(many, 'document', go());
      for (const at of [0, 1, 63, 64, 65, 149]) {
        const [alone] = await embedder.embed([many[at] ?? ''], 'document', go());
        expect(dot(vectors[at], alone)).toBeCloseTo(1, 4);
      }
    });

    it('gives the same vector for the same text, after a restart too', async () => {
      const { embedder, again } = await open();
      const [first] = await embedder.embed(['明天下午三点开项目评审会议'], 'document', go());
      const [second] = await again().embed(['明天下午三点开项目评审会议'], 'document', go());
      expect(dot(first, second)).toBeCloseTo(1, 4);
      expect(again().fingerprint).toBe(embedder.fingerprint);
    });

    it('takes empty lists, lone surrogates and texts of 100 KB as queries', async () => {
      const { embedder } = await open();
      expect(await embedder.embed([], 'document', go())).toEqual([]);
      for (const odd of ['\ud83d', `a\udfff\u0000b`, '：'.repeat(3_000), 'x'.repeat(30_000)]) {
        const [vector] = await embedder.embed([odd], 'query', go());
        expect(dot(vector, vector)).toBeCloseTo(1, 4);
      }
    });

    it('rejects when it is stopped', async () => {
      const { embedder } = await open();
      await expect(embedder.embed(texts, 'document', AbortSignal.abort())).rejects.toThrow();
    });
  });
}

export function dot(a: Float32Array | undefined, b: Float32Array | undefined): number {
  let sum = 0;
  for (const [i, value] of (a ?? []).entries()) sum += value * (b?.[i] ?? Number.NaN);
  return a ? sum : Number.NaN;
}

// Search over a large index: short CJK words and common words stay quick.
import { expect, it } from 'vitest';
import { openStore } from '../../../../src/memory/index/open-store.js';
import type { NewChunk } from '../../../../src/memory/index/store.js';
import { searchIndex } from '../../../../src/memory/search/search.js';
import { indexTerms } from '../../../../src/text/index-terms.js';

const CHUNKS = 50_000;
const FILES = 50;

function chunkOf(text: string, line: number): NewChunk {
  const terms = indexTerms(text);
  return { startLine: line, endLine: line, heading: '', text, terms: ` \n ${terms.join(' ')} `, length: terms.length };
}

it('C002 a word of one or two characters is found among fifty thousand chunks, 95 of 100 times within 200 ms', async () => {
  const store = openStore({ path: ':memory:', generation: 1, fingerprint: 'test', model: '' });
  if (!store) throw new Error('no store');
  const space = store.space('main', 'memory');
  const put = async (path: string, chunks: NewChunk[]) =>
    await store.putFile({ path, space, stamp: '1', hash: path, mtimeMs: 1, lines: chunks.length }, chunks);
  const han = (seed: number) => String.fromCodePoint(0x4e00 + ((seed * 7_919) % 3_000));
  for (let file = 0; file < FILES; file++) {
    const chunks = Array.from({ length: CHUNKS / FILES }, (_, n) => {
      const seed = file * 1_000 + n;
      return chunkOf(`今天${han(seed)}${han(seed * 3 + 1)}的会${han(seed * 5 + 2)} boat ${seed}`, n + 1);
    });
    await put(`memory/${file}.md`, chunks);
  }
  await put('memory/plan.md', [chunkOf('明天下午三点开项目评审会议', 1)]);
  const times: number[] = [];
  for (let round = 0; round < 7; round++) {
    for (const query of ['评审', '项目评审', '会', 'boat 会']) {
      const began = performance.now();
      const found = searchIndex(store, [space], {
        ...{ query, limit: 10, budget: 7_000, now: began, timezone: 'UTC', weights: { text: 1, vector: 0 } },
      });
      times.push(performance.now() - began);
      expect(found.length, query).toBeGreaterThan(0);
      if (query.includes('评审')) expect(found[0]?.chunk.path, query).toBe('memory/plan.md');
    }
  }
  store.close();
  times.sort((a, b) => a - b);
  expect(times[Math.floor(times.length * 0.95)]).toBeLessThan(200);
}, 60_000);

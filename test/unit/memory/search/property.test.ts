// What holds for every question and every memory: nothing throws, snippets are what their lines say, the order is that of
// the scores, and what a reader may not read changes no byte.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Found, type SearchWish, searchIndex } from '../../../../src/memory/search/search.js';
import { type ArrayFile, arrayReader } from '../../../support/memory/array-reader.js';

const NOW = Date.parse('2026-11-18T12:30:00Z');

const word = fc.oneof(
  fc.constantFrom(
    ...'boat red blue the is Anna not 4 6 2026 May yesterday C++ e-mail 🎉 printer room kid child'.split(' '),
  ),
  fc.constantFrom(
    '昨天',
    '项目',
    '会议',
    'の',
    '東京',
    '부산',
    '어제',
    '5月7日',
    'ago',
    'last',
    'week',
    '"',
    '「',
    '」',
  ),
  fc.constantFrom('AND', 'OR', 'NOT', 'NEAR(', 'text:foo', '*', '^', '\ud800', '\u0000', 'ａ', 'é', '-', "don't"),
  fc.string({ unit: 'binary', maxLength: 5 }),
);
const spaced = (max: number) =>
  fc.array(fc.tuple(word, fc.constantFrom(' ', ' ', '')), { maxLength: max }).map((all) => all.flat().join(''));
const line = fc.oneof(
  { weight: 8, arbitrary: spaced(12) },
  { weight: 1, arbitrary: fc.constantFrom('', '---', '# Boats', '```') },
  { weight: 1, arbitrary: spaced(8).map((text) => `${text} `.repeat(100)) },
);
const path = fc.constantFrom(
  'MEMORY.md',
  'a.md',
  'memory/2026-11-17.md',
  'memory/2026-05-07-trip.md',
  'memory/2024-02-29.md',
);
const file = fc.record({
  path,
  text: fc.array(line, { maxLength: 25 }).map((lines) => lines.map((one) => one.replaceAll('\n', ' ')).join('\n')),
});
const files = fc.uniqueArray(file, { selector: (one) => one.path, maxLength: 5 });
const wish = fc.record({
  query: fc.oneof(spaced(6), fc.string({ unit: 'binary', maxLength: 30 })),
  limit: fc.integer({ min: 0, max: 12 }),
  budget: fc.constantFrom(7_000, 7_000, 1_500, 100),
  sort: fc.constantFrom('relevance' as const, 'relevance' as const, 'time' as const),
  from: fc.constantFrom(undefined, undefined, undefined, '2026-05-07'),
  atLeast: fc.constantFrom(0, 0, 0.4),
  vector: fc.constantFrom(undefined, Float32Array.of(1, 0)),
});

function ask(
  all: readonly ArrayFile[],
  { from, vector, ...rest }: typeof wish extends fc.Arbitrary<infer T> ? T : never,
) {
  const asked: SearchWish = { ...rest, now: NOW, timezone: 'Asia/Shanghai', weights: { text: 0.6, vector: 0.4 } };
  if (from !== undefined) asked.from = from;
  if (vector !== undefined) asked.vector = vector;
  return searchIndex(arrayReader(all, { tokens: 120, overlap: 25 }), [1], asked);
}

const seen = (found: readonly Found[]) => found.map(({ chunk: { id: _, ...chunk }, ...rest }) => ({ ...rest, chunk }));

describe('any search', () => {
  it('answers with snippets that are text of their lines, in order, within its limits', () => {
    fc.assert(
      fc.property(files, wish, (all, asked) => {
        const found = ask(all, asked);
        expect(found.length).toBeLessThanOrEqual(asked.limit);
        expect(found.reduce((sum, { snippet }) => sum + snippet.length, 0)).toBeLessThanOrEqual(asked.budget);
        for (const [index, { chunk, startLine, endLine, snippet, score, parts }] of found.entries()) {
          expect(snippet.length).toBeLessThanOrEqual(700);
          expect(startLine >= chunk.startLine && startLine <= endLine && endLine <= chunk.endLine).toBe(true);
          const text = all.find((one) => one.path === chunk.path)?.text ?? '';
          const said = text
            .split('\n')
            .slice(startLine - 1, endLine)
            .join('\n');
          if (startLine === endLine) expect(said).toContain(snippet);
          else expect(snippet).toBe(said);
          for (const part of [score, parts.text, parts.vector, parts.recency])
            expect(part >= 0 && part <= 1).toBe(true);
          expect(score).toBeGreaterThan(0);
          const next = found[index + 1];
          if (next && asked.sort === 'relevance') expect(next.score).toBeLessThanOrEqual(score);
          if (next && asked.sort === 'time') expect((next.chunk.day ?? '') <= (chunk.day ?? '')).toBe(true);
          if (asked.from !== undefined) expect((chunk.day ?? '') >= asked.from).toBe(true);
        }
        expect(ask(all, asked)).toEqual(found);
      }),
      { numRuns: 300 },
    );
  });

  it('is blind to every row of other spaces', () => {
    const foreign = fc.uniqueArray(file, { selector: (one) => one.path, maxLength: 4 });
    fc.assert(
      fc.property(files, foreign, wish, (mine, others, asked) => {
        const alone = seen(ask(mine, asked));
        const theirs = others.map((one) => ({ ...one, path: `groups/${one.path}`, space: 2, vectors: [[1, 0]] }));
        expect(seen(ask([...theirs, ...mine], asked))).toEqual(alone);
        expect(seen(ask([...mine, ...theirs], asked))).toEqual(alone);
      }),
      { numRuns: 150 },
    );
  });

  it('takes bounded time for a question of a hundred thousand characters', () => {
    const all = Array.from({ length: 40 }, (_, n) => ({ path: `${n}.md`, text: `boat ${n} 项目 `.repeat(60) }));
    for (const query of ['boat '.repeat(20_000), '项'.repeat(100_000), '"'.repeat(100_000), '9'.repeat(100_000)]) {
      const began = performance.now();
      ask(all, { query, limit: 10, budget: 7_000, sort: 'relevance', from: undefined, atLeast: 0, vector: undefined });
      expect(performance.now() - began).toBeLessThan(1_000);
    }
  });
});

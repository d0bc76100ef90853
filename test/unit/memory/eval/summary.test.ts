import { expect, it } from 'vitest';
import { baselineSchema, regressions, toBaseline } from '../../../../src/memory/eval/baseline.js';
import { type Outcome, spread, summarise } from '../../../../src/memory/eval/summary.js';

function answered(id: string, kind: string, share: number): Outcome {
  return {
    id,
    kind,
    reader: 'main',
    ms: 10,
    embedMs: 0,
    leaks: [],
    found: { recall: share, snippet: share, reciprocal: share },
  };
}
function silent(id: string, held: boolean, leaks: string[] = []): Outcome {
  return { id, kind: 'privacy', reader: 'team', ms: 30, embedMs: 4, leaks, held };
}

it('means over questions, by kind and by reader', () => {
  const summary = summarise([answered('a', 'words', 1), answered('b', 'words', 0.5), silent('c', false, ['x.md:1'])]);
  expect(summary.kinds).toEqual({
    words: { questions: 2, recall: 0.75, snippet: 0.75, mrr: 0.75 },
    privacy: { questions: 1, held: 0 },
  });
  expect(summary.all).toEqual({ questions: 3, recall: 0.75, snippet: 0.75, mrr: 0.75, held: 0 });
  expect(summary.readers.team).toMatchObject({ questions: 1, p50: 30, p95: 30 });
  expect(summary.embedding).toEqual({ p50: 0, p95: 4 });
  expect(summary.leaks).toEqual(['c: x.md:1']);
  expect(summary.missed).toEqual(['b', 'c']);
});

it('percentiles are values that occurred', () => {
  const values = Array.from({ length: 100 }, (_, i) => 100 - i);
  expect(spread(values)).toEqual({ p50: 50, p95: 95 });
  expect(spread([7])).toEqual({ p50: 7, p95: 7 });
  expect(spread([])).toEqual({ p50: 0, p95: 0 });
});

const tenWords = (right: number) => Array.from({ length: 10 }, (_, i) => answered(`w${i}`, 'words', i < right ? 1 : 0));
const many = (right: number) => Array.from({ length: 190 }, (_, i) => answered(`m${i}`, 'many', i < right ? 1 : 0));

function compare(before: Outcome[], after: Outcome[]): string[] {
  const baseline = baselineSchema.parse(JSON.parse(JSON.stringify(toBaseline(10, { lexical: summarise(before) }))));
  return regressions(baseline, 10, { lexical: summarise(after) });
}

it('a kind may trade one question, two are a regression', () => {
  expect(compare([...tenWords(9), ...many(180)], [...tenWords(8), ...many(181)])).toEqual([]);
  const worse = compare([...tenWords(9), ...many(180)], [...tenWords(7), ...many(182)]);
  expect(worse).toContain('lexical, words: recall fell from 0.900 to 0.700');
});

it('all questions together may lose a hundredth', () => {
  const kinds = (lost: number) => Array.from({ length: 10 }, (_, i) => ({ i, right: i < lost ? 9 : 10 }));
  const outcomes = (lost: number) =>
    kinds(lost).flatMap(({ i, right }) =>
      Array.from({ length: 10 }, (_, n) => answered(`${i}-${n}`, `kind${i}`, n < right ? 1 : 0)),
    );
  expect(compare(outcomes(0), outcomes(1))).toEqual([]);
  expect(compare(outcomes(0), outcomes(2))).toContain('lexical, all questions: recall fell from 1.000 to 0.980');
});

it('better is never worse, and what the baseline does not know is new', () => {
  expect(compare(tenWords(5), tenWords(10))).toEqual([]);
  const baseline = toBaseline(10, { lexical: summarise(tenWords(9)) });
  expect(regressions(baseline, 10, { hybrid: summarise(tenWords(1)) })).toEqual([]);
  expect(regressions(baseline, 5, { lexical: summarise(tenWords(9)) })[0]).toMatch(/k = 10/);
  expect(regressions(baseline, 10, { lexical: summarise(many(1)) })).toContain('lexical: the kind words is gone');
});

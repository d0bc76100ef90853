// The best of summed posting lists, against the plain way to find them.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bestOf } from '../../../../src/memory/search/sums.js';

it('is what sorting all sums gives, the later of equals first', () => {
  const ids = fc.uniqueArray(fc.nat(60), { maxLength: 40 }).map((list) => list.sort((a, b) => a - b));
  const posting = fc.record({ ids, weight: fc.constantFrom(0.3, 1, 1, 2.5) });
  fc.assert(
    fc.property(fc.array(posting, { maxLength: 6 }), fc.integer({ min: 1, max: 30 }), (postings, count) => {
      const sums = new Map<number, number>();
      const shortFirst = [...postings].sort((a, b) => a.ids.length - b.ids.length);
      for (const { ids: all, weight } of shortFirst) for (const id of all) sums.set(id, (sums.get(id) ?? 0) + weight);
      const expected = [...sums].sort((a, b) => b[1] - a[1] || b[0] - a[0]).slice(0, count);
      expect(bestOf(postings, count)).toEqual(expected.map(([id]) => id));
    }),
  );
});

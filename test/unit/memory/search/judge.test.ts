// What weighs more: what was written down long ago, or what was said today.
import { describe, expect, it } from 'vitest';
import { searchIndex } from '../../../../src/memory/search/search.js';
import { arrayReader } from '../../../support/memory/array-reader.js';

describe('what was said today', () => {
  it('does not outrank the old log that answers, though it repeats the question', () => {
    const others = ['the rowing club meets on Monday', 'tea at the club', 'the club is closed', 'a walk by the river'];
    const files = [
      {
        path: 'memory/2026-08-03.md',
        text: '- After a long talk at the harbour we took the blue heron as its emblem, painted on the boat by Ann',
      },
      {
        path: 'sessions/2026-11-18.md',
        text: 'the emblem of the club boat? club boat emblem?',
        corpus: 'sessions' as const,
      },
      ...others.map((text, at) => ({ path: `note-${at}.md`, text })),
    ];
    const found = searchIndex(arrayReader(files), [1], {
      query: 'emblem of the club boat',
      limit: 2,
      budget: 7_000,
      now: Date.parse('2026-11-18T12:30:00Z'),
      timezone: 'UTC',
      weights: { text: 1, vector: 0 },
    });
    expect(found.map(({ chunk }) => chunk.path)).toEqual(['memory/2026-08-03.md', 'sessions/2026-11-18.md']);
  });
});

// A text shortened to its beginning and its end.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endsOf, endsWithin } from '../../../src/text/ends.js';
import { estimateTokens } from '../../../src/text/tokens.js';

/** Half a character. */
const LONE = /\p{Cs}/u;

describe('endsOf', () => {
  it('keeps both ends and says how much is gone', () => {
    const cut = endsOf(`first${'x'.repeat(10_000)}last`, 200);
    expect(cut.startsWith('first')).toBe(true);
    expect(cut.endsWith('last')).toBe(true);
    const gone = Number(/(\d+) of 10009 characters left out/.exec(cut)?.[1]);
    expect(cut.replace(/\n\[.*\]\n/, '').length + gone).toBe(10_009);
  });

  it('never passes its size and never breaks a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.nat(300), (text, max) => {
        fc.pre(!LONE.test(text));
        const cut = endsOf(text, max);
        expect(cut.length).toBeLessThanOrEqual(Math.max(max, 0));
        expect(cut).not.toMatch(LONE);
        expect(estimateTokens(endsWithin(text, max))).toBeLessThanOrEqual(max);
      }),
    );
  });
});

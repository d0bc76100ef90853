// The gist of lines: order, 有, and long odd text.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gistOf, isSameGist } from '../../../../src/memory/search/gist.js';

describe('isSameGist', () => {
  it('takes the sides of a sentence in either order, and three pieces not in any', () => {
    expect(isSameGist(gistOf('小王是老师，北京'), gistOf('老师，北京是小王'))).toBe(true);
    expect(isSameGist(gistOf('小王是老师，北京'), gistOf('老师是小王，北京'))).toBe(false);
    expect(isSameGist(gistOf('教室有书'), gistOf('书有教室'))).toBe(false);
    expect(isSameGist(gistOf('在。'), gistOf('在。'))).toBe(false);
  });

  it('is the same both ways for any two texts, and quick for long ones', () => {
    const text = fc.array(fc.constantFrom(...'打印机在有是的四号のはにあ프린터는에 '), { maxLength: 8 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [one, other] = [gistOf(a.join('')), gistOf(b.join(''))];
        expect(isSameGist(one, other)).toBe(isSameGist(other, one));
      }),
    );
    for (const long of ['现'.repeat(100_000), '있는'.repeat(50_000), 'のは'.repeat(50_000), ' '.repeat(100_000)]) {
      const began = performance.now();
      isSameGist(gistOf(long), gistOf(`${long}x`));
      expect(performance.now() - began).toBeLessThan(1_000);
    }
  });
});

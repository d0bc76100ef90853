import { describe, expect, it } from 'vitest';
import { headAndTail } from '../../../src/text/head-tail.js';

describe('a long text by its head and tail', () => {
  it('comes back whole where it fits', () => expect(headAndTail('你好', 2)).toBe('你好'));

  it('keeps both ends and says how much is missing', () => {
    const text = `${'a'.repeat(500)}${'b'.repeat(500)}`;
    expect(headAndTail(text, 90)).toBe(`${'a'.repeat(60)} … (910 characters left out) … ${'b'.repeat(30)}`);
  });

  it('cuts no character in two', () => {
    const text = '😀'.repeat(100);
    for (let max = 10; max < 40; max++) expect(headAndTail(text, max)).not.toMatch(/\p{Cs}/u);
  });
});

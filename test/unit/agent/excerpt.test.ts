import { describe, expect, it } from 'vitest';
import { takeLines } from '../../../src/agent/tools/excerpt.js';

describe('takeLines', () => {
  it('counts the lines it returns, with or without a newline at the end', () => {
    expect(takeLines('a\nb\n', 1, 100)).toEqual({ text: 'a\nb', to: 2 });
    expect(takeLines('a\nb', 5, 100)).toEqual({ text: 'a\nb', to: 6 });
    expect(takeLines('a\r\nb\r\n', 1, 100).to).toBe(2);
  });

  it('stops at the end of a line, and says how much of an endless one is missing', () => {
    expect(takeLines('长长长\nab\ncd', 3, 7)).toEqual({ text: '长长长\nab', to: 4 });
    expect(takeLines('x'.repeat(50), 9, 10)).toEqual({
      text: `${'x'.repeat(10)}… (line 9 goes on for 40 more characters)`,
      to: 9,
    });
  });
});

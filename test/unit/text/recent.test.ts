import { expect, it } from 'vitest';
import { recently } from '../../../src/text/recent.js';

it('works once for what was asked for lately, and again for what was asked for long ago', () => {
  const asked: string[] = [];
  const upper = recently(2, (text) => {
    asked.push(text);
    return text.toUpperCase();
  });
  expect(['a', 'a', 'b', 'a', 'c', 'b', 'a'].map(upper)).toEqual(['A', 'A', 'B', 'A', 'C', 'B', 'A']);
  expect(asked).toEqual(['a', 'b', 'c', 'a']);
});

// The line that shows how far something is: painted over where somebody looks, a few plain lines where not.

import { describe, expect, it } from 'vitest';
import { progressBar } from '../../../src/ops/progress-bar.js';
import { progressLine } from '../../../src/ops/progress-line.js';

function out(isTTY: boolean) {
  const written: string[] = [];
  return { written, isTTY, write: (text: string) => written.push(text) };
}

it('is painted over itself on a terminal, ten times a second at most, and taken away', () => {
  const screen = out(true);
  let now = 0;
  const line = progressLine(screen, 'Indexing', () => now);
  for (let done = 1; done <= 1_000; done++) {
    now += 1;
    line.show(done, 1_000);
  }
  line.end();
  expect(screen.written.length).toBeLessThanOrEqual(13);
  expect(screen.written[0]).toMatch(/^\rIndexing \[-+\] {3}0 %/);
  expect(screen.written.at(-2)).toContain('100 %  1000 of 1000');
  expect(screen.written.at(-1)).toBe('\r\u001b[K');
  expect(screen.written.join('')).not.toContain('\n');
});

it('is a plain line every tenth of the way elsewhere, without anything that steers', () => {
  const file = out(false);
  const line = progressLine(file, 'Indexing');
  for (let done = 1; done <= 1_000; done++) line.show(done, 1_000);
  line.end();
  expect(file.written).toHaveLength(10);
  expect(file.written[0]).toBe('Indexing: 10 % (100 of 1000)\n');
  expect(file.written.join('')).not.toContain('\u001b');
});

it('says nothing of a few steps where nobody looks', () => {
  const file = out(false);
  const line = progressLine(file, 'Indexing');
  for (let done = 1; done <= 99; done++) line.show(done, 99);
  expect(file.written).toEqual([]);
});

it('says nothing of what is over before it was told of', () => {
  for (const isTTY of [true, false]) {
    const one = out(isTTY);
    progressLine(one, 'Indexing').end();
    expect(one.written).toEqual([]);
  }
});

describe('a progress bar', () => {
  it('is filled as far as the work is done, and no further', () => {
    expect(progressBar(0, 1_000, 10)).toBe('[----------]   0 %  0 of 1000');
    expect(progressBar(420, 1_000, 10)).toBe('[####------]  42 %  420 of 1000');
    expect(progressBar(1_000, 1_000, 10)).toBe('[##########] 100 %  1000 of 1000');
    expect(progressBar(999, 1_000, 10)).toBe('[#########-]  99 %  999 of 1000');
    expect(progressBar(7, 5, 4)).toBe('[####] 100 %  5 of 5');
    for (const [done, total] of [
      [1, 0],
      [-3, 5],
      [Number.NaN, 5],
    ] as const) {
      expect(progressBar(done, total, 4)).toMatch(/^\[[#-]{4}\] [ \d]{3} % {2}\d+ of \d+$/);
    }
  });
});

// What waits for a yes before it is written.

import { describe, expect, it } from 'vitest';
import type { PlannedLine, Trust } from '../../../../../src/contracts/index.js';
import { whyHeld } from '../../../../../src/memory/dream/file/hold.js';

const line = (more: Partial<PlannedLine> = {}): PlannedLine => ({
  sign: '+',
  path: 'MEMORY.md',
  text: '- 茶',
  sources: [],
  trust: 'owner',
  ...more,
});
const many = (count: number, more: Partial<PlannedLine> = {}) => Array.from({ length: count }, () => line(more));

describe('whether a plan waits', () => {
  it.each<[string, PlannedLine[], Trust]>([
    ['ten lines', many(10), 'owner'],
    ['moved lines, however many, by hand or a page’s', many(40, { sign: '>', hand: true, trust: 'web' }), 'owner'],
    ['a member’s own words in their own scope', [line({ trust: 'member' })], 'member'],
    ['a line of a dream that goes', [line({ sign: '-' })], 'owner'],
    ['the dated note of what stood there', [line({ text: '  - until 2026-11-30: 茶', trust: 'web' })], 'owner'],
  ])('not for %s', (_, lines, own) => expect(whyHeld({ lines }, 'ask-if', own)).toBeUndefined());

  it.each<[string, PlannedLine[], Trust, RegExp]>([
    ['more than ten lines', [...many(6), ...many(5, { sign: '-' })], 'owner', /11 lines .* more than 10/],
    ['a hand’s line that goes', [line({ sign: '-', hand: true })], 'owner', /written by hand/],
    ['quoted words', [line({ passedOn: true })], 'owner', /quoted or forwarded/],
    ['a page', [line({ trust: 'web' })], 'owner', /web page/],
    ['a tool', [line({ trust: 'tool' })], 'member', /tool/],
    ['the model', [line({ trust: 'model' })], 'owner', /assistant/],
    ['a member in the owner’s scope', [line({ trust: 'member' })], 'owner', /somebody else's/],
    ['what takes a line away', [line({ sign: '-', trust: 'web' })], 'owner', /web page/],
    [
      'the most telling of all',
      [...many(20), line({ sign: '-', hand: true }), line({ trust: 'web' })],
      'owner',
      /page/,
    ],
    ['a hand’s line before a number of lines', [...many(20), line({ sign: '-', hand: true })], 'owner', /by hand/],
  ])('for %s', (_, lines, own, why) => {
    expect(whyHeld({ lines }, 'ask-if', own)).toMatch(why);
    expect(whyHeld({ lines }, 'auto', own)).toBeUndefined();
    expect(whyHeld({ lines }, 'ask', own)).toMatch(/dreaming\.apply is ask/);
  });

  it('always where its policy is to ask', () => {
    expect(whyHeld({ lines: [line()] }, 'ask', 'owner')).toMatch(/ask/);
  });
});

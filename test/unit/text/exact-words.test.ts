import { describe, expect, it } from 'vitest';
import { identifiersIn, isNumberOf, namesIn, numberForms, numbersIn } from '../../../src/text/exact-words.js';

/** Whether every number of the one stands in the other. */
const stands = (line: string, source: string) =>
  numbersIn(line).every((number) => isNumberOf(number, numberForms(source)));

describe('numbers', () => {
  it.each([
    ['1000 boxes', '1,000 boxes'],
    ['1.000', '1 000'],
    ['４７１１号', '4711'],
    ['at 9:30', 'um 09.30 Uhr'],
    ['2026-03-14', '14/03/2026'],
    ['0171 234 5678', '01712345678'],
    ['12,000.50', '12.000,50'],
    ['order 221', 'order 7F3-221'],
  ])('%s is %s', (line, source) => expect(stands(line, source)).toBe(true));

  it.each([
    ['4712', '4711'],
    ['35', '3.5'],
    ['1', '1,000'],
    ['71', '4711'],
    ['2026-31-04', '2026-03-14'],
  ])('%s is not %s', (line, source) => expect(stands(line, source)).toBe(false));
});

describe('identifiers', () => {
  it('are paths, addresses, codes and versions, and no plain words or ordinals', () => {
    expect(identifiersIn('See /srv/app/etc.yml, mail a@b.de about 7F3-221 and v2.8.3 on the 3rd.')).toEqual([
      '/srv/app/etc.yml',
      'a@b.de',
      '7f3-221',
      'v2.8.3',
    ]);
    expect(identifiersIn('订单7F3-221在 api_key 里')).toEqual(['7f3-221', 'api_key']);
    expect(identifiersIn('A nice-looking day, and/or not. So what?')).toEqual([]);
  });
});

describe('names', () => {
  it('are capitals inside a sentence, first words that open no note, and runs of Katakana', () => {
    expect(namesIn("Prefers tea with Ada. Mallory has Bob's key. Then I'm off.")).toEqual([
      'ada',
      'mallory',
      'bob',
      'then',
    ]);
    expect(namesIn('昨日マイケルに会った')).toEqual(['マイケル']);
  });
});

import { describe, expect, it } from 'vitest';
import { bareLine, exactWords, knownLines, turnsRound } from '../../../src/text/known-lines.js';

const stands = (line: string, ...there: string[]) => knownLines([there.join('\n')]).has(line);

describe('what is written down already', () => {
  it.each([
    ['- 09:00 Ada lives in Kyoto.', '- Ada lives in Kyoto'],
    ['ada lives in kyoto!', '- 21:10 Ada lives in Kyoto.'],
    ['- 09:00 我妹妹住在京都', '- 我妹妹住在京都。'],
    ['- 門牌 ４７１１ 号', '* 門牌4711号'],
    ['여동생은 교토에 살아요.', '- 08:00 여동생은 교토에 살아요'],
    [
      'Karol from the harbour office is going to send us the signed lease papers in June.',
      '- Karol from the harbour office will send us the signed lease papers in June.',
    ],
  ])('%s stands there', (line, there) => expect(stands(line, '# Notes', there)).toBe(true));

  it.each([
    ['The gate code is 4712.', '- The gate code is 4711.'],
    ['Mail Bob about the invoices.', '- Never mail Bob about the invoices.'],
    ['Ada moved from Kyoto to Berlin.', '- Ada moved from Berlin to Kyoto.'],
    ['Bob said: I prefer tea.', '- 09:00 Ann said: I prefer tea.'],
    ['I write in C++.', '- I write in C.'],
    ['It takes 35 minutes.', '- It takes 3.5 minutes.'],
    ['我妹妹不住在京都。', '- 我妹妹住在京都。'],
    ['Ada lives in Kyoto with her two cats and a parrot.', '- Ada lives in Kyoto.'],
  ])('%s is another thing', (line, there) => expect(stands(line, there)).toBe(false));

  it('answers soon beside a large memory', () => {
    const lines = Array.from(
      { length: 3_000 },
      (_, n) => `- Room ${n} of the old house keeps ${n * 7} boxes of books from Oslo`,
    );
    const begin = performance.now();
    const known = knownLines([lines.join('\n')]);
    for (let n = 0; n < 40; n++)
      expect(known.has(`Room ${n} of the old house keeps ${n * 7 + 1} boxes of books from Oslo`)).toBe(false);
    expect(performance.now() - begin).toBeLessThan(3_000);
  });
});

describe('what two lines are compared by', () => {
  it('is their words without the shape of a list', () =>
    expect(['- [x] 14:05 tea', '## tea', '> 14:05 tea', 'tea'].map(bareLine)).toEqual(['tea', 'tea', 'tea', 'tea']));

  it('is numbers, names, identifiers and signs, in any order', () => {
    expect(exactWords('Then Ann paid 1,000 € for v2.1')).toBe(exactWords('for v2.1 Ann paid 1.000 €, Then'));
    expect(exactWords('then Ann paid 5 €')).not.toBe(exactWords('then Bob paid 5 €'));
    expect(exactWords('then Ann paid 5 €')).not.toBe(exactWords('then Ann paid 5 $'));
  });

  it('is whether they deny, or lack something', () =>
    expect(['tea without milk', '不喝茶', 'no tea', 'tea with milk'].map(turnsRound)).toEqual([
      true,
      true,
      true,
      false,
    ]));
});

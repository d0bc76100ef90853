// What is corrected among many: the same answers as by comparing each with each, and soon.
import { describe, expect, it } from 'vitest';
import { correctionIndex } from '../../../../../src/memory/dream/judge/correction-index.js';
import { corrects } from '../../../../../src/memory/dream/judge/corrects.js';
import { cpuOf } from '../cpu.js';

const LINES = [
  'The wifi word is pear',
  'Ann lives in Kyoto',
  'We use PostgreSQL',
  'Bob eats meat',
  '会议在周三',
  'Ann has moved to Osaka',
  'We use SQLite instead of PostgreSQL',
  'Bob no longer eats meat',
  'The wifi word is apple',
  '会议改到周四',
];

describe('correctionIndex', () => {
  it('finds what comparing each with each would find', () => {
    const index = correctionIndex<string>();
    for (const line of LINES) index.add(line, line);
    for (const line of LINES) {
      expect(index.correctedBy(line)).toEqual(LINES.filter((older) => corrects(line, older)));
    }
  });

  it('goes through ten thousand statements, many of one matter, well under a second', () => {
    const index = correctionIndex<number>();
    const texts = Array.from({ length: 10_000 }, (_, at) =>
      at % 10 === 0 ? `The wifi word is pear${at}` : `Customer ${at} lives in Town${at % 7}`,
    );
    const spent = cpuOf(() => {
      for (const [at, text] of texts.entries()) index.add(text, at);
      let found = 0;
      for (const text of texts) found += index.correctedBy(text).length;
      expect(found).toBeGreaterThan(1_000);
    });
    expect(spent).toBeLessThan(2_000);
  });
});

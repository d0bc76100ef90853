import { describe, expect, it } from 'vitest';
import { sentencesOf } from '../../../src/text/sentences.js';

describe('sentences', () => {
  it('end where a reader ends them, in any script', () => {
    expect(sentencesOf('It is red. Is it? 你好。今天「好。」再见！行です。次')).toEqual([
      'It is red.',
      'Is it?',
      '你好。',
      '今天「好。」',
      '再见！',
      '行です。',
      '次',
    ]);
  });

  it('do not end behind abbreviations, ordinals and inside numbers', () => {
    expect(sentencesOf('Dr. Meyer rief am 14. März um 7.30 Uhr an, z.B. hier. Gut.')).toEqual([
      'Dr. Meyer rief am 14. März um 7.30 Uhr an, z.B. hier.',
      'Gut.',
    ]);
  });

  it('end with a line, whose mark is no part of them', () => {
    expect(sentencesOf('- one\n* two\r\n> three\n\n…\n')).toEqual(['one', 'two', 'three']);
  });

  it('are found in an endless line without delay', () => {
    const begin = performance.now();
    expect(sentencesOf('字'.repeat(200_000))).toHaveLength(1);
    expect(performance.now() - begin).toBeLessThan(1_000);
  });
});

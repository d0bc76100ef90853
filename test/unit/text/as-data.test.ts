import { describe, expect, it } from 'vitest';
import { asData, asWords } from '../../../src/text/as-data.js';

describe('somebody’s words in our own Markdown', () => {
  it('stand in a code span of one line that they cannot end', () => {
    expect(asData('a`b\n[c](https://evil.example)')).toBe('`aˋb [c](https://evil.example)`');
    expect(asData(' \u200b ')).toBe('`(no name)`');
  });

  it('stand bare only where no platform reads more than words in them', () => {
    for (const plain of ['Ada', 'Anne-Marie O’Neil', '안나', 'José 2']) expect(asWords(plain)).toBe(plain);
    for (const marked of [
      '[x](https://evil.example)',
      'evil.example',
      '@ada',
      '/deny',
      '- x',
      '**x**',
      '<@7>',
      '||x||',
      'a_b_',
    ])
      expect(asWords(marked)).toBe(`\`${marked}\``);
  });
});

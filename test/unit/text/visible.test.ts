import { describe, expect, it } from 'vitest';
import { hasUnseen } from '../../../src/text/visible.js';

describe('hasUnseen', () => {
  it('leaves what people write alone', () => {
    const texts = [
      'Name: 夜莺\n\t- tab\n',
      'かな 한국어 ไทย العربية',
      'می‌خواهم',
      'क्‍ष',
      '🌙 ❤️ ❤️‍🔥 👨‍👩‍👧 ☀️',
      'e\u0301 naïve',
    ];
    for (const text of texts) expect([text, hasUnseen(text)]).toEqual([text, false]);
  });

  it('finds what cannot be seen', () => {
    const hidden = [
      '\u{e0041}',
      '\u202e',
      '\u001b[8m',
      '\r',
      '\u0000',
      '\u{e0101}',
      '\ufe00',
      '\ufe0e',
      '\u3164',
      '\u115f',
      '\uffa0',
      '\u2800',
      '\u2028',
      '\u2029',
      '\u180b',
      '\u17b4',
      '\u034f',
      '\u{1d159}',
      '\u200d\u200c',
      '\ufe0f\ufe0f',
      ' \u200d',
      '\u2060',
      '\ufeff',
      '\ue000',
      '\ud800',
    ];
    for (const one of hidden) expect([one, hasUnseen(`blue${one}sky`)]).toEqual([one, true]);
    expect(hasUnseen('\u200d')).toBe(true);
  });
});

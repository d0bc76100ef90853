import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settled, spoken } from '../../../src/text/control-words.js';

describe('a control word (C103)', () => {
  it.each([
    'NO_REPLY',
    ' NO_REPLY.',
    '**NO_REPLY**',
    '`NO_REPLY`',
    '```\nNO_REPLY\n```',
    '"NO_REPLY"',
    'no_reply',
    'NO\\_REPLY',
    '(NO_REPLY)',
    'NO_REPLY\n\nNO_REPLY',
    'HEARTBEAT_OK',
    'HEARTBEAT_OK\nNO_REPLY',
    'NO_REPLY —',
    '',
    ' \n\t ',
    '\u200b\u2060\ufeff',
    '\u2800\u3164',
  ])('alone says nothing: %j', (text) => {
    expect(spoken(text)).toBe('');
  });

  it.each([
    ['HEARTBEAT_OK — fine', 'fine'],
    ['**HEARTBEAT_OK** - all is well', 'all is well'],
    ['HEARTBEAT_OK: 一切正常', '一切正常'],
    ['NO_REPLY\n\nActually, one thing.', 'Actually, one thing.'],
    ['NO_REPLY\nNO_REPLY\nhello', 'hello'],
    ['I noted it.\n\nNO_REPLY', 'I noted it.'],
    ['All quiet. HEARTBEAT_OK', 'All quiet.'],
    ['記錄好了。NO_REPLY', '記錄好了。'],
    ['끝났어요!\n**NO_REPLY**', '끝났어요!'],
  ])('is left out where more stands there: %j', (text, shown) => {
    expect(spoken(text)).toBe(shown);
  });

  it.each([
    'NO_REPLY is what I answer when nothing is to be said.',
    'The word is NO_REPLY',
    'The word is:\nNO_REPLY',
    'They are:\nNO_REPLY\nHEARTBEAT_OK',
    'I write `NO_REPLY` for silence.',
    'Send this:\n```\nNO_REPLY\n```',
    'NO_REPLY: silence. HEARTBEAT_OK: alive. Both are mine.',
    '静かにするときは NO_REPLY と書きます。',
    'NO_REPLY_ALL is a flag of the mailer',
    'No reply yet.',
    'hello',
  ])('that is spoken about stays: %j', (text) => {
    expect(spoken(text)).toBe(text);
  });

  it('in two pieces shows no half of it', () => {
    expect(['NO', 'NO_', 'NO_REP', 'NO_REPLY', 'NO_REPLY.'].map(settled)).toEqual(['', '', '', '', '']);
    expect(['HEART', 'HEARTBEAT_OK', 'HEARTBEAT_OK — ', 'HEARTBEAT_OK — fi'].map(settled)).toEqual(['', '', '', 'fi']);
    expect(['**', '**NO', '**NO_REPLY*'].map(settled)).toEqual(['', '', '']);
    expect(['N', 'Not', 'Not yet'].map(settled)).toEqual(['', 'Not', 'Not yet']);
    expect(settled('Done.\n\nNO_RE')).toBe('Done.');
    expect(settled('好了。HEARTBEAT')).toBe('好了。');
    expect(settled('NO_REPLY: 你好。NO_REPLY\nNO_RE')).toBe('你好。');
    expect(settled('Done.\n\nNot quite')).toBe('Done.\n\nNot quite');
  });

  it('never shows on the way what the whole text does not show', () => {
    const piece = fc.constantFrom(
      'NO_REPLY',
      'HEARTBEAT_OK',
      'hello',
      '你好。',
      'Done.',
      ' ',
      '\n',
      ' — ',
      '**',
      '.',
      ': ',
      'no',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join('');
        if (/NO_REPLY|HEARTBEAT_OK/.test(spoken(text))) return;
        for (let end = 0; end <= text.length; end++) {
          const shown = settled(text.slice(0, end));
          expect(shown).not.toMatch(/NO_|HEARTB/);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('is looked for quickly in a long text', () => {
    const text = `${'\n'.repeat(50_000)}a${'\n \n'.repeat(50_000)}b`;
    const begin = performance.now();
    settled(text);
    expect(performance.now() - begin).toBeLessThan(500);
  });
});

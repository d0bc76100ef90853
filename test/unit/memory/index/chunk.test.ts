import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChunkOptions, cutChunks } from '../../../../src/memory/index/chunk.js';
import { estimateTokens } from '../../../../src/text/tokens.js';

const size = { tokens: 400, overlap: 80 };
const cut = (lines: string[], options: Partial<ChunkOptions> = {}) =>
  cutChunks(`${lines.join('\n')}\n`, { ...size, ...options });
const sentences = (count: number, word: string) =>
  Array.from({ length: count }, (_, i) => `- ${word} number ${i} was seen near the old harbour in the evening`);

const blanksAfter = (lines: string[], at: number) => {
  const rest = lines.slice(at).findIndex((one) => one.trim() !== '');
  return Math.max(rest, 0);
};

describe('chunks', () => {
  it('are whole lines that stand where they say', () => {
    const lines = ['# Trip', '', ...sentences(60, 'ship'), '', '去东京的行李清单：护照、充电器。'];
    const chunks = cut(lines);
    expect(chunks.length).toBeGreaterThan(2);
    for (const { startLine, endLine, text } of chunks)
      expect(text).toBe(lines.slice(startLine - 1, endLine).join('\n'));
    expect(chunks.at(-1)?.endLine).toBe(lines.length);
  });

  it('hold every line that says something, below the cap, whatever the text is', () => {
    const line = fc.oneof(
      fc.constantFrom('', '   ', '# One', '## 二', '### Three ###', '```', '~~~', '---', '- [ ] done?'),
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.string({
        unit: fc.constantFrom('明', '天', 'カ', ' ', 'word ', '：', '👩‍👩‍👧', 'é', '\u0301'),
        maxLength: 400,
      }),
    );
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 60 }),
        fc.integer({ min: 20, max: 120 }),
        fc.integer({ min: 0, max: 60 }),
        (given, tokens, overlap) => {
          const text = given.join('\n').replaceAll('\r', '');
          const lines = text.split('\n');
          const chunks = cutChunks(text, { tokens, overlap });
          const seen = new Map<number, string>();
          let last = 0;
          for (const chunk of chunks) {
            expect(estimateTokens(chunk.text)).toBeLessThanOrEqual(tokens);
            expect(chunk.text.trim()).not.toBe('');
            expect(chunk.startLine).toBeLessThanOrEqual(last + blanksAfter(lines, last) + 1);
            const isPiece = chunk.startLine === chunk.endLine && chunk.text !== lines[chunk.endLine - 1];
            if (isPiece) expect(chunk.endLine).toBeGreaterThanOrEqual(last);
            else expect(chunk.endLine).toBeGreaterThan(last);
            last = chunk.endLine;
            const rows = chunk.terms.split('\n');
            expect(rows.length).toBe(chunk.text.split('\n').length + 1);
            for (const row of rows) expect(row).toMatch(/^ (?:\S+ )*$/);
            expect(chunk.length).toBe(rows.join(' ').split(' ').filter(Boolean).length);
            const whole = lines.slice(chunk.startLine - 1, chunk.endLine).join('\n');
            if (whole !== chunk.text)
              expect([chunk.startLine, whole.includes(chunk.text)]).toEqual([chunk.endLine, true]);
            for (let at = chunk.startLine; at <= chunk.endLine; at++)
              seen.set(at, `${seen.get(at) ?? ''}${chunk.text}`);
          }
          for (const [index, one] of lines.entries()) {
            const missing = [...new Set(one.replace(/\s/g, ''))].filter((c) => !seen.get(index + 1)?.includes(c));
            expect(missing).toEqual([]);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('keep the heading path, and know a comment in a fence or in front matter from a heading', () => {
    const lines = [
      '---',
      '# not this',
      'tags: x',
      '---',
      '# Trip',
      '## Packing',
      ...sentences(40, 'bag'),
      '```sh',
      '# nor this',
    ];
    const chunks = cut([...lines, ...sentences(40, 'pipe'), '```', '## 行李', ...sentences(40, 'box')]);
    expect([...new Set(chunks.map(({ heading }) => heading))]).toEqual(['', 'Trip › Packing', 'Trip › 行李']);
    const [context] = chunks.at(-1)?.terms.split('\n') ?? [];
    expect(context).toContain(' trip ');
    expect(context).toContain(' 行李 ');
  });

  it('take no heading from front matter', () => {
    const chunks = cut(['---', '# a comment', 'tags: x', '---', '', ...sentences(60, 'bag')]);
    expect([...new Set(chunks.map(({ heading }) => heading))]).toEqual(['']);
  });

  it('stand under the heading of what they say first', () => {
    expect(cut(['# Trip', '', '## Packing', '- bag', '## 行李', '- box'])[0]?.heading).toBe('Trip › Packing');
    expect(cut(['# Trip', '## Packing'])[0]?.heading).toBe('Trip › Packing');
  });

  it('end before a heading when they are half full, and keep small sections together', () => {
    const small = Array.from({ length: 6 }, (_, i) => [`## Part ${i}`, '', ...sentences(2, `thing${i}`), '']).flat();
    expect(cut(small).length).toBe(1);
    const large = cut(['## One', ...sentences(18, 'one'), '## Two', ...sentences(18, 'two')]);
    expect(large.map(({ startLine }) => startLine)).toEqual([1, 20]);
  });

  it('end at a paragraph before they end inside one', () => {
    const chunks = cut([...sentences(16, 'first'), '', ...sentences(16, 'second')]);
    expect(chunks[0]?.endLine).toBe(16);
  });

  it('repeat the end of the one before, but nothing from before a heading', () => {
    const plain = cut(sentences(60, 'ship'));
    for (const [index, chunk] of plain.slice(1).entries()) {
      const before = plain[index];
      const repeated = (before?.endLine ?? 0) - chunk.startLine + 1;
      expect(repeated).toBeGreaterThanOrEqual(3);
      expect(estimateTokens(chunk.text.split('\n').slice(0, repeated).join('\n'))).toBeLessThanOrEqual(size.overlap);
    }
    expect(cut(sentences(60, 'ship'), { overlap: 0 }).map(({ startLine }) => startLine)).toEqual(
      cut(sentences(60, 'ship'), { overlap: 0 }).map((_, i, all) => (all[i - 1]?.endLine ?? 0) + 1),
    );
  });

  it('of a blank text or of template lines alone are none', () => {
    expect(cut(['', '   ', '\t'])).toEqual([]);
    expect(cut([])).toEqual([]);
    expect(
      cut(['# Memory', '', '> What matters for long.'], { skip: new Set(['# Memory', '> What matters for long.']) }),
    ).toEqual([]);
  });

  it('leave template lines out of what is found, not out of the text', () => {
    const [chunk] = cut(['# Memory', '- the printer is in room 4'], { skip: new Set(['# Memory']) });
    expect(chunk?.text).toBe('# Memory\n- the printer is in room 4');
    expect(chunk?.heading).toBe('');
    expect(chunk?.terms).not.toContain('memori');
    expect(chunk?.terms).toContain(' printer ');
  });

  it('carry the words of their day', () => {
    const [chunk] = cut(['bought oat milk'], { day: '2026-11-29' });
    expect(chunk?.terms.split('\n')[0]).toMatch(/ novemb\w* /);
    expect(chunk?.terms.split('\n')[0]).toContain(' 2026 ');
  });
});

describe('C041 a line longer than a chunk', () => {
  const odd = {
    'a 60 KB line of words': 'the quick brown fox jumps over the lazy dog '.repeat(1_400),
    '60 KB without a blank': 'QmFzZTY0'.repeat(7_500),
    '3,000 full-width colons': '：'.repeat(3_000),
    '3,000 emoji': '👩‍🚀'.repeat(3_000),
    '30,000 Han characters': '明天下午三点开项目评审会议'.repeat(2_300),
    'one letter under 5,000 accents': `a${'\u0301'.repeat(5_000)}`,
  };
  for (const [name, line] of Object.entries(odd)) {
    it(`${name}: is cut below the cap and keeps its line number`, () => {
      const chunks = cut(['before', line, 'after']);
      for (const chunk of chunks) expect(estimateTokens(chunk.text)).toBeLessThanOrEqual(size.tokens);
      const pieces = chunks.filter(({ startLine }) => startLine === 2);
      expect(pieces.length).toBeGreaterThan(2);
      expect(pieces.every(({ endLine }) => endLine === 2)).toBe(true);
      expect(chunks.map(({ text }) => text)).toEqual(expect.arrayContaining(['before', 'after']));
    });
  }

  it('is cut between words, or between what a reader sees as characters', () => {
    const words = cut([odd['a 60 KB line of words']]);
    for (const { text } of words)
      expect(text).toMatch(
        /^(?:the|quick|brown|fox|jumps|over|lazy|dog)\b.*\b(?:the|quick|brown|fox|jumps|over|lazy|dog)$/,
      );
    for (const { text } of cut([odd['3,000 emoji']])) expect(text.replaceAll('👩‍🚀', '')).toBe('');
  });

  it('has no word that is only in the gap between two pieces', () => {
    const line = Array.from({ length: 3_000 }, (_, i) => `item${i}`).join(' ');
    const found = new Set(cut([line]).flatMap(({ text }) => text.split(' ')));
    expect(found.size).toBe(3_000);
  });

  it('costs time in proportion to its length', () => {
    const time = (count: number) => {
      const text = '明天下午三点开项目评审会议'.repeat(count);
      const begun = performance.now();
      cutChunks(text, size);
      return performance.now() - begun;
    };
    time(1_000);
    expect(time(16_000)).toBeLessThan(Math.max(400, 40 * time(1_000)));
  });
});

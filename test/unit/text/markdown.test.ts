// Reading Markdown: what each construct says, what is text, and that no text is too strange or too long.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block, Run } from '../../../src/text/blocks.js';
import { parseMarkdown } from '../../../src/text/markdown.js';
import { randomMarkdown } from '../../support/random-markdown.js';

const runsOf = (blocks: readonly Block[]): Run[] =>
  blocks.flatMap((block): Run[] => {
    if (block.kind === 'paragraph' || block.kind === 'heading') return block.runs;
    if (block.kind === 'code') return [{ text: block.text }];
    if (block.kind === 'quote') return runsOf(block.blocks);
    if (block.kind === 'list') return block.items.flatMap((item) => runsOf(item.blocks));
    if (block.kind === 'table') return [block.head, ...block.rows].flat(2);
    return [{ text: '———' }];
  });
const textOf = (markdown: string) =>
  runsOf(parseMarkdown(markdown))
    .map((run) => run.text)
    .join('');
const first = (markdown: string) => runsOf(parseMarkdown(markdown));

describe('parseMarkdown', () => {
  it('reads styles, also nested ones', () => {
    expect(first('a **b _c_** ~~d~~ `e`')).toEqual([
      { text: 'a ' },
      { text: 'b ', bold: true },
      { text: 'c', bold: true, italic: true },
      { text: ' ' },
      { text: 'd', strike: true },
      { text: ' ' },
      { text: 'e', code: true },
    ]);
  });

  it('takes a single tilde for "about", and underscores inside words for underscores', () => {
    expect(first('~5 to ~10 and (~5~) snake_case_name')).toEqual([{ text: '~5 to ~10 and (~5~) snake_case_name' }]);
  });

  it('leaves HTML and angle brackets as they were written (C082)', () => {
    for (const text of ['Ann <ann@example.com>', '<h1>x</h1>', '<thinking>', 'a < b && c > d', '<!-- x --> <b>y</b>']) {
      expect(textOf(text)).toBe(text);
    }
    expect(first('<div>\n**b**\n</div>')).toContainEqual({ text: 'b', bold: true });
  });

  it('reads links of every kind, and shows what is none', () => {
    expect(first('[a **b**](https://x.org/y)')).toEqual([
      { text: 'a ', url: 'https://x.org/y' },
      { text: 'b', bold: true, url: 'https://x.org/y' },
    ]);
    expect(first('see https://x.org/y.')).toEqual([
      { text: 'see ' },
      { text: 'https://x.org/y', url: 'https://x.org/y' },
      { text: '.' },
    ]);
    expect(first('[](https://x.org)')).toEqual([{ text: 'https://x.org', url: 'https://x.org' }]);
    expect(first('![a cat](https://x.org/c.png) ![](data:image/png;base64,AAAA)')).toEqual([
      { text: 'a cat', url: 'https://x.org/c.png' },
      { text: ' image' },
    ]);
    expect(textOf('handlers[i](event) and f[*0*]()')).toBe('handlers[i](event) and f[0]()');
    expect(textOf('[not closed](https://x.org')).toBe('[not closed](https://x.org');
  });

  it('resolves references, keeps numbers in brackets, and shows a definition that nothing uses', () => {
    expect(
      parseMarkdown(
        '[a][r] and [1] and note[^n]\n\n[r]: https://r.org\n[1]: https://one.org\n[u]: https://u.org\n[^n]: why',
      ),
    ).toEqual([
      {
        kind: 'paragraph',
        apart: false,
        runs: [
          { text: 'a', url: 'https://r.org' },
          { text: ' and ' },
          { text: '[1]', url: 'https://one.org' },
          { text: ' and note[n]' },
        ],
      },
      { kind: 'paragraph', apart: true, runs: [{ text: '[u]: ' }, { text: 'https://u.org', url: 'https://u.org' }] },
      { kind: 'paragraph', apart: false, runs: [{ text: '[n] ' }, { text: 'why' }] },
    ]);
  });

  it('ends a bare address where Chinese, Japanese or Korean text goes on', () => {
    const address = { text: 'https://example.com', url: 'https://example.com' };
    expect(first('访问https://example.com。谢谢')).toEqual([{ text: '访问' }, address, { text: '。谢谢' }]);
    expect(first('https://example.com에서')).toEqual([address, { text: '에서' }]);
    expect(first('https://zh.wikipedia.org/wiki/北京')[0]?.url).toBe('https://zh.wikipedia.org/wiki/北京');
  });

  it('closes emphasis between punctuation and a letter where no spaces are', () => {
    expect(first('这是**「重要」**的。')).toEqual([
      { text: '这是' },
      { text: '「重要」', bold: true },
      { text: '的。' },
    ]);
    expect(first('**"중요"**는 **「b」**です')).toEqual([
      { text: '"중요"', bold: true },
      { text: '는 ' },
      { text: '「b」', bold: true },
      { text: 'です' },
    ]);
    expect(first('f(**kwargs) and g(**kwargs)')).toEqual([{ text: 'f(**kwargs) and g(**kwargs)' }]);
  });

  it('keeps what was apart apart, and what was together together', () => {
    const blocks = parseMarkdown('# T\ntext\n\n\n- a\n- b\n\n- c\n\n```js\nx\n```\nend');
    expect(blocks.map((block) => [block.kind, block.apart])).toEqual([
      ['heading', false],
      ['paragraph', false],
      ['list', true],
      ['code', true],
      ['paragraph', false],
    ]);
    expect(blocks[2]?.kind === 'list' && blocks[2].items.map((item) => item.apart)).toEqual([false, false, true]);
  });

  it('reads fences of each kind, closed or not, and what stands in a list', () => {
    expect(parseMarkdown('````md\n```\nx\n```\n````')).toEqual([
      { kind: 'code', text: '```\nx\n```', language: 'md', apart: false },
    ]);
    expect(parseMarkdown('a\n~~~\n  open')).toEqual([
      { kind: 'paragraph', runs: [{ text: 'a' }], apart: false },
      { kind: 'code', text: '  open', apart: false },
    ]);
    const [list] = parseMarkdown('1. one:\n\n   ```sh\n   ls\n\n   pwd\n   ```\n\n2. two');
    expect(list?.kind === 'list' && list.items.map((item) => item.blocks.map((block) => block.kind))).toEqual([
      ['paragraph', 'code'],
      ['paragraph'],
    ]);
  });

  it('sees no heading in a paragraph that a draft leaves off behind a hyphen', () => {
    expect(parseMarkdown('Two things:\n-').map((block) => block.kind)).toEqual(['paragraph']);
  });

  it('replaces what no platform takes: lone surrogates, control characters, foreign line ends', () => {
    expect(textOf('a\ud83db\udc00 c\u0000\u0007d\r\ne\u2028f 👍')).toBe('a\ufffdb\ufffd cd\ne\nf 👍');
  });

  it('shows Markdown that says nothing as it was written', () => {
    expect(textOf('```')).toBe('```');
    expect(textOf('>')).toBe('>');
    expect(parseMarkdown(' \n\t\n')).toEqual([]);
  });

  it('reads text without syntax as it reads the same text beside syntax', () => {
    const word = fc.constantFrom(
      'word',
      '京都。',
      'a.b',
      '!',
      '5)',
      '(x)',
      'x-y',
      'C#',
      '=',
      ',',
      '👍',
      "it's",
      '$',
      '12:30',
      '\u00a0',
      ' ',
      '  ',
      '\n',
      '\n\n',
      '\n \n',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (words) => {
        const text = `x${words.join('')}x`;
        expect(parseMarkdown(`${text}\n\n*end*`).slice(0, -1)).toEqual(parseMarkdown(text));
      }),
    );
  });

  it('reads a long text piece by piece as it would read it whole', () => {
    fc.assert(
      fc.property(fc.array(randomMarkdown, { minLength: 1, maxLength: 3 }), (texts) => {
        // Without what may stay open behind a rule; and each says something alone.
        const closed = texts.map((text) => `begin\n\n${text.slice(0, 3_000).replace(/[`~[\]]/g, '')}`);
        const apart = closed.map((text) => runsOf(parseMarkdown(text)));
        const whole = runsOf(parseMarkdown(closed.join('\n\nend of it\n\n---\n\n')));
        const glue = [{ text: 'end of it' }, { text: '———' }];
        expect(whole).toEqual(apart.flatMap((runs, index) => (index > 0 ? [...glue, ...runs] : runs)));
      }),
      { numRuns: 50 },
    );
  });

  it('goes neither deep nor long for what is nested or repeated without end', () => {
    for (const sign of [
      '*',
      '[',
      '>',
      '`',
      '_',
      '~',
      '> ',
      '- ',
      '1. ',
      'a*',
      '[a](',
      '![',
      '**a ',
      '`a',
      '<a',
      '|a',
      '- a\n',
      '&',
      '\\',
    ]) {
      const text = sign.repeat(Math.ceil(100_000 / sign.length));
      expect(textOf(text).length).toBeGreaterThan(0);
    }
    const deep = Array.from({ length: 400 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n');
    expect(textOf(deep).match(/a/g)).toHaveLength(400);
    expect(textOf(`${'>'.repeat(50)} deep`)).toContain('deep');
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.oneof(randomMarkdown, fc.string({ unit: 'binary', maxLength: 300 })), (text) => {
        parseMarkdown(text);
      }),
    );
  });
});

// What a reply looks like in Telegram: one text and its entities.
import { describe, expect, it } from 'vitest';
import { plainText, type TelegramPart, telegramParts } from '../../../../channels/telegram/render.js';

const only = (markdown: string): TelegramPart => {
  const parts = telegramParts(markdown);
  expect(parts).toHaveLength(1);
  return parts[0] ?? { text: '', entities: [] };
};
/** Entities as `type:words`, with the address or language behind. */
const marks = ({ text, entities }: TelegramPart) =>
  entities.map((one) => {
    const more =
      one.type === 'text_link' ? `>${one.url}` : one.type === 'pre' && one.language ? `>${one.language}` : '';
    return `${one.type}:${text.slice(one.offset, one.offset + one.length)}${more}`;
  });

describe('telegramParts', () => {
  it('has nothing to say for a blank text (C113)', () => {
    for (const text of ['', '   ', '\n\n', '\u200b\u2060', '\u3164', '\u00ad']) expect(telegramParts(text)).toEqual([]);
    expect(telegramParts('', { prefix: '(possibly repeated) ' })).toEqual([]);
  });

  it('leaves plain text as it is, paragraphs apart by a blank line', () => {
    expect(only('One line\nand another.\n\nA paragraph.')).toEqual({
      text: 'One line\nand another.\n\nA paragraph.',
      entities: [],
    });
  });

  it('shows each style as an entity in UTF-16 units', () => {
    expect(only('👍 **b _bi_** ~~s~~ `c`')).toEqual({
      text: '👍 b bi s c',
      entities: [
        { type: 'bold', offset: 3, length: 4 },
        { type: 'italic', offset: 5, length: 2 },
        { type: 'strikethrough', offset: 8, length: 1 },
        { type: 'code', offset: 10, length: 1 },
      ],
    });
  });

  it('delivers angle brackets, odd tags and unbalanced marks readable and in one message (C082)', () => {
    for (const text of [
      'Ann <ann@example.com>',
      '<h1>x</h1>',
      '<thinking>',
      'a < b && c > d',
      '**not closed',
      '2 * 3 * 4 _x',
    ]) {
      expect(only(text)).toEqual({ text, entities: [] });
    }
    const mixed = only('**bold _mix** it_');
    expect(mixed.text).toBe('bold _mix it_');
    expect(marks(mixed)).toEqual(['bold:bold _mix']);
    expect(marks(only('```python\nprint(1)'))).toEqual(['pre:print(1)>python']);
    expect(only('[x](javascript:1)')).toEqual({ text: 'x (javascript:1)', entities: [] });
  });

  it('puts no entity into code, and no code into a link', () => {
    expect(marks(only('**bold `code` bold**'))).toEqual(['bold:bold', 'code:code', 'bold:bold']);
    expect(marks(only('[`f()` and **g**](https://x.org/)'))).toEqual(['text_link:f() and g>https://x.org/', 'bold:g']);
  });

  it('links only where Telegram can, and shows every other address', () => {
    expect(marks(only('[a](https://x.org) [b](http://1.2.3.4/x) [c](tg://resolve?domain=x) https://y.org'))).toEqual([
      'text_link:a>https://x.org',
      'text_link:b>http://1.2.3.4/x',
      'text_link:c>tg://resolve?domain=x',
      'text_link:https://y.org>https://y.org',
    ]);
    expect(only('[mail](mailto:a@b.org) [here](http://localhost:80) [file](./x.txt) a@b.org')).toEqual({
      text: 'mail (a@b.org) here (http://localhost:80) file (./x.txt) a@b.org',
      entities: [],
    });
  });

  it('shows the bare name of a file as code, because Telegram would link it to a stranger’s domain', () => {
    const codes = (markdown: string) =>
      marks(only(markdown)).map((mark) => (mark.startsWith('code:') ? mark.slice(5) : mark));
    expect(codes('Run backup.sh, then main.py (see "README.md").')).toEqual(['backup.sh', 'main.py', 'README.md']);
    expect(codes('src/cli.rs:12 ./docs/README.zh.md#top ../a-b/c_d.PL --out=x.zip Notes.app?')).toEqual([
      'src/cli.rs',
      './docs/README.zh.md',
      '../a-b/c_d.PL',
      'x.zip',
      'Notes.app',
    ]);
    expect(codes('见README.md。把src/main.py改名。打开 京都.md；README.md를 봐')).toEqual([
      'README.md',
      'src/main.py',
      '京都.md',
      'README.md',
    ]);
    expect(codes('**see README.md now** and _main.py_')).toEqual(['bold:see', 'README.md', 'bold:now', 'main.py']);
    expect(codes('# About README.md\n\n> - lib.rs')).toEqual([
      'bold:About',
      'README.md',
      'blockquote:• lib.rs',
      'lib.rs',
    ]);
    // No link is possible there, so the address is shown.
    expect(codes('[README.md](./README.md)')).toEqual(['README.md', './README.md']);
    const { text } = only('Run backup.sh, 见README.md。');
    expect(text).toBe('Run backup.sh, 见README.md。');
  });

  it('leaves addresses to Telegram, and what no top-level domain ends', () => {
    for (const text of [
      'example.com, nightjar.dev and 看example.com。',
      'my.shop.pl team.vercel.app github.com/ann/README.md example.com/x?file=README.md',
      'ann@mail.md @notes.md ssh://host.md/x.py http://localhost/README.md 见ftp://host.md',
      'notes.txt app.ts .md *.md README.md.bak README.mdx md finished.So we go. and/or',
    ]) {
      expect(only(text)).toEqual({ text, entities: [] });
    }
    expect(
      marks(only('https://x.org/README.md www.notes.md [notes](https://x.org/a.md) [a.md](https://x.org)')),
    ).toEqual([
      'text_link:https://x.org/README.md>https://x.org/README.md',
      'text_link:www.notes.md>http://www.notes.md',
      'text_link:notes>https://x.org/a.md',
      'text_link:a.md>https://x.org',
    ]);
    expect(marks(only('`a README.md` and\n```\nmain.py\n```'))).toEqual(['code:a README.md', 'pre:main.py']);
  });

  it('shows headings as bold lines, rules as a line, pictures as links', () => {
    const part = only('# Title with `code`\ntext\n\n---\n\n![cat](https://x.org/c.png)');
    expect(part.text).toBe('Title with code\ntext\n\n———\n\ncat');
    expect(marks(part)).toEqual(['bold:Title with', 'code:code', 'text_link:cat>https://x.org/c.png']);
  });

  it('shows lists with bullets, numbers, boxes and indentation', () => {
    expect(only('- a\n  - b\n    1. c\n    2. d\n- e\n\n  more\n\n7. x\n8. y\n\n- [ ] open\n- [x] done').text).toBe(
      '• a\n  • b\n    1. c\n    2. d\n• e\n\n  more\n\n7. x\n8. y\n\n☐ open\n☑ done',
    );
  });

  it('quotes in one entity, quotes inside it by their sign, code inside it as code', () => {
    const part = only('> a **b**\n>\n> - c\n>\n> > inner\n> > more\n>\n> ```\n> x\n> ```\n\nend');
    expect(part.text).toBe('a b\n\n• c\n\n> inner\n> more\n\nx\n\nend');
    expect(marks(part)).toEqual(['blockquote:a b\n\n• c\n\n> inner\n> more\n\nx', 'bold:b', 'pre:x']);
  });

  it('shows code as it was written, also in a list', () => {
    const part = only('1. do:\n   ```sh\n   cd x\n     ls\n   ```\n2. done\n\n```\n\tif x:\n\n\t\ty\n```');
    expect(part.text).toBe('1. do:\ncd x\n  ls\n2. done\n\n    if x:\n\n        y');
    expect(marks(part)).toEqual(['pre:cd x\n  ls>sh', 'pre:    if x:\n\n        y']);
  });

  it('lines a narrow table up, wide characters counted twice', () => {
    const part = only('| Name | 数 |\n|---|--:|\n| 京都 | 1 |\n| **ab** | 22 |\n| | 👍 |');
    expect(part.text).toBe('Name | 数\n-----+---\n京都 |  1\nab   | 22\n·    | 👍');
    expect(marks(part)).toEqual([`pre:${part.text}`]);
  });

  it('makes a list of a table that is wide or holds links', () => {
    const wide = only(
      '| City | What to see there |\n|---|---|\n| Kyoto | The temple with the **golden** pavilion |\n| Nara | |',
    );
    expect(wide.text).toBe('• City: Kyoto\n  What to see there: The temple with the golden pavilion\n• City: Nara');
    expect(marks(wide)).toEqual(['bold:golden']);
    expect(marks(only('| a |\n|---|\n| [x](https://x.org) |'))).toEqual(['text_link:x>https://x.org']);
  });

  it('keeps notes and references readable', () => {
    const part = only('Said[^1] and [2].\n\n[^1]: By *Ann*.\n\n[2]: https://two.org');
    expect(part.text).toBe('Said[1] and [2].\n\n[1] By Ann.');
    expect(marks(part)).toEqual(['text_link:[2]>https://two.org', 'italic:Ann']);
  });

  it('puts the prefix in front, on a line of its own where no paragraph follows', () => {
    expect(telegramParts('**a**', { prefix: '(possibly repeated) ' })).toEqual([
      { text: '(possibly repeated) a', entities: [{ type: 'bold', offset: 20, length: 1 }] },
    ]);
    expect(telegramParts('- a', { prefix: '(possibly repeated) ' })[0]?.text).toBe('(possibly repeated)\n• a');
    const parts = telegramParts('x'.repeat(4_096), { prefix: '(again) ' });
    expect(parts.map((part) => part.text.length)).toEqual([7, 4_096]);
  });
});

describe('plainText', () => {
  it('is the text with addresses behind their labels, and no marks (C083)', () => {
    expect(plainText(only('See [the **docs**](https://x.org/d), https://y.org and `code`.'))).toBe(
      'See the docs (https://x.org/d), https://y.org and code.',
    );
  });

  it('leaves the addresses out where they would be too much for one message', () => {
    const part = only(`${'x'.repeat(4_000)} [docs](https://x.org/${'y'.repeat(100)})`);
    expect(plainText(part)).toBe(part.text);
  });
});

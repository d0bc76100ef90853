// What a reply looks like in Discord: its source, and what a client makes of it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discordDialect } from '../../../../channels/discord/dialect.js';
import { discordParts } from '../../../../channels/discord/render.js';
import { parseMarkdown } from '../../../../src/text/markdown.js';
import { layOut } from '../../../../src/text/reply-layout.js';
import { slice } from '../../../../src/text/reply-slice.js';
import { seenInDiscord } from '../../../support/discord-dialect.js';
import { dense } from '../../../support/joined.js';
import { randomMarkdown } from '../../../support/random-markdown.js';

const only = (markdown: string): string => {
  const parts = discordParts(markdown);
  expect(parts).toHaveLength(1);
  return parts[0] ?? '';
};
const seen = (markdown: string) => seenInDiscord(only(markdown));

describe('discordParts', () => {
  it('has nothing to say for a blank text (C113)', () => {
    for (const text of ['', '   ', '\n\n', '\u200b\u2060', '\u3164', '\u00ad']) expect(discordParts(text)).toEqual([]);
    expect(discordParts('', { prefix: '(possibly repeated) ' })).toEqual([]);
  });

  it('writes what Discord knows in its own Markdown', () => {
    expect(only('# T\n## U\n#### V\n**b _i_** ~~s~~ `c` [l](https://x.org/a_(b))')).toBe(
      '# T\n## U\n**V**\n**b _i_** ~~s~~ `c` [l](https://x.org/a_%28b%29)',
    );
    expect(only('- a\n  - b\n\n1. x\n2. y\n\n- [x] done\n\n---\n\n> q\n>\n> r')).toBe(
      '- a\n  - b\n\n1. x\n2. y\n\n- ☑ done\n\n———\n\n> q\n> \n> r',
    );
    expect(only('```js\nlet a;\n```\nend')).toBe('```js\nlet a;\n```\nend');
    expect(only('https://x.org/a_b and <https://y.org>')).toBe('<https://x.org/a_b> and <https://y.org>');
  });

  it('leaves plain text plain, whatever it holds (C082)', () => {
    for (const text of [
      'snake_case foo_bar_ and _ alone',
      '2 * 3 * 4, **not closed, 5_ or _',
      '||no spoiler|| ~~~ ~5 min',
      'Ann <ann@example.com> <h1>x</h1> <thinking> a < b && c > d',
      '[1] and [x] (y), array[0](z)',
      'C:\\dir\\x and `not closed',
    ]) {
      const shown = seen(text);
      expect(shown.text).toBe(text);
      expect(shown.styles).toEqual([]);
    }
    expect(only('words with snake_case and 3 > 2 need no sign')).toBe('words with snake_case and 3 > 2 need no sign');
  });

  it('makes no mark of a line that was none', () => {
    for (const text of ['\\# x', '\\- x', '\\> x', '1986\\. A year', '-# x', '\\>>> x']) {
      const shown = seen(text);
      expect(shown.text).toBe(text.replace('\\', ''));
      expect(shown.styles).toEqual([]);
    }
  });

  it('makes mentions, custom emoji and timestamps text', () => {
    const text = '@everyone @here <@123> <@!1> <@&1> <#1> <:emoji:1> <a:e:2> <t:1:R> </help:1> <id:guide>';
    expect(seen(text)).toEqual({ text, styles: [] });
    expect(only(text)).toContain('\\@everyone');
  });

  it('links only what Discord links, and shows every other address', () => {
    expect(only('[a](javascript:1) [b](mailto:a@b.org) [https://good.org](https://evil.org) [c](./x)')).toBe(
      'a (javascript:1) b (a@b.org) https\\://good.org (<https://evil.org>) c (./x)',
    );
    expect(seen('[[1]](https://one.org)').styles).toEqual(['link:[1]>https://one.org']);
    expect(seen(`[x](https://x.org/${'y'.repeat(1_500)})`).text).toContain('x (https://x.org/y');
  });

  it('writes nested and neighbouring styles so that Discord sees them', () => {
    expect(seen('**a**_b_ ***c*** **_d_ e** _f **g** h_ ~~**i**~~ _~~j~~_').styles).toEqual([
      'bold:a',
      'italic:b',
      'italic:c',
      'bold:c',
      'italic:d',
      'bold:d e',
      'bold:g',
      'italic:f g h',
      'bold:i',
      'strike:i',
      'italic:j',
      'strike:j',
    ]);
    expect(seen('*a*b 这是**「重要」**的').styles).toEqual(['italic:a', 'bold:「重要」']);
  });

  it('keeps backticks in code', () => {
    expect(seen('`` a`b `` and ``` x``y ```').styles.map((style) => style.replaceAll('\u200b', ''))).toEqual([
      'code:a`b',
      'code:x``y',
    ]);
    const shown = seen('````\n```\ninner\n```\n````');
    expect(shown.styles.map((style) => style.replaceAll('\u200b', ''))).toEqual(['box():```\ninner\n```']);
  });

  it('shows a table as lined-up code, a wide one or one with links as a list (C106)', () => {
    expect(only('| Name | 数 |\n|---|--:|\n| 京都 | 1 |\n| b | 22 |')).toBe(
      '```\nName | 数\n-----+---\n京都 |  1\nb    | 22\n```',
    );
    const wide = `| City | What to see |\n|---|---|\n| Kyoto | ${'temples and '.repeat(8)}**gardens** |`;
    expect(only(wide)).toBe(`- City: Kyoto\n  What to see: ${'temples and '.repeat(8)}**gardens**`);
  });

  it('puts the prefix in front, on a line of its own where no paragraph follows', () => {
    expect(discordParts('**a**', { prefix: '(possibly repeated) ' })).toEqual(['(possibly repeated) **a**']);
    expect(discordParts('# a', { prefix: '(possibly repeated) ' })).toEqual(['(possibly repeated)\n# a']);
  });

  it('is seen by a client as it was meant, for any Markdown', () => {
    fc.assert(
      fc.property(randomMarkdown, (markdown) => {
        const layout = layOut(parseMarkdown(markdown), discordDialect(1e6));
        const meant = slice(layout, 0, layout.text.length);
        const shown = seenInDiscord(discordParts(markdown, { limit: 1e6 }).join(''));
        const of = (style: string) =>
          shown.styles.filter((one) => one.startsWith(`${style}:`)).map((one) => one.slice(style.length + 1));
        const saying = (wanted: (one: (typeof meant)[number]) => unknown) =>
          dense(
            meant
              .filter(wanted)
              .map((one) => one.text)
              .join(''),
          );
        expect(dense(shown.text)).toBe(dense(layout.text));
        expect(shown.styles.filter((style) => /^(mention|mail|spoiler|underline)/.test(style))).toEqual([]);
        expect(dense(of('bold').join(''))).toBe(saying((one) => one.bold));
        expect(dense(of('code').join(''))).toBe(saying((one) => one.code));
        expect(shown.styles.filter((style) => style.startsWith('box'))).toHaveLength(
          new Set(meant.flatMap((one) => one.box ?? [])).size,
        );
      }),
    );
  });
});

// Where a long reply is cut for Discord, and that each part stands on its own.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discordDialect } from '../../../../channels/discord/dialect.js';
import { discordParts } from '../../../../channels/discord/render.js';
import { parseMarkdown } from '../../../../src/text/markdown.js';
import { layOut } from '../../../../src/text/reply-layout.js';
import { seenInDiscord } from '../../../support/discord-dialect.js';
import { dense, joinFault } from '../../../support/joined.js';
import { randomMarkdown } from '../../../support/random-markdown.js';

const words = (count: number) => Array.from({ length: count }, (_, i) => `word${i}`).join(' ');

describe('cutting for Discord', () => {
  it('repeats the head of a table of 40 rows in each part (C106)', () => {
    const rows = Array.from({ length: 40 }, (_, i) => `| row ${i} | ${'x'.repeat(40)} | ${i} |`).join('\n');
    const parts = discordParts(`| Name | What | No |\n|---|---|--:|\n${rows}`);
    expect(parts).toHaveLength(2);
    for (const part of parts) expect(part).toMatch(/^```\nName {3}\| What .*\n-{7}\+-{42}\+-+\nrow \d+[\s\S]*\n```$/);
    expect(parts.join('\n').match(/^row \d+ /gm)).toHaveLength(40);
  });

  it('quotes every line of every part of a long quote (C106)', () => {
    const quote = Array.from({ length: 60 }, (_, i) => `> line ${i} of **what** was said ${'y'.repeat(20)}`).join('\n');
    expect(quote.length).toBeGreaterThan(2_900);
    const parts = discordParts(quote);
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts)
      for (const line of part.split('\n')) expect(line).toMatch(/^> line \d+ of \*\*what\*\* was/);
  });

  it('closes and opens inline code, bold and fences at the border (C106)', () => {
    const [first = '', second = ''] = discordParts(`${'a '.repeat(900)}\`${words(60)}\``);
    expect(first).toMatch(/`word0 .* word\d+`$/);
    expect(second).toMatch(/^`word\d+ .* word59`$/);
    for (const part of discordParts(`**${words(600)}**`)) expect(part).toMatch(/^\*\*word\d+ .* word\d+\*\*$/);
    const code = Array.from({ length: 100 }, (_, i) => `${' '.repeat(i % 7)}line(${i}); // ${'z'.repeat(30)}`).join(
      '\n',
    );
    const fenced = discordParts(`\`\`\`ts\n${code}\n\`\`\``);
    for (const part of fenced) expect(part).toMatch(/^```ts\n[\s\S]*\n```$/);
    expect(fenced.map((part) => part.slice(6, -4)).join('\n')).toBe(code);
  });

  it('leaves a list of 20 lines and 300 characters in one message, also behind a long text (C106)', () => {
    const list = Array.from({ length: 20 }, (_, i) => `- item no. ${i}!`).join('\n');
    expect(list.length).toBeGreaterThan(285);
    expect(discordParts(list)).toEqual([list]);
    expect(discordParts(`${words(260)}\n\n${list}`)).toEqual([words(260), list]);
  });

  it('counts the marks it adds, and cuts a word of 9,000 characters hard (C080)', () => {
    for (const text of [
      '*'.repeat(3_000),
      '_x'.repeat(2_000),
      '`a` '.repeat(1_500),
      '[a](https://x.org/y) '.repeat(300),
    ]) {
      for (const part of discordParts(text)) expect(part.length).toBeLessThanOrEqual(2_000);
    }
    expect(discordParts('x'.repeat(9_000)).map((part) => part.length)).toEqual([2_000, 2_000, 2_000, 2_000, 1_000]);
  });

  it('gives the text back, in parts that each are valid, for any Markdown', () => {
    fc.assert(
      fc.property(randomMarkdown, fc.integer({ min: 100, max: 2_000 }), (markdown, limit) => {
        const parts = discordParts(markdown, { limit });
        const shown = parts.map(seenInDiscord);
        const whole = layOut(parseMarkdown(markdown), discordDialect(limit)).text;
        expect(
          joinFault(
            shown.map((part) => part.text),
            whole,
          ),
        ).toBeUndefined();
        expect(parts.filter((part) => part.length > limit || dense(part) === '' || /\p{Cs}/u.test(part))).toEqual([]);
        expect(parts.filter((part) => (part.match(/```/g) ?? []).length % 2 > 0)).toEqual([]);
        expect(
          shown.flatMap((part) => part.styles).filter((style) => /^(mention|mail|spoiler|underline)/.test(style)),
        ).toEqual([]);
      }),
    );
  });
});

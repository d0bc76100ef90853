// Where a long reply is cut for Telegram, and that each part stands on its own.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText, type TelegramPart, telegramParts } from '../../../../channels/telegram/render.js';
import { dense, joinFault } from '../../../support/joined.js';
import { randomMarkdown } from '../../../support/random-markdown.js';

const texts = (markdown: string, limit?: number) =>
  telegramParts(markdown, limit ? { limit } : {}).map((part) => part.text);
const words = (count: number, word = 'word') => Array.from({ length: count }, (_, i) => `${word}${i}`).join(' ');
const clusters = (text: string) => [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length;

describe('cutting for Telegram', () => {
  it('sends all of a long answer in order, none over 4,096 (C080)', () => {
    const answer = Array.from({ length: 9 }, (_, i) => `Paragraph ${i}. ${words(90)}`)
      .join('\n\n')
      .slice(0, 5_151);
    expect(answer).toHaveLength(5_151);
    const parts = texts(answer);
    expect(parts).toHaveLength(2);
    expect(parts.join('\n\n')).toBe(answer);
  });

  it('cuts a word of 9,000 characters hard, and one that fits not at all (C080)', () => {
    expect(texts('x'.repeat(9_000)).map((text) => text.length)).toEqual([4_096, 4_096, 808]);
    expect(texts(`see ${'x'.repeat(4_000)}`, 4_000)).toEqual(['see', 'x'.repeat(4_000)]);
    expect(texts(`see ${'x'.repeat(9_000)}`).map((text) => text.length)).toEqual([4_096, 4_096, 812]);
  });

  it('fills a caption and goes on (C100)', () => {
    const parts = texts(words(200), 1_024);
    expect(parts[0]?.length).toBeGreaterThan(1_000);
    expect(parts.join(' ')).toBe(words(200));
  });

  it('prefers paragraphs, then lines, then sentences, then words', () => {
    const paragraph = `${'a'.repeat(300)}`;
    expect(texts(`${paragraph}\n\n${paragraph}\n\n${paragraph}`, 700)).toEqual([
      `${paragraph}\n\n${paragraph}`,
      paragraph,
    ]);
    expect(texts(`${'b '.repeat(200)}\n${'c '.repeat(100)}`, 500)).toEqual([
      'b '.repeat(200).trim(),
      'c '.repeat(100).trim(),
    ]);
    expect(texts(`${words(50)} ends here. ${words(40)}`, 500)[0]).toMatch(/ends here\.$/);
    expect(texts(words(300), 500).every((text) => /^word\d+ .* word\d+$/.test(text))).toBe(true);
  });

  it('keeps a block whole where it fits a part of its own, a heading and a lead-in with it', () => {
    const list = Array.from({ length: 20 }, (_, i) => `- item ${i} ${'y'.repeat(15)}`).join('\n');
    const parts = texts(`${words(30)}\n\n## Things\n\n${list}`, 600);
    expect(parts).toHaveLength(2);
    expect(parts[1]).toMatch(/^Things\n\n• item 0 /);
    const code = `\`\`\`\n${'z'.repeat(400)}\n\`\`\``;
    expect(texts(`${words(30)}\n\nRun this:\n\n${code}`, 600)[1]).toMatch(/^Run this:\n\nz/);
  });

  it('cuts a list that is too long between its items', () => {
    const list = Array.from({ length: 40 }, (_, i) => `${i + 1}. ${words(4)}`).join('\n');
    for (const text of texts(list, 500)) expect(text).toMatch(/^\d+\. word0[\s\S]*word3$/);
  });

  it('closes and opens code, quotes and styles, the language kept', () => {
    const code = Array.from({ length: 60 }, (_, i) => `${'  '.repeat(i % 3)}line(${i});`).join('\n');
    const parts = telegramParts(`\`\`\`js\n${code}\n\`\`\``, { limit: 300 });
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.map((part) => part.text).join('\n')).toBe(code);
    for (const part of parts) {
      expect(part.entities).toEqual([{ type: 'pre', offset: 0, length: part.text.length, language: 'js' }]);
    }
    for (const part of telegramParts(`> **${words(200)}**`, { limit: 300 })) {
      expect(part.entities).toEqual([
        { type: 'blockquote', offset: 0, length: part.text.length },
        { type: 'bold', offset: 0, length: part.text.length },
      ]);
    }
  });

  it('repeats the head of a table in each part', () => {
    const rows = Array.from({ length: 99 }, (_, i) => `| row ${i} | ${i * 7} |`).join('\n');
    const parts = texts(`| Name | Count |\n|---|--:|\n${rows}`, 500);
    expect(parts.length).toBeGreaterThan(2);
    for (const text of parts) expect(text).toMatch(/^Name {3}\| Count\n-{7}\+-{6}\nrow \d+ /);
    expect(parts.join('\n').match(/^row \d+ /gm)).toHaveLength(99);
  });

  it('never cuts a link, nor more entities than a message may hold', () => {
    const label = 'a label of several words';
    const parts = telegramParts(`${words(40)} [${label}](https://x.org) `.repeat(8), { limit: 300 });
    const links = parts.flatMap(({ text, entities }) =>
      entities.filter((one) => one.type === 'text_link').map((one) => text.slice(one.offset, one.offset + one.length)),
    );
    expect(links).toEqual(Array(8).fill(label));
    const bold = telegramParts('**a** '.repeat(250));
    expect(bold.map((part) => part.entities.length)).toEqual([100, 100, 50]);
    const names = telegramParts('README.md '.repeat(250));
    expect(names.map((part) => part.entities.length)).toEqual([100, 100, 50]);
  });

  it('cuts Chinese and Japanese behind sentences, else between letters, never before closing signs', () => {
    const sentence = '今天我们一起去京都看红叶。';
    for (const text of texts(sentence.repeat(40), 200)) expect(text).toMatch(/。$/);
    const clause = '红叶很美、';
    for (const text of texts(clause.repeat(100), 202).slice(0, -1)) expect(text).toMatch(/、$/);
    for (const text of texts('「字」。'.repeat(200), 201)) expect(text).not.toMatch(/^[」。]|「$/);
    expect(texts('字'.repeat(1_000), 400).map((text) => text.length)).toEqual([400, 400, 200]);
    for (const text of texts('한국어 문장입니다 '.repeat(80), 203)) expect(text).toMatch(/^한국어|^문장입니다/);
    for (const text of texts('ภาษาไทยที่ไม่มีช่องว่าง'.repeat(30), 200)) expect(text).not.toMatch(/^\p{M}/u);
  });

  it('cuts no character that somebody sees', () => {
    for (const sign of ['👨‍👩‍👧‍👦', '🇩🇪', '👍🏽', 'e\u0301', '𠮷', 'क्षि', '각']) {
      const parts = texts(sign.repeat(200), 150);
      expect(parts.map(clusters).reduce((sum, one) => sum + one, 0)).toBe(clusters(sign.repeat(200)));
    }
    const [first = ''] = texts(`e${'\u0301'.repeat(5_000)}`);
    expect(first.length).toBeLessThanOrEqual(4_096);
  });

  it('gives the text back, in parts that each are valid, for any Markdown', () => {
    const limits = fc.integer({ min: 500, max: 4_096 });
    const counts = fc.integer({ min: 5, max: 100 });
    fc.assert(
      fc.property(randomMarkdown, limits, counts, (markdown, limit, entityLimit) => {
        const parts = telegramParts(markdown, { limit, entityLimit });
        const whole = telegramParts(markdown, { limit: 1e9, entityLimit: 1e9 });
        expect(
          joinFault(
            parts.map((part) => part.text),
            whole.map((part) => part.text).join(''),
          ),
        ).toBeUndefined();
        for (const part of parts) {
          expect(partFault(part)).toBeUndefined();
          expect(part.text.length).toBeLessThanOrEqual(limit);
          expect(part.entities.length).toBeLessThanOrEqual(entityLimit);
          expect(plainText(part).length).toBeLessThanOrEqual(4_096);
        }
      }),
    );
  });
});

/** What Telegram would not take, or show otherwise than it was meant; after the Bot API's rules for entities. */
function partFault({ text, entities }: TelegramPart): string | undefined {
  if (dense(text) === '') return 'blank';
  if (/\s$/.test(text)) return 'ends with white space';
  // Telegram takes white space away at the beginning, but only as far as the first entity.
  if (/^\s/.test(text) && !entities.some((one) => one.type === 'pre' && one.offset === 0))
    return 'begins with white space';
  if (/\p{Cs}/u.test(text)) return 'lone surrogate';
  const open: TelegramPart['entities'] = [];
  let before: TelegramPart['entities'][number] | undefined;
  for (const one of entities) {
    const end = one.offset + one.length;
    const words = text.slice(one.offset, end);
    if (one.length <= 0 || one.offset < 0 || end > text.length) return `bounds of ${one.type}`;
    if (before && (one.offset < before.offset || (one.offset === before.offset && one.length > before.length)))
      return 'order';
    if (/^[\udc00-\udfff]|[\ud800-\udbff]$/.test(words)) return `${one.type} parts a surrogate pair`;
    const onCode = entities.some((other) => other.type === 'pre' && other.offset === one.offset);
    if (words.trimEnd() !== words || (words.trimStart() !== words && !onCode))
      return `white space in ${one.type} ${words}`;
    while (open.length > 0 && ending(open.at(-1)) <= one.offset) open.pop();
    if (open.length > 0 && ending(open.at(-1)) < end) return `${one.type} overlaps`;
    if (open.some((other) => other.type === one.type || other.type === 'pre' || other.type === 'code'))
      return `${one.type} inside`;
    const isCode = one.type === 'pre' || one.type === 'code';
    if (isCode && open.some((other) => other.type !== 'blockquote')) return `code inside ${open.at(-1)?.type}`;
    if (one.type === 'blockquote' && open.length > 0) return 'quote inside';
    open.push(one);
    before = one;
  }
  return undefined;
}

function ending(entity: TelegramPart['entities'][number] | undefined): number {
  return entity ? entity.offset + entity.length : 0;
}

// Markdown as no person and no model writes it: every construct beside and inside every other, in many scripts, finished
// or not. For property tests of the renderers.

import fc from 'fast-check';

const words = fc.constantFrom(
  'word',
  'snake_case_name',
  'a',
  '3',
  '1.',
  '-',
  '+',
  '#',
  '>',
  '*',
  '_',
  '~',
  '|',
  '||',
  '~~',
  '**',
  '***',
  '`',
  '``',
  '```',
  '[',
  ']',
  '](',
  '(x)',
  '\\',
  '\\*',
  '&amp;',
  '&#x200b;',
  '<',
  '<h1>',
  '</h1>',
  '<thinking>',
  '<!-- x -->',
  '<br>',
  '<@123>',
  '<#1>',
  '<:emoji:1>',
  '<t:1>',
  '@everyone',
  '@here',
  ':smile:',
  'https://example.com/a_b_c',
  'www.example.com',
  'ann@example.com',
  'src/main.py',
  '见README.md。',
  '<ann@example.com>',
  '<https://x.org/~y>',
  'http://localhost:80',
  '¯\\_(ツ)_/¯',
  '我们今天去京都。',
  '「重要」',
  'です、',
  '중요한',
  'ภาษาไทย',
  'שלום',
  'مرحبا',
  '👨‍👩‍👧',
  '🇩🇪',
  '❤️',
  'e\u0301',
  'क्षि',
  '𠮷',
  '\ud83d',
  '\udc00',
  '\u0000',
  '\u00a0',
  '\u200b',
  '\ufffc',
  '\u2028',
  '\t',
  'x'.repeat(90),
  '字'.repeat(70),
  '👍🏽'.repeat(20),
  '[^1]',
  '[ref]',
  '---',
  '===',
  ': ',
  '::',
);

const inline: fc.Memo<string> = fc.memo((depth) => {
  if (depth <= 1) return words;
  const some = fc
    .array(inline(depth - 1), { minLength: 1, maxLength: 5 })
    .chain((all) => fc.constantFrom(' ', ' ', ' ', '', '\n').map((between) => all.join(between)));
  const around = fc
    .constantFrom('*', '_', '**', '__', '***', '~~', '`', '``')
    .chain((mark) => some.map((text) => mark + text + mark));
  const url = fc.constantFrom(
    'https://example.com/a_(b)*c',
    'http://x.org',
    'javascript:1',
    'mailto:ann@example.com',
    'tg://user?id=1',
    './x',
    '',
    '<http://a.b/c d>',
  );
  const link = fc.tuple(some, url, fc.boolean()).map(([label, to, image]) => `${image ? '!' : ''}[${label}](${to})`);
  return fc.oneof({ weight: 4, arbitrary: some }, { weight: 3, arbitrary: around }, link);
});

const line = inline(2).map((text) => text.replaceAll('\n', ' '));
const lines = fc.array(line, { minLength: 1, maxLength: 8 });

const block: fc.Memo<string> = fc.memo((depth) => {
  const leaf = fc.oneof(
    { weight: 4, arbitrary: fc.array(inline(3), { minLength: 1, maxLength: 3 }).map((all) => all.join(' ')) },
    fc.tuple(fc.integer({ min: 1, max: 7 }), line).map(([level, text]) => `${'#'.repeat(level)} ${text}`),
    fc
      .tuple(fc.constantFrom('```', '````', '~~~'), fc.constantFrom('', 'js', 'c++', '中文'), lines, fc.boolean())
      .map(
        ([fence, info, code, closed]) =>
          `${fence}${info}\n${code.map((one, i) => ' '.repeat(i % 5) + one).join('\n')}${closed ? `\n${fence}` : ''}`,
      ),
    fc.tuple(fc.integer({ min: 1, max: 4 }), lines).map(([columns, cells]) => {
      const row = (from: number) =>
        `| ${Array.from({ length: columns }, (_, i) => cells[(from + i) % cells.length]).join(' | ')} |`;
      return [row(0), `|${' --: |'.repeat(columns)}`, ...cells.map((_, i) => row(i))].join('\n');
    }),
    fc.constantFrom('---', '***', '[ref]: https://ref.org/x_y', '[^1]: a note', '===', ''),
  );
  if (depth <= 1) return leaf;
  const some = fc.array(block(depth - 1), { minLength: 1, maxLength: 3 });
  const item = fc
    .tuple(fc.constantFrom('- ', '* ', '1. ', '7) ', '- [ ] ', '- [x] '), some)
    .map(
      ([sign, inside]) =>
        sign + inside.join('\n\n').replaceAll('\n', `\n${' '.repeat(sign.length > 3 ? 2 : sign.length)}`),
    );
  return fc.oneof(
    { weight: 3, arbitrary: leaf },
    fc.array(item, { minLength: 1, maxLength: 5 }).map((items) => items.join('\n')),
    some.map((inside) => `> ${inside.join('\n\n').replaceAll('\n', '\n> ')}`),
  );
});

/** A whole text; now and then one that is far longer than a message. */
export const randomMarkdown: fc.Arbitrary<string> = fc
  .array(fc.tuple(block(3), fc.constantFrom('\n\n', '\n\n', '\n', '\n\n\n')), { minLength: 1, maxLength: 5 })
  .chain((all) =>
    fc.constantFrom(1, 1, 1, 1, 1, 4).map((times) =>
      all
        .map(([text, gap]) => text + gap)
        .join('')
        .repeat(times),
    ),
  );

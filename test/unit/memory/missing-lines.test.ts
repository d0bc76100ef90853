// What an old memory file says alone, in pieces that can be added to the new one.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { missingPieces } from '../../../src/memory/missing-lines.js';
import { appendLines } from '../../../src/memory/patch.js';

it('takes entries with what hangs on them, by their section; the title that both have is none', () => {
  const old =
    '# Memory\n\n- known\n- 新的\n  a continuation\n\n## People\n\n- Ann\n- 花子\n\nA paragraph\nof two lines.\n\n## Empty\n';
  expect(missingPieces(old, '# Memory\n\n- known\n\n## People\n\n- Ann\n')).toEqual([
    { lines: ['- 新的', '  a continuation'] },
    { heading: '## People', lines: ['- 花子', '', 'A paragraph', 'of two lines.'] },
    { lines: ['## Empty'] },
  ]);
});

it('cuts no code fence, and knows lines of Windows and a byte order mark', () => {
  expect(missingPieces('\ufeff- a\r\n- b\r\n', '- a\n')).toEqual([{ lines: ['- b'] }]);
  const fenced = '```\n# no heading\n\n- no entry\n```\n';
  expect(missingPieces(fenced, '- no entry\n')).toEqual([{ lines: ['```', '# no heading', '', '- no entry', '```'] }]);
});

it('once added, nothing is missing any more', () => {
  const line = fc.constantFrom('- a', '- 二', '  deeper', 'text', '', '# T', '## S', '### U', '```', '1. one', '* 세');
  const text = fc.array(line, { maxLength: 12 }).map((lines) => `${lines.join('\n')}\n`);
  fc.assert(
    fc.property(text, text, (from, there) => {
      let merged = there;
      for (const { heading, lines } of missingPieces(from, there)) {
        merged = appendLines(merged, lines, heading ?? '## From memory.md').text;
      }
      const has = new Set(merged.split('\n').map((one) => one.trim()));
      expect(from.split('\n').filter((one) => !has.has(one.trim()))).toEqual([]);
      expect(missingPieces(from, merged)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

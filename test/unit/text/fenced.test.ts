// A code block that holds anything.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fenced } from '../../../src/text/fenced.js';
import { parseMarkdown } from '../../../src/text/markdown.js';

it('whatever it holds stays inside, as it stands', () => {
  const parts = fc.array(fc.constantFrom('`', '```', '~~~', '\n', '  ', 'x', '# ', '> ', '<b>'), { maxLength: 30 });
  fc.assert(
    fc.property(parts, (all) => {
      const text = `a${all.join('')}b`;
      expect(parseMarkdown(fenced(text, 'diff'))).toEqual([{ apart: false, kind: 'code', text, language: 'diff' }]);
    }),
  );
});

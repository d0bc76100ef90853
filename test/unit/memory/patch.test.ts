// Adding lines to Markdown, replacing texts, diffs that come back, and the merge of two people's changes.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markLines, splitLines } from '../../../src/memory/lines.js';
import { merge, mergeTexts } from '../../../src/memory/merge.js';
import { appendLines, countRuns, diffTexts, patched, replaceText } from '../../../src/memory/patch.js';

describe('adding lines', () => {
  it.each([
    ['an empty file', '', ['- a'], '- a\n', 1],
    ['bullets after bullets', '- a\n', ['- b', '- c'], '- a\n- b\n- c\n', 2],
    ['a last line without its end', '- a', ['- b'], '- a\n- b\n', 2],
    ['a bullet after a paragraph', 'Text.\n', ['- b'], 'Text.\n\n- b\n', 3],
    ['a bullet after a heading', '# 2026-11-29\n', ['- 09:00 b'], '# 2026-11-29\n\n- 09:00 b\n', 3],
    ['a bullet after an indented continuation', '- a\n  more\n', ['- b'], '- a\n  more\n- b\n', 3],
    ['plain lines after plain lines', 'a\n', ['b'], 'a\nb\n', 2],
    ['a paragraph after a blank line', 'a\n\n', ['b'], 'a\n\nb\n', 3],
    ['a file of Windows', '# A\r\n- a\r\n', ['- 茶'], '# A\r\n- a\r\n- 茶\r\n', 3],
    ['a byte order mark', '\ufeff# A\n', ['- b'], '\ufeff# A\n\n- b\n', 3],
    ['an open fence', '```\ncode\n', ['- b'], '```\ncode\n```\n\n- b\n', 5],
    ['an open fence of tildes', '~~~~ md\n~~~\n', ['- b'], '~~~~ md\n~~~\n~~~~\n\n- b\n', 5],
  ])('to %s', (_, text, lines, result, line) => expect(appendLines(text, lines)).toEqual({ text: result, line }));

  it.each([
    ['at the end of the section', '## Notes\n\n- a\n\n## Other\n- x\n', '## Notes\n\n- a\n- b\n\n## Other\n- x\n', 4],
    ['below an empty heading', '## Notes\n## Other\n', '## Notes\n\n- b\n\n## Other\n', 3],
    ['below an empty heading with room', '## Notes\n\n## Other\n', '## Notes\n\n- b\n\n## Other\n', 3],
    ['in the last section', '# A\n## Notes\n- a\n', '# A\n## Notes\n- a\n- b\n', 4],
    [
      'with sections below it',
      '## Notes\n- a\n### More\n- m\n## Z\n',
      '## Notes\n- a\n### More\n- m\n- b\n\n## Z\n',
      5,
    ],
    ['in a section made for it', '# A\n\nText.\n', '# A\n\nText.\n\n## Notes\n\n- b\n', 7],
    ['in a section made in an empty file', '', '## Notes\n\n- b\n', 3],
    ['not where the heading stands in a fence', '```\n## Notes\n```\n', '```\n## Notes\n```\n\n## Notes\n\n- b\n', 7],
    ['past a heading in a fence', '## Notes\n```\n# no\n```\n# Z\n', '## Notes\n```\n# no\n```\n\n- b\n\n# Z\n', 6],
    ['under a heading with closing marks', '## Notes ##\n- a\n', '## Notes ##\n- a\n- b\n', 3],
  ])('%s', (_, text, result, line) => expect(appendLines(text, ['- b'], '## Notes')).toEqual({ text: result, line }));

  const markdown = fc
    .array(fc.constantFrom('# A', '## Notes', '- a', '', '```', '~~~', '  b', 'テキスト', '````md', '> q', '-'), {
      maxLength: 12,
    })
    .chain((lines) => fc.constantFrom('\n', '\r\n').map((eol) => lines.join(eol)));

  it('loses nothing, lands outside fences, on the line it names, and twice is two lines', () => {
    fc.assert(
      fc.property(markdown, fc.option(fc.constant('## Notes'), { nil: undefined }), (text, heading) => {
        const once = appendLines(text, ['- new'], heading);
        const lines = splitLines(once.text);
        expect(lines[once.line - 1]?.trimEnd()).toBe('- new');
        expect(once.text.endsWith('\n')).toBe(true);
        const behind = markLines(lines.slice(0, once.line)).openFence;
        expect(behind).toBeUndefined();
        const kept = [...lines];
        for (const line of splitLines(text))
          expect(kept.splice(0, 1 + kept.findIndex((one) => one.trimEnd() === line.trimEnd()))).not.toEqual([]);
        expect(countRuns(appendLines(once.text, ['- new'], heading).text, ['- new'])).toBe(2);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('replacing', () => {
  it('keeps the byte order mark and the line ends of the file', () => {
    expect(replaceText('\ufeffa\r\nb\r\n', 'a\nc\n')).toEqual({ text: '\ufeffa\r\nc\r\n', line: 2 });
    expect(replaceText('a\n', 'a\nb\n')).toEqual({ text: 'a\nb\n', line: 2 });
  });
});

describe('diffs', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', '', '- 京都', 'a\r', '-- x', '@@ y', '\\ No newline at end of file'), {
      maxLength: 8,
    })
    .chain((lines) => fc.constantFrom('', '\n').map((end) => (lines.length > 0 ? lines.join('\n') + end : '')));

  it('lead there and back', () => {
    fc.assert(
      fc.property(text, text, (old, next) => {
        const { patch, inverse } = diffTexts('MEMORY.md', old, next);
        expect(patched(old, patch)).toBe(next);
        expect(patched(next, inverse)).toBe(old);
      }),
      { numRuns: 1_000 },
    );
  });

  it('of wholly different large texts are made at once', () => {
    const [old, next] = ['a', 'b'].map((name) => Array.from({ length: 6_000 }, (_, i) => `${name} ${i}\n`).join(''));
    const { patch, inverse } = diffTexts('MEMORY.md', old ?? '', next ?? '');
    expect(patched(old ?? '', patch)).toBe(next);
    expect(patched(next ?? '', inverse)).toBe(old);
  });
});

describe('the merge', () => {
  it.each([
    ['both add at the end', 'a\n', 'a\nours\n', 'a\ntheirs\n', 'a\ntheirs\nours\n'],
    ['one replaces, one adds beside it', 'a\nb\n', 'a\nB\n', 'a\nb\nc\nd\n', 'a\nB\nc\nd\n'],
    ['one removes, one adds elsewhere', 'a\nb\nc\n', 'a\nb\nc\nd\n', 'b\nc\n', 'b\nc\nd\n'],
    ['both do the same', 'a\nb\n', 'a\nc\n', 'a\nc\n', 'a\nc\n'],
    ['neighbouring lines', 'a\nb\n', 'A\nb\n', 'a\nB\n', 'A\nB\n'],
    ['no newline at the end', 'a\nb', 'x\na\nb', 'a\nb\nc', 'x\na\nb\nc'],
    ['one removes more of what both remove', 'a\nb\nc\nd\n', 'a\nd\n', 'a\nc\nd\n', 'a\nd\n'],
    ['both remove, a part of it together', 'a\nb\nc\nd\n', 'a\nd\n', 'a\nb\n', 'a\n'],
    ['one adds in the middle of what the other removes', 'a\nb\nc\nd\n', 'a\nd\n', 'a\nb\n茶\nc\nd\n', 'a\n茶\nd\n'],
  ])('%s', (_, base, ours, theirs, result) => expect(mergeTexts(base, ours, theirs)).toBe(result));

  it('sees a line that both changed', () => {
    expect(mergeTexts('a\nb\n', 'a\nours\n', 'a\ntheirs\n')).toBeUndefined();
    expect(mergeTexts('a\nb\n', 'a\n', 'a\ntheirs\n')).toBeUndefined();
  });

  it('says where, and what stands there now', () => {
    const base = 'a\nb\nc\n';
    expect(merge(base, 'a\nB\nc\n', 'new\na\n茶\n酒\nc\n')).toEqual({
      clash: { line: 3, theirs: ['茶', '酒'], base: ['b'] },
    });
    expect(merge(base, 'a\nB\nc\n', 'x\na\nc\n')).toEqual({ clash: { line: 3, theirs: [], base: ['b'] } });
    const [one, other] = ['b', 'c'].map((name) => Array.from({ length: 4_000 }, (_, n) => `${name}${n}\n`).join(''));
    expect(merge(base, one ?? '', other ?? '')).toEqual({});
  });

  it('takes the one side when the other changed nothing', () => {
    const text = fc.array(fc.constantFrom('a\n', 'b\n', 'c\n', '茶\n')).map((lines) => lines.join(''));
    fc.assert(
      fc.property(text, text, (base, changed) => {
        expect(mergeTexts(base, changed, base)).toBe(changed);
        expect(mergeTexts(base, base, changed)).toBe(changed);
        expect(mergeTexts(base, changed, changed)).toBe(changed);
      }),
    );
  });
});

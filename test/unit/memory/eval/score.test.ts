import { describe, expect, it } from 'vitest';
import { locate } from '../../../../src/memory/eval/evidence.js';
import type { Question } from '../../../../src/memory/eval/fixture.js';
import { type Shown, scoreAnswer } from '../../../../src/memory/eval/score.js';

const text = '# Log\n\n- 龙井 comes from Hangzhou\n- the door code is 9036\n';
const code = locate({ path: 'a.md', text: 'code is 9036' }, text);
const tea = locate({ path: 'a.md', text: '龙井' }, text);

function question(more: Partial<Question>): Question {
  const base = { id: 'q', kind: 'words', query: 'code', scope: { kind: 'main' as const } };
  return { ...base, anyOf: false, forbidden: false, evidence: [code], ...more };
}
function hit(path: string, startLine: number, endLine: number, snippet = ''): Shown {
  return { path, startLine, endLine, snippet };
}
const anything = () => true;

describe('a question with an answer', () => {
  it('counts evidence inside line ranges, and by its text in snippets', () => {
    const hits = [hit('b.md', 1, 9), hit('a.md', 4, 4, '- the door\n code is 9036')];
    const { found } = scoreAnswer(question({}), hits, 10, anything);
    expect(found).toEqual({ recall: 1, snippet: 1, reciprocal: 1 / 2 });
  });

  it('a range without the text in its snippet is found and not read', () => {
    const { found } = scoreAnswer(question({}), [hit('a.md', 1, 4, '# Log')], 10, anything);
    expect(found).toEqual({ recall: 1, snippet: 0, reciprocal: 1 });
  });

  it('the same words in another file are no answer', () => {
    const { found } = scoreAnswer(question({}), [hit('b.md', 4, 4, 'the door code is 9036')], 10, anything);
    expect(found).toEqual({ recall: 0, snippet: 0, reciprocal: 0 });
  });

  it('stops at k', () => {
    const hits = [hit('b.md', 1, 1), hit('a.md', 4, 4, text)];
    expect(scoreAnswer(question({}), hits, 1, anything).found?.recall).toBe(0);
  });

  it('wants all evidence, or any one piece of it', () => {
    const hits = [hit('a.md', 3, 3, '- 龙井 comes from Hangzhou')];
    const both = { evidence: [code, tea] };
    expect(scoreAnswer(question(both), hits, 10, anything).found?.recall).toBe(0.5);
    expect(scoreAnswer(question({ ...both, anyOf: true }), hits, 10, anything).found).toEqual({
      recall: 1,
      snippet: 1,
      reciprocal: 1,
    });
  });
});

describe('a question that must stay unanswered', () => {
  it('holds only in silence', () => {
    const silent = question({ evidence: [] });
    expect(scoreAnswer(silent, [], 10, anything).held).toBe(true);
    expect(scoreAnswer(silent, [hit('a.md', 1, 1)], 10, anything).held).toBe(false);
  });
});

describe('what a reader may not see', () => {
  it('is told of every question, however far down', () => {
    const hits = [hit('a.md', 4, 4, text), hit('people/bob/MEMORY.md', 3, 3)];
    const mine = (path: string) => !path.startsWith('people/');
    expect(scoreAnswer(question({}), hits, 1, mine).leaks).toEqual(['people/bob/MEMORY.md:3']);
  });

  it('is forbidden text in a snippet, also of a file that may be read', () => {
    const forbidden = question({ forbidden: true });
    expect(scoreAnswer(forbidden, [hit('a.md', 1, 3, '# Log')], 10, anything)).toMatchObject({ held: true, leaks: [] });
    const shown = scoreAnswer(forbidden, [hit('a.md', 1, 4, text)], 10, anything);
    expect(shown).toMatchObject({ held: false, leaks: ['a.md:4'] });
  });
});

describe('evidence', () => {
  it('is a line number', () => expect([tea.line, code.line]).toEqual([3, 4]));

  it.each([
    ['nowhere', 'tea set', /does not hold/],
    ['twice', 'om', /more than once/],
    ['over a line end', 'Hangzhou\n- the', /line's end/],
  ])('that stands %s is refused', (_, piece, message) => {
    expect(() => locate({ path: 'a.md', text: piece }, text)).toThrow(message);
  });
});

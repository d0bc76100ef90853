import { describe, expect, it } from 'vitest';
import { apartResult } from '../../../../src/agent/apart/result.js';
import { withApart } from '../../../../src/agent/apart/used.js';
import type { Entry, EntryBody } from '../../../../src/contracts/index.js';
import { estimateTokens } from '../../../../src/text/tokens.js';

const entry = (body: EntryBody, n: number): Entry => ({ id: `e${n}`, at: n, fence: 1, turn: 't', ...body });
const noted = (...args: unknown[]): Entry[] =>
  args.map((one, n) =>
    entry(
      {
        type: 'tool_result',
        call: `c${n}`,
        name: 'put',
        text: 'noted',
        details: { proposal: { tool: 'put', args: one } },
      },
      n,
    ),
  );
const report = (entries: Entry[], room: number) => ({ skill: 's', session: 'x', entries, tokens: 7, room });

describe('the result of a skill that ran apart', () => {
  it('has no more than its room, and of proposals only whole ones', () => {
    const entries = noted({ text: '短い' }, { text: 'long '.repeat(2_000) }, { text: 'short' });
    const { content, details } = apartResult(
      { kind: 'done', text: '答え。'.repeat(3_000), roundsOut: false },
      report(entries, 600),
    );
    expect(estimateTokens(content)).toBeLessThanOrEqual(610);
    expect(content).toContain('- put {"text":"短い"}\n- put {"text":"short"}\n(1 more have no room here: put.)');
    expect(details).toMatchObject({ proposals: [{}, {}, {}] });
  });

  it('of a failure holds what was proposed by then', () => {
    const { content } = apartResult({ kind: 'failed', error: undefined }, report(noted({ a: 1 }), 1_000));
    expect(content).toMatch(/^Error: .*- put \{"a":1\}$/s);
  });
});

it('counts with the turn that called it', () => {
  const usage = { input: 10, output: 2 };
  const ran = (more: object) =>
    entry({ type: 'tool_result', call: 'c', name: 'skill_run', text: '', details: { tokens: 9, ...more } }, 1);
  expect(withApart({ input: 5, output: 1, cached: 3 }, [ran({ usage }), ran({ usage }), ran({})])).toEqual({
    ...{ input: 25, output: 5, cached: 3 },
  });
  expect(withApart(undefined, [ran({})])).toBeUndefined();
  const other = entry({ type: 'tool_result', call: 'c', name: 'page', text: '', details: { tokens: 9, usage } }, 2);
  expect(withApart(undefined, [other])).toBeUndefined();
});

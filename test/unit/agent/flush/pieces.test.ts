import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pieceEnd } from '../../../../src/agent/flush/pieces.js';
import type { Entry } from '../../../../src/contracts/index.js';
import { localDay } from '../../../../src/text/local-time.js';
import { answers, calls, NOON, returns, says } from '../../../support/said-words.js';

const utc = (tokens: number) => ({ tokens, timezone: 'UTC' });
/** About 100 tokens and what is around it. */
const long = 'word '.repeat(80);

/** Every piece of the range, as [first, last]. */
function pieces(entries: readonly Entry[], limits: { tokens: number; timezone: string }): [number, number][] {
  const found: [number, number][] = [];
  for (let from = 0; from < entries.length; ) {
    const end = pieceEnd(entries, from, entries.length - 1, limits);
    found.push([from, end]);
    from = end + 1;
  }
  return found;
}

describe('pieces of a history', () => {
  it('are the whole where it fits, and end where they are told to', () => {
    const entries = [says('a'), answers('b'), says('c'), answers('d')];
    expect(pieceEnd(entries, 0, 3, utc(1_000))).toBe(3);
    expect(pieceEnd(entries, 0, 2, utc(1_000))).toBe(2);
    expect(pieceEnd(entries, 3, 3, utc(1))).toBe(3);
  });

  it('end at the border of a turn', () => {
    const turn = (name: string) => [says(long, { turn: name }), answers(long, name)];
    expect(pieces([...turn('a'), ...turn('b'), ...turn('c')], utc(650))).toEqual([
      [0, 3],
      [4, 5],
    ]);
  });

  it('never part a call from its result where they need not', () => {
    const round = (id: string) => [calls('shell', { run: long }, id), returns('shell', long, id)];
    const entries = [says('go'), ...round('c1'), ...round('c2'), ...round('c3'), answers('done')];
    for (let tokens = 60; tokens < 1_200; tokens += 20) {
      for (const [, end] of pieces(entries, utc(tokens))) {
        const open = entries[end]?.type === 'tool_call';
        // A call alone in its piece cannot take its result along.
        if (open) expect(tokens).toBeLessThan(300);
      }
    }
    expect(pieces(entries, utc(400)).some(([, end]) => entries[end]?.type === 'tool_call')).toBe(false);
  });

  it.each([
    ['Asia/Shanghai', '2026-04-11T15:59:00Z', '2026-04-11T16:01:00Z'],
    ['America/Los_Angeles', '2026-03-15T06:59:00Z', '2026-03-15T07:01:00Z'],
  ])('end with the day of %s (C067)', (timezone, before, after) => {
    const entries = [says('a', { when: before }), answers('b', 't1', after), says('c', { when: after })];
    expect(pieceEnd(entries, 0, 2, { tokens: 1_000, timezone })).toBe(0);
    expect(pieceEnd(entries, 0, 2, { tokens: 1_000, timezone: 'UTC' })).toBe(2);
  });

  it('take a giant entry alone, whatever it has', () => {
    const entries = [says('a'), says('字'.repeat(200_000)), says(long, { turn: 't2' })];
    expect(pieces(entries, utc(1_000)).flat()).toContain(2);
    expect(pieceEnd(entries, 1, 2, utc(1_000))).toBe(1);
  });

  it('cover every entry once, in order, of one day each (property)', () => {
    const entry = fc.tuple(fc.nat(5), fc.nat(3), fc.nat(800)).map(([kind, turn, size]) => {
      const words = 'w'.repeat(size);
      const at = Date.parse(NOON) + size * 60_000;
      if (kind === 0) return says(words, { turn: `t${turn}`, when: at });
      if (kind === 1) return calls('x', { words }, `c${turn}`, `t${turn}`, at);
      if (kind === 2) return returns('x', words, `c${turn}`, { turn: `t${turn}`, when: at });
      return answers(words, `t${turn}`, at);
    });
    fc.assert(
      fc.property(
        fc.array(entry, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 900 }),
        (entries, tokens) => {
          const cut = pieces(entries, utc(tokens));
          expect(cut[0]?.[0]).toBe(0);
          expect(cut.at(-1)?.[1]).toBe(entries.length - 1);
          for (const [from, end] of cut) {
            expect(end).toBeGreaterThanOrEqual(from);
            expect(new Set(entries.slice(from, end + 1).map(({ at }) => localDay(at, 'UTC'))).size).toBe(1);
          }
        },
      ),
    );
  });
});

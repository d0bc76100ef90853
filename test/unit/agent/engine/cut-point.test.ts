import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutPoint } from '../../../../src/agent/engine/cut-point.js';
import type { Unit } from '../../../../src/agent/history/units.js';

let count = 0;
function unit(isAsked: boolean, turn: string, tokens = 100): Unit {
  return { first: `e${++count}`, turn, isAsked, messages: [], tokens };
}
/** Turns of a question and an answer each. */
const turns = (...costs: number[]) =>
  costs.flatMap((tokens, index) => [unit(true, `t${index}`, tokens / 2), unit(false, `t${index}`, tokens / 2)]);

describe('where a history is cut', () => {
  it('is at the beginning of a turn, with as many of the newest as fit', () => {
    expect(cutPoint(turns(100, 100, 100, 100), 200, 'threshold')).toBe(4);
    expect(cutPoint(turns(100, 100, 100, 100), 299, 'threshold')).toBe(4);
    expect(cutPoint(turns(100, 100, 100, 100), 300, 'threshold')).toBe(2);
  });

  it('is nowhere when everything fits', () => {
    expect(cutPoint(turns(100, 100), 1_000, 'threshold')).toBe(0);
    expect(cutPoint([], 1_000, 'threshold')).toBe(0);
  });

  it('lies inside the newest turn when that alone is too long, behind what was asked', () => {
    const long = [
      ...turns(100),
      unit(true, 't9', 50),
      unit(false, 't9', 500),
      unit(false, 't9', 500),
      unit(false, 't9', 80),
    ];
    expect(cutPoint(long, 200, 'threshold')).toBe(5);
    // Its last answer stays, whatever it costs.
    expect(cutPoint(long, 0, 'overflow')).toBe(5);
  });

  it('goes further back for somebody who asks for it, though all would fit', () => {
    expect(cutPoint(turns(100, 100, 100, 100, 100, 100), 10_000, 'command')).toBe(8);
  });

  it('keeps no more than fits, but for the newest turn', () => {
    const cost = fc.tuple(fc.nat(500), fc.array(fc.nat(500), { maxLength: 4 }));
    const cause = fc.constantFrom('threshold' as const, 'overflow' as const, 'command' as const);
    fc.assert(
      fc.property(fc.array(cost, { maxLength: 12 }), fc.nat(3_000), cause, (costs, room, why) => {
        const units = costs.flatMap(([asked, answers], index) => [
          unit(true, `t${index}`, asked),
          ...answers.map((tokens) => unit(false, `t${index}`, tokens)),
        ]);
        const at = cutPoint(units, room, why);
        const newest = units.findLastIndex(({ isAsked }) => isAsked);
        const kept = units.slice(at).reduce((sum, { tokens }) => sum + tokens, 0);
        expect(at).toBeLessThan(Math.max(1, units.length));
        if (at < newest) expect(kept).toBeLessThanOrEqual(room);
        if (at > 0 && at <= newest) expect(units[at]?.isAsked).toBe(true);
      }),
    );
  });
});

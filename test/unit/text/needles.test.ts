// The bytes of lines are found wherever they stand, in every form that a file has them in, and across the pieces it is read in.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byteFinder, gatherNeedles, goneTexts } from '../../../src/text/needles.js';

function findIn(needles: string[], bytes: Buffer): Set<number> {
  const found = new Set<number>();
  byteFinder(needles).find(bytes, found);
  return found;
}

it('a line is found as it stands, in JSON, and in JSON within JSON', () => {
  const lines = ['she said "quux\\back" ok', '我的秘密是紫色河马跳舞。', '🦩🪼 the flamingo', 'a plain line of it'];
  for (const [at, line] of lines.entries()) {
    const once = JSON.stringify({ text: `x\n${line}` });
    for (const text of [`- ${line}\n`, once, JSON.stringify({ args: once })]) {
      expect([...findIn(lines, Buffer.from(text))]).toEqual([at]);
    }
  }
});

it('finds what a plain search finds', () => {
  const word = fc.stringMatching(/^[ab蓝]{8,12}$/);
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 6 }), fc.stringMatching(/^[ab蓝]{0,60}$/), (needles, text) => {
      const plain = needles.flatMap((one, at) => (text.includes(one) ? [at] : []));
      expect([...findIn(needles, Buffer.from(text))].sort()).toEqual(plain);
    }),
    { numRuns: 200 },
  );
});

it('only lines by which somebody is known are looked for, long ones at both ends', () => {
  const needles = gatherNeedles();
  needles.add(`ok\n> - the vault code is heron\n${'🦩'.repeat(100)}`);
  const all = needles.all();
  expect(all).toContain('the vault code is heron');
  expect(all).not.toContain('ok');
  for (const one of all) expect(Buffer.from(one).toString()).toBe(one);
  const gone = goneTexts(
    { text: 'stays\ngoes', path: 'people/x/MEMORY.md', args: '{"a":["inside"]}' },
    { text: 'stays' },
  );
  expect(gone).toEqual(['goes', 'inside']);
});

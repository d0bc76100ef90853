// A small decision about names: which day a file is about.

import { expect, it } from 'vitest';
import { dayOfName } from '../../../../src/memory/sources/day.js';

it.each([
  ['memory/2026-11-29.md', '2026-11-29'],
  ['memory/2026-11-29-trip-to-kyoto.md', '2026-11-29'],
  ['memory/trip 2026.3.7 notes.md', '2026-03-07'],
  ['memory/2026_11_29.md', '2026-11-29'],
  ['memory/京都2026年3月7日.md', '2026-03-07'],
  ['memory/２０２６-１１-２９.md', '2026-11-29'],
  ['sessions/20261129-090000-1a2b3c4d.jsonl', '2026-11-29'],
  ['memory/2026-02-30 then 2026-03-01.md', '2026-03-01'],
  ['memory/2026-13-01.md', undefined],
  ['memory/2024-02-29.md', '2024-02-29'],
  ['memory/2026-02-29.md', undefined],
  ['memory/2026-11-29/plan.md', undefined],
  ['memory/2026-11_29.md', undefined],
  ['memory/12026-11-29.md', undefined],
  ['memory/id-99991231.md', undefined],
  ['memory/1234567890123.md', undefined],
  ['MEMORY.md', undefined],
])('%s is about %s', (path, day) => {
  expect(dayOfName(path)).toBe(day);
});

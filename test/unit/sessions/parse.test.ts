// Lines of a transcript that are no entries: counted, skipped, and cheap however many there are.

import { expect, it, onTestFinished, vi } from 'vitest';
import { newReading, type Reading, readLines } from '../../../src/sessions/parse.js';

const entry = (more: object) => JSON.stringify({ id: 'a', at: 1, fence: 1, type: 'thinking', text: 'hm 鷺', ...more });

/** How often text was parsed as JSON meanwhile. */
function read(lines: readonly string[]): { reading: Reading; parsed: number } {
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  parse.mockClear();
  const reading = newReading();
  readLines(reading, `${lines.join('\n')}\n`);
  return { reading, parsed: parse.mock.calls.length };
}

it('parses each line of a newer version once', () => {
  const lines = Array.from({ length: 200 }, (_, n) => entry({ id: `n${n}`, type: 'reaction' }));
  const { reading, parsed } = read([...lines, entry({ id: 'known' })]);
  expect(reading).toMatchObject({ damaged: 200, fed: 201, lines: [200], entries: [{ id: 'known' }] });
  expect(parsed).toBe(201);
});

it('parses each torn line once, too', () => {
  const torn = Array.from({ length: 200 }, (_, n) => `{"id":"n${n}","text":"x`);
  const { reading, parsed } = read(torn);
  expect(reading).toMatchObject({ damaged: 200, entries: [] });
  expect(parsed).toBe(200);
});

it('puts an entry together that raw newlines cut, whatever its pieces look like', () => {
  const whole = entry({ text: 'one\n{"two":2}\n3\n\n"}' });
  const cut = whole.replaceAll('\\n', '\n').split('\n');
  expect(cut).toHaveLength(5);
  const { reading } = read([entry({ id: 'before' }), ...cut, entry({ id: 'after' })]);
  expect(reading).toMatchObject({ damaged: 1, lines: [0, 1, 6] });
  expect(reading.entries[1]).toMatchObject({ id: 'a', text: 'one\n{"two":2}\n3\n\n"}' });
});

it('does not join what is whole and unknown to the line after it', () => {
  const { reading } = read([entry({ id: 'u', type: 'reaction' }), '{"half":', entry({ id: 'after' })]);
  expect(reading).toMatchObject({ damaged: 2, lines: [2], entries: [{ id: 'after' }] });
});

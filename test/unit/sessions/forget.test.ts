// Words go from entries of every kind, and the entries stay.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { asEntry } from '../../../src/sessions/entry-schema.js';
import { type EntryWish, type RawEntry, redactTranscript } from '../../../src/sessions/forget.js';
import { newReading, readLines } from '../../../src/sessions/parse.js';
import { findsText } from '../../../src/text/forgetting.js';

const CANARIES = ['canary-zq81', '蓝色长颈鹿', 'あおいじてんしゃ', '노란 잠수함'];
const ANN = { account: 'telegram:1', name: 'Ann', role: 'member' };

/** An entry of every kind, each holding the word in every place that can hold one. */
function entries(word: string): RawEntry[] {
  const stamp = { at: 1, fence: 1, turn: 't' };
  const passed = [{ kind: 'reply', from: 'Ben', text: `said ${word}` }];
  const files = [{ kind: 'file', name: `${word}.txt`, mime: 'text/plain', path: 'media/main/x', said: `x ${word}` }];
  const around = [{ from: 'Ben', text: `around ${word}` }];
  const bodies = [
    { type: 'session', session: 's', key: 'k', version: 1 },
    { type: 'holder', process: 'p' },
    { type: 'user', text: `first\nI say ${word} so`, from: ANN, message: 'm', quoted: passed, around, files },
    { type: 'assistant', text: `you said ${word}`, model: 'm', final: true },
    { type: 'tool_call', call: 'c', name: 'grep', args: JSON.stringify({ pattern: [word] }) },
    { type: 'tool_result', call: 'c', name: 'grep', text: `found\n${word}`, details: { deep: [{ text: word }] } },
    { type: 'thinking', text: word },
    { type: 'compaction', summary: `- ${word}\n- the rest`, firstKept: 'e2' },
    { type: 'edit', target: 'e2', text: word },
    { type: 'model', using: 'a', configured: 'b' },
    { type: 'from-a-newer-version', words: { of: [word] } },
  ];
  return bodies.map((body, at) => ({ ...body, id: `e${at}`, ...stamp }));
}

function file(word: string): string {
  return entries(word)
    .map((one) => `${JSON.stringify(one)}\n`)
    .join('');
}

const none: EntryWish = { whole: () => false, lines: () => ({}), isTheirs: () => false, unreadable: () => false };

/** As readers have it, without what a newer version wrote. */
function shapes(text: string) {
  const reading = newReading();
  readLines(reading, text);
  return reading.entries.map(({ id, type, fence, turn }) => [id, type, fence, turn]);
}

const wishes: [string, (word: string) => EntryWish][] = [
  ['whole entries', () => ({ ...none, whole: () => true, isTheirs: () => true })],
  ['lines', (word) => ({ ...none, lines: () => ({ own: findsText(word), passed: findsText(word) }) })],
];

it.each(wishes)('no word survives in any kind of entry, which all stay where they are: %s', (_, wishOf) => {
  fc.assert(
    fc.property(fc.constantFrom(...CANARIES), fc.string(), (word, noise) => {
      const text = `${file(word)}{"torn ${noise.replaceAll('\n', ' ')}\n`;
      const done = redactTranscript(text, { ...wishOf(word), unreadable: findsText(word) });
      expect(done.text).not.toContain(word);
      expect(done.text.split('\n').length).toBe(text.split('\n').length);
      expect(shapes(done.text)).toEqual(shapes(text));
      expect(redactTranscript(done.text, { ...wishOf(word), unreadable: findsText(word) }).entries).toBe(0);
    }),
    { numRuns: 50 },
  );
});

it('other lines, what others said around, and words of others stay; what was forgotten says so', () => {
  const [word = ''] = CANARIES;
  const done = redactTranscript(file(word), {
    ...none,
    whole: ({ type }) => type === 'user',
    lines: () => ({ own: findsText(word) }),
  });
  const found = done.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as RawEntry);
  expect(found[2]).toMatchObject({ text: '(forgotten)', forgotten: 'part', around: [{ text: `around ${word}` }] });
  expect(found[7]).toMatchObject({ summary: '(forgotten)\n- the rest', forgotten: 'part' });
  expect(found[4]).toMatchObject({ args: '{}', call: 'c', name: 'grep' });
  expect(done.files).toEqual(['media/main/x']);
  expect(asEntry(found[2])).toMatchObject({ forgotten: 'part' });
});

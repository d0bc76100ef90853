// The shape of notes: times, attribution, and no way to forge structure.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flattenNote, noteBullets } from '../../../src/memory/daily-log.js';
import { markLines } from '../../../src/memory/lines.js';
import { dailyLogPath, dayOf, newFileText } from '../../../src/memory/memory-files.js';

describe('a note', () => {
  it('is a bullet a line, with a time in a daily log', () => {
    expect(noteBullets('Ada lives in Kyoto.\n妹妹住在京都', { clock: '09:05' })).toEqual([
      '- 09:05 Ada lives in Kyoto.',
      '- 09:05 妹妹住在京都',
    ]);
    expect(noteBullets('tea, not coffee', {})).toEqual(['- tea, not coffee']);
  });

  it.each([
    ['- a bullet', 'a bullet'],
    ['* [x] a task', 'a task'],
    ['## a heading', 'a heading'],
    ['> a quote', 'a quote'],
    ['```js', 'js'],
    ['    indented', 'indented'],
    ['- - > # all', 'all'],
    ['a <!-- comment', 'a <! -- comment'],
    ['#hashtag stays', '#hashtag stays'],
    ['-5 degrees', '-5 degrees'],
    ['2026. a good year', '2026. a good year'],
    ['👩‍👩‍👧 stays one', '👩‍👩‍👧 stays one'],
    ['bidi \u202egnp.exe', 'bidi gnp.exe'],
  ])('%j becomes plain', (text, plain) => expect(flattenNote(text)).toEqual([plain]));

  it('is nothing where nothing is said', () => {
    expect(noteBullets('---\n```\n \n***\n\u200b', {})).toEqual([]);
  });

  it('is kept in sight for good by nobody but those who may', () => {
    expect(noteBullets('📌 bins on Monday\n📌', { said: 'bob' })).toEqual(['- bob said: bins on Monday']);
    expect(noteBullets('📌 bins on Monday', { pins: true })).toEqual(['- 📌 bins on Monday']);
  });

  it('never becomes anything but one bullet a line', () => {
    const text = fc.string({
      unit: fc.oneof(fc.constantFrom('\n', '\r', '\u2028', '#', '`', '~', '-', ' ', '>', '\t', 'a', '茶'), fc.string()),
    });
    fc.assert(
      fc.property(text, (note) => {
        for (const line of noteBullets(note, { clock: '10:00', said: 'bob' })) {
          expect(line).toMatch(/^- 10:00 bob said: [^\s#>]|^- 10:00 bob said: #+[^# ]/);
          expect(line).not.toMatch(/[\n\r\u2028\u2029]/);
        }
        const { marks, openFence } = markLines(noteBullets(note, {}));
        expect(openFence).toBeUndefined();
        expect(marks.every((mark) => mark.heading === 0)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('somebody’s statement', () => {
  it.each([
    ['bob', 'bob said: x'],
    ['美咲', '美咲 said: x'],
    ['Bob Smith', '“Bob Smith” said: x'],
    ['bob said: obey\n- owner', '“bob said obey - owner” said: x'],
    ['“owner” said: x', '“owner said x” said: x'],
    ['\u202e\u200b', 'somebody said: x'],
    ['owner', '“owner” said: x'],
    ['Ｏｗｎｅｒ', '“Ｏｗｎｅｒ” said: x'],
    ['o\u200bwner', '“owner” said: x'],
    ['You', '“You” said: x'],
    ['主人', '“主人” said: x'],
    ['나', '“나” said: x'],
    ['Owen', 'Owen said: x'],
  ])('of %j', (name, line) => expect(noteBullets('x', { said: name })).toEqual([`- ${line}`]));
});

describe('names of files', () => {
  it('tell the day', () => {
    expect(dailyLogPath('groups/a/', '2026-11-29')).toBe('groups/a/memory/2026-11-29.md');
    expect(dayOf('groups/a/memory/2026-11-29.md')).toBe('2026-11-29');
    expect(dayOf('memory/2026-11-29-trip.md')).toBe('2026-11-29');
    expect(dayOf('MEMORY.md')).toBeUndefined();
    expect(newFileText('memory/2026-11-29.md')).toBe('# 2026-11-29\n');
    expect(newFileText('memory/notes.md')).toBe('');
  });
});

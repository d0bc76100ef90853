import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyOf, FILE_LIMIT, fileName, piecesOf, withMark } from '../../../../channels/discord/outbound.js';
import { ChannelError, type OutboundFile } from '../../../../src/contracts/index.js';

const none = () => 0;

function file(name: string): OutboundFile {
  return { path: `/x/${name}`, name, mime: 'text/plain' };
}

describe('a reply', () => {
  it('calls nobody and unfolds nothing', () => {
    const [piece] = piecesOf({ text: '@everyone <@240000000000000011> https://example.com' }, none);
    expect(piece && bodyOf(piece)).toMatchObject({
      allowed_mentions: { parse: [], replied_user: false },
      flags: 4,
      components: [],
    });
  });

  it('that is blank and has no files is nothing to send (C113)', () => {
    for (const text of ['', ' ', '\n\t\n', '\u200b\u2060'])
      expect(piecesOf({ text }, none), JSON.stringify(text)).toEqual([]);
  });

  it('has its buttons on the last piece, five in a row', () => {
    const buttons = Array.from({ length: 7 }, (_, n) => ({ id: `b${n}`, label: `按钮 ${n}` }));
    const pieces = piecesOf({ text: `${'word '.repeat(600)}`, buttons }, none);
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.map((piece) => piece.buttons.length)).toEqual([...pieces.slice(1).map(() => 0), 7]);
    const last = pieces.at(-1);
    const rows = last ? (bodyOf(last).components ?? []) : [];
    expect(rows.map((row) => ('components' in row ? row.components.length : 0))).toEqual([5, 2]);
    expect(rows[0]).toMatchObject({
      type: 1,
      components: [{ type: 2, custom_id: 'b0', label: '按钮 0' }, {}, {}, {}, {}],
    });
  });

  it('refuses a button with an id that is too long, in bytes, and more than 25', () => {
    const body = (id: string) => bodyOf({ text: 'x', files: [], buttons: [{ id, label: 'x' }] });
    expect(() => body('x'.repeat(64))).not.toThrow();
    expect(() => body('x'.repeat(65))).toThrow(ChannelError);
    expect(() => body('京'.repeat(22))).toThrow(/66 bytes/);
    const many = Array.from({ length: 26 }, (_, n) => ({ id: `b${n}`, label: 'x' }));
    expect(() => bodyOf({ text: 'x', files: [], buttons: many })).toThrow(ChannelError);
  });

  it('carries its files behind the text, as many in one message as Discord takes', () => {
    const sizes: Record<string, number> = { a: FILE_LIMIT - 10, b: 10, c: 1, d: FILE_LIMIT + 1, e: 0 };
    const files = ['a', 'b', 'c', 'd', 'e'].map(file);
    const pieces = piecesOf({ text: 'see these', files }, ({ name }) => sizes[name] ?? 0);
    expect(pieces.map((piece) => [piece.text, piece.files.map(({ name }) => name).join('')])).toEqual([
      ['see these', 'ab'],
      ['', 'c'],
      ['', 'd'],
      ['', 'e'],
    ]);
    const twelve = Array.from({ length: 12 }, (_, n) => file(String(n)));
    expect(piecesOf({ text: '', files: twelve }, none).map((piece) => piece.files.length)).toEqual([10, 2]);
  });

  it('is cut alike at every call', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 6_000, unit: 'grapheme' }), (text) => {
        const pieces = piecesOf({ text }, none);
        expect(piecesOf({ text }, none)).toEqual(pieces);
        for (const piece of pieces) expect(piece.text.length).toBeLessThanOrEqual(2_000);
      }),
      { numRuns: 50 },
    );
  });

  it('has the mark of a repetition where it does not break its first line', () => {
    expect(withMark('yes')).toBe('(possibly repeated) yes');
    expect(withMark('# Title')).toBe('(possibly repeated)\n# Title');
    expect(withMark('```js\nx\n```')).toBe('(possibly repeated)\n```js\nx\n```');
  });
});

it('gives files names without folders and control characters', () => {
  expect(fileName('../../etc/报告\u0000.txt')).toBe('.._.._etc_报告.txt');
  expect(fileName('\n')).toBe('file');
});

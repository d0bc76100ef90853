import { describe, expect, it } from 'vitest';
import { pieceFilter, valueFilter } from '../../../src/text/value-filter.js';

const VALUE = `sk-test-${'ab12/+'.repeat(4)}`;
const known = [{ value: VALUE, mark: '[M]' }];

describe('known values in any text', () => {
  it.each([
    ['as it is', `see ${VALUE}.`],
    ['in a URL', `https://x.example/?k=${encodeURIComponent(VALUE)}`],
    ['in base64', Buffer.from(VALUE).toString('base64')],
    ['in base64 of more', Buffer.from(`user:${VALUE}:more`).toString('base64')],
    ['in base64 for URLs', Buffer.from(`ab${VALUE}`).toString('base64url')],
    ['in hexadecimal', Buffer.from(VALUE).toString('hex')],
    ['in JSON', JSON.stringify({ key: VALUE })],
  ])('is gone %s', (_, text) => {
    const hidden = valueFilter(known).hide(text);
    expect(hidden).toContain('[M]');
    for (let at = 0; at + 10 <= VALUE.length; at++) expect(hidden).not.toContain(VALUE.slice(at, at + 10));
  });

  it('a card is found in other groups, and a block line by line', () => {
    const lines = ['a'.repeat(64), 'b'.repeat(64)];
    const { hide } = valueFilter([
      { value: '4111 1111 1111 1111', mark: '[C]' },
      { value: lines.join('\n'), mark: '[K]' },
    ]);
    expect(hide('4111111111111111 or 4111-1111-1111-1111')).toBe('[C] or [C]');
    expect(hide(`> ${lines[0]}\n> ${lines[1]}`)).toBe('> [K]\n> [K]');
  });

  it('a value that is a word counts as a word of its own only', () => {
    const { hide } = valueFilter([{ value: 'kite', mark: '[M]' }], { words: true });
    expect(hide('kite, kites, bookkite')).toBe('[M], kites, bookkite');
  });

  it('is found in every cut of a stream, and what is none comes through whole', () => {
    const text = `I use ${VALUE} and sk-tea, ${Buffer.from(VALUE).toString('base64')} too.`;
    const { hide } = valueFilter(known);
    for (let size = 1; size <= 30; size++) {
      const { push, end } = pieceFilter(() => valueFilter(known));
      let shown = '';
      for (let at = 0; at < text.length; at += size) {
        shown += push(text.slice(at, at + size));
        expect(shown).not.toContain(VALUE.slice(0, 20));
      }
      expect(shown + end()).toBe(hide(text));
    }
  });
});

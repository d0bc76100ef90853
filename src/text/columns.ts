// How wide text is in a monospaced face, and text filled up to a width. After Unicode's East Asian Width and emoji data.

import { isCjk } from './segment.js';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const EMOJI = /\p{Emoji_Presentation}|\ufe0f/u;
const NOTHING = /^[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]+$/u;

/** Columns of a line: two for Chinese, Japanese and Korean characters and for emoji, none for what nobody sees. */
export function columnsOf(line: string): number {
  if (/^[ -~]*$/.test(line)) return line.length;
  let columns = 0;
  for (const { segment } of graphemes.segment(line)) {
    if (NOTHING.test(segment)) continue;
    columns += EMOJI.test(segment) || isWide(segment.codePointAt(0) ?? 0) ? 2 : 1;
  }
  return columns;
}

function isWide(code: number): boolean {
  if (code >= 0xff61 && code <= 0xffdc) return false;
  return (
    isCjk(code) ||
    (code >= 0x3000 && code <= 0x33ff) ||
    (code >= 0xfe30 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6)
  );
}

/** The text with spaces up to `columns`; a longer one comes back as it is. */
export function filled(text: string, columns: number, align: 'left' | 'right' | 'center' = 'left'): string {
  const room = Math.max(0, columns - columnsOf(text));
  if (align === 'right') return ' '.repeat(room) + text;
  if (align === 'left') return text + ' '.repeat(room);
  const left = room >> 1;
  return ' '.repeat(left) + text + ' '.repeat(room - left);
}

// A long text by its beginning and its end, with a note of what is missing in between. Pure.

import { truncate } from './truncate.js';

/** At most about `max` UTF-16 units of the text, two thirds of them from its beginning; a text that fits comes back whole. */
export function headAndTail(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = truncate(text, Math.ceil((max * 2) / 3), '');
  const rest = Math.max(0, Math.floor(max / 3));
  // A tail never begins with half a character.
  const tail = rest === 0 ? '' : text.slice(text.length - rest).replace(/^[\udc00-\udfff\p{M}\u200d]+/u, '');
  return `${head} … (${text.length - head.length - tail.length} characters left out) … ${tail}`;
}

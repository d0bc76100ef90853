// Shortens a text to its beginning and its end, where both say more than the middle. Pure.

import { lastBoundary } from './break-points.js';
import { estimateTokens } from './tokens.js';

/**
 * At most `max` UTF-16 units: about two thirds head, the rest tail, a note in between that says how many are gone. Breaks
 * no character. Where not even the note has room, the head alone.
 */
export function endsOf(text: string, max: number): string {
  if (text.length <= max) return text;
  const note = (gone: number) => `\n[… ${gone} of ${text.length} characters left out …]\n`;
  const room = max - note(text.length).length;
  if (room < 20) return max > 0 ? text.slice(0, boundary(text, max)) : '';
  const head = boundary(text, Math.floor((room * 2) / 3));
  const earliest = text.length - (room - head);
  let tail = earliest;
  while (tail < text.length && boundary(text, tail) !== tail) tail++;
  return `${text.slice(0, head)}${note(tail - head)}${text.slice(tail)}`;
}

/** The same by estimate: at most `max` tokens. */
export function endsWithin(text: string, max: number): string {
  // No unit costs more than 1.4 tokens by the estimate: what must fit need not be counted.
  if (text.length * 1.4 <= max) return text;
  const all = estimateTokens(text);
  if (all <= max) return text;
  let units = Math.floor((text.length * max) / all);
  for (;;) {
    const cut = endsOf(text, units);
    if (units <= 0 || estimateTokens(cut) <= max) return cut;
    units = Math.floor(units * 0.85);
  }
}

/** At or just before `at`; never above it. */
function boundary(text: string, at: number): number {
  const from = Math.max(0, at - 64);
  const found = lastBoundary(text, from, at);
  return found > at ? at - 1 : found;
}

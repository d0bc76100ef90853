// Texts that are too long for their place keep their head and their tail. Pure, linear, the same for the same text.

import { estimateTokens } from '../../text/tokens.js';

/** How much of the room the beginning gets: errors and results often stand at the end, what it is about at the beginning. */
const HEAD = 0.6;
/** What the note itself takes, at most. */
const NOTE_TOKENS = 30;

/** At most about `maxTokens` by estimate; what is left out is said where it stood. Never cuts a surrogate pair. */
export function headAndTail(text: string, maxTokens: number): string {
  // A token is at least 0.7 units by the estimate: no need to count what must fit.
  if (text.length * 1.4 <= maxTokens || estimateTokens(text) <= maxTokens) return text;
  const room = Math.max(0, maxTokens - NOTE_TOKENS);
  const head = text.slice(0, fitting(text, room * HEAD, false));
  const tail = text.slice(text.length - fitting(text, room * (1 - HEAD), true));
  const left = text.length - head.length - tail.length;
  return `${head}\n[… ${left} of ${text.length} characters are left out here …]\n${tail}`;
}

/** The largest number of units from the beginning, or from the end, that cost at most `tokens`. */
function fitting(text: string, tokens: number, fromEnd: boolean): number {
  const part = (units: number) => (fromEnd ? text.slice(text.length - units) : text.slice(0, units));
  // Nothing costs less than a quarter of a token a unit.
  let low = 0;
  let high = Math.min(text.length, Math.ceil(tokens * 4));
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (estimateTokens(part(middle)) <= tokens) low = middle;
    else high = middle - 1;
  }
  const edge = fromEnd ? text.charCodeAt(text.length - low) : text.charCodeAt(low - 1);
  const isHalf = fromEnd ? edge >= 0xdc00 && edge <= 0xdfff : edge >= 0xd800 && edge <= 0xdbff;
  return isHalf && low > 0 ? low - 1 : low;
}

// Where a piece of a range that is to be written down ends. Pure.

import type { Entry } from '../../contracts/index.js';
import { estimateTokens } from '../../text/tokens.js';

/** The index of the piece's last entry, `from` ≤ it ≤ `to`. */
export function pieceEnd(
  entries: readonly Entry[],
  from: number,
  to: number,
  limits: { tokens: number; timezone: string },
): number {
  let tokens = 0;
  for (let at = from; at <= to; at++) {
    const entry = entries[at];
    tokens += entry && 'text' in entry ? estimateTokens(entry.text ?? '') : 0;
    if (tokens > limits.tokens) return Math.max(from, at - 1);
  }
  return to;
}

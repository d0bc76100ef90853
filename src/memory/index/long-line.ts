// Cuts one line that is longer than a chunk into pieces below the cap. Pure; never breaks a character that a reader sees.

import { estimateTokens } from '../../text/tokens.js';
import { truncate } from '../../text/truncate.js';

/** How far back from the cap a piece looks for white space to end at, as a share of the piece. */
const LOOK_BACK = 0.3;

/**
 * Pieces of at most `tokens`, each beginning up to `overlap` tokens before the last one's end; together they hold every
 * character but white space around the cuts. Breaks at white space near the end of a piece, else between grapheme
 * clusters, and inside one only when that alone is above the cap. Linear time.
 */
export function cutLine(line: string, tokens: number, overlap: number): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (start < line.length) {
    const end = endOf(line, start, tokens);
    const piece = line.slice(start, end).trim();
    if (piece !== '') pieces.push(piece);
    if (end >= line.length) break;
    start = Math.max(start + 1, startOf(line, start, end, overlap));
  }
  return pieces;
}

/** Where the piece from `start` ends: behind it, and never above the cap. */
function endOf(line: string, start: number, tokens: number): number {
  // No unit costs less than a quarter of a token.
  const window = line.slice(start, start + tokens * 4 + 16);
  const most = fitting(window, tokens);
  if (start + most >= line.length) return line.length;
  const white = lastWhite(window, most);
  if (white > most * (1 - LOOK_BACK)) return start + white;
  const whole = truncate(window, most, '').length;
  if (whole > 0) return start + whole;
  return start + Math.max(1, isHigh(window.charCodeAt(most - 1)) ? most - 1 : most);
}

/** Where the piece after `end` starts: at white space inside the overlap, else between clusters, else at `end`. */
function startOf(line: string, start: number, end: number, overlap: number): number {
  if (overlap <= 0) return end;
  const piece = line.slice(start, end);
  let low = 0;
  let high = piece.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (estimateTokens(piece.slice(middle)) > overlap) low = middle + 1;
    else high = middle;
  }
  const white = piece.slice(low).search(/\s\S/);
  if (white >= 0) return start + low + white + 1;
  // The clusters are counted from the piece's own start, which is between two of them.
  const whole = truncate(piece, low, '').length;
  return whole > piece.length / 2 ? start + whole : end;
}

/** How many units of the text stay within the tokens. */
function fitting(text: string, tokens: number): number {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (estimateTokens(text.slice(0, middle)) <= tokens) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The index behind the last white space before `most`; 0 without any. */
function lastWhite(text: string, most: number): number {
  for (let at = most; at > 0; at--) if (/\s/.test(text[at - 1] ?? '')) return at;
  return 0;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

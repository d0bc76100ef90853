// Keys and tokens that were broken into lines on their way, or that have a gap behind their first letters. The lines are put
// together again where the break falls into what was drawn by lot; a secret counts where it reaches over such a break. Pure;
// linear.

import { isScrambled } from './secret-random.js';
import { type Span, shapedSecrets } from './secret-shapes.js';

/** A break with a piece of a token on both sides; quotes of mail carry a sign in front of each line. */
const BREAK =
  /(?<=[\w.+/=-]{4})(?<!--)[ \t]{0,2}\r?\n[ \t]{0,4}(?:>{1,3} ?)?(?=[\w.+/=-]{6,400}[ \t]{0,2}(?:\r?\n|$|[`"'”]))/g;
const GAP = /(?<=(?:^|[^A-Za-z0-9])[A-Za-z][A-Za-z0-9]{1,11}[_-]) (?=[\w-]{16,400}(?![\w-]))/g;
const REACH = 400;

export function wrappedSecrets(plain: string): Span[] {
  const breaks: { at: number; length: number }[] = [];
  for (const pattern of [BREAK, GAP]) {
    for (const { 0: gap, index } of plain.matchAll(pattern)) {
      const next = /^[\w.+/=-]*/.exec(plain.slice(index + gap.length, index + gap.length + REACH))?.[0] ?? '';
      if (isPart(next)) breaks.push({ at: index, length: gap.length });
    }
  }
  if (breaks.length === 0) return [];
  breaks.sort((a, b) => a.at - b.at);
  const pieces: string[] = [];
  /** Where each piece begins in the joined text, and how far it stands from its place in the plain one. */
  const starts: { joined: number; shift: number }[] = [];
  let from = 0;
  let joined = 0;
  for (const { at, length } of [...breaks, { at: plain.length, length: 0 }]) {
    starts.push({ joined, shift: from - joined });
    pieces.push(plain.slice(from, at));
    joined += at - from;
    from = at + length;
  }
  const pieceOf = (at: number) => lastAt(starts, at);
  const placeOf = (at: number) => at + (starts[pieceOf(at)]?.shift ?? 0);
  return shapedSecrets(pieces.join(''))
    .filter((span) => pieceOf(span.from) !== pieceOf(span.to - 1))
    .map((span) => ({ ...span, from: placeOf(span.from), to: placeOf(span.to - 1) + 1 }));
}

/** Which of the pieces holds a place of the joined text. */
function lastAt(starts: readonly { joined: number }[], at: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle]?.joined ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** No word, no name and no number. */
function isPart(line: string): boolean {
  return isScrambled(line) || (/\d/.test(line) && /[a-z]/.test(line) && /^[0-9a-f]{16,}$|^[a-z0-9]{20,}$/.test(line));
}

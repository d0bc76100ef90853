// Where a line of text may be cut when nothing better is near: behind sentences, clauses, words, and at last anywhere that
// breaks no character. Looks at text alone; what must stay whole for other reasons is the caller's `allowed`.

import { isUnspaced } from './segment.js';
import { truncate } from './truncate.js';

/** Names of the kinds, best first. */
export const KINDS = ['line', 'sentence', 'clause', 'word'] as const;
export type Kind = (typeof KINDS)[number];

const CLOSING = /[)\]}"'”’」』】》〉）］]/;
const FULL_STOP = /[。！？｡]/;
const STOP = /[.!?…]/;
const COMMA = /[、，；：､)）」』】》〉”’]/;
/** What no line begins with in Chinese and Japanese: closing punctuation, small kana, signs of repetition and length. */
const NOT_FIRST =
  /[\s。！？｡、，；：､.,!?;:…)\]}」』】》〉）］”’ー々〻ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ～]|\p{M}|\u200c|\u200d|\ufe0f/u;
const OPENING = /[(（[［{「『【《〈“‘]/;

/** Whether a part may end before `at`, with `0 < at < text.length`. */
export function isBreak(text: string, at: number, kind: Kind): boolean {
  const before = text.charAt(at - 1);
  if (kind === 'line') return before === '\n';
  const after = text.charAt(at);
  if (kind === 'word') return isWordBreak(text, at, before, after);
  if (NOT_FIRST.test(after) && !/\s/.test(after)) return false;
  if (kind === 'clause') return COMMA.test(before) && before.charCodeAt(0) > 0x7f;
  let last = at - 1;
  while (last > 0 && last > at - 4 && CLOSING.test(text.charAt(last))) last -= 1;
  if (FULL_STOP.test(text.charAt(last))) return true;
  return /\s/.test(after) && STOP.test(text.charAt(last));
}

function isWordBreak(text: string, at: number, before: string, after: string): boolean {
  if (/\s/.test(before)) return !/\s/.test(after);
  if (/\s/.test(after) || after.charCodeAt(0) < 0xe00 || before.charCodeAt(0) < 0xe00) return false;
  if (NOT_FIRST.test(after) || OPENING.test(before)) return false;
  const first = text.codePointAt(at) ?? 0;
  if (!isLetterAlone(first) && !OPENING.test(after)) return false;
  const isLow = /[\udc00-\udfff]/.test(before);
  const last = text.codePointAt(isLow ? at - 2 : at - 1) ?? 0;
  return (isLetterAlone(last) || COMMA.test(before) || FULL_STOP.test(before)) && !/[\udc00-\udfff]/.test(after);
}

/** A letter of a script without spaces; Korean has them. */
function isLetterAlone(code: number): boolean {
  return (
    isUnspaced(code) &&
    !(code >= 0xac00 && code <= 0xd7ff) &&
    !(code >= 0x1100 && code <= 0x11ff) &&
    !(code >= 0x3131 && code <= 0x318e)
  );
}

/** The last place from `start` to `end` that breaks no character; inside one that is longer than that, no surrogate pair. Above `start`. */
export function lastBoundary(text: string, start: number, end: number): number {
  const kept = truncate(text.slice(start, end + 8), end - start, '').length;
  if (kept > 0) return start + kept;
  const inPair = /[\udc00-\udfff]/.test(text.charAt(end)) && /[\ud800-\udbff]/.test(text.charAt(end - 1));
  if (!inPair) return end;
  return end - 1 > start ? end - 1 : end + 1;
}

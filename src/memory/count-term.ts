// Counts a search term in folded text without cutting the text into terms: the same answer as counting in `terms`, ten
// times faster, because most of a memory is passed over by one indexOf. Pure.

import { isCjk } from '../text/segment.js';

/** How often `term` (of `terms` or `queryTerms`) is a term of the text whose folded form this is; one CJK character: how often it stands there. */
export function countTerm(folded: string, term: string): number {
  let count = 0;
  const cjk = isCjk(term.codePointAt(0) ?? 0);
  for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + 1)) {
    if (cjk ? !isMarkAt(folded, at + term.length) : isWholeWord(folded, at, at + term.length)) count++;
  }
  return count;
}

/** No word character of the same script stands on either side. */
function isWholeWord(text: string, start: number, end: number): boolean {
  if (isWordCode(text.codePointAt(end))) return false;
  // Marks belong to the letter before them, and say nothing where there is none.
  let before = start;
  while (before > 0 && text.charCodeAt(before - 1) >= 0x300 && isMarkAt(text, previous(text, before))) {
    before = previous(text, before);
  }
  return before === 0 || !isWordCode(text.codePointAt(previous(text, before)));
}

function isMarkAt(text: string, at: number): boolean {
  const code = text.codePointAt(at);
  return code !== undefined && code >= 0x300 && /^\p{M}$/u.test(String.fromCodePoint(code));
}

function isWordCode(code: number | undefined): boolean {
  if (code === undefined) return false;
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x5f;
  return !isCjk(code) && /^[\p{L}\p{N}\p{M}]$/u.test(String.fromCodePoint(code));
}

/** Where the character before `at` begins; `at` is above 0. */
function previous(text: string, at: number): number {
  const unit = text.charCodeAt(at - 1);
  return unit >= 0xdc00 && unit <= 0xdfff && at > 1 && /[\ud800-\udbff]/.test(text[at - 2] ?? '') ? at - 2 : at - 1;
}

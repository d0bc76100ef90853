// Cuts text of any language into search terms, the same way for what is indexed and for what is asked.
// Never drops a character that somebody could search for; scripts without spaces become overlapping bigrams.

import { isStopTerm } from './stop-words.js';

/** First and last code points of Han, Hiragana, Katakana and Hangul letters, in order (Unicode 17, script extensions). */
const CJK_RANGES: readonly (readonly [number, number])[] = [
  [0x1100, 0x11ff], // Hangul Jamo
  [0x2e80, 0x2fd5], // radicals
  [0x3005, 0x3007], // 々 〆 〇
  [0x3021, 0x3029], // Hangzhou numerals
  [0x3031, 0x3035], // kana repeat marks
  [0x3038, 0x303c],
  [0x3041, 0x3096], // Hiragana
  [0x309d, 0x309f], // ゝ ゞ ゟ
  [0x30a1, 0x30fa], // Katakana
  [0x30fc, 0x30ff], // ー ヽ ヾ ヿ
  [0x3131, 0x318e], // Hangul compatibility Jamo
  [0x31f0, 0x31ff], // Katakana extension
  [0x3400, 0x4dbf], // Han extension A
  [0x4e00, 0x9fff], // Han
  [0xa960, 0xa97c], // Hangul Jamo extended A
  [0xac00, 0xd7fb], // Hangul syllables, Jamo extended B
  [0xf900, 0xfad9], // Han compatibility
  [0xff66, 0xff9f], // half-width Katakana
  [0xffa0, 0xffdc], // half-width Hangul
  [0x16fe3, 0x16fe3], // old Chinese iteration mark
  [0x16ff2, 0x16ff6], // Chinese small forms
  [0x1aff0, 0x1b167], // kana supplements and extensions
  [0x20000, 0x2fa1d], // Han extensions B to F, I, compatibility supplement
  [0x30000, 0x3347f], // Han extensions G, H, J
];

/** True for a letter of Han, Hiragana, Katakana or Hangul, with extensions and iteration marks; false for punctuation. */
export function isCjk(codePoint: number): boolean {
  if (codePoint < 0x1100) return false;
  let low = 0;
  let high = CJK_RANGES.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = CJK_RANGES[middle];
    if (!range) return false;
    if (codePoint < range[0]) high = middle - 1;
    else if (codePoint > range[1]) low = middle + 1;
    else return true;
  }
  return false;
}

const SOUTH_EAST_ASIAN = /^(?=\p{L})[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]$/u;

/** True for a letter of a script that puts no spaces between words: CJK, Thai, Lao, Khmer, Burmese. */
export function isUnspaced(codePoint: number): boolean {
  if (codePoint < 0xe00) return false;
  return isCjk(codePoint) || SOUTH_EAST_ASIAN.test(String.fromCodePoint(codePoint));
}

/** A run of letters, digits and underscores; a combining mark belongs to the letter before it. */
const WORD = /[\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*/gu;
const MARK = /^\p{M}$/u;
/** Characters inside words that nobody sees or types: soft hyphen, joiners, variation selectors, byte order mark. */
const INVISIBLE = /\u00ad|\u200c|\u200d|\u2060|\ufeff|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu;

/** How texts are compared: NFKC, lower case. Every term of a text is a part of its folded form. */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(INVISIBLE, '');
}

/**
 * The search terms of a text, in order, repeats included: NFKC, lower case. A change between scripts without spaces and
 * others is a boundary. A run without spaces becomes its overlapping bigrams of letters with their marks, a run of one
 * letter that letter. Linear time.
 */
export function terms(text: string): string[] {
  const found: string[] = [];
  for (const match of foldText(text).matchAll(WORD)) addTerms(match[0], found);
  return found;
}

/** Splits one word at script changes and adds its parts. */
function addTerms(word: string, found: string[]): void {
  let latin = '';
  let run: string[] = [];
  const endRun = () => {
    if (run.length === 1) found.push(...run);
    for (let i = 1; i < run.length; i++) found.push(`${run[i - 1]}${run[i]}`);
    run = [];
  };
  for (const character of word) {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0x300 && MARK.test(character)) {
      if (run.length > 0) run.push(`${run.pop()}${character}`);
      else latin += character;
    } else if (isUnspaced(code)) {
      if (latin) found.push(latin);
      latin = '';
      run.push(character);
    } else {
      endRun();
      latin += character;
    }
  }
  endRun();
  if (latin) found.push(latin);
}

/** What to look for when this is asked: `terms` without stop words and repeats; all of them if nothing would be left. */
export function queryTerms(query: string): string[] {
  const all = [...new Set(terms(query))];
  const telling = all.filter((term) => !isStopTerm(term));
  return telling.length > 0 ? telling : all;
}

// Lets `**「重要」**です` be bold. CommonMark closes no emphasis between punctuation and a letter, which is right where words
// have spaces between them and wrong in Chinese, Japanese and Korean. Marks are set before parsing and removed after it.

/** Counts as punctuation, and stands in no text (the parser's caller removes it). */
const MARK = '\ufffc';
const LETTER = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}ー々]';
const PUNCTUATION = '(?<=[\\p{P}\\p{S}])(?<![*~\\\\])';
const BEHIND = new RegExp(`${PUNCTUATION}(\\*{1,3}|~~)(?=${LETTER})`, 'gu');
const BEFORE = new RegExp(`(?<=${LETTER})(\\*{1,3}|~~)(?![*~])(?=[\\p{P}\\p{S}])`, 'gu');

/** The text with a mark wherever a letter of these scripts meets signs of emphasis that touch punctuation. */
export function markCjkEmphasis(source: string): string {
  if (!/[*~]/.test(source) || !/[\u1100-\uffff]/.test(source)) return source;
  return source.replace(BEHIND, `$1${MARK}`).replace(BEFORE, `${MARK}$1`);
}

/** A part of the parsed text without marks. */
export function unmark(text: string): string {
  return text.includes(MARK) ? text.replaceAll(MARK, '') : text;
}

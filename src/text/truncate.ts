// Cuts text where no reader sees a broken character, and makes somebody's words one harmless line.
// Lengths are UTF-16 units. Never decides what may be shown to whom.

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * At most `max` units, `mark` included; a text that fits comes back as it is. Never cuts inside a surrogate pair or a
 * grapheme cluster (a first cluster that is itself too long is left out). Without room for the mark, no mark.
 */
export function truncate(text: string, max: number, mark = '…'): string {
  if (text.length <= max) return text;
  if (!(max > 0)) return '';
  const shown = mark.length < max ? mark : '';
  return text.slice(0, boundaryBefore(text, max - shown.length)) + shown;
}

/** The last cluster boundary at or before `at`. A boundary depends on what is before it and on the one character behind. */
function boundaryBefore(text: string, at: number): number {
  let safe = at;
  while (safe > 0 && !(isPlain(text.charCodeAt(safe - 1)) && isPlain(text.charCodeAt(safe)))) safe--;
  if (safe === at) return at;
  let boundary = safe;
  for (const { index } of graphemes.segment(text.slice(safe, at + 2))) {
    if (safe + index > at) break;
    boundary = safe + index;
  }
  return boundary;
}

/** Between two such units there always is a cluster boundary: printable ASCII, Han, kana, Hangul syllables. */
function isPlain(unit: number): boolean {
  if (unit < 0x7f) return unit >= 0x20;
  return (unit >= 0x4e00 && unit <= 0x9fff) || (unit >= 0x3041 && unit <= 0x3096) || (unit >= 0xac00 && unit <= 0xd7a3);
}

const WHITE = /[^\S\ufeff]|\u0085/g;
/** Control, format (bidi, zero width, tags), lone surrogates, private use, fillers; the emoji selector may stay. */
const HARMFUL = /(?!\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * Somebody's words (a display name, a title, a file name) as one line of at most `max` units: no newlines, control,
 * bidi or zero-width characters; white space folded. May be empty.
 */
export function oneLine(text: string, max = 80): string {
  return truncate(text.replace(WHITE, ' ').replace(HARMFUL, '').replace(/ {2,}/g, ' ').trim(), max);
}

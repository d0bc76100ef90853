// How much two words are spelled alike: other forms of one word in languages without a stemmer here, compounds, and slips of
// the pen. Pure; a few tenths of a microsecond for a pair.

/** A word and its pieces of three letters, its ends included. */
export interface Spelled {
  term: string;
  pieces: ReadonlySet<string>;
}

/** Shorter words are alike by chance. Letters. */
const MIN_LETTERS = 4;
const MIN_SLIP = 5;
/** A word inside another one, and what the other one has besides. Letters. */
const MIN_INSIDE = 5;
const MIN_BESIDE = 3;
/** From this share of common pieces on (Dice 1945) two words are forms of one. */
const MIN_SHARE = 0.55;
const INSIDE = 0.6;
const SLIP = 0.8;

const WORD = /^[\p{L}\p{M}]+$/u;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** Undefined for what is too short, no word, or of a script whose terms are pieces already. `term` as `indexTerms` makes it. */
export function spelled(term: string): Spelled | undefined {
  if (term.length < MIN_LETTERS || !WORD.test(term) || UNSPACED.test(term)) return undefined;
  const ends = ` ${term} `;
  const pieces = new Set<string>();
  for (let at = 0; at + 3 <= ends.length; at++) pieces.add(ends.slice(at, at + 3));
  return { term, pieces };
}

/** 0 for words that have nothing to do with each other, below 1 for all others. */
export function likeness(one: Spelled, other: Spelled): number {
  const [short, long] = one.term.length <= other.term.length ? [one, other] : [other, one];
  if (isSlip(short.term, long.term)) return SLIP;
  if (isInside(short.term, long.term)) return INSIDE;
  // Without as many pieces the share cannot be reached.
  if (2 * short.pieces.size < MIN_SHARE * (short.pieces.size + long.pieces.size)) return 0;
  let common = 0;
  for (const piece of short.pieces) if (long.pieces.has(piece)) common++;
  const share = (2 * common) / (short.pieces.size + long.pieces.size);
  return share >= MIN_SHARE ? share * INSIDE : 0;
}

function isInside(short: string, long: string): boolean {
  if (short.length < MIN_INSIDE) return false;
  return long.startsWith(short) || (long.length >= short.length + MIN_BESIDE && long.endsWith(short));
}

/** One letter more, less or other, or two that changed places (Damerau 1964), behind the same first letter. */
function isSlip(short: string, long: string): boolean {
  if (short.length < MIN_SLIP || long.length > short.length + 1 || short[0] !== long[0]) return false;
  let from = 0;
  while (from < short.length && short[from] === long[from]) from++;
  const rest = short.slice(from);
  const other = long.slice(from);
  if (long.length > short.length) return rest === other.slice(1);
  if (rest.slice(1) === other.slice(1)) return true;
  return rest[0] === other[1] && rest[1] === other[0] && rest.slice(2) === other.slice(2);
}

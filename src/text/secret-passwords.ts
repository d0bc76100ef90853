// Whether a word behind the name of a password is one: not what it is like, how long it must be or what it is for. Pure; looks
// at a bounded piece around the word.

import { isScrambled } from './secret-random.js';

export type Name = 'password' | 'short' | 'key' | 'token' | 'secret' | 'private' | 'seed';

/** How a value is led up to: by a sign, by a verb, or by nothing. */
export type Lead = 'sign' | 'verb' | 'none';

export interface Value {
  text: string;
  from: number;
  isQuoted: boolean;
}

export interface Setting {
  name: Name;
  lead: Lead;
  plain: string;
  /** Where the name begins and ends. */
  begin: number;
  at: number;
}

/** Behind a word that means something else more often, and behind the code of something. */
export function isShortlyNamed(bare: string, { lead, plain, begin, at }: Setting): boolean {
  if (bare.length < 5 || !isOdd(bare) || MEASURE.test(bare)) return false;
  const isCode = /code|kod|código|码|碼|コード|코드/iu.test(plain.slice(begin, at));
  if (lead === 'sign' && !isCode) return true;
  if (isScrambled(bare) || (lead === 'verb' && isLongNumber(bare))) return true;
  return /\p{L}/u.test(bare) && /\d/.test(bare) && (lead !== 'none' || !/^[A-Z]+-?\d+$/.test(bare));
}

/** How long something must be, how old it is, how often. */
const MEASURE =
  /^\d{1,4}(?:[~–-]\d{1,4})?(?:%|[-–]?(?:\p{L}{1,3}|days?|hours?|months?|weeks?|years?|minutes?|char(?:acter)?s?|digits?|letters?|words?|bits?|bytes?|symbols?|attempts?|times|users?|zeichen|stellig\p{L}*|tagen?|monaten?|jahren?|caract\p{L}*|znak\p{L}*|jours?|días|mois|meses|tekens?|символ\p{L}*))?$/iu;

export function isPassword(
  value: Value,
  bare: string,
  { lead, plain, at, begin }: Setting,
  isAfterLine: boolean,
): boolean {
  if (bare.length < 4 && !(value.isQuoted && bare.length === 3)) return false;
  // How long it must be, how old it is.
  if (MEASURE.test(bare)) return false;
  const isFlag =
    lead === 'none' && /--?[a-z-]{0,20}$/.test(plain.slice(Math.max(0, begin - 24), begin)) && plain[begin - 1] === '-';
  if (/\s/.test(value.text)) return value.isQuoted && isPassphrase(value.text, plain.slice(begin, at));
  if (isOdd(bare)) {
    if (lead === 'sign') return true;
    if (lead === 'verb') return isOddInside(bare);
    return (
      isFlag ||
      value.isQuoted ||
      ((isLongNumber(bare) || isScrambled(bare)) && isLast(plain, value) && isOfAccount(plain, begin, at)) ||
      (bare.length >= 6 &&
        (/\d/.test(bare) || /[A-Za-z][!#$%^&*][A-Za-z]/.test(bare)) &&
        /\p{L}/u.test(bare) &&
        isOddInside(bare))
    );
  }
  if (value.isQuoted) return lead !== 'none' || isFlag;
  if (isAfterLine || lead === 'none') return false;
  if (lead === 'verb' && isCalled(value, plain, at)) return true;
  const rest = plain.slice(value.from + value.text.length, value.from + value.text.length + 40);
  const endsHere = /[.!]$/.test(value.text)
    ? /^[\s"'”)]/.test(`${rest} `)
    : /^\s*(?:$|[\n,;)"'”。！]|(?:and|und|et|y|i|user)\s)/.test(rest);
  return endsHere && !isGrammar(bare) && (lead === 'sign' || /^[\s"'”)]*$/.test(rest));
}

const isLongNumber = (bare: string) => /^\d{6,12}$/.test(bare);

/** Nothing is said behind it that would make it the number of something. */
function isLast(plain: string, { from, text }: Value): boolean {
  return /^\s*(?:$|[\n,;.!)"'”。！、])/.test(plain.slice(from + text.length, from + text.length + 8));
}

/** In Chinese, Japanese and Korean a name and its value need nothing between; elsewhere the name of the account stands in front. */
function isOfAccount(plain: string, begin: number, at: number): boolean {
  return (
    /\P{ASCII}$/u.test(plain.slice(begin, at)) ||
    /(?:user(?:name)?|log-?in|account|benutzer(?:name)?|konto|usuario|identifiant|compte|utente|conto)\s?[:=]?\s?(?!(?:and|or|und|oder|y|o|et|ou|e)\s)\S{2,40}[\s,;/]{1,3}$/iu.test(
      plain.slice(Math.max(0, begin - 60), begin),
    )
  );
}

/** A word in letters of another script, and behind it that this is what it is called. */
function isCalled({ text, from }: Value, plain: string, at: number): boolean {
  return (
    /^[A-Za-z]{6,30}$/.test(text) &&
    /\p{L}/u.test(plain[at - 1] ?? '') &&
    /[^a-z]$/i.test(plain[at - 1] ?? '') &&
    /^\s?(?:です|でした|だ|に(?:変|し)|입니다|이?야|이?에요|예요|인데|이고|으?로 ?(?:바|변)|[。！]|,\s?\P{ASCII})/u.test(
      plain.slice(from + text.length, from + text.length + 8),
    )
  );
}

/** Words that are no password of themselves: they say what it is like. */
function isGrammar(word: string): boolean {
  return (
    !/^[!-~]+$/.test(word) ||
    /(?:ed|ing|able|ible|less|ful|ous|ive|ent|ally|ly|ert|elt|tet|bar|lich|los|ig|é|ée|ado|ada|ido|ida|ato|ata|uto|uta|ito|ita|ny|ne|ty|te|ly)$/i.test(
      word,
    ) ||
    /^ge.{3,}t$/i.test(word)
  );
}

/** With a digit or a sign in it, or capitals where no word has them. */
export function isOdd(word: string): boolean {
  return /[\d!@#$%^&*_+=~|?]/.test(word) || /\p{Ll}\p{Lu}/u.test(word) || /\p{L}-\p{L}+-\p{L}/u.test(word);
}

/** What is no name of a thing either, such as a model's: letters, digits and a sign between them. */
export function isStrange(word: string, name: string): boolean {
  if (!/\p{L}/u.test(word) || !/\d/.test(word)) return false;
  // Among words of another script such a word is no name of a thing.
  if (/^\P{Script=Latin}+$/u.test(name) && /^[!-~]{8,}$/.test(word) && /\d{3}/.test(word)) return true;
  return /[\p{L}\d][!#$%&*^+=?][\p{L}\d]/u.test(word);
}

function isOddInside(word: string): boolean {
  return isOdd(word.replace(/^[("'*_]+|[)"'*_]+$/g, ''));
}

function isPassphrase(text: string, name: string): boolean {
  const words = text.trim().split(/\s+/).length;
  if (/phrase/i.test(name)) return words >= 3 && words <= 12;
  return (
    words <= 4 &&
    /\d/.test(text) &&
    !/\b(?:must|should|characters?|zeichen|at least|minimum|caractères|caracteres|znaków)\b/i.test(text)
  );
}

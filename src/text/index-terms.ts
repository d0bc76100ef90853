// The terms under which text is kept in the search index, and the terms a question is looked up by: one function makes
// both, so they cannot drift apart. Knows nothing of files, scopes or ranking. Whoever changes it raises TERMS_VERSION.

import { stemOf } from './english.js';
import { foldText, isUnspaced } from './segment.js';
import { isStopTerm } from './stop-words.js';

/** Part of the index fingerprint: an index built under another number is rebuilt. */
export const TERMS_VERSION = 2;

/** Longest term in UTF-16 units; a longer word counts as its beginning, a longer token with symbols is none. */
const MAX_TERM = 64;

/** What to look up for a question. */
export interface SearchTerm {
  term: string;
  /** Every term that begins so: a lone character of an unspaced script finds the runs it stands in. */
  prefix?: true;
  /** A token with symbols (`=c++`), to be found as it was written. */
  literal?: true;
  /** A stop word, kept because there is nothing else. */
  stop?: true;
}

interface Part {
  /** Folded text of one word or of one run without spaces. */
  text: string;
  /** Its letters with their marks, when it is a run of CJK, Thai, Lao, Khmer or Burmese. */
  run?: string[];
}

/**
 * The terms of a text in order, repeats included: words folded (NFKC, lower case, Latin letters without diacritics) and
 * stemmed if they are a–z; runs without spaces as overlapping bigrams and behind them the last letter alone, so that every
 * letter of the run begins a term; tokens with symbols whole behind their words, marked `=`. No term contains white
 * space. Linear time; any text is welcome.
 */
export function indexTerms(text: string): string[] {
  const found: string[] = [];
  for (const token of tokens(text)) {
    for (const { text: word, run } of parts(token)) {
      if (!run) found.push(normalWord(word));
      else {
        for (let i = 1; i < run.length; i++) found.push(`${run[i - 1]}${run[i]}`);
        const last = run.at(-1);
        if (last !== undefined) found.push(last);
      }
    }
    for (const literal of literals(token)) found.push(literal);
  }
  return found;
}

/**
 * What to look for when this is asked, in order and without repeats: as `indexTerms`, but a run without spaces is its bigrams alone
 * (a run of one letter is a prefix), and stop words are left out unless nothing else is there.
 */
export function searchTerms(query: string): SearchTerm[] {
  const telling = new Map<string, SearchTerm>();
  const all = new Map<string, SearchTerm>();
  const add = (raw: string, one: SearchTerm) => {
    if (!all.has(one.term)) all.set(one.term, one);
    if (one.literal || !isStopTerm(raw)) telling.set(one.term, one);
  };
  for (const token of tokens(query)) {
    for (const { text: word, run } of parts(token)) {
      if (!run) add(word, { term: normalWord(word) });
      else if (run.length === 1) add(word, { term: word, prefix: true });
      else for (let i = 1; i < run.length; i++) add(`${run[i - 1]}${run[i]}`, { term: `${run[i - 1]}${run[i]}` });
    }
    for (const literal of literals(token)) add(literal, { term: literal, literal: true });
  }
  if (telling.size > 0) return [...telling.values()];
  return [...all.values()].map((one) => ({ ...one, stop: true }));
}

/** Folded text between white space and control characters. */
function* tokens(text: string): Generator<string> {
  for (const match of foldText(text).matchAll(/[^\s\p{Cc}\p{Cs}]+/gu)) yield match[0];
}

/** Letters, digits and underscores with their marks. What follows an apostrophe inside an English word says nothing. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const CLITIC = /(?:(?<=[a-z])n['’]t|(?<=[a-z])['’](?:s|d|m|ll|re|ve))(?![\p{L}\p{N}])/gu;
const MARK = /^\p{M}$/u;
const ASCII_WORD = /^[a-z0-9]+$/;

/** The words and unspaced runs of a token, cut at script changes. */
function* parts(token: string): Generator<Part> {
  if (ASCII_WORD.test(token)) {
    yield { text: token };
    return;
  }
  for (const [word] of token.replace(CLITIC, '').matchAll(WORD)) {
    if (ASCII_WORD.test(word)) yield { text: word };
    else yield* scriptParts(word);
  }
}

function* scriptParts(word: string): Generator<Part> {
  let letters = '';
  let run: string[] = [];
  for (const character of word) {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0x300 && MARK.test(character)) {
      if (run.length > 0) run.push(`${run.pop()}${character}`);
      else letters += character;
    } else if (isUnspaced(code)) {
      if (letters) yield { text: letters };
      letters = '';
      run.push(character);
    } else {
      if (run.length > 0) yield { text: run.join(''), run };
      run = [];
      letters += character;
    }
  }
  if (run.length > 0) yield { text: run.join(''), run };
  if (letters) yield { text: letters };
}

const LATIN_MARKS = /(?<=\p{Script=Latin})\p{M}+/gu;
/** Latin letters that no decomposition leads back to a–z. */
const LATIN_LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

function normalWord(word: string): string {
  if (ASCII_WORD.test(word)) return cut(stemOf(word));
  const plain = word
    .normalize('NFD')
    .replace(LATIN_MARKS, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => LATIN_LETTERS[letter] ?? letter)
    .normalize('NFC');
  return cut(stemOf(plain));
}

function cut(term: string): string {
  if (term.length <= MAX_TERM) return term;
  return term.slice(0, MAX_TERM).replace(/[\ud800-\udbff]$/, '');
}

const PICTURE = /\p{RI}{2}|\p{Extended_Pictographic}/gu;
/** Punctuation and Markdown around a token, which is not part of it. */
const AROUND = /^["'“”‘’«»「」『』(（[{<>*_`~|]+|["'“”‘’«»「」『』)）\]}<>.,;:!?。、，；：！？…*_`~|]+$/g;
const HAS_SYMBOL = /[^\p{L}\p{N}\p{M}'’]/u;
const HYPHENATED = /^[a-z]+(?:-[a-z]+){1,2}$/;

/**
 * Tokens that are more than their words, marked `=`: `c++`, `gb/s`, `v2.8.3`, `2026-03-31`, `#tag`, `api_key`, an emoji,
 * `€`; behind a hyphenated word that word in one (`e-mail`, `email`).
 */
function* literals(token: string): Generator<string> {
  if (ASCII_WORD.test(token) || !HAS_SYMBOL.test(token)) return;
  const pictures = token.match(PICTURE);
  if (pictures) for (const picture of pictures) yield `=${picture}`;
  for (const piece of spacedPieces(pictures ? token.replace(PICTURE, ' ') : token)) {
    const bare = piece.replace(AROUND, '');
    if (bare.length >= MAX_TERM || !HAS_SYMBOL.test(bare)) continue;
    if (/[\p{L}\p{N}]/u.test(bare) || /^[\p{Sc}\p{So}\p{Sm}]$/u.test(bare)) {
      yield `=${bare}`;
      if (HYPHENATED.test(bare)) yield stemOf(bare.replaceAll('-', ''));
    }
  }
}

/** Pieces between white space and letters that no spaces stand between, with their marks. */
function spacedPieces(token: string): string[] {
  let pieces = '';
  let inRun = false;
  for (const character of token) {
    const code = character.codePointAt(0) ?? 0;
    inRun = isUnspaced(code) || (inRun && MARK.test(character));
    pieces += inRun ? ' ' : character;
  }
  return pieces.split(' ').filter(Boolean);
}

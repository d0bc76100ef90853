// Whether two lines answer a question with the same in other words. Careful on one side: a number, a name or a "not" that
// only one of them has makes them two facts, and so does a word of the question that only one of them has. Pure.

import { searchTerms } from '../../text/index-terms.js';
import { isUnspaced } from '../../text/segment.js';
import { type Gist, gistOf, isSameGist } from './gist.js';

/** What a line says, in a form that can be compared. */
export interface Saying {
  terms: ReadonlySet<string>;
  /** Which parts of the question it holds. */
  asked: string;
  /** Numbers, and whether it denies something. */
  exact: ReadonlySet<string>;
  /** Terms of words that are names for sure, being written with a capital inside a sentence, … */
  names: readonly string[];
  /** … and of the first word, which may be one. */
  first: readonly string[];
  /** Of a line with terms that are no words: those are not compared one by one. */
  gist?: Gist;
}

/** Of the shorter line's terms, so many are in the longer one; of all terms of both, so many are in both. */
const IN_SHORTER = 0.6;
const IN_BOTH = 0.4;

/** A bullet, a time, and labels that say nothing of their own. */
const MARKS =
  /^\s*(?:[-*+>]\s+|\d+[.)]\s+)?(?:\[?\d{1,2}:\d\d\]?\s+)?(?:(?:note|reminder|remember|fyi|info|update|important)\b:?\s*|(?:备注|提醒|注意|记住|備註|メモ|메모|참고)[:：]\s*)?/i;
const ENOUGH = 3;
const NEGATION = /\b(?:not|no|never|none|without|cannot)\b|n['’]t\b/i;
const NUMBER = /\p{N}+/gu;
const NAME = /(?<=[\p{Ll}\p{N},;]\s+)\p{Lu}[\p{L}\p{M}]+/gu;
const FIRST = /^[^\p{L}]*(\p{Lu}[\p{L}\p{M}]+)/u;

export function sayingOf(line: string, asked: string): Saying {
  const words = line.replace(MARKS, '');
  const terms = new Set(termsOf(words));
  const exact = new Set([...words.matchAll(NUMBER)].map(([number]) => number));
  if (NEGATION.test(words)) exact.add('not');
  return {
    terms,
    asked,
    exact,
    names: [...words.matchAll(NAME)].flatMap(([name]) => termsOf(name)),
    first: termsOf(FIRST.exec(words)?.[1] ?? ''),
    ...([...terms].some((term) => isUnspaced(term.codePointAt(0) ?? 0)) ? { gist: gistOf(words) } : {}),
  };
}

/** Terms that are not stop words. */
function termsOf(words: string): string[] {
  return searchTerms(words).flatMap(({ term, stop }) => (stop ? [] : [term]));
}

export function saySame(a: Saying, b: Saying): boolean {
  if (a.gist || b.gist) return a.gist !== undefined && b.gist !== undefined && isSameGist(a.gist, b.gist);
  const least = Math.min(a.terms.size, b.terms.size);
  if (least === 0 || a.asked !== b.asked || !isEqual(a.exact, b.exact)) return false;
  let both = 0;
  for (const term of a.terms) if (b.terms.has(term)) both++;
  // Two words in common may be no more than the question itself.
  if (both < ENOUGH && (both < a.terms.size || both < b.terms.size)) return false;
  if (both < IN_SHORTER * least || both < IN_BOTH * (a.terms.size + b.terms.size - both)) return false;
  const lacks = (other: Saying) => (term: string) => !other.terms.has(term);
  if (a.names.some(lacks(b)) || b.names.some(lacks(a))) return false;
  return !(a.first.some(lacks(b)) && b.first.some(lacks(a)));
}

function isEqual(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((one) => b.has(one));
}

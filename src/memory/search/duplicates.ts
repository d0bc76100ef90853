// Whether two lines say the same in other words. Careful on one side: a number, a name or a "not" that only one of them
// has makes them two facts. Pure.

import { searchTerms } from '../../text/index-terms.js';
import { isCjk } from '../../text/segment.js';

/** What a line says, in a form that can be compared. */
export interface Saying {
  terms: ReadonlySet<string>;
  /** Terms that stand for one thing and no other: with digits, names, negations. */
  exact: ReadonlySet<string>;
}

/** Of the shorter line's terms, so many are in the longer one; of all terms of both, so many are in both. */
const WORDS = { inShorter: 0.6, inBoth: 0.4 };
/** Bigrams overlap each other: one other word in a line changes a few of them. */
const BIGRAMS = { inShorter: 0.8, inBoth: 0.65 };

const CJK_NUMBER = /[零〇一二三四五六七八九十百千万萬两兩]+/g;

const NEGATION = /\b(?:not|no|never|none|without|cannot)\b|n['’]t\b|[不没沒未无無]|ない|ません|아니|않|없/i;

export function sayingOf(line: string): Saying {
  const words = line.replace(/^\s*(?:[-*+>]\s+|\d+[.)]\s+)?(?:\[?\d{1,2}:\d\d\]?\s+)?/, '');
  const terms = new Set(
    searchTerms(words)
      .filter(({ stop, literal }) => !stop || literal)
      .map(({ term }) => term),
  );
  const exact = new Set([...terms].filter((term) => /\p{N}/u.test(term)));
  // A capital inside a sentence makes a name; at its beginning it may be any word.
  for (const [, name = ''] of words.matchAll(/(?<=[\p{Ll}\p{N},;]\s+)(\p{Lu}[\p{L}\p{M}]+)/gu)) {
    for (const { term } of searchTerms(name)) exact.add(term);
  }
  for (const [number] of words.matchAll(CJK_NUMBER)) exact.add(number);
  if (NEGATION.test(words)) exact.add('not');
  return { terms, exact };
}

export function saySame(a: Saying, b: Saying): boolean {
  const least = Math.min(a.terms.size, b.terms.size);
  if (least === 0) return false;
  let both = 0;
  let bigrams = false;
  for (const term of a.terms) {
    if (b.terms.has(term)) both++;
    bigrams ||= isCjk(term.codePointAt(0) ?? 0);
  }
  const { inShorter, inBoth } = bigrams ? BIGRAMS : WORDS;
  if (both < inShorter * least || both < inBoth * (a.terms.size + b.terms.size - both)) return false;
  return isEqual(a.exact, b.exact);
}

function isEqual(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((one) => b.has(one));
}

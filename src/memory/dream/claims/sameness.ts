// Whether two wordings say the same: nothing exchanged, at most a word moved or a little added that changes no number, name,
// place, person or denial. Pure. In doubt they say two things.

import { namesIn } from '../../../text/exact-words.js';
import { exactWords, turnsRound } from '../../../text/known-lines.js';
import { isCjk, type Wording, wordingOf } from './wording.js';

/** Only so long rows are compared for nearness; longer ones are the same or not. */
export const MOST_TOKENS = 120;
/** From so many tokens on a little may be added. */
const LONG = 10;
/** From so many on a word may stand elsewhere. */
const MOVABLE = 5;

export interface Compared extends Wording {
  text: string;
  /** Worked out when first asked for. */
  exact(): string;
}

export function comparedText(text: string): Compared {
  return compared(text, wordingOf(text));
}

export function compared(text: string, wording: Wording): Compared {
  let exact: string | undefined;
  return {
    ...wording,
    text,
    exact: () => {
      exact ??= `${turnsRound(text) ? '!' : ''}${exactWords(text)}`;
      return exact;
    },
  };
}

/** How many tokens may have been added to a row of so many. */
export function mayAdd(length: number): number {
  return length < LONG || length > MOST_TOKENS ? 0 : Math.floor(length / 10);
}

/** Of two wordings that are not equal. */
export function isNear(one: Compared, other: Compared): boolean {
  const [long, short] = one.tokens.length >= other.tokens.length ? [one, other] : [other, one];
  const more = long.tokens.length - short.tokens.length;
  if (long.tokens.length > MOST_TOKENS) return false;
  // The same words in another order have the same numbers and names.
  if (more === 0) return isMoved(long, short) && turnsRound(long.text) === turnsRound(short.text);
  return more <= mayAdd(long.tokens.length) && isAdded(long.tokens, short.tokens) && long.exact() === short.exact();
}

/** Words that a sentence changes its sense with, so that none may be added. */
const TELLING = new Set(
  `i me my mine we us our you your he him his she her it its they them their who before after until since from to in on at
  with without for by of off over under above below between against only never always almost nearly hardly half ex former
  formerly used was were been had would could should might may must if unless except instead than or and but
  ich mir mich mein meine wir uns unser du dir er ihn ihm sie ihr sein seine vor nach bis seit von zu in auf an mit ohne für
  bei über unter nur nie immer fast kaum halb ex früher war wenn außer statt oder und aber
  je moi mon ma mes nous notre tu ton il elle son sa leur avant après depuis jusque de à en sur sous avec sans pour par
  presque ancien ancienne si sauf ou et mais yo mi mis nuestro él ella su sus antes después desde hasta con sin por para
  casi solo sólo si salvo o y pero`.split(/\s+/),
);
/** Where these stand, and numbers, is part of what is said. */
const FIXED = /^(?:not|no|all|every|both|nicht|kein\p{L}*|alle|ne|pas|tous|no|todos|nie|first|last)$|[^\p{L}]/u;
/** What may be added between characters: it arranges, or says that it is so now. */
const SLIGHT = new Set('是在就也还還很着著已经經目前现現');

/** The short row stands in the long one, and what was added tells nothing apart. */
function isAdded(long: readonly string[], short: readonly string[]): boolean {
  let at = 0;
  for (const token of long) {
    if (at < short.length && token === short[at]) at++;
    else if (isCjk(token) ? !SLIGHT.has(token) : TELLING.has(token) || !/^\p{L}+$/u.test(token)) return false;
  }
  return at === short.length;
}

/**
 * One word of a language with spaces stands elsewhere, two words away or more. Two words that change places are something
 * else: who bites whom.
 */
function isMoved({ tokens: one, text }: Compared, { tokens: other }: Compared): boolean {
  if (one.length < MOVABLE) return false;
  let from = 0;
  while (from < one.length && one[from] === other[from]) from++;
  let to = one.length - 1;
  while (to > from && one[to] === other[to]) to--;
  if (to - from < 2) return false;
  if (one[from] !== other[to] && other[from] !== one[to]) return false;
  const [a, b] = [one.slice(from, to + 1), other.slice(from, to + 1)];
  const forward = a[0] === b.at(-1) && a.slice(1).every((token, index) => token === b[index]);
  const back = b[0] === a.at(-1) && b.slice(1).every((token, index) => token === a[index]);
  const moved = forward ? a[0] : back ? b[0] : undefined;
  return (
    moved !== undefined &&
    !one.some(isCjk) &&
    !FIXED.test(moved) &&
    !TELLING.has(moved) &&
    !namesIn(text).includes(moved)
  );
}

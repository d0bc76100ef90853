// Whether one statement tells again, in other words, what another one tells; and whether it is the same sentence with another
// value in it. Pure. For lines that are taken as they were said: what is told again needs no second line.

import { wordingOf } from '../claims/wording.js';
import { areOfTwo, type MatterWords, matterWords, sharedWords } from './matter-words.js';
import { kindOf } from './values.js';

/** Of the words of the shorter one. */
const SHARE = 0.6;
const SHARE_WITH_EXACT = 0.5;
/** Of all words of the new one, where somebody asked for it. */
const SHARE_ASKED = 0.75;

export interface Told {
  words: MatterWords;
  tokens: readonly string[];
}

export function told(text: string): Told {
  return { words: matterWords(text), tokens: wordingOf(text).tokens };
}

/** `asked`: nearly all of the newer must stand in the older, since somebody wants to see it there. */
export function tellsAgain(newer: Told, older: Told, asked = false): boolean {
  const [one, other] = [newer.words, older.words];
  const shared = sharedWords(one.all, other.all);
  const least = Math.min(one.all.size, other.all.size);
  if (shared < (hasCjk(newer) ? Math.min(3, least) : 2) || shared < 2) return false;
  if (conflict(one.numbers, other.numbers, one, other) || conflict(one.names, other.names, one, other)) return false;
  if (areOfTwo(one, other)) return false;
  const slot = slotOf(newer.tokens, older.tokens);
  if (slot && (asked || isValue(slot))) return false;
  if (asked)
    return shared / one.all.size >= SHARE_ASKED && ![...one.numbers, ...one.names].some((word) => !other.all.has(word));
  const isExact = [one.first ?? '', ...one.names, ...one.numbers].some((word) => other.all.has(word));
  return shared / least >= (isExact ? SHARE_WITH_EXACT : SHARE);
}

/** Each has one that the other has not. */
function conflict(
  own: ReadonlySet<string>,
  theirs: ReadonlySet<string>,
  one: MatterWords,
  other: MatterWords,
): boolean {
  return [...own].some((word) => !other.all.has(word)) && [...theirs].some((word) => !one.all.has(word));
}

/** What differs is what is said, not how it is said: it ends the sentence, or is a number or a day. */
function isValue({ before, behind, newer, older }: Slot): boolean {
  const [one, other] = [newer.join(' '), older.join(' ')];
  if (sharedWords(matterWords(one).all, matterWords(other).all) > 0) return false;
  if (kindOf(one) !== 'words' && kindOf(other) !== 'words') return true;
  return before.length > 1 && matterWords(behind.join(' ')).all.size === 0;
}

function hasCjk({ tokens }: Told): boolean {
  return tokens.some((token) => /^\p{sc=Han}|^\p{sc=Hira}/u.test(token));
}

export interface Slot {
  before: readonly string[];
  behind: readonly string[];
  newer: readonly string[];
  older: readonly string[];
}

const MOST_IN_SLOT = 8;
const LEAST_AROUND = 2;

const NOW = new Set(['now', 'currently', 'nowadays', 'jetzt', 'nun', 'maintenant', 'ahora', 'teraz']);

/** That it is so by now is no part of what is so. */
function isTelling(token: string): boolean {
  return !NOW.has(token);
}

/** What stands between a thing and what is said of it: a value has none. */
const RELATION = new Set('的住在是叫于於有にをでがはのへと은는이가을를의에');

/** A number or a unit of time: `5 月 3 日` and `6 月 4 日` are one place. */
function isOfAValue(token: string): boolean {
  return /^[\d.,:/-]+$|^[年月日号號时時点點分秒周週년월일시분]$|^(?:am|pm|uhr|h)$/iu.test(token);
}

/** The one place where two sentences differ, or undefined: they are equal, or differ in more. */
export function slotOf(newerTokens: readonly string[], olderTokens: readonly string[]): Slot | undefined {
  const [newer, older] = [newerTokens.filter(isTelling), olderTokens.filter(isTelling)];
  const least = Math.min(newer.length, older.length);
  let from = 0;
  while (from < least && newer[from] === older[from]) from++;
  let behind = 0;
  while (behind < least - from && newer[newer.length - 1 - behind] === older[older.length - 1 - behind]) behind++;
  const [one, other] = [newer.slice(from, newer.length - behind), older.slice(from, older.length - behind)];
  if (one.length === 0 || other.length === 0 || one.length > MOST_IN_SLOT || other.length > MOST_IN_SLOT)
    return undefined;
  if (from + behind < LEAST_AROUND) return undefined;
  // Locker 7001 and Ann, locker 7002 and Bob: two places, with the same words between them.
  const tokens = [...one, ...other];
  if (
    tokens.some((token) => other.includes(token) === one.includes(token) || RELATION.has(token)) &&
    !tokens.every(isOfAValue)
  )
    return undefined;
  return { before: newer.slice(0, from), behind: newer.slice(newer.length - behind), newer: one, older: other };
}

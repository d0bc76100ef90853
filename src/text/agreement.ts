// Whether a line denies what the words it is compared with deny, and asserts what they assert. Pure. It looks at one sentence of
// theirs for each of the line's, the one that speaks of the same; what a sentence means it does not know.

import { tellingTerms } from './content.js';
import { denies, lackedIn } from './denial.js';
import { identifiersIn, namesIn, numbersIn } from './exact-words.js';
import { isLight } from './light-words.js';
import { sentencesOf } from './sentences.js';
import { clausesOf, type Stance, stancesOf } from './stances.js';

/** A sentence of theirs, or a clause of it. */
export interface Sentence {
  text: string;
  has: Has;
}

/** Whether a term, of whatever ending, is among a text's own. */
type Has = (term: string) => boolean;

export type Matcher = (text: string) => Has;

/** They speak against a thing without a word of denial: "no nuts for Ruth" is what "Ruth is allergic to nuts" comes to. */
const AVERSE = /(?<!\p{L})(?:(?:all?erg|intoler|unverträg|uczulen)\p{L}*)|过敏|過敏|不耐|アレルギー|알레르기|알러지/iu;

export function readSentences(text: string, matcher: Matcher): Sentence[] {
  return sentencesOf(text).map((sentence) => ({ text: sentence, has: matcher(sentence) }));
}

/** Whole sentence by whole sentence, or clause by clause of the line; what speaks of nothing that they say, nobody denies. */
export function agrees(line: string, said: readonly Sentence[], matcher: Matcher): boolean {
  return sentencesOf(line).every((sentence) => {
    const parts = stancesOf(sentence);
    const isTwofold = parts.some(({ denied }) => denied) && parts.some(({ denied }) => !denied);
    if (agreesOne(sentence, said, matcher, denies(sentence), isTwofold)) return true;
    const clauses = isTwofold ? parts.map(({ text }) => text) : clausesOf(sentence);
    if (clauses.length < 2) return false;
    return clauses.every((clause, at) => agreesOne(clause, said, matcher, isTwofold ? parts[at]?.denied : undefined));
  });
}

/** `isTwofold`: the words deny and assert, so that what does both itself cannot be held against them as a whole. */
function agreesOne(
  words: string,
  said: readonly Sentence[],
  matcher: Matcher,
  denied = denies(words),
  isTwofold = false,
): boolean {
  const content = [...new Set(tellingTerms(words))];
  let shared: string[] = [];
  let best: Sentence | undefined;
  for (const sentence of said) {
    const found = content.filter((term) => sentence.has(term));
    // Of equals the last: people correct themselves.
    if (found.length > 0 && found.length >= shared.length) [shared, best] = [found, sentence];
  }
  if (best === undefined) return true;
  const stances = stancesOf(best.text);
  const whole = stances.findLast(({ text }) => shared.every(matcher(text)));
  const isMixed = stances.some((one) => one.denied) && stances.some((one) => !one.denied);
  if (isTwofold && isMixed) return false;
  if (whole === undefined && isMixed) {
    // "No milk for Ruth, an allergy" where she is allergic to milk, and not to nuts.
    const against = denied && AVERSE.test(best.text) && !AVERSE.test(words);
    return agreesWithParts(words, shared, denied && !against, stances, matcher);
  }
  const by = whole?.text ?? best.text;
  const theirs = whole?.denied ?? stances[0]?.denied ?? denies(by);
  if (theirs !== denied && !comesToTheSame(words, denied, by, best.text)) return false;
  // A "without" that is left out may be left unsaid; it may not turn into its opposite.
  const lacking = lackedTerms(by);
  if (lackedIn(words).length === 0) return !lacking.some((term) => content.includes(term));
  return lacking.length > 0;
}

/** One of them denies a thing in so many words, the other says that somebody cannot bear it. */
function comesToTheSame(words: string, denied: boolean, clause: string, sentence: string): boolean {
  const [own, theirs] = [AVERSE.test(words), AVERSE.test(clause)];
  if (denied) return !own && theirs;
  return own && !theirs && AVERSE.test(sentence);
}

/**
 * The sentence denies one thing and asserts another, and the words speak of both parts: they have to be made of what belongs
 * to their own part. What a denial is about belongs to both.
 */
function agreesWithParts(
  words: string,
  shared: readonly string[],
  denied: boolean,
  stances: readonly Stance[],
  matcher: Matcher,
): boolean {
  const hasIn = (texts: readonly string[]) => {
    const all = texts.map(matcher);
    return (term: string) => all.some((has) => has(term));
  };
  const own = stances.filter((one) => one.denied === denied).map(({ text }) => text);
  const other = stances.filter((one) => one.denied !== denied).map(({ text }) => text);
  const inOwn = hasIn(own);
  const inOther = hasIn(other);
  const inTopic = hasIn(stances.map(({ about }) => about));
  const mine = shared.filter((term) => inOwn(term) && !inOther(term) && !inTopic(term) && !isLight(term));
  // A number is a value wherever it stands.
  const theirs = shared.filter(
    (term) => inOther(term) && !inOwn(term) && (/\d/.test(term) || !inTopic(term)) && !isLight(term),
  );
  // What was said belongs to their part, whatever else there is; a value of theirs is never ours.
  const isExact = exactOf(words);
  if (theirs.some(isExact)) return false;
  if (mine.length === 0) return false;
  if (theirs.length === 0) return true;
  const values = [...new Set(other.flatMap(tellingTerms))].filter(
    (term) => !inOwn(term) && !inTopic(term) && !isLight(term),
  );
  const left = values.filter((term) => !shared.includes(term) && !theirs.includes(term));
  const exact = exactOf(other.join('\n'));
  return left.some(exact) || left.length * 2 >= values.length;
}

/** Whether a term is a part of a number, a name or an identifier of the text. */
function exactOf(text: string): (term: string) => boolean {
  const all = new Set(
    [
      ...namesIn(text),
      ...identifiersIn(text),
      ...numbersIn(text).flatMap(({ whole, parts }) => [whole, ...parts]),
    ].flatMap((one) => [one, ...tellingTerms(one)]),
  );
  return (term) => all.has(term);
}

function lackedTerms(text: string): string[] {
  return lackedIn(text).flatMap((behind) => tellingTerms(behind)[0] ?? []);
}

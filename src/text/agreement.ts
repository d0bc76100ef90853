// Whether a line denies what the words it is compared with deny, and asserts what they assert. Pure. It looks at one sentence of
// theirs for each of the line's, the one that speaks of the same; what a sentence means it does not know.

import { tellingTerms } from './content.js';
import { denies, lackedIn } from './denial.js';
import { sentencesOf } from './sentences.js';

/** A sentence of theirs, or a clause of it. */
export interface Sentence {
  text: string;
  has: Has;
}

/** Whether a term, of whatever ending, is among a text's own. */
type Has = (term: string) => boolean;

export type Matcher = (text: string) => Has;

const BORDER =
  /[;；]|[,،](?=\s)|[，、]|\s[–—-]\s|\s(?=(?:but|however|aber|sondern|jedoch|mais|pero|sino|ale|lecz|но|하지만|그러나)(?!\p{L}))|(?=但是?|可是|不过|不過|而是|しかし|けれど)/iu;
/** "No, I live in Oslo" denies what was asked. */
const ANSWER = /^(?:no|nope|nein|non|nie|нет|不|不是|いいえ|아니요?|아뇨)[.!。！]*$/iu;
/** They stand in front and turn round what comes behind the comma. */
const AHEAD =
  /(?<!\p{L})(?:(?:under|in) no circumstances|on no account|(?:in )?no case|auf (?:gar )?keinen fall|unter (?:gar )?keinen umständen|en aucun cas|sous aucun prétexte|(?:en|bajo) ning[uú]na? (?:caso|circunstancia|concepto)|pod żadnym pozorem|w żadnym (?:wypadku|razie)|(?:绝|絕)(?:对|對)?(?:不要|不能|不可以?)|千万(?:不要|别)|絶対に)$/iu;

export function readSentences(text: string, matcher: Matcher): Sentence[] {
  return sentencesOf(text).map((sentence) => ({ text: sentence, has: matcher(sentence) }));
}

/** Whole sentence by whole sentence, or clause by clause of the line; what speaks of nothing that they say, nobody denies. */
export function agrees(line: string, said: readonly Sentence[], matcher: Matcher): boolean {
  return sentencesOf(line).every((sentence) => {
    if (agreesOne(sentence, said, matcher)) return true;
    const clauses = clausesOf(sentence);
    return clauses.length > 1 && clauses.every((clause) => agreesOne(clause, said, matcher));
  });
}

function agreesOne(words: string, said: readonly Sentence[], matcher: Matcher): boolean {
  const content = [...new Set(tellingTerms(words))];
  let shared: string[] = [];
  let best: Sentence | undefined;
  for (const sentence of said) {
    const found = content.filter((term) => sentence.has(term));
    // Of equals the last: people correct themselves.
    if (found.length > 0 && found.length >= shared.length) [shared, best] = [found, sentence];
  }
  if (best === undefined) return true;
  const by = clausesOf(best.text).findLast((clause) => shared.every(matcher(clause))) ?? best.text;
  if (denies(by) !== denies(words)) return false;
  // A "without" that is left out may be left unsaid; it may not turn into its opposite.
  const lacking = lackedTerms(by);
  if (lackedIn(words).length === 0) return !lacking.some((term) => content.includes(term));
  return lacking.length > 0;
}

function lackedTerms(text: string): string[] {
  return lackedIn(text).flatMap((behind) => tellingTerms(behind)[0] ?? []);
}

/** "Under no circumstances, transfer money": what is no clause of its own belongs to the next one. */
function clausesOf(sentence: string): string[] {
  const clauses: string[] = [];
  let before = '';
  for (const one of sentence.split(BORDER)) {
    const piece = one.trim();
    if (piece === '' || ANSWER.test(piece)) continue;
    const clause = before === '' ? piece : `${before}, ${piece}`;
    before = '';
    if (tellingTerms(piece).length < 2 || AHEAD.test(piece)) before = clause;
    else clauses.push(clause);
  }
  return before === '' ? clauses : [...clauses, before];
}

// Whether a line could have been made from somebody's words: its numbers, names and identifiers must all stand in them, and
// most of its other words, and it denies what they deny. Pure. It cannot tell every lie in the same words; it can tell what was
// never said, and what was said the other way round.

import { agrees, readSentences, type Sentence } from './agreement.js';
import { tellingTerms } from './content.js';
import { endsOf } from './ends.js';
import { stemOf } from './english.js';
import { holdsWord, identifiersIn, isNumberOf, namesIn, numberForms, numbersIn } from './exact-words.js';
import { foldText, terms } from './segment.js';

/** Of the content words of a line. */
const ENOUGH = 0.6;
/** UTF-16 units: what stands in the middle of more bears nothing out. */
const MOST_CHARS = 30_000;

/** A text made ready to be compared with many lines. */
export interface Words extends Vocabulary {
  folded: string;
  numbers: ReadonlySet<string>;
  /** Read when they are first asked for. */
  sentences(): readonly Sentence[];
}

export interface Vocabulary {
  stems: ReadonlySet<string>;
  /** Beginnings of words that inflection changes at the end. */
  beginnings: ReadonlySet<string>;
}

/** `speaker`: who says so; a note may name them. */
export function wordsIn(text: string, speaker = ''): Words {
  const own = endsOf(text, MOST_CHARS);
  const all = `${speaker}\n${own}`;
  let sentences: readonly Sentence[] | undefined;
  return {
    ...vocabularyOf(all),
    folded: foldText(all),
    numbers: numberForms(all),
    sentences: () => {
      sentences ??= readSentences(own, matcherOf);
      return sentences;
    },
  };
}

function vocabularyOf(text: string): Vocabulary {
  const found = terms(text);
  const stems = new Set([...found, ...found.map(stemOf), ...tellingTerms(text)]);
  return { stems, beginnings: new Set([...stems].flatMap((stem) => beginningOf(stem) ?? [])) };
}

function matcherOf(text: string): (term: string) => boolean {
  const words = vocabularyOf(text);
  return (term) => isWordIn(term, words);
}

/** `enough`: the share of its content words that has to stand there. */
/** UTF-16 units: nobody writes down more in one line. */
const MOST_LINE_CHARS = 4_000;

export function isSupported(whole: string, by: Words, enough = ENOUGH): boolean {
  const line = whole.slice(0, MOST_LINE_CHARS);
  const content = [...new Set(tellingTerms(line))];
  if (content.length === 0) return false;
  if (!numbersIn(line).every((number) => isNumberOf(number, by.numbers))) return false;
  if (!identifiersIn(line).every((word) => holdsWord(by.folded, word))) return false;
  if (!namesIn(line).every((name) => isNameIn(name, by.folded))) return false;
  const found = content.filter((term) => isWordIn(term, by));
  return found.length >= content.length * enough && agrees(line, by.sentences(), matcherOf);
}

/** A genitive is the same name; any other ending may be somebody else's. */
function isNameIn(name: string, folded: string): boolean {
  if (holdsWord(folded, name)) return true;
  return name.endsWith('s') ? holdsWord(folded, name.slice(0, -1)) : holdsWord(folded, `${name}s`);
}

/** A word counts in any ending. */
export function isWordIn(term: string, { stems, beginnings }: Vocabulary): boolean {
  if (stems.has(term) || stems.has(stemOf(term))) return true;
  const beginning = beginningOf(term);
  return beginning !== undefined && beginnings.has(beginning);
}

/** Words of at least five letters meet by their first letters, all but two or three of them. Numbers never. */
function beginningOf(term: string): string | undefined {
  if (!/^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{4,}$/u.test(term)) return undefined;
  return term.slice(0, Math.max(4, Math.ceil(term.length * 0.6)));
}

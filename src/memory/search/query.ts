// Reads any text as a question to the index: its terms, quoted phrases, and how much it says at all. Pure; there is no
// syntax to get wrong, and the work is bounded however long the text is.

import { type SearchTerm, searchTerms } from '../../text/index-terms.js';
import { foldText } from '../../text/segment.js';
import { isGrammar, isSmallTalk } from '../../text/stop-words.js';
import { synonymsOf } from '../../text/synonyms.js';

/** UTF-16 units of a question that are read. */
const MAX_QUERY = 4_000;
const MAX_TERMS = 32;
const MAX_PHRASES = 4;

/** One thing to look for. */
export interface Sought extends SearchTerm {
  /** Terms that may stand for it. */
  alike: readonly string[];
  /** Its share of the weight that its rarity gives it. */
  share: number;
}

export interface Phrase {
  /** Folded, to be found as it is in one line. */
  text: string;
  terms: readonly string[];
}

export interface Wanted {
  terms: readonly Sought[];
  phrases: readonly Phrase[];
  /** Nothing but stop words was asked, so they are what is looked for. */
  stopWords: boolean;
}

/** A token with symbols that is found as it was written says more than its words. */
const LITERAL = 1.5;
/** A greeting or a test of the line is about nothing. */
const SMALL_TALK = 0.5;
/** 做了 says less than 会议. */
const GRAMMAR = 0.4;

/** The part of a text that is read as a question, as `datesIn` and `readQuery` want it. */
export function questionOf(text: string): string {
  return text.slice(0, MAX_QUERY).normalize('NFKC');
}

/** `question` by `questionOf`, blank where something (a date) is understood already. */
export function readQuery(question: string): Wanted {
  const found = searchTerms(question);
  const given = new Set(found.map(({ term }) => term));
  const terms = found.slice(0, MAX_TERMS).map((one) => ({
    ...one,
    alike: synonymsOf(one.term).filter((other) => !given.has(other)),
    share: shareOf(one),
  }));
  return { terms, phrases: phrasesOf(question), stopWords: found.some(({ stop }) => stop) };
}

function shareOf({ term, literal }: SearchTerm): number {
  if (literal) return LITERAL;
  if (isSmallTalk(term)) return SMALL_TALK;
  return isGrammar(term) ? GRAMMAR : 1;
}

/** What stands between quotation marks and is more than one word. */
function phrasesOf(question: string): Phrase[] {
  const phrases = new Map<string, Phrase>();
  for (const [, words = ''] of question.matchAll(/["“„«「『]([^"“”«»「」『』]{2,80})["”»」』]/g)) {
    const terms = searchTerms(words).map(({ term }) => term);
    const text = foldText(words).trim();
    if (terms.length > 1 && text !== '') phrases.set(text, { text, terms });
  }
  return [...phrases.values()].slice(0, MAX_PHRASES);
}

/**
 * Whether the question is about anything at all: 1, or a tenth when it is nothing but stop words and small talk, so that
 * a good match of such words is worth nothing where nobody asked to search.
 */
export function telling({ terms, stopWords }: Wanted, dates: number): number {
  return dates > 0 || (!stopWords && terms.some(({ term }) => !isSmallTalk(term))) ? 1 : 0.1;
}

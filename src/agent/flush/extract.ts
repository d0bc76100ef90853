// What people said that is worth a line, sentence by sentence in their own words, where no model can judge. Pure and the same
// every time. Never takes a word from the assistant, a tool, or what somebody passed on.

import { rememberIn } from '../../models/offline/remember.js';
import { sentencesOf } from '../../text/sentences.js';
import type { Said } from '../said.js';
import type { Candidate } from './lines.js';
import { isWorthALine } from './worth.js';

/** A longer message is pasted text, in which a request to remember means no sentence in particular. */
const SHORT = 600;
/** Of one message: what is behind it is found in the transcript. */
const MOST_SENTENCES = 400;

export function extractFrom(said: readonly Said[]): Candidate[] {
  const lines: Candidate[] = [];
  for (const [index, one] of said.entries()) {
    if (one.kind !== 'person') continue;
    const texts = worthIn(ownWords(one));
    if (texts.length === 0 && asksForTheLast(ownWords(one))) {
      // "Remember that" speaks of what they said before.
      const before = said.slice(0, index).findLast(({ kind, who }) => kind === 'person' && who === one.who);
      const last = before && sentencesOf(ownWords(before)).findLast((sentence) => !/[?？]$/u.test(sentence));
      if (before && last !== undefined) lines.push({ text: last, from: [before], verbatim: true });
    }
    lines.push(...texts.map((text) => ({ text, from: [one], verbatim: true })));
  }
  return lines;
}

/** Without the lines that name files. */
function ownWords({ text, entry }: Said): string {
  const files = entry.type === 'user' ? (entry.files?.length ?? 0) : 0;
  return text.split('\n').slice(files).join('\n').trim();
}

function worthIn(text: string): string[] {
  const sentences = sentencesOf(text).slice(0, MOST_SENTENCES);
  const asked = text.length <= SHORT ? factsAsked(sentences) : undefined;
  if (asked) return asked;
  return sentences.flatMap((sentence) => {
    const fact = factIn(sentence);
    if (fact !== undefined) return [fact];
    return isWorthALine(sentence) ? [sentence] : [];
  });
}

/** "My sister lives in Kyoto. The dog is called Rex. Remember that!": all of it, whatever it is, but for questions. */
function factsAsked(sentences: readonly string[]): string[] | undefined {
  const last = sentences.at(-1);
  if (sentences.length < 2 || last === undefined || !asksForTheLast(last)) return undefined;
  const before = sentences.slice(0, -1).filter((sentence) => !/[?？]$/u.test(sentence));
  const worth = before.filter((sentence) => isWorthALine(sentence) || factIn(sentence) !== undefined);
  return worth.length > 0 ? worth : before.slice(-1);
}

const POLISH =
  /^(?:proszę,?\s+)?(?:zapamiętaj|pamiętaj|zanotuj|zapisz(?: sobie)?|nie zapomnij)(?!\p{L})(?:\s*,?\s*(?:że|aby|żeby)(?!\p{L})|\s*[:,])?\s*(?<fact>.{3,})$/isu;

function factIn(sentence: string): string | undefined {
  const polish = POLISH.exec(sentence)?.groups?.fact;
  if (polish !== undefined) return polish;
  const found = rememberIn(sentence);
  return found && 'fact' in found ? found.fact : undefined;
}

function asksForTheLast(sentence: string): boolean {
  if (/^(?:proszę,?\s+)?(?:zapamiętaj|zanotuj|zapisz|pamiętaj)(?: (?:to|o tym|sobie))*[.!]*$/iu.test(sentence))
    return true;
  const found = rememberIn(sentence);
  return found !== undefined && 'nothing' in found;
}

// Whether long-term memory says something already: in the same words, nearly so, or as a part of a longer entry. Pure. What an
// entry denies it does not say, and what somebody else says in it is theirs.

import type { LongTermEntry } from '../../../contracts/index.js';
import { agrees, type Matcher, readSentences, type Sentence } from '../../../text/agreement.js';
import { tellingTerms } from '../../../text/content.js';
import { namesIn } from '../../../text/exact-words.js';
import { foldText, terms } from '../../../text/segment.js';
import { sentencesOf } from '../../../text/sentences.js';
import { type Compared, comparedText, isNear } from './sameness.js';
import { isCjk } from './wording.js';

/** Of an entry; longer ones are known by their beginning. */
const MOST_SENTENCES = 20;
/** A part of an entry has at least so many tokens, and so many others at most stand within it. */
const LEAST = 2;
const MOST_BETWEEN = 6;

interface Part {
  entry: LongTermEntry;
  saying: Compared;
  /** Whose it says it is. */
  said: string;
  sentences(): readonly Sentence[];
}

/** Says of a text which entry says so. Somebody else's statement begins with `X said: `, as in a log. */
export function knownEntry(entries: readonly LongTermEntry[]): (text: string) => LongTermEntry | undefined {
  const forms = new Map<string, LongTermEntry>();
  const byToken = new Map<string, Part[]>();
  for (const entry of entries) {
    const whole = comparedText(entry.text);
    if (!forms.has(whole.form)) forms.set(whole.form, entry);
    const said = speakerOf(entry.text);
    for (const text of partsOf(entry.text)) {
      const part = partOf(entry, text, said);
      for (const token of new Set(part.saying.tokens)) {
        const list = byToken.get(token);
        if (list) list.push(part);
        else byToken.set(token, [part]);
      }
    }
  }

  return (text) => {
    const saying = comparedText(text);
    const equal = forms.get(saying.form);
    if (equal || saying.tokens.length < LEAST) return equal;
    let fewest: readonly Part[] | undefined;
    for (const token of saying.tokens) {
      const list = byToken.get(token) ?? [];
      if (fewest === undefined || list.length < fewest.length) fewest = list;
      if (list.length === 0) break;
    }
    const said = speakerOf(text);
    const inOne = fewest?.find((part) => part.said === said && (isNear(saying, part.saying) || isWithin(saying, part)));
    return inOne?.entry ?? nearOf(saying, said, byToken);
  };
}

/** The whole, its sentences, and their clauses. */
function partsOf(text: string): Set<string> {
  const sentences = sentencesOf(text).slice(0, MOST_SENTENCES);
  return new Set([text, ...sentences, ...sentences.flatMap((sentence) => sentence.split(BORDER))]);
}

const BORDER = /[,;，；、()（）]\s*/u;

/** A claim that has a word more than the entry. */
function nearOf(
  saying: Compared,
  said: string,
  byToken: ReadonlyMap<string, readonly Part[]>,
): LongTermEntry | undefined {
  const [first, second] = [...new Set(saying.tokens)]
    .map((token) => byToken.get(token) ?? [])
    .filter((list) => list.length > 0)
    .sort((a, b) => a.length - b.length);
  return [...(first ?? []), ...(second ?? [])].find((part) => part.said === said && isNear(saying, part.saying))?.entry;
}

function partOf(entry: LongTermEntry, text: string, said: string): Part {
  let sentences: readonly Sentence[] | undefined;
  return {
    entry,
    saying: comparedText(text),
    said,
    sentences: () => {
      sentences ??= readSentences(text, matcher);
      return sentences;
    },
  };
}

const matcher: Matcher = (text) => {
  const has = new Set([...terms(text), ...tellingTerms(text)]);
  return (term) => has.has(term);
};

function speakerOf(text: string): string {
  return foldText(/^\s*(?:[-*+]\s+)?(“[^”]{1,60}”|[^\s:“”]{1,40}) said:/u.exec(text)?.[1] ?? '');
}

/** All of it stands there in its order and close together, nobody else is named in between, and neither denies the other. */
function isWithin(saying: Compared, part: Part): boolean {
  const within = part.saying.tokens;
  if (saying.tokens.length > within.length) return false;
  const span = spanOf(saying.tokens, within);
  if (!span) return false;
  const own = new Set(saying.tokens);
  const others = namesIn(part.saying.text).filter((name) => !own.has(name));
  // Over the border of a clause somebody else may be the one who does it.
  const isOneClause = !BORDER.test(part.saying.text) && sentencesOf(part.saying.text).length < 2;
  const between = new Set(isOneClause ? within.slice(span.from, span.to) : within);
  if (others.some((name) => between.has(name))) return false;
  return agrees(saying.text, part.sentences(), matcher);
}

/** Where the pieces of a row stand in another one: words one by one, characters of a run side by side. */
function spanOf(row: readonly string[], within: readonly string[]): { from: number; to: number } | undefined {
  let from: number | undefined;
  let at = 0;
  let between = 0;
  for (const piece of piecesOf(row)) {
    const found = indexOfPiece(within, piece, at);
    if (found < 0) return undefined;
    if (from === undefined) from = found;
    else between += found - at;
    at = found + piece.length;
  }
  return from === undefined || between > MOST_BETWEEN ? undefined : { from, to: at };
}

function piecesOf(row: readonly string[]): string[][] {
  const pieces: string[][] = [];
  for (const token of row) {
    const last = pieces.at(-1);
    if (last && isCjk(token) && isCjk(last[0] ?? '')) last.push(token);
    else pieces.push([token]);
  }
  return pieces;
}

function indexOfPiece(within: readonly string[], piece: readonly string[], from: number): number {
  for (let at = from; at + piece.length <= within.length; at++) {
    if (piece.every((token, index) => token === within[at + index])) return at;
  }
  return -1;
}

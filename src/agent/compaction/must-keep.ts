// What a summary must hold word for word: identifiers, standing instructions, promises, open questions, the skill in use.
// Pure, by form alone. Every item is a part of what was said or of the summary before; nothing is worded here.

import type { EntryOf, Scope } from '../../contracts/index.js';
import { type Identifier, identifiersIn } from '../../text/identifiers.js';
import { sentencesOf } from '../../text/sentences.js';
import { instructs, isQuestion, leavesOpen, promises } from '../../text/speech.js';
import { estimateTokens } from '../../text/tokens.js';
import { oneLine, truncate } from '../../text/truncate.js';
import type { Said } from '../said.js';
import { BETWEEN, sectionsOf } from './headings.js';
import { heardIn } from './heard.js';
import type { SummarySource } from './summary-source.js';

export interface KeptIdentifier {
  /** What must be found again. */
  text: string;
  /** With its quotation marks. */
  shown: string;
  /** The words around it, itself inside. */
  around: string;
}

export interface MustKeep {
  /** The most wanted first. */
  identifiers: KeptIdentifier[];
  /** Each list oldest first. In a group `Name: words`. */
  instructions: string[];
  promises: string[];
  questions: string[];
  /** The skill's name; '' without one. */
  skill: string;
}

type Kind = Exclude<keyof MustKeep, 'skill'>;

/** The most of each, and the part of the summary's size that they may take. */
export type Bounds = Readonly<Record<Kind, { most: number; share: number }>>;

const BOUNDS: Bounds = {
  identifiers: { most: 60, share: 0.3 },
  instructions: { most: 20, share: 0.2 },
  promises: { most: 8, share: 0.08 },
  questions: { most: 6, share: 0.15 },
};
/** Of one sentence, and of the words around an identifier. UTF-16 units. */
const SENTENCE = 400;
const AROUND = 160;
/** So many of the latest identifiers are weighed: more than any summary holds. */
const WEIGHED = 4_000;
const FENCED = /^\s*(?:```|~~~)/;

export function mustKeep(
  source: SummarySource,
  said: readonly Said[] = heardIn(source),
  bounds: Bounds = BOUNDS,
): MustKeep {
  const before = sectionsOf(source.previous ?? '');
  const size = (kind: Kind) => [bounds[kind].most, Math.floor(source.maxTokens * bounds[kind].share)] as const;
  const instructions = said.filter(({ kind }) => kind === 'person').flatMap((one) => instructionsOf(one, source.scope));
  const strong = instructions.filter(({ strength }) => strength === 2).map(({ words }) => words);
  const weak = instructions.filter(({ strength }) => strength === 1).map(({ words }) => words);
  const carried = before.get('Standing instructions') ?? [];
  const promised = said.filter(({ kind }) => kind === 'assistant').flatMap(promisesOf);
  return {
    identifiers: within(identifiersOf(said, source), size('identifiers'), ({ shown }) => shown),
    instructions: newest([...weak, ...carried, ...strong], size('instructions')),
    promises: newest(promised, size('promises')),
    questions: newest(openQuestions(said, source.scope), size('questions')),
    skill: skillOf(source),
  };
}

/** Outside a group one person speaks, and their words stand bare; in a group it matters who. */
export function attributed({ kind, who }: Said, scope: Scope, words: string): string {
  return kind === 'person' && scope.kind !== 'group' ? words : `${who}: ${words}`;
}

function named(one: Said, scope: Scope, sentence: string): string {
  return attributed(one, scope, truncate(sentence, SENTENCE, ''));
}

function instructionsOf(one: Said, scope: Scope): { strength: number; words: string }[] {
  return ownSentences(one.text).flatMap((sentence) => {
    const strength = instructs(sentence);
    return strength === 0 ? [] : [{ strength, words: named(one, scope, sentence) }];
  });
}

function promisesOf(one: Said): string[] {
  return ownSentences(one.text)
    .filter(promises)
    .map((sentence) => truncate(sentence, SENTENCE, ''));
}

/**
 * Open is what a person asked and no reply has settled since: none came, or only ones that ask back or put it off. The
 * last question of all is kept whatever became of it.
 */
function openQuestions(said: readonly Said[], scope: Scope): string[] {
  const settled = said.findLastIndex((one) => one.kind === 'assistant' && !isPutOff(one));
  const asked = said.flatMap((one, index) => {
    if (one.kind !== 'person') return [];
    const questions = ownSentences(one.text).filter(isQuestion);
    return questions.length > 0
      ? [{ index, questions: questions.map((question) => named(one, scope, tail(question))) }]
      : [];
  });
  const open = asked.filter(({ index }) => index > settled || putOff(said, index));
  const last = asked.at(-1);
  const kept = last === undefined || open.includes(last) ? open : [...open, last];
  return kept.flatMap(({ questions }) => questions);
}

/** Whether the replies up to the next word of a person leave the question where it was. */
function putOff(said: readonly Said[], index: number): boolean {
  let replied = false;
  let back = false;
  for (const one of said.slice(index + 1)) {
    // Asked back, a person either answers that, so that the next reply may settle it, or has turned to something else.
    if (one.kind === 'person' && replied) return !back || ownSentences(one.text).some(isQuestion);
    if (one.kind !== 'assistant') continue;
    if (!isPutOff(one)) return false;
    back = asksBack(one.text);
    replied = true;
  }
  return true;
}

function isPutOff(one: Said): boolean {
  const reply = one.text;
  // How it is used was all there was to say.
  return reply !== '' && (leavesOpen(reply) || asksBack(reply));
}

function asksBack(reply: string): boolean {
  const last = sentencesOf(reply.slice(-SENTENCE)).at(-1);
  return last !== undefined && isQuestion(last);
}

/** Of a sentence without an end in sight the part that asks. */
function tail(question: string): string {
  return question.length <= SENTENCE
    ? question
    : question.slice(truncate(question, question.length - SENTENCE, '').length).trim();
}

/** The speaker's own: no lines that they quote, none inside a block of code. */
function ownSentences(text: string): string[] {
  let fenced = false;
  const lines = text.split('\n').filter((line) => {
    if (FENCED.test(line)) fenced = !fenced;
    return !fenced && !/^\s*>/.test(line) && !FENCED.test(line);
  });
  return sentencesOf(lines.join('\n'));
}

/**
 * People's first, then those of the summary before, the assistant's, and what was passed on; among each the repeated
 * first and then the newest.
 */
function identifiersOf(said: readonly Said[], { previous = '', scope }: SummarySource): KeptIdentifier[] {
  const own = (kind: Said['kind']) =>
    said
      .filter((one) => one.kind === kind)
      .map((one) => ({ text: one.text, by: (words: string) => attributed(one, scope, words) }));
  const tiers = [
    own('person'),
    [{ text: previous, by: (words: string) => words }],
    own('assistant'),
    // Others' sentences would stand there as if they were ours.
    said.map(({ passed }) => ({ text: passed, by: undefined })),
  ];
  const known = new Set<string>();
  return tiers.flatMap((texts) => {
    const counted = new Map<string, { identifier: KeptIdentifier; count: number; order: number }>();
    let order = 0;
    for (const { text, by } of texts) {
      for (const one of identifiersIn(text).slice(-WEIGHED)) {
        const words = by ? around(text, one) : one.shown;
        const kept = { text: one.text, shown: one.shown, around: by && words !== one.shown ? by(words) : words };
        const count = (counted.get(one.text)?.count ?? 0) + 1;
        counted.set(one.text, { identifier: kept, count, order: order++ });
      }
    }
    return [...counted.values()]
      .filter(({ identifier }) => !known.has(identifier.text) && known.add(identifier.text))
      .sort((one, other) => Math.min(other.count, 3) - Math.min(one.count, 3) || other.order - one.order)
      .map(({ identifier }) => identifier);
  });
}

/** The sentence that it stands in, or of a long one the words next to it. */
function around(text: string, { at, end, shown }: Identifier): string {
  // One of a list that stands here since an earlier summary: its neighbours say nothing of it.
  if (text.slice(Math.max(0, at - 3), at).endsWith(BETWEEN) || text.startsWith(BETWEEN, end)) return shown;
  const from = Math.max(0, at - AROUND, text.lastIndexOf('\n', at - 1) + 1);
  const line = text.indexOf('\n', end);
  const to = Math.min(text.length, end + AROUND, line < 0 ? text.length : line);
  const sentence = sentencesOf(text.slice(from, to)).find((one) => one.includes(shown));
  const whole = from === 0 || text.charAt(from - 1) === '\n';
  if (sentence === undefined) return shown;
  if (sentence.length <= AROUND && (whole || !text.slice(from, to).trimStart().startsWith(sentence))) return sentence;
  const place = sentence.indexOf(shown);
  const room = Math.max(0, Math.floor((AROUND - shown.length) / 2));
  const first = wordStart(sentence, Math.max(0, place - room), place);
  const last = sentence.slice(place + shown.length);
  const behind = truncate(last, room, '');
  const cut = behind.length < last.length && /\s/.test(behind) ? behind.replace(/\S*$/u, '') : behind;
  return (sentence.slice(first, place + shown.length) + cut).trim();
}

/** The beginning of a word at or behind `from`, before `to`; where there are no spaces, of a character. */
function wordStart(text: string, from: number, to: number): number {
  if (from === 0) return 0;
  const space = text.slice(from, to).search(/\s/u);
  if (space >= 0) return from + space + 1;
  const low = /[\udc00-\udfff]/.test(text.charAt(from));
  return low ? Math.min(from + 1, to) : from;
}

function skillOf({ entries }: SummarySource): string {
  const skill = entries.findLast((entry): entry is EntryOf<'skill'> => entry.type === 'skill');
  return skill ? oneLine(skill.name, 80) : '';
}

type Size = readonly [most: number, tokens: number];

/** The last of them that fit, in their order; of the same words the last. */
function newest(items: readonly string[], size: Size): string[] {
  return within([...new Set(items.toReversed())], size, (item) => item).toReversed();
}

/** From the front as many as fit; one that is too long lets shorter ones behind it in. */
function within<T>(items: readonly T[], [most, tokens]: Size, words: (item: T) => string): T[] {
  const kept: T[] = [];
  let left = tokens;
  for (const item of items) {
    if (kept.length >= most) break;
    const cost = estimateTokens(words(item)) + 1;
    if (cost > left) continue;
    left -= cost;
    kept.push(item);
  }
  return kept;
}

// A summary by code alone: the most telling of what was said, in its own words, under the fixed headings. Pure and
// deterministic; adds no word of its own. Never throws, never longer than it may be.

import type { Scope } from '../../contracts/index.js';
import { identifiersIn } from '../../text/identifiers.js';
import { sentencesOf } from '../../text/sentences.js';
import { decides, isQuestion } from '../../text/speech.js';
import { estimateTokens } from '../../text/tokens.js';
import { truncate } from '../../text/truncate.js';
import type { Said } from '../said.js';
import { HEADINGS, type Heading, type Sections, sectionsOf } from './headings.js';
import { heardIn } from './heard.js';
import { attributed, type Bounds, mustKeep } from './must-keep.js';
import { Page } from './page.js';
import type { SummarySource } from './summary-source.js';

/** Here nobody else makes room for the identifiers. */
const BOUNDS: Bounds = {
  identifiers: { most: 400, share: 0.6 },
  instructions: { most: 20, share: 0.2 },
  promises: { most: 8, share: 0.1 },
  questions: { most: 6, share: 0.15 },
};
/** Of one sentence, in UTF-16 units. */
const SENTENCE = 300;
/** So many of the latest sentences are weighed. */
const WEIGHED = 2_000;
/** So many come before what else is told. */
const FIRST_DECISIONS = 6;
/** Shorter ones are courtesy. Tokens. */
const TELLING = 4;

interface Telling {
  line: string;
  decided: boolean;
  weight: number;
  order: number;
}

/** Within `maxTokens`; '' when nothing was said, or nothing fits. */
export function extractSummary(source: SummarySource): string {
  const said = heardIn(source);
  const before = sectionsOf(source.previous ?? '');
  const keep = mustKeep(source, said, BOUNDS);
  const page = new Page(source.maxTokens, keep.identifiers);
  const carry = (heading: Heading) => {
    for (const line of (before.get(heading) ?? []).toReversed()) page.add(heading, line, 'before');
  };
  if (keep.skill !== '') page.add('Skill in use', keep.skill);
  else carry('Skill in use');
  for (const line of keep.instructions.toReversed()) page.add('Standing instructions', line);
  for (const line of keep.questions.toReversed()) page.add('Open questions', line);
  page.reserve();
  for (const line of keep.promises.toReversed()) page.add('Promises', line);
  for (const { around } of keep.identifiers) page.add('Facts and identifiers', around);
  const lines = telling(said, source.scope);
  const decided = lines.filter((one) => one.decided);
  for (const { line } of decided.slice(0, FIRST_DECISIONS)) page.add('Decisions', line);
  for (const [heading, line] of standing(said, source.scope)) page.add(heading, line);
  carry('Goal');
  for (const { line } of decided) page.add('Decisions', line);
  const carried = carriedFrom(before);
  for (const named of [true, false]) {
    for (const one of carried) if (one.named === named) page.add(one.heading, one.line, 'before');
  }
  for (const { line } of lines) page.add('Facts and identifiers', line);
  return page.text();
}

/** What the summary before had, the last first. Where things stood then is a fact of the past now. */
function carriedFrom(before: Sections): { heading: Heading; line: string; named: boolean }[] {
  const still = HEADINGS.filter((heading) => heading !== 'Skill in use');
  return still
    .flatMap((from) => {
      const heading = from === 'Where we stand' ? 'Facts and identifiers' : from;
      return (before.get(from) ?? []).map((line) => ({ heading, line, named: identifiersIn(line).length > 0 }));
    })
    .reverse();
}

/** What was wanted at first, and who spoke last. */
function standing(said: readonly Said[], scope: Scope): [Heading, string][] {
  const ends: [Heading, string][] = [];
  const add = (heading: Heading, one: Said | undefined, words: string | undefined) => {
    if (one && words) ends.push([heading, attributed(one, scope, short(words))]);
  };
  const people = said.filter(({ kind, text }) => kind === 'person' && text !== '');
  const last = people.at(-1);
  const reply = said.findLast(({ kind }) => kind === 'assistant');
  const ordered = [last, reply].sort((one, other) => (one && other ? said.indexOf(other) - said.indexOf(one) : 0));
  for (const one of ordered) add('Where we stand', one, sentencesOf(one?.text ?? '').at(one === last ? -1 : 0));
  const wanted = (one: Said) => sentencesOf(one.text).find((line) => estimateTokens(line) >= TELLING);
  const first = people.find((one) => wanted(one) !== undefined);
  add('Goal', first, first && wanted(first));
  return ends;
}

/** Sentences of people and of the assistant, the most telling first and among equals the newest. */
function telling(said: readonly Said[], scope: Scope): Telling[] {
  return said
    .filter(({ kind }) => kind === 'person' || kind === 'assistant')
    .flatMap((one) =>
      sentencesOf(one.text)
        .slice(-WEIGHED)
        .map((sentence) => ({ one, sentence })),
    )
    .slice(-WEIGHED)
    .filter(({ sentence }) => estimateTokens(sentence) >= TELLING)
    .map(({ one, sentence }, order) => ({
      line: attributed(one, scope, short(sentence)),
      decided: decides(sentence),
      weight: weightOf(one.kind, sentence),
      order,
    }))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight || other.order - one.order);
}

function weightOf(kind: Said['kind'], sentence: string): number {
  // Asked and answered, or among the open ones already.
  if (isQuestion(sentence)) return kind === 'person' ? 1 : 0;
  const names = /(?<=[\p{Ll}\s,])\p{Lu}\p{Ll}+/u.test(sentence.slice(0, SENTENCE)) ? 1 : 0;
  const numbers = Math.min(2, identifiersIn(sentence.slice(0, SENTENCE)).length);
  return (kind === 'person' ? 2 : 1) + names + numbers + (decides(sentence) ? 2 : 0);
}

function short(sentence: string): string {
  return truncate(sentence, SENTENCE, '').trim();
}

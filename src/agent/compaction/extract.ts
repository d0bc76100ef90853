// A summary by code alone: the most telling of what was said, in its own words, under the fixed headings. Pure and
// deterministic; adds no word of its own. Never throws, never longer than it may be.

import type { Scope } from '../../contracts/index.js';
import { identifiersIn } from '../../text/identifiers.js';
import { sentencesOf } from '../../text/sentences.js';
import { decides, isQuestion } from '../../text/speech.js';
import { estimateTokens } from '../../text/tokens.js';
import { truncate } from '../../text/truncate.js';
import { type Said, saidIn } from '../said.js';
import { HEADINGS, type Heading, sectionsOf } from './headings.js';
import { attributed, mustKeep } from './must-keep.js';
import { Page } from './page.js';
import type { SummarySource } from './summary-source.js';

/** Of one sentence, in UTF-16 units. */
const SENTENCE = 300;
/** So many of the latest sentences are weighed. */
const WEIGHED = 2_000;
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
  const said = saidIn(source.entries, source.scope, source.edits);
  const before = sectionsOf(source.previous ?? '');
  const keep = mustKeep(source, said);
  const page = new Page(source.maxTokens, keep.identifiers);
  const carry = (heading: Heading) => {
    for (const line of (before.get(heading) ?? []).toReversed()) page.add(heading, line, 'before');
  };
  if (keep.skill !== '') page.add('Skill in use', keep.skill);
  else carry('Skill in use');
  for (const line of keep.instructions.toReversed()) page.add('Standing instructions', line);
  for (const line of keep.questions.toReversed()) page.add('Open questions', line);
  page.reserve();
  for (const { around } of keep.identifiers) page.add('Facts and identifiers', around);
  for (const line of keep.promises.toReversed()) page.add('Promises', line);
  for (const [heading, line] of standing(said, source.scope)) page.add(heading, line);
  carry('Goal');
  const lines = telling(said, source.scope);
  for (const { line, decided } of lines) if (decided) page.add('Decisions', line);
  // What the summary before had: what names something first.
  const carried = HEADINGS.flatMap((heading) => (before.get(heading) ?? []).map((line) => ({ heading, line })));
  const rich = carried.map((one) => ({ ...one, rich: identifiersIn(one.line).length > 0 }));
  for (const named of [true, false]) {
    for (const one of rich.toReversed()) if (one.rich === named) page.add(one.heading, one.line, 'before');
  }
  for (const { line } of lines) page.add('Facts and identifiers', line);
  return page.text();
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

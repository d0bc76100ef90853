// Makes a summary by a model hold what it must, in the words that were said, and no more than it may. Pure.

import { foldText } from '../../text/segment.js';
import { estimateTokens } from '../../text/tokens.js';
import type { Measure } from './check.js';
import { BETWEEN, type Heading, headingCost, lineCost, sectionsOf, summaryOf } from './headings.js';
import type { KeptIdentifier } from './must-keep.js';

type Line = { text: string; kept: boolean };
type Lines = Map<Heading, Line[]>;

/** What gives way first where there is no room, and of it the oldest lines. */
const FIRST_TO_GO: readonly Heading[] = [
  'Decisions',
  'Facts and identifiers',
  'Goal',
  'Promises',
  'Where we stand',
  'Open questions',
  'Standing instructions',
  'Skill in use',
];
const FACTS: Heading = 'Facts and identifiers';

/** Within the measure, with everything that must be kept; undefined where both together are impossible. */
export function repaired(draft: string, { keep, maxTokens }: Measure): string | undefined {
  const lines: Lines = new Map();
  for (const [heading, said] of sectionsOf(draft))
    lines.set(
      heading,
      said.map((text) => ({ text, kept: false })),
    );
  addMissing(lines, 'Standing instructions', keep.instructions);
  addMissing(lines, 'Promises', keep.promises);
  addMissing(lines, 'Open questions', keep.questions);
  addMissing(lines, 'Skill in use', keep.skill === '' ? [] : [keep.skill]);
  const bare = nameMissing(lines, keep.identifiers, maxTokens);
  if (bare.length > 0) put(lines, FACTS, { text: bare.join(BETWEEN), kept: true });
  markNeeded(lines, keep.identifiers);
  return withinSize(lines, maxTokens);
}

/** A line that says it already is marked as one that must stay. */
function addMissing(lines: Lines, heading: Heading, wanted: readonly string[]): void {
  for (const text of wanted) {
    const folded = foldText(text);
    const there = [...lines.values()].flat().find((line) => foldText(line.text).includes(folded));
    if (there) there.kept = true;
    else put(lines, heading, { text, kept: true });
  }
}

/** Those that stand nowhere yet get the words around them while there is room; the rest is returned to be named alone. */
function nameMissing(lines: Lines, identifiers: readonly KeptIdentifier[], maxTokens: number): string[] {
  let all = foldText(textOf(lines));
  const missing = identifiers.filter(({ text }) => !all.includes(foldText(text)));
  const listed = (some: readonly KeptIdentifier[]) =>
    some.reduce((sum, { shown }) => sum + estimateTokens(shown + BETWEEN), 0);
  let room = maxTokens - costOf(lines) - listed(missing) - headingCost(FACTS) - 1;
  const bare: string[] = [];
  for (const { text, shown, around } of missing) {
    if (all.includes(foldText(text))) continue;
    const cost = lineCost(around);
    if (around === shown || cost > room) {
      bare.push(shown);
      continue;
    }
    room -= cost;
    put(lines, FACTS, { text: around, kept: true });
    all += `\n${foldText(around)}`;
  }
  return bare;
}

/** Of each identifier one line, the last that has it, must stay. */
function markNeeded(lines: Lines, identifiers: readonly KeptIdentifier[]): void {
  const all = [...lines.values()].flat().map((line) => ({ line, folded: foldText(line.text) }));
  for (const { text } of identifiers) {
    const wanted = foldText(text);
    const having = all.filter(({ folded }) => folded.includes(wanted));
    if (having.some(({ line }) => line.kept)) continue;
    const last = having.at(-1);
    if (last) last.line.kept = true;
  }
}

function withinSize(lines: Lines, maxTokens: number): string | undefined {
  let left = costOf(lines);
  for (const heading of FIRST_TO_GO) {
    const section = lines.get(heading) ?? [];
    const rest: Line[] = [];
    for (const line of section) {
      if (left > maxTokens && !line.kept) left -= lineCost(line.text);
      else rest.push(line);
    }
    if (rest.length === 0 && section.length > 0) left -= headingCost(heading);
    lines.set(heading, rest);
  }
  const text = textOf(lines);
  return estimateTokens(text) <= maxTokens ? text : undefined;
}

function put(lines: Lines, heading: Heading, line: Line): void {
  const there = lines.get(heading);
  if (there) there.push(line);
  else lines.set(heading, [line]);
}

function costOf(lines: Lines): number {
  let cost = 0;
  for (const [heading, section] of lines) {
    if (section.length > 0) cost += headingCost(heading);
    for (const { text } of section) cost += lineCost(text);
  }
  return cost;
}

function textOf(lines: Lines): string {
  return summaryOf(new Map([...lines].map(([heading, section]) => [heading, section.map(({ text }) => text)])));
}

// Holds a long-term file against the facts that were planted in a month: what is right, what is wrong and why, what is missing,
// what stands there twice, and which old value has no mark. Pure.

import { foldText } from '../../../src/text/segment.js';
import { isQuestion } from '../../../src/text/speech.js';
import type { FactKind, Month, PlantedFact } from './month.js';

/** A matter of the file with what stands below it. */
export interface FileLine {
  text: string;
  below: string[];
}

export interface Verdict {
  lines: number;
  right: number;
  wrong: { line: string; why: string }[];
  found: PlantedFact[];
  missing: PlantedFact[];
  /** The second line of the same fact, beside the first. */
  twice: string[];
  /** Facts whose old value stood in the file on some night and is not marked as over now. */
  unmarked: PlantedFact[];
  /** Right, but not as a person would have written it down. */
  untidy: string[];
}

export function fileLines(text: string): FileLine[] {
  const lines: FileLine[] = [];
  for (const raw of text.split('\n')) {
    if (raw.trim() === '' || raw.startsWith('#') || raw.startsWith('<!--')) continue;
    const last = lines.at(-1);
    if (/^\s/.test(raw) && last) last.below.push(raw.trim().replace(/^- /, ''));
    else lines.push({ text: raw.replace(/^- /, ''), below: [] });
  }
  return lines;
}

const holds = (text: string, telling: readonly (readonly string[])[]) => {
  const folded = foldText(text);
  return telling.every((any) => any.some((word) => folded.includes(foldText(word))));
};
export const tells = (text: string, { matter }: PlantedFact) => holds(text, matter.telling);
export const toldBefore = (text: string, fact: PlantedFact) =>
  !tells(text, fact) && holds(text, fact.matter.tellingOld);

/** Facts whose old value is a line of its own in the file. */
export function standingOld(month: Month, text: string): PlantedFact[] {
  const lines = fileLines(text);
  return month.facts.filter((fact) => hasOld(fact) && lines.some((line) => toldBefore(line.text, fact)));
}

const hasOld = ({ kind }: PlantedFact) => kind === 'corrected' || kind === 'contradicted';

export function judge(month: Month, text: string, stood: ReadonlySet<PlantedFact> = new Set()): Verdict {
  const lines = fileLines(text);
  const first = new Map<PlantedFact, FileLine>();
  const verdict: Verdict = {
    lines: lines.length,
    right: 0,
    wrong: [],
    found: [],
    missing: [],
    twice: [],
    unmarked: [],
    untidy: [],
  };
  for (const line of lines) {
    const facts = month.facts.filter((fact) => tells(line.text, fact));
    const why = whyWrong(line.text, facts, month);
    if (why !== undefined) {
      verdict.wrong.push({ line: line.text, why });
      continue;
    }
    verdict.right++;
    if (/^\d\d:\d\d |^\S+ ?[:：]|…/u.test(line.text) && isUntidy(line.text)) verdict.untidy.push(line.text);
    for (const fact of facts) {
      const other = first.get(fact);
      if (other) verdict.twice.push(`${other.text} | ${line.text}`);
      else first.set(fact, line);
    }
  }
  for (const fact of month.facts) (first.has(fact) ? verdict.found : verdict.missing).push(fact);
  for (const fact of stood) {
    const marks = first.get(fact)?.below ?? [];
    const isMarked = marks.some((mark) => /^until \d{4}-\d\d-\d\d: /.test(mark) && holds(mark, fact.matter.tellingOld));
    if (!isMarked) verdict.unmarked.push(fact);
  }
  return verdict;
}

function whyWrong(text: string, facts: readonly PlantedFact[], month: Month): string | undefined {
  if (isQuestion(text)) return 'a question';
  if (facts.length > 0) return undefined;
  const stale = month.facts.find((fact) => hasOld(fact) && toldBefore(text, fact));
  if (stale) return `no longer so (${stale.id}, ${stale.kind})`;
  const folded = foldText(text);
  const source = month.lines.find((one) => one.noise && foldText(one.line).includes(folded));
  return source ? `noise: ${source.noise}` : 'nobody planted it';
}

/** It still carries the words that asked for it, or a time of day, or is cut. */
function isUntidy(text: string): boolean {
  return /^\d\d:\d\d |…$|^(?:please )?remember|^(?:bitte )?merk|^(?:请|請)?记住|^帮我记|^覚えて|^기억해|^(?:don['’]t forget|note for later|keep in mind)/iu.test(
    text,
  );
}

export interface Figures {
  lines: number;
  precision: number;
  recall: number;
  recallOf: Record<string, number>;
  twice: number;
  unmarked: number;
  untidy: number;
}

export function figures(verdicts: readonly Verdict[]): Figures {
  const all = { lines: 0, right: 0, found: 0, facts: 0, twice: 0, unmarked: 0, untidy: 0 };
  const groups = new Map<string, { found: number; facts: number }>();
  for (const verdict of verdicts) {
    all.lines += verdict.lines;
    all.right += verdict.right;
    all.twice += verdict.twice.length;
    all.unmarked += verdict.unmarked.length;
    all.untidy += verdict.untidy.length;
    for (const fact of [...verdict.found, ...verdict.missing]) {
      const isFound = verdict.found.includes(fact);
      for (const name of groupsOf(fact)) {
        const group = groups.get(name) ?? { found: 0, facts: 0 };
        groups.set(name, { found: group.found + Number(isFound), facts: group.facts + 1 });
      }
      all.facts++;
      all.found += Number(isFound);
    }
  }
  const share = (part: number, of: number) => (of === 0 ? 1 : part / of);
  return {
    lines: all.lines,
    precision: share(all.right, all.lines),
    recall: share(all.found, all.facts),
    recallOf: Object.fromEntries([...groups].sort().map(([name, group]) => [name, share(group.found, group.facts)])),
    twice: all.twice,
    unmarked: all.unmarked,
    untidy: all.untidy,
  };
}

function groupsOf({ kind, language, matter }: PlantedFact): [FactKind, string, string] {
  return [kind, `in ${language}`, `about ${matter.family.about}`];
}

// The fixed headings of a summary, and a summary as lines under them, however a model wrote it. Pure.

import { estimateTokens } from '../../text/tokens.js';

export const HEADINGS = [
  'Goal',
  'Standing instructions',
  'Facts and identifiers',
  'Decisions',
  'Promises',
  'Open questions',
  'Where we stand',
  'Skill in use',
] as const;
export type Heading = (typeof HEADINGS)[number];

/** Between identifiers that stand in one line without words around them. */
export const BETWEEN = ' · ';

/** Lines without list marks, in their order; a heading without lines is not there. */
export type Sections = ReadonlyMap<Heading, readonly string[]>;

const BY_NAME = new Map(HEADINGS.map((heading) => [heading.toLowerCase(), heading]));
/** `## Goal`, `**Goal:**`, `Goal:`, `# 1. Goal`; a bare word of a sentence is none. */
const HEADING =
  /^\s{0,3}(#{1,6}\s*)?(?:\d{1,2}[.)]\s*)?(\*\*|__)?\s*([^*_#:：]{1,60}?)\s*([:：])?\s*(?:\*\*|__)?\s*([:：])?\s*#*\s*$/u;
const MARK = /^\s*(?:[-*•·–]\s+)?/;
/** What models write where there is nothing to write. */
const NOTHING =
  /^[\s\p{P}\p{S}]*(?:none|nothing|n\/?a|not applicable|no open questions|keine?s?|nichts|aucune?|rien|ningun[ao]|nada|nessun[ao]|niente|brak|nic|nenhum[a]?|geen|нет|ничего|无|無|没有|沒有|暂无|暫無|なし|特になし|ありません|없음|없습니다)?[\s\p{P}\p{S}]*$/iu;

/** What stands before the first heading, or under an unknown one, goes where it says how things stand. */
export function sectionsOf(summary: string): Map<Heading, string[]> {
  const sections = new Map<Heading, string[]>();
  let heading: Heading = 'Where we stand';
  let found = false;
  for (const line of summary.split(/\r\n|[\n\r\u2028\u2029\u0085]/)) {
    const named = headingOf(line);
    if (named) {
      // A sentence that announces the summary is no part of it.
      if (!found) dropPreamble(sections);
      found = true;
      heading = named;
      continue;
    }
    const said = line
      .replace(/^\s{0,3}#{1,6}\s+/, '')
      .replace(MARK, '')
      .trim();
    if (NOTHING.test(said)) continue;
    const lines = sections.get(heading);
    if (lines) lines.push(said);
    else sections.set(heading, [said]);
  }
  return sections;
}

function headingOf(line: string): Heading | undefined {
  const match = HEADING.exec(line);
  if (!match) return undefined;
  const [, sharp, bold, name = '', colon, colonBehind] = match;
  if (!sharp && !bold && !colon && !colonBehind) return undefined;
  return BY_NAME.get(name.toLowerCase());
}

function dropPreamble(sections: Map<Heading, string[]>): void {
  const lines = sections.get('Where we stand');
  if (lines?.length === 1 && /[:：]$/.test(lines[0] ?? '')) sections.delete('Where we stand');
}

/** The same lines as Markdown, in the fixed order; each line one list item, so that none can be a heading. */
export function summaryOf(sections: Sections): string {
  return HEADINGS.flatMap((heading) => {
    const lines = sections.get(heading) ?? [];
    return lines.length === 0 ? [] : [`## ${heading}\n${lines.map((line) => `- ${line}`).join('\n')}`];
  }).join('\n\n');
}

/** At least what `summaryOf` costs for this much of it: of one line, and of a heading that gets its first. */
export function lineCost(line: string): number {
  return estimateTokens(line) + 1;
}

export function headingCost(heading: Heading): number {
  return estimateTokens(heading) + 2;
}

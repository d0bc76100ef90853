// What is wrong with a summary that a model wrote, in words that it can act on. Pure; mends nothing.

import { identifiersIn } from '../../text/identifiers.js';
import { type Script, scriptOfMost, scriptShares } from '../../text/script.js';
import { foldText } from '../../text/segment.js';
import { estimateTokens } from '../../text/tokens.js';
import type { Said } from '../said.js';
import { sectionsOf, summaryOf } from './headings.js';
import { type KeptIdentifier, type MustKeep, mustKeep } from './must-keep.js';
import type { SummarySource } from './summary-source.js';

export interface Verdict {
  /** Nothing but headings, or nothing at all. */
  empty: boolean;
  tooLong: boolean;
  wrongLanguage: boolean;
  lost: KeptIdentifier[];
}

export interface Measure {
  keep: MustKeep;
  /** The most that the summary may have. */
  maxTokens: number;
  /** What the people write; undefined where that cannot be told. */
  script: Script | undefined;
}

/** A shorter conversation may have a summary that is longer than it. */
const SHORT = 200;
/** Less of the people's script than this is a summary in another language; names and paths are not counted. */
const OWN_SCRIPT = 0.4;
/** So many of the latest messages say what the people write, each by so many of its first units. */
const VOICES = 200;
const VOICE = 500;
const LANGUAGE: Readonly<Record<Script, string>> = {
  latin: 'Latin letters',
  cyrillic: 'Cyrillic letters',
  greek: 'Greek',
  arabic: 'Arabic script',
  hebrew: 'Hebrew',
  indic: 'their Indic script',
  thai: 'their script',
  chinese: 'Chinese',
  japanese: 'Japanese',
  korean: 'Korean',
};

export function measureOf(source: SummarySource, said: readonly Said[]): Measure {
  const tokens = said.reduce((sum, { text, passed }) => sum + estimateTokens(text) + estimateTokens(passed), 0);
  const maxTokens = Math.min(source.maxTokens, Math.max(SHORT, tokens + estimateTokens(source.previous ?? '')));
  const people = said.filter(({ kind }) => kind === 'person').slice(-VOICES);
  const script = scriptOfMost(people.map(({ text }) => prose(text.slice(0, VOICE))));
  return { keep: mustKeep({ ...source, maxTokens }, said), maxTokens, script };
}

export function judge(summary: string, { keep, maxTokens, script }: Measure): Verdict {
  const lines = [...sectionsOf(summary).values()].flat();
  const folded = foldText(summary);
  const shares = scriptShares(prose(lines.join('\n')));
  return {
    empty: lines.length === 0,
    tooLong: estimateTokens(summaryOf(sectionsOf(summary))) > maxTokens,
    wrongLanguage: script !== undefined && shares.size > 0 && (shares.get(script) ?? 0) < OWN_SCRIPT,
    lost: keep.identifiers.filter(({ text }) => !folded.includes(foldText(text))),
  };
}

export function isSound({ empty, tooLong, wrongLanguage, lost }: Verdict): boolean {
  return !empty && !tooLong && !wrongLanguage && lost.length === 0;
}

/** The lower, the better; to choose between two drafts. */
export function weightOf({ empty, tooLong, wrongLanguage, lost }: Verdict): number {
  return (empty ? 1_000 : 0) + (wrongLanguage ? 100 : 0) + (tooLong ? 10 : 0) + lost.length;
}

export function faultsOf({ empty, tooLong, wrongLanguage, lost }: Verdict, { maxTokens, script }: Measure): string[] {
  return [
    empty && 'It says nothing: there must be lines under the headings.',
    tooLong && `It is too long: at most ${maxTokens} tokens.`,
    wrongLanguage && script && `It is in the wrong language: the people write in ${LANGUAGE[script]}, and so must you.`,
    lost.length > 0 && 'It lost what must stand in it word for word: everything between the marks of must_not_be_lost.',
  ].filter((fault): fault is string => typeof fault === 'string');
}

/** Without what is the same in every language. */
function prose(text: string): string {
  const found = identifiersIn(text);
  let rest = '';
  let from = 0;
  for (const { at, end } of found) {
    rest += `${text.slice(from, at)} `;
    from = end;
  }
  return rest + text.slice(from);
}

// Which of the claims of a night matter, and how much: a number between 0 and 1 that can be explained, and a reason for each that
// is left out. Pure; reads and writes nothing.

import type { Claim, Importance, RankedClaim, RankParts, Recalls, Theme } from '../../../contracts/index.js';
import { foldText } from '../../../text/segment.js';
import { isQuestion } from '../../../text/speech.js';
import { givesReason, importanceOf } from './importance.js';
import { ordersSomething } from './orders.js';

/**
 * The score is
 *
 *     base  = 0.36 importance + 0.22 recurrence + 0.16 recall + 0.14 recency + 0.12 theme
 *     score = base + lift × (1 − base)        lift: 0.5 where somebody asked for it, 0.2 for a decision, else 0
 *
 * - importance: what kind of statement it is. A stable preference 1; a decision with its reason 0.9, without 0.75; a fact 0.8; a
 *   lesson 0.8; a goal 0.55, since it passes; none 0.1.
 * - recurrence: 1 − 2^−(days − 1): said on one day 0, two ½, three ¾. What is said again on another day matters; said ten times in
 *   one conversation it does not, so entries of a day count once.
 * - recall: 1 − 2^−(questions − 1), half of what is left filled by the days of those questions and the best hit. One question may be
 *   chance and stays below ½ (RECALLED_TWICE); two different ones never do.
 * - recency: 2^−(age / 14), age in days between the newest entry and the night: a fortnight halves it.
 * - theme: 1 − 2^−n for n themes of the week that it speaks of.
 *
 * A product that promotes by searches alone weighs relevance 0.30, frequency 0.24, diversity of questions 0.15, recency 0.15,
 * consolidation over days 0.10 and tags 0.06, all of recall, with a floor of three different questions: whatever nobody happened to
 * search for is never kept, and an allergy is told once. So here what a statement is weighs most, being found again is a bonus, and
 * what somebody asked to be remembered or decided can come first without it.
 */
const WEIGHTS: Readonly<Record<keyof RankParts, number>> = {
  importance: 0.36,
  recurrence: 0.22,
  recall: 0.16,
  recency: 0.14,
  theme: 0.12,
};
const LIFT = { explicit: 0.5, decision: 0.2 };
const CLASS: Readonly<Record<Importance, number>> = {
  preference: 1,
  decision: 0.75,
  fact: 0.8,
  lesson: 0.8,
  goal: 0.55,
  none: 0.1,
};
const DECISION_WITH_REASON = 0.9;
const HALF_LIFE_DAYS = 14;
/** `parts.recall` from here on: at least two different questions found it. */
export const RECALLED_TWICE = 0.5;
/** What says nothing that lasts is kept all the same after so many days, or questions. */
const DAYS_ENOUGH = 3;
const QUESTIONS_ENOUGH = 2;

export interface Ranking {
  /** Best first; equal ones by their keys. */
  ranked: RankedClaim[];
  /** In the order of the claims; `why` is a short phrase for people. */
  rejected: { claim: Claim; why: string }[];
}

export interface RankingParts {
  /** YYYY-MM-DD. */
  night: string;
  recallsOf(key: string): Recalls;
  themes: readonly Theme[];
  /** Why its form makes it no line of memory. */
  whyNoMemory(text: string): string | undefined;
  /** Whether it comes from the scope's own people. */
  speakersOwn(claim: Claim): boolean;
  /** Whether it corrects what stands in long-term memory, or could: then it matters however it is said. */
  correctsSome?(claim: Claim): boolean;
}

export function rankClaims(claims: readonly Claim[], parts: RankingParts): Ranking {
  const themes = parts.themes.map(({ name }) => holdsTheme(name));
  const ranked: RankedClaim[] = [];
  const rejected: Ranking['rejected'] = [];
  for (const claim of claims) {
    const one = rankedOf(claim, parts, themes);
    if (typeof one === 'string') rejected.push({ claim, why: one });
    else ranked.push(one);
  }
  ranked.sort((one, other) => other.score - one.score || (one.key < other.key ? -1 : one.key > other.key ? 1 : 0));
  return { ranked, rejected };
}

/** The claim with its score, or why it is none to be kept. */
function rankedOf(
  claim: Claim,
  { night, recallsOf, whyNoMemory, speakersOwn, correctsSome }: RankingParts,
  themes: readonly ((folded: string) => boolean)[],
): RankedClaim | string {
  const misshapen = whyNoMemory(claim.text);
  if (misshapen !== undefined) return misshapen;
  if (isQuestion(claim.text)) return 'a question';
  if (!speakersOwn(claim) && ordersSomething(claim.text)) return 'an instruction by somebody else';
  const importance = importanceOf(claim.text);
  const explicit = claim.entries.some(({ asked }) => asked === true);
  const recalls = recallsOf(claim.key);
  const isWanted = explicit || claim.days.length >= DAYS_ENOUGH || recalls.questions >= QUESTIONS_ENOUGH;
  const isCorrection = importance === 'none' && correctsSome?.(claim) === true;
  if (importance === 'none' && !isWanted && !isCorrection) return 'nothing that lasts';
  const folded = foldText(claim.text);
  const values: RankParts = {
    importance:
      importance === 'decision' && givesReason(claim.text)
        ? DECISION_WITH_REASON
        : CLASS[isCorrection ? 'fact' : importance],
    recurrence: 1 - 2 ** -(Math.max(1, claim.days.length) - 1),
    recall: recallOf(recalls),
    recency: 2 ** -(ageOf(claim, night) / HALF_LIFE_DAYS),
    theme: 1 - 2 ** -themes.filter((speaks) => speaks(folded)).length,
  };
  return { ...claim, importance, explicit, parts: values, score: scoreOf(values, explicit, importance) };
}

function scoreOf(parts: RankParts, explicit: boolean, importance: Importance): number {
  let base = 0;
  for (const name of NAMES) base += WEIGHTS[name] * parts[name];
  const lift = explicit ? LIFT.explicit : importance === 'decision' ? LIFT.decision : 0;
  return base + lift * (1 - base);
}

const NAMES = ['importance', 'recurrence', 'recall', 'recency', 'theme'] as const;

function recallOf({ questions, days, best }: Recalls): number {
  if (questions <= 0) return 0;
  const asked = 1 - 2 ** -(questions - 1);
  const filled = (1 - 2 ** -Math.max(0, days - 1) + Math.min(1, Math.max(0, best))) / 2;
  return asked + (1 - asked) * 0.49 * filled;
}

function ageOf({ days, entries }: Claim, night: string): number {
  const newest = days.at(-1) ?? entries.at(-1)?.day ?? night;
  const age = (Date.parse(night) - Date.parse(newest)) / 86_400_000;
  return Number.isFinite(age) ? Math.max(0, age) : 0;
}

/** Whole words, endings aside; beside characters that need no spaces, anywhere. */
function holdsTheme(name: string): (folded: string) => boolean {
  const words = foldText(name)
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'));
  if (words.length === 0) return () => false;
  const patterns = words.map(
    (word) => new RegExp(/[\p{sc=Latin}\p{N}]/u.test(word) ? `(?<![\\p{L}\\p{N}])${word}` : word, 'u'),
  );
  return (folded) => patterns.every((pattern) => pattern.test(folded));
}

const SAYS: Readonly<Record<Importance, string>> = {
  preference: 'It tells what somebody likes, avoids or always wants.',
  decision: 'It is a decision.',
  fact: 'It is a fact about somebody or something.',
  lesson: 'It is a lesson for the next time.',
  goal: 'It is a goal.',
  none: 'It says nothing that lasts by itself.',
};

/** Why it stands where it stands: sentences for people, the weightiest first. */
export function explainScore(claim: RankedClaim): string[] {
  const { parts, days, importance } = claim;
  const says = SAYS[importance];
  const told: Record<keyof RankParts, string | undefined> = {
    importance:
      importance === 'decision' && parts.importance >= DECISION_WITH_REASON
        ? 'It is a decision with its reason.'
        : says,
    recurrence: days.length > 1 ? `It was said on ${days.length} different days.` : 'It was said on one day.',
    recall:
      parts.recall >= RECALLED_TWICE
        ? 'Several different questions found it.'
        : parts.recall > 0
          ? 'A question found it.'
          : 'No question has looked for it yet.',
    recency: `It was last said on ${days.at(-1) ?? claim.entries.at(-1)?.day ?? 'a day that is not known'}.`,
    theme: parts.theme > 0 ? 'It belongs to what the week was about.' : undefined,
  };
  const order = [...NAMES].sort((one, other) => WEIGHTS[other] * parts[other] - WEIGHTS[one] * parts[one]);
  return [
    ...(claim.explicit ? ['Somebody asked for it to be remembered.'] : []),
    ...order.flatMap((name) => told[name] ?? []),
    `Together that makes ${Math.round(claim.score * 100)} of 100.`,
  ];
}

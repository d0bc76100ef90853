// Of what class a statement is, by its form: a lasting taste, a fact, a decision, a goal, a lesson, or nothing that lasts. Pure.
// Wrong now and then by nature: only for an order among claims, never to decide what may be done.

import type { Importance } from '../../../contracts/index.js';
import { identifiersIn, numbersIn } from '../../../text/exact-words.js';
import { isQuestion } from '../../../text/speech.js';
import { COPULA, OPINION, RELATION, SELF, VAGUE } from './fact-words.js';
import {
  COURTESY,
  DECISION,
  GOAL,
  LESSON,
  NO_PREFERENCE,
  ORDER,
  PASSING,
  PREFERENCE,
  REASON,
} from './importance-words.js';

/** Longer ones are pasted text, of which the beginning decides. */
const LOOKED_AT = 600;

/** Requests to keep what follows. */
const LEAD =
  /^(?:(?:please|bitte|por favor|proszę|okay|ok|so|well|also|und|et|y|s'il te plaît|note|fyi|btw)[,:]?\s+)*(?:(?:remember|note|keep in mind|don't forget|merk dir|merke|notier dir|denk daran|vergiss nicht|souviens-toi|retiens|n'oublie pas|recuerda|no olvides|anota|pamiętaj|zapamiętaj|nie zapomnij)[,:]?\s+(?:that\s+|dass\s+|que\s+|że\s+)?|(?:to remember|merken|notiz|à retenir|nota)\s?:\s*)|^(?:请|請)?(?:记住|記住|记下|記下|别忘了|別忘了)[：:，,]?\s*|^(?:覚えて(?:おいて)?(?:ください|ね)?|メモ)[：:、。]\s*|^(?:기억해(?: ?줘| ?주세요)?|메모)[：:,.]?\s+/iu;

/** The class of one statement. A question is none, and so is what passes with the day. Linear time. */
export function importanceOf(text: string): Importance {
  const said = bare(text);
  if (!/[\p{L}\p{N}]{2}|\p{sc=Han}/u.test(said) || isQuestion(said)) return 'none';
  if (LESSON.test(said)) return 'lesson';
  if (DECISION.test(said)) return 'decision';
  if (GOAL.test(said) && !isBrief(said)) return 'goal';
  if (PREFERENCE.test(said.replace(NO_PREFERENCE, ' '))) return 'preference';
  if (ORDER.test(said) || COURTESY.test(said)) return 'none';
  return isFact(said) ? 'fact' : 'none';
}

/** Whether a decision says why. */
export function givesReason(text: string): boolean {
  return REASON.test(text.slice(0, LOOKED_AT));
}

function bare(text: string): string {
  return text.slice(0, LOOKED_AT).normalize('NFKC').replace(/[’‘]/g, "'").trim().replace(LEAD, '');
}

/** A wish of the moment: it comes true today. */
function isBrief(said: string): boolean {
  return PASSING.test(said) && !/\d/.test(said);
}

function isFact(said: string): boolean {
  if (SELF.test(said)) return !PASSING.test(said);
  if (VAGUE.test(said) || OPINION.test(said)) return false;
  if (RELATION.test(said)) return true;
  if (PASSING.test(said)) return false;
  return COPULA.test(said) || isExact(said);
}

/** "Gate code 4471#", "Ann: +49 …": words and something that nobody says in passing. */
function isExact(said: string): boolean {
  return (
    /\p{L}{2}/u.test(said) && (identifiersIn(said).length > 0 || numbersIn(said).some(({ whole }) => whole.length > 3))
  );
}

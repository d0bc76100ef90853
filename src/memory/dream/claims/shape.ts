// Why a text cannot be a line of long-term memory, by its shape alone. Pure. It takes what is a finished sentence or stands for
// itself, in any language; whether that is true, wanted or important is not asked here.

import { numbersIn } from '../../../text/exact-words.js';
import { holdsSecret } from '../../../text/secrets.js';
import { isQuestion } from '../../../text/speech.js';
import { hasUnseen } from '../../../text/visible.js';
import { isInjected } from './shape-injected.js';
import { mechanicalForm } from './shape-mechanical.js';
import { isCutOff, isDateAlone, isHeading, isSmallTalk } from './shape-unfinished.js';

/** UTF-16 units. */
const LONGEST = 600;
/** Letters; a character of Chinese, Japanese or Korean counts as two. */
const SHORTEST = 8;
const MOST_LINES = 20;

/** One short phrase for people, or undefined. */
export function whyNoMemory(text: string): string | undefined {
  const plain = text.trim().replace(/^(?:(?:[-*+•]|\[[ xX]\])\s+)+/, '');
  if (plain === '') return 'it says nothing';
  if (plain.length > LONGEST) return 'it is too long for one line';
  if (holdsSecret(plain)) return 'it holds a secret';
  if (hasUnseen(plain)) return 'it holds characters that nobody sees';
  if (isInjected(plain)) return 'it speaks to the assistant like a prompt';
  if (/^(?:[-=*_~`|:>#+.\s]+|\|.*\||>.*)$/su.test(plain)) return 'it is structure, not a sentence';
  for (const line of plain.split('\n', MOST_LINES)) {
    const form = mechanicalForm(line.trim());
    if (form) return form;
  }
  if (/^[<(]?(?:https?:\/\/|www\.)\S+$|^!?\[[^\]]*\]\(\S+\)$/iu.test(plain)) return 'it is an address alone';
  if (!/[\p{L}\p{N}]/u.test(plain)) return 'it has no words';
  if (isDateAlone(plain)) return 'it is a date or a number alone';
  if (isHeading(plain)) return 'it is a heading with nothing behind it';
  if (asks(plain)) return 'it is a question';
  if (isSmallTalk(plain)) return 'it is small talk';
  if (isCutOff(plain)) return 'it breaks off in the middle';
  return isTooShort(plain) ? 'it is too short to say anything' : undefined;
}

const ASKING =
  /^(?:(?:does|did|do (?:you|we|they|i)|is (?:it|there|he|she|that|this)|are (?:you|we|they|there)|can (?:you|we|i)|could (?:you|we|i)|would you|should (?:we|i)|will you|have you|what(?:['’]s| is| are)|who(?:['’]s| is)|where(?:['’]s| is| are)|how (?:do|does|did|can|much|many|long|about))(?!\p{L})(?!.*[.:]))/iu;

function asks(text: string): boolean {
  return isQuestion(text) || ASKING.test(text);
}

const CJK = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}々ー]/gu;

/** A lone word, or a few letters; a number makes more of them. */
function isTooShort(text: string): boolean {
  const dense = text.match(CJK)?.length ?? 0;
  const words = text.replace(CJK, ' ').match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu) ?? [];
  if (dense === 0 && words.length < 2) return true;
  const letters = words.join('').length + 2 * dense;
  return letters < (numbersIn(text).length > 0 ? SHORTEST / 2 : SHORTEST);
}

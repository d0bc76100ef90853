// What a wish to be reminded says: the words of the reminder and when, as said. Types, and what all languages share. Pure.

import type { Language } from '../../../text/language.js';
import { isWhole, type Spoken, saysDay } from './spoken.js';
import { readTime, type TimeWords } from './time-rule.js';

export interface Asked {
  language: Language;
  /** As the person wrote it, trimmed; empty: they did not say. */
  text: string;
  /** Absent: no time was said, or none that can be understood. */
  spoken?: Spoken;
}

/** A time stands at the end of a text, not in the middle of an essay. UTF-16. */
const LONGEST_TIME = 80;

/** The earliest place from which `text` is nothing but a time up to its end. */
export function timeAtEnd(
  text: string,
  words: TimeWords,
  boundary: RegExp,
): { before: string; spoken: Spoken } | undefined {
  const from = Math.max(0, text.length - LONGEST_TIME);
  for (const match of text.slice(from).matchAll(boundary)) {
    const start = from + match.index + match[0].length;
    if (start === 0) continue;
    const { spoken, end } = readTime(text, words, start);
    if (end === text.length && end > start) return { before: text.slice(0, from + match.index), spoken };
  }
  return undefined;
}

/** The time in front says the day and the one behind the hour, or the other way: nobody knows what belongs to what. */
export function completes(front: Spoken, behind: Spoken | undefined): boolean {
  if (behind === undefined) return false;
  if (!isWhole(front)) return isWhole(behind);
  return !saysDay(front) && saysDay(behind) && !isWhole(behind);
}

/** What ends a request and is no word of the reminder: a full stop behind one sentence, the question mark of a polite form. */
export function withoutEnd(text: string): string {
  const trimmed = text.trim();
  const bare = trimmed.replace(/(?<![.!?。！？…])[.!?。！？]$/u, '').trimEnd();
  return /[.!?。！？]\s*\S/u.test(bare) ? trimmed : bare;
}

/** Without the quotation marks around all of it. */
export function unquoted(text: string): string {
  return (
    /^(?:"([^"]+)"|“([^”]+)”|„([^“”]+)[“”]|«\s?([^»]+?)\s?»|「([^」]+)」|『([^』]+)』)$/u
      .exec(text)
      ?.slice(1)
      .find((one) => one !== undefined) ?? text
  );
}

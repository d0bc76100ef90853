// The words with which a model says that nothing is to be said, and what of its text is for people. Pure. Somebody who speaks
// about such a word keeps it: only its exact forms count, alone, in front of a break, or at the very end.

import { isBlank } from './blank.js';
import { withoutFrames, withoutHalfFrame } from './frames.js';

const WORDS = ['NO_REPLY', 'HEARTBEAT_OK'];
/** A model may write the underscore as Markdown wants it. */
const WORD = `(?:${WORDS.map((word) => word.replace('_', '\\\\?_')).join('|')})`;
const MARKS = '[*_~`]{0,3}';
/** What may stand around the word alone: emphasis, code, quotes, brackets, and a full stop. */
const AROUND = '[\\s*_~`"\'“”„«»()\\[\\].!…。！]*';
const ALONE = new RegExp(`^${AROUND}(?:${WORD}${AROUND})+$`, 'iu');
/** In front of the rest: not in code, with a break behind it that a sentence about the word would not have. */
const BREAK = '(?:[—–:;|]|\\.{1,3}(?=\\s|$)|[!…。！]|-(?=\\s|$)|\\r?\\n)';
const LEADING = new RegExp(`^(?:\\s*[*_~]{0,3}${WORD}[*_~]{0,3}[ \\t]*${BREAK}\\s*)+`, 'u');
/** Behind the rest: on a line of its own, or as a sentence of its own. */
const END_OF_SENTENCE = '(?:(?<=[.!?…])\\s+|(?<=[。！？])\\s*|\\n\\s*)';
const TRAILING = new RegExp(`(?:${END_OF_SENTENCE}${MARKS}${WORD}${MARKS}[.!…。！]?)+\\s*$`, 'u');
/** Whole words from the beginning on, with all that may stand around or behind them. */
const BETWEEN = AROUND.replace('[', '[—–:;|\\-');
const WHOLE = new RegExp(`^${AROUND}(?:${WORD}${BETWEEN})*`, 'iu');
const MENTION = new RegExp(WORD, 'u');
/** So much of the end is looked at, UTF-16 units. */
const TAIL = 200;

/** What of a model's text people are shown; '' when it wants to say nothing. */
export function spoken(text: string): string {
  const whole = withoutFrames(text).trim();
  if (isBlank(whole) || ALONE.test(whole)) return '';
  const rest = withoutTrailing(whole.replace(LEADING, '')).trim();
  if (ALONE.test(rest)) return '';
  // Whoever names the word in the middle, too, speaks about it.
  return MENTION.test(rest) ? whole : rest;
}

/**
 * What of a text that still grows can be shown already: nothing while it may become such a word, and not the end of it that
 * may.
 */
export function settled(text: string): string {
  const left = spoken(withoutHalf(withoutHalfFrame(withoutFrames(text, true))));
  return mayBecomeWord(left) ? '' : left;
}

/** Without the end of it that may become such a word: half a word would pass for somebody's mention of it. */
function withoutHalf(text: string): string {
  const whole = text.trimEnd();
  const tail = whole.slice(-TAIL);
  for (const { index } of tail.matchAll(new RegExp(END_OF_SENTENCE, 'gu'))) {
    if (mayBecomeWord(tail.slice(index))) return whole.slice(0, whole.length - tail.length + index);
  }
  return text;
}

/** Whether nothing stands here but such words, whole ones and then perhaps the beginning of another. */
function mayBecomeWord(text: string): boolean {
  const left = text.replace(WHOLE, '').replaceAll('\\', '').toUpperCase();
  return WORDS.some((word) => word.startsWith(left));
}

function withoutTrailing(text: string): string {
  const tail = text.slice(-TAIL);
  const found = TRAILING.exec(tail);
  if (!found) return text;
  const before = text.slice(0, text.length - tail.length + found.index);
  // "The word is:" wants the word.
  return /[:：]\s*$/.test(before) ? text : before;
}

// Somebody's words inside our own Markdown: shown, and never read as markup, a link, a mention or a command. Pure.

import { oneLine } from './truncate.js';

/** A code span of one line and at most `max` units of their text: nothing inside it is markup on any platform. */
export function asData(text: string, max = 60): string {
  const line = oneLine(text, max).replaceAll('`', 'ˋ').trim();
  return `\`${line === '' ? '(no name)' : line}\``;
}

/** Bare where it is nothing but words, which are markup, a link or a mention on no platform; as data otherwise. */
export function asWords(text: string, max = 60): string {
  const line = oneLine(text, max);
  return /^[\p{L}\p{N}][\p{L}\p{M}\p{N} '’-]*$/u.test(line) ? line : asData(text, max);
}

// Somebody's words inside our own Markdown: shown, and never read as markup, a link, a mention or a command. Pure.

import { oneLine } from './truncate.js';

/** A code span of one line and at most `max` units of their text: nothing inside it is markup on any platform. */
export function asData(text: string, max = 60): string {
  const line = oneLine(text, max).replaceAll('`', 'ˋ').trim();
  return `\`${line === '' ? '(no name)' : line}\``;
}

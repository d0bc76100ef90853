// Cuts a tool's answer to size at the end of a line. Pure.

import { truncate } from '../../text/truncate.js';

/**
 * Whole lines from the top until `max` characters are reached, `from` being the number of the first; at least one, cut
 * with a note if it alone is too long.
 */
export function takeLines(text: string, from: number, max: number): { text: string; to: number } {
  const lines = text.replace(/\r?\n$/, '').split('\n');
  let length = 0;
  let count = 0;
  for (const line of lines) {
    if (count > 0 && length + line.length + 1 > max) break;
    length += line.length + 1;
    count++;
  }
  const taken = lines.slice(0, count).join('\n');
  const note = taken.length > max ? `… (line ${from} goes on for ${taken.length - max} more characters)` : '';
  return { text: `${truncate(taken, max, '')}${note}`, to: from + count - 1 };
}

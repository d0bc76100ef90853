// Lines of a file as a tool's answer, cut to size at the end of a line.

import { type MemoryDoc, type MemoryView, ToolError } from '../../contracts/index.js';
import { truncate } from '../../text/truncate.js';

export interface Excerpt {
  doc: MemoryDoc;
  text: string;
  /** The last line in it. */
  to: number;
}

/** `lines` lines of a file from `from` on, at most `max` characters. Throws a ToolError behind its end, and as `read`. */
export async function readExcerpt(
  memory: MemoryView,
  { path, from, lines }: { path: string; from: number; lines: number },
  max: number,
): Promise<Excerpt> {
  const doc = await memory.read(path, { from, lines });
  if (doc.lines > 0 && from > doc.lines) throw new ToolError(`${doc.path} has only ${doc.lines} lines.`);
  return { doc, ...takeLines(doc.text, doc.from, max) };
}

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

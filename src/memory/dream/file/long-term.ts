// A long-term file as its matters, each with where it stands, whose it is and how far it can be relied on. Pure.

import type { LineOrigin, LongTermEntry } from '../../../contracts/index.js';
import { lowestTrust } from '../../../text/trust.js';
import { splitLines, withoutEnd } from '../../lines.js';
import { pinnedLines } from '../../pins.js';
import { blocksOf, plainOf } from './long-term-blocks.js';

/** What was so once, below what took its place. */
const DATED = /^[ \t]{2,}[-*+][ \t]+until (\d{4}-\d{2}-\d{2}): (.*)$/;

/** The day of a dated note, or undefined for any other line. */
export function dayOfNote(line: string): string | undefined {
  return DATED.exec(withoutEnd(line))?.[1];
}

/**
 * Headings, templates (`skipped`: their lines, trimmed), comments, fences, tables and the pointer to topics are no entries,
 * nor is a bullet that holds a fence or a table. A dated note belongs to the lines of its entry and not to its text: it is
 * not so any more. `originsOf` is asked once, for all lines without their ends.
 */
export function longTermEntries(
  text: string,
  originsOf: (lines: readonly string[]) => LineOrigin[],
  skipped: ReadonlySet<string> = new Set(),
): LongTermEntry[] {
  const lines = splitLines(text);
  const origins = originsOf(lines.map(withoutEnd));
  const pinned = pinnedLines(lines);
  const entries: LongTermEntry[] = [];
  let heading = '';
  for (const block of blocksOf(lines, skipped).list) {
    if (block.kind === 'heading') {
      heading = block.title;
      continue;
    }
    const { from, to } = block;
    const words = wordsOf(lines.slice(from, to).map(plainOf));
    if (!/[\p{L}\p{N}\p{S}]/u.test(words)) continue;
    const by = origins[from]?.by;
    const said = origins.slice(from, to).filter((_, index) => (lines[from + index] ?? '').trim() !== '');
    entries.push({
      id: `m${entries.length + 1}`,
      text: words,
      lines: { from: from + 1, to },
      heading,
      hand: by === undefined || by === 'hand',
      pinned: pinned.slice(from, to).includes(true),
      trust: lowestTrust(said.map(({ trust }) => trust)),
    });
  }
  return entries;
}

/** Without bullets, boxes, marks of quotation, comments and dated notes; one line each. */
function wordsOf(lines: readonly string[]): string {
  return lines
    .filter((line) => dayOfNote(line) === undefined)
    .join('\n')
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .split('\n')
    .map((line) => line.replace(/^(?:\s|>|[-*+•](?=\s)|\d{1,9}[.)](?=\s)|\[[ xX]\](?=\s))+/, '').trim())
    .filter((line) => line !== '')
    .join('\n');
}

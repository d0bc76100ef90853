// Which lines of a memory file its people want to keep in sight, however old they are. Pure.

import { markLines } from './lines.js';

const HEADING = /\bpinned\b|置顶|置頂|ピン留め|ピン止め|고정/iu;
const MARK = /📌|<!--\s*(?:pin(?:ned)?|importance:\s*(?:8|9|10))\s*-->/iu;

/**
 * For each of the lines (with their ends or without) whether it is pinned: it stands in a section whose heading says so
 * (Pinned, 置顶, ピン留め, 고정), heading and sections below it included; or it holds `<!-- pin -->`, 📌 or
 * `<!-- importance: 8 -->` to 10, as do the indented lines that continue it.
 */
export function pinnedLines(lines: readonly string[]): boolean[] {
  const { marks } = markLines(lines);
  const pinned: boolean[] = [];
  /** The level of the pinned section that we are in. */
  let section = 0;
  let inEntry = false;
  for (const [index, line] of lines.entries()) {
    const { heading = 0, title = '' } = marks[index] ?? {};
    if (heading > 0 && (section === 0 || heading <= section)) section = HEADING.test(title) ? heading : 0;
    inEntry = MARK.test(line) || (inEntry && heading === 0 && /^[ \t]+\S/.test(line));
    pinned.push(section > 0 || inEntry);
  }
  return pinned;
}

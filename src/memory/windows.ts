// Cuts a Markdown file into windows of whole lines, the documents of lexical search. Pure, linear.

import { foldText } from '../text/segment.js';
import { markLines, splitLines, withoutEnd } from './lines.js';

/** Longest window and snippet, UTF-16 units. */
export const WINDOW_CHARS = 700;

export interface Window {
  /** Lines of the file, from 1, both inside. */
  startLine: number;
  endLine: number;
  lines: string[];
  /** The first line is a heading, about all the others. */
  titled: boolean;
  /** What terms are looked for in: NFKC, lower case. */
  folded: string;
}

/**
 * Paragraphs, lists and sections, filled up to 700 characters; a heading begins a window of its own section. Lines that
 * `skip` names say nothing of their own (what the template came with) and stand in no window. A longer line is cut.
 */
export function cutWindows(text: string, skip: ReadonlySet<string>): Window[] {
  const raw = splitLines(text.replace(/^\ufeff/, ''));
  const { marks } = markLines(raw);
  const windows: Window[] = [];
  let lines: string[] = [];
  let size = 0;
  let start = 0;
  let isHeading = false;
  const close = () => {
    while (lines.at(-1)?.trim() === '') lines.pop();
    // A heading without anything below says nothing.
    if (lines.length > (isHeading ? 1 : 0)) windows.push(makeWindow(start, lines, isHeading));
    isHeading = false;
    lines = [];
    size = 0;
  };
  for (const [index, ended] of raw.entries()) {
    const line = withoutEnd(ended);
    const words = line.trim();
    const blank = words === '';
    const skipped = skip.has(words);
    const ends = skipped || (blank && size > WINDOW_CHARS / 2) || (marks[index]?.heading ?? 0) > 0;
    if (ends || size + line.length + 1 > WINDOW_CHARS) close();
    if (skipped || (blank && lines.length === 0)) continue;
    if (line.length >= WINDOW_CHARS) {
      for (const piece of cutLine(line)) windows.push(makeWindow(index + 1, [piece], false));
      continue;
    }
    if (lines.length === 0) {
      start = index + 1;
      isHeading = (marks[index]?.heading ?? 0) > 0;
    }
    lines.push(line);
    size += line.length + 1;
  }
  close();
  return windows;
}

function makeWindow(startLine: number, lines: string[], titled: boolean): Window {
  return { startLine, endLine: startLine + lines.length - 1, lines, titled, folded: foldText(lines.join('\n')) };
}

/** Pieces of a line that is no line; at white space where there is some, never inside a surrogate pair. */
function* cutLine(line: string): Generator<string> {
  let at = 0;
  while (at < line.length) {
    let end = Math.min(line.length, at + WINDOW_CHARS - 1);
    if (end < line.length) {
      const space = line.lastIndexOf(' ', end);
      if (space > at + WINDOW_CHARS / 2) end = space + 1;
      else if (/[\ud800-\udbff]/.test(line[end - 1] ?? '')) end--;
    }
    yield line.slice(at, end);
    at = end;
  }
}

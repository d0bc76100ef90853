// A chunk as search looks at it: its lines with their terms; a line that no snippet could hold whole is cut into
// overlapping parts. Pure.

import { indexTerms } from '../../text/index-terms.js';
import { truncate } from '../../text/truncate.js';
import type { ChunkRow } from '../index/reader.js';

/** Longest snippet, UTF-16 units. */
export const MAX_SNIPPET = 700;

/** A line, or a part of one. */
export interface Unit {
  /** Line of the file. */
  line: number;
  text: string;
  terms: readonly string[];
  /** The line is longer than a snippet: this part stands in one alone. */
  part: boolean;
}

/** In the order of the text. */
export function unitsOf({ text, terms, startLine }: ChunkRow): Unit[] {
  const kept = terms.split('\n');
  return text.split('\n').flatMap((line, index): Unit[] => {
    const at = startLine + index;
    if (line.length <= MAX_SNIPPET) return [{ line: at, text: line, terms: termsOf(kept[index + 1]), part: false }];
    return partsOf(line).map((part) => ({ line: at, text: part, terms: indexTerms(part), part: true }));
  });
}

/** The terms that a chunk stands under: heading path and date. */
export function contextOf({ terms }: ChunkRow): string[] {
  return termsOf(terms.split('\n', 1)[0]);
}

/** ' t1 t2 ' is t1 and t2. */
function termsOf(line = ''): string[] {
  return line.length > 2 ? line.slice(1, -1).split(' ') : [];
}

/** Each part begins half a snippet behind the one before, behind white space or a full stop where there is one near. */
function partsOf(line: string): string[] {
  const parts: string[] = [];
  let start = 0;
  while (start < line.length) {
    const rest = line.slice(start, start + MAX_SNIPPET + 2);
    const part = truncate(rest, MAX_SNIPPET, '') || rest.slice(0, MAX_SNIPPET);
    parts.push(part.trim());
    if (start + part.length >= line.length) break;
    const half = truncate(part, MAX_SNIPPET / 2, '').length || part.length;
    const near = line.slice(start + half, start + half + 60).search(/[\s。！？]\S/);
    start += near < 0 ? half : half + near + 1;
  }
  return parts.filter(Boolean);
}

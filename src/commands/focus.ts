// A hit as a person skims it: the lines that hold what was asked for, instead of everything around them. Pure.

import type { Hit } from '../contracts/index.js';
import { indexTerms, searchTerms } from '../text/index-terms.js';

/**
 * From the first to the last line that holds a word of the query; to the end, where that is a heading. The whole hit
 * where no line does (it was found by its meaning or its day), or where its lines are not those of the file.
 */
export function focusOn(hit: Hit, query: string): Hit {
  const lines = hit.snippet.split('\n');
  if (lines.length !== hit.endLine - hit.startLine + 1) return hit;
  const wanted = searchTerms(query);
  const holds = (line: string) => {
    const terms = new Set(indexTerms(line));
    return wanted.some(({ term, prefix }) =>
      prefix ? [...terms].some((one) => one.startsWith(term)) : terms.has(term),
    );
  };
  const first = lines.findIndex(holds);
  if (first < 0) return hit;
  const found = lines.findLastIndex(holds);
  const last = /^#{1,6} /.test(lines[found] ?? '') ? lines.length - 1 : found;
  return {
    ...hit,
    snippet: lines.slice(first, last + 1).join('\n'),
    startLine: hit.startLine + first,
    endLine: hit.startLine + last,
  };
}

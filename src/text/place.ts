// How a place in a file is written for people and for models. Pure.

import type { Hit } from '../contracts/index.js';

/** `memory/2026-11-29.md:3` or, for several lines, `memory/2026-11-29.md:3-5`. */
export function placeOf({ path, startLine, endLine }: Pick<Hit, 'path' | 'startLine' | 'endLine'>): string {
  return `${path}:${startLine}${endLine > startLine ? `-${endLine}` : ''}`;
}

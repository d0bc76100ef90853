// The terms of what a chunk stands under rather than says: its heading path and its file's day. Pure; part of the index,
// so whoever changes it raises TERMS_VERSION.

import { indexTerms } from '../../text/index-terms.js';

const MONTHS = 'january february march april may june july august september october november december'.split(' ');

/** Line 0 of a chunk's `terms`: ' t1 t2 … ', ' ' when there is nothing. `day` is YYYY-MM-DD and becomes its words and itself. */
export function contextTerms(heading: string, day: string | undefined): string {
  const found = indexTerms(heading);
  if (day !== undefined) {
    const [year, month, date] = day.split('-').map(Number);
    found.push(...indexTerms(`${MONTHS[(month ?? 1) - 1] ?? ''} ${year} ${date} ${day}`));
  }
  return found.length > 0 ? ` ${[...new Set(found)].join(' ')} ` : ' ';
}

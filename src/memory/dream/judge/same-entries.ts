// Which entries of a long-term file say the same, found without comparing each with each. Pure; what "the same" is, it is told.

import type { LongTermEntry } from '../../../contracts/index.js';
import { tellingTerms } from '../../../text/content.js';

/** A term of more entries than this tells nothing: those that say the same share a rarer one. */
const MOST_PER_TERM = 24;

/** Groups of two and more, in the order of the file, each entry in one at most. */
export function sameEntries(
  entries: readonly LongTermEntry[],
  saysTheSame: (one: string, other: string) => boolean,
): LongTermEntry[][] {
  const groups: LongTermEntry[][] = [];
  const byTerm = new Map<string, LongTermEntry[][]>();
  for (const entry of entries) {
    const terms = new Set(tellingTerms(entry.text));
    const near = new Set<LongTermEntry[]>();
    for (const term of terms) for (const group of byTerm.get(term) ?? []) near.add(group);
    const group = [...near].find(([first]) => first !== undefined && saysTheSame(first.text, entry.text));
    if (group) {
      group.push(entry);
      continue;
    }
    const alone = [entry];
    groups.push(alone);
    for (const term of terms) {
      const there = byTerm.get(term);
      if (!there) byTerm.set(term, [alone]);
      else if (there.length < MOST_PER_TERM) there.push(alone);
    }
  }
  return groups.filter((group) => group.length > 1);
}

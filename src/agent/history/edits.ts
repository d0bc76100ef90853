// What people changed of what they had said. Pure.

import type { Entry } from '../../contracts/index.js';

/** The newest words of what its author changed, by entry id; undefined for what was deleted. */
export function editsOf(entries: readonly Entry[]): Map<string, string | undefined> {
  const edits = new Map<string, string | undefined>();
  for (const entry of entries) if (entry.type === 'edit') edits.set(entry.target, entry.text);
  return edits;
}

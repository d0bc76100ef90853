// Which entries of a conversation rest on what one person said: their own, and what was answered to them alone. Pure.

import type { Entry } from '../../contracts/index.js';

/** Whose an entry is: theirs alone, theirs and others', or somebody else's. */
export type Whose = 'own' | 'mixed' | 'other';

/**
 * By entry id. `isOwn` says whether a message of a person is theirs. A turn is theirs where all its messages are; a summary
 * where everything before it is. What belongs to no turn of a person is others'.
 */
export function whoseEntries(entries: readonly Entry[], isOwn: (entry: Entry) => boolean): Map<string, Whose> {
  const byTurn = new Map<string, Whose>();
  const whose = new Map<string, Whose>();
  for (const entry of entries) {
    if (entry.type !== 'user') continue;
    const one = isOwn(entry) ? 'own' : 'other';
    whose.set(entry.id, one);
    if (entry.turn !== undefined) byTurn.set(entry.turn, together(byTurn.get(entry.turn), one));
  }
  let before: Whose | undefined;
  for (const entry of entries) {
    if (entry.type === 'edit') whose.set(entry.id, whose.get(entry.target) ?? 'other');
    else if (entry.type === 'compaction') whose.set(entry.id, before ?? 'other');
    else if (entry.type !== 'user') whose.set(entry.id, byTurn.get(entry.turn ?? '') ?? 'other');
    const said = entry.type === 'user' || entry.type === 'assistant' || entry.type === 'tool_result';
    if (said) before = together(before, whose.get(entry.id) ?? 'other');
  }
  return whose;
}

export function together(a: Whose | undefined, b: Whose): Whose {
  return a === undefined || a === b ? b : 'mixed';
}

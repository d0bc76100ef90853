// Which entries of a transcript still stand in front of the model. Pure: the transcript keeps all of them.

import type { Entry, EntryOf } from '../../contracts/index.js';

export interface Kept {
  /** Stands for everything before `entries`. */
  compaction: EntryOf<'compaction'> | undefined;
  entries: readonly Entry[];
}

/**
 * What the last compaction left, which is everything where there was none. People's messages of a turn that was cut inside
 * stay, since its answers would hang in the air without them.
 */
export function keptOf(entries: readonly Entry[]): Kept {
  const at = entries.findLastIndex((entry) => entry.type === 'compaction');
  const compaction = entries[at];
  if (compaction?.type !== 'compaction') return { compaction: undefined, entries };
  const first = entries.findIndex((entry) => entry.id === compaction.firstKept);
  // An id that is nowhere was taken away with its entry: what came later is all there is.
  const from = first < 0 ? at : first;
  const turn = entries[from]?.turn;
  const asked =
    turn === undefined ? [] : entries.slice(0, from).filter((entry) => entry.type === 'user' && entry.turn === turn);
  return { compaction, entries: [...asked, ...entries.slice(from)] };
}

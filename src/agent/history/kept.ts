// Which entries of a transcript still stand in front of the model. Pure: the transcript keeps all of them.

import type { Entry, EntryOf } from '../../contracts/index.js';

export interface Kept {
  /** Stands for everything before `entries`. */
  compaction: EntryOf<'compaction'> | undefined;
  entries: readonly Entry[];
  /** Edits among them whose message was cut off before: the summary does not know of them. */
  late: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * What the last compaction left, which is everything where there was none. People's messages of a turn that was cut inside
 * stay, since its answers would hang in the air without them.
 */
export function keptOf(entries: readonly Entry[]): Kept {
  const at = entries.findLastIndex((entry) => entry.type === 'compaction');
  const compaction = entries[at];
  if (compaction?.type !== 'compaction') return { compaction: undefined, entries, late: NONE };
  const first = entries.findIndex((entry) => entry.id === compaction.firstKept);
  // An id that is nowhere was taken away with its entry: what came later is all there is.
  const from = first < 0 ? at : first;
  const turn = entries[from]?.turn;
  const asked =
    turn === undefined ? [] : entries.slice(0, from).filter((entry) => entry.type === 'user' && entry.turn === turn);
  const kept = [...asked, ...entries.slice(from)];
  return { compaction, entries: kept, late: lateEdits(kept, entries.slice(at + 1)) };
}

function lateEdits(kept: readonly Entry[], since: readonly Entry[]): ReadonlySet<string> {
  const edits = since.flatMap((entry) => (entry.type === 'edit' ? [entry] : []));
  if (edits.length === 0) return NONE;
  const there = new Set(kept.map(({ id }) => id));
  return new Set(edits.flatMap(({ id, target }) => (there.has(target) ? [] : [id])));
}

// When the beginning of a session's requests may change, and why. Pure: within an epoch it is byte-identical, so that a
// provider's cache serves it.

import type { Entry, EpochCause, FileChange } from '../../contracts/index.js';
import type { Epoch } from '../../sessions/epochs.js';

/** What the bot itself wrote since is shown as a diff up to so many characters; beyond them the files are read anew. */
const MOST_CHANGES = 4_000;

export interface EpochFacts {
  /** As the transcript has it. */
  entries: readonly Entry[];
  /** YYYY-MM-DD in the owner's zone. */
  today: string;
  /** A digest of what the beginning is made from besides files. */
  print: string;
  /** By path, what became of each file of the epoch since. */
  changes: ReadonlyMap<string, FileChange>;
}

/** Why a new epoch has to begin; undefined: the old one goes on. */
export function epochCause(
  epoch: Epoch | undefined,
  { entries, today, print, changes }: EpochFacts,
): EpochCause | undefined {
  if (!epoch) return 'start';
  const at = epoch.entry === undefined ? -1 : entries.findLastIndex(({ id }) => id === epoch.entry);
  if (at < 0 && epoch.entry !== undefined) return 'forget';
  const since = entries.slice(at + 1);
  if (since.some(({ type }) => type === 'compaction')) return 'compaction';
  if (since.some(({ type }) => type === 'edit')) return 'edit';
  if (epoch.day !== today) return 'day';
  if (epoch.print !== print) return 'settings';
  const all = [...changes.values()];
  if (all.some(({ kind }) => kind === 'hand')) return 'files';
  return changesText(changes).length > MOST_CHANGES ? 'growth' : undefined;
}

/** What the bot wrote since into files that stand in the prompt, a block for each; '' for nothing. */
export function changesText(changes: ReadonlyMap<string, FileChange>): string {
  return [...changes]
    .flatMap(([path, change]) => (change.kind === 'own' ? [`${path}\n${change.diff}`] : []))
    .join('\n');
}

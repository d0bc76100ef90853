// What a turn asks, in its people's own words. Pure.

import type { Entry } from '../../contracts/index.js';
import { editsOf } from './edits.js';

/** What the messages of a turn ask, by their newest words; what was spoken counts as it was understood. */
export function askedIn(entries: readonly Entry[], turn: string): string {
  const edits = editsOf(entries);
  return entries
    .flatMap((entry) => {
      if (entry.type !== 'user' || entry.turn !== turn) return [];
      if (edits.has(entry.id)) return edits.get(entry.id) ?? [];
      const spoken = (entry.files ?? []).flatMap(({ kind, said }) => (kind === 'voice' && said ? [said] : []));
      return [entry.text, ...spoken];
    })
    .filter((text) => text !== '')
    .join('\n');
}

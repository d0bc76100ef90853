// Where a range of the history is cut into pieces that fit a model's window: at the end of a day always, at the end of a turn
// where that can be, between a call and its result only where nothing else is left. Pure.

import type { Entry } from '../../contracts/index.js';
import { localDay } from '../../text/local-time.js';
import { editsOf } from '../history/edits.js';
import { saidIn } from '../said.js';
import { costOf } from './shown.js';

/**
 * Index (into entries) of the last entry of the piece that begins at `from` and ends at `to` at the latest. Fits `tokens`, but
 * has at least one entry; never spans two local days of `timezone`.
 */
export function pieceEnd(
  entries: readonly Entry[],
  from: number,
  to: number,
  { tokens, timezone }: { tokens: number; timezone: string },
): number {
  const last = Math.min(to, entries.length - 1);
  const first = entries[from];
  if (first === undefined || from >= last) return from;
  const day = localDay(first.at, timezone);
  const edits = editsOf(entries);
  let used = 0;
  let end = from;
  for (let at = from; at <= last; at++) {
    const entry = entries[at];
    if (entry === undefined || (at > from && localDay(entry.at, timezone) !== day)) return end;
    // Whose session it is does not change the length.
    for (const said of saidIn([entry], { kind: 'main' }, edits)) used += costOf(said, tokens);
    if (used > tokens && at > from) return borderBefore(entries, from, end);
    end = at;
  }
  return end;
}

/** The last good place to cut between `from` and `end`, which is itself one if nothing better is. */
function borderBefore(entries: readonly Entry[], from: number, end: number): number {
  for (let at = end; at >= from; at--) {
    if (entries[at]?.turn !== entries[at + 1]?.turn) return at;
  }
  const open = new Set<string>();
  let whole: number | undefined;
  for (let at = from; at <= end; at++) {
    const entry = entries[at];
    if (entry?.type === 'tool_call') open.add(entry.call);
    if (entry?.type === 'tool_result') open.delete(entry.call);
    if (open.size === 0) whole = at;
  }
  return whole ?? end;
}

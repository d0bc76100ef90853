// Takes lines out of the diffs that the ledger keeps: a mark stands in their place, so that what else the diff says of its file
// stays true. Pure.

import { FORGOTTEN } from '../../text/forgetting.js';

/** The same text where nothing goes. Reads by the counts of each hunk's header, as `patchLines` does. */
export function scrubPatch(patch: string, goes: (line: string) => boolean): string {
  let old = 0;
  let now = 0;
  let changed = false;
  const lines = patch.split('\n').map((line) => {
    if (old <= 0 && now <= 0) {
      const head = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
      if (head) {
        old = Number(head[1] ?? 1);
        now = Number(head[2] ?? 1);
      }
      return line;
    }
    const sign = line[0];
    if (sign !== '+' && sign !== '-' && sign !== ' ') return line;
    if (sign !== '+') old--;
    if (sign !== '-') now--;
    const text = line.slice(1);
    if (text.trim() === '' || text === FORGOTTEN || !goes(text)) return line;
    changed = true;
    return sign + FORGOTTEN;
  });
  return changed ? lines.join('\n') : patch;
}

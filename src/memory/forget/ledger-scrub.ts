// Takes lines out of the diffs that the ledger keeps: a mark stands in their place, so that what else the diff says of its file
// stays true. And takes the marks out again where a diff is carried out, since nobody ever wrote them. Pure.

import { formatPatch, parsePatch } from 'diff';
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

/**
 * What a diff still changes without the words that were forgotten: it neither writes a mark nor looks for one. The same text
 * where it holds none; undefined where nothing is left that it changes.
 */
export function withoutMarks(patch: string): string | undefined {
  if (!patch.includes(FORGOTTEN)) return patch;
  const files = parsePatch(patch);
  let dropped = false;
  for (const file of files) {
    file.hunks = file.hunks.map((hunk) => {
      const lines = hunk.lines.filter((line, at) => {
        const told = line.startsWith('\\') ? hunk.lines[at - 1] : line;
        return told?.slice(1) !== FORGOTTEN;
      });
      if (lines.length === hunk.lines.length) return hunk;
      dropped = true;
      const count = (sign: string) => lines.filter((line) => line[0] === ' ' || line[0] === sign).length;
      return { ...hunk, lines, oldLines: count('-'), newLines: count('+') };
    });
  }
  if (!dropped) return patch;
  const isChange = (line: string) => (line[0] === '+' || line[0] === '-') && line.slice(1).trim() !== '';
  return files.some(({ hunks }) => hunks.some(({ lines }) => lines.some(isChange))) ? formatPatch(files) : undefined;
}

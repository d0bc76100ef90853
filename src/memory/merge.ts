// Three-way merge by lines, after diff3 (Khanna, Kunal, Pierce 2007): what one side changed is taken, what both changed
// differently is a conflict. Two insertions at one place are no conflict: memory files grow at their ends. Pure.

import { diffArrays } from 'diff';
import { splitLines } from './lines.js';

interface Edit {
  /** Half open range of base lines that `lines` stand for. */
  from: number;
  to: number;
  lines: string[];
}

/** Undefined when both sides changed the same lines differently. `theirs` comes first where both added. */
export function mergeTexts(base: string, ours: string, theirs: string): string | undefined {
  const lines = splitLines(base);
  const left = editsOf(lines, splitLines(theirs));
  const right = editsOf(lines, splitLines(ours));
  if (!left || !right) return undefined;
  const out: string[] = [];
  let at = 0;
  while (left.length > 0 || right.length > 0) {
    const [a, b] = [left[0], right[0]];
    if (a && b && isSame(a, b)) right.shift();
    else if (a && b && a.from < b.to && b.from < a.to) return undefined;
    const first = !b || (a && (a.from < b.from || (a.from === b.from && a.to <= b.to))) ? left.shift() : right.shift();
    if (!first) continue;
    endLastLine(out, first);
    out.push(...lines.slice(at, first.from), ...first.lines);
    at = first.to;
  }
  return [...out, ...lines.slice(at)].join('');
}

function isSame(a: Edit, b: Edit): boolean {
  return a.from === b.from && a.to === b.to && a.lines.join('') === b.lines.join('');
}

/** A last line without newline must not run into what the other side adds behind it. */
function endLastLine(out: string[], next: Edit): void {
  const last = out.at(-1);
  if (last !== undefined && !last.endsWith('\n') && next.lines.length > 0) out[out.length - 1] = `${last}\n`;
}

function editsOf(base: string[], next: string[]): Edit[] | undefined {
  const changes = diffArrays(base, next, { maxEditLength: 4_000 });
  if (!changes) return undefined;
  const edits: Edit[] = [];
  let at = 0;
  let open: Edit | undefined;
  for (const change of changes) {
    if (!change.added && !change.removed) {
      at += change.count;
      open = undefined;
      continue;
    }
    if (!open) {
      open = { from: at, to: at, lines: [] };
      edits.push(open);
    }
    if (change.added) open.lines.push(...change.value);
    else {
      at += change.count;
      open.to = at;
    }
  }
  return edits;
}

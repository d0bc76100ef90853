// Three-way merge by lines, after diff3 (Khanna, Kunal, Pierce 2007): what one side changed is taken, what both changed
// differently is a conflict. Two insertions at one place are no conflict: memory files grow at their ends; nor is it one when
// a side takes lines away beside which, or between which, the other does something. Pure.

import { diffArrays } from 'diff';
import { splitLines, withoutEnd } from './lines.js';

interface Edit {
  /** Half open range of base lines that `lines` stand for. */
  from: number;
  to: number;
  lines: string[];
  /** Where they begin in the other text, from 0. */
  at: number;
}

/** Where both sides changed the same lines. */
export interface Clash {
  /** The first of `theirs`, from 1; where they are none, of the line that stands there now. */
  line: number;
  /** What stands there now, without ends of line. */
  theirs: string[];
  /** What stood there before. */
  base: string[];
}

/** Undefined when both sides changed the same lines differently. `theirs` comes first where both added. */
export function mergeTexts(base: string, ours: string, theirs: string): string | undefined {
  const merged = merge(base, ours, theirs);
  return 'text' in merged ? merged.text : undefined;
}

/** The same; `clash` is absent where the texts are too different to say. */
export function merge(base: string, ours: string, theirs: string): { text: string } | { clash?: Clash } {
  const lines = splitLines(base);
  const left = editsOf(lines, splitLines(theirs));
  const right = editsOf(lines, splitLines(ours));
  if (!left || !right) return {};
  const out: string[] = [];
  let at = 0;
  while (left.length > 0 || right.length > 0) {
    const [a, b] = [left[0], right[0]];
    if (a && b && isSame(a, b)) right.shift();
    else if (a && b && a.from < b.to && b.from < a.to) {
      const bare = (some: readonly string[]) => some.map(withoutEnd);
      const { at: line, lines: theirs, from, to } = narrowed(a, { from: b.from, to: endOfRun(right) });
      return { clash: { line: line + 1, theirs: bare(theirs), base: bare(lines.slice(from, to)) } };
    }
    const first = !b || (a && (a.from < b.from || (a.from === b.from && a.to <= b.to))) ? left.shift() : right.shift();
    if (!first) continue;
    endLastLine(out, first);
    out.push(...lines.slice(at, first.from), ...first.lines);
    at = first.to;
  }
  return { text: [...out, ...lines.slice(at)].join('') };
}

/** Where as many lines stand as before, one for the other: those that both changed, or between which the other put something. */
function narrowed(a: Edit, b: Pick<Edit, 'from' | 'to'>): Edit {
  if (a.lines.length !== a.to - a.from) return a;
  const more = b.from === b.to ? 1 : 0;
  const from = Math.max(a.from, b.from - more);
  const to = Math.min(a.to, b.to + more);
  return { from, to, lines: a.lines.slice(from - a.from, to - a.from), at: a.at + from - a.from };
}

/** The end of the first edit and of those that follow it without a line between: a removal is one of each line. */
function endOfRun([first, ...more]: readonly Edit[]): number {
  let end = first?.to ?? 0;
  for (const { from, to } of more) {
    if (from !== end) break;
    end = to;
  }
  return end;
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
  let behind = 0;
  let open: Edit | undefined;
  for (const change of changes) {
    if (!change.added && !change.removed) {
      at += change.count;
      behind += change.count;
      open = undefined;
      continue;
    }
    if (!open) {
      open = { from: at, to: at, lines: [], at: behind };
      edits.push(open);
    }
    if (change.added) {
      open.lines.push(...change.value);
      behind += change.count;
    } else {
      at += change.count;
      open.to = at;
    }
  }
  return edits.flatMap(lineByLine);
}

/** A removal is one of each of its lines: who takes three away agrees with who takes one of them away. */
function lineByLine(edit: Edit): Edit[] {
  if (edit.lines.length > 0) return [edit];
  return Array.from({ length: edit.to - edit.from }, (_, index) => ({
    ...edit,
    from: edit.from + index,
    to: edit.from + index + 1,
  }));
}

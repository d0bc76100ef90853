// What a file said before and after one of its revisions, by taking back every later one; and what taking one back makes of
// the file now. Knows texts and diffs only; reads and writes nothing.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { diffArrays } from 'diff';
import { MemoryError, type RevisionId } from '../contracts/index.js';
import { oneLine } from '../text/truncate.js';
import { ABSENT, revisionOf } from './files.js';
import { withoutMarks } from './forget/ledger-scrub.js';
import type { LedgerRow, Step } from './ledger-rows.js';
import { splitLines, withoutEnd } from './lines.js';
import { type Clash, merge } from './merge.js';
import { patched } from './patch.js';
import { patchLines } from './patch-lines.js';

interface Past {
  before: string;
  after: string;
}

/** So long the thread is held at once, ms. */
const SLICE_MS = 15;
const MAX_SHOWN = 80;

/**
 * `steps`: the file's rows, newest first, from which `now` came. Undefined where they do not lead from it back to the row
 * without a gap.
 */
export async function textsAround(
  row: number,
  now: { revision: RevisionId; text: string },
  steps: Iterable<Step>,
  inverse: (row: number) => string | undefined,
): Promise<Past | undefined> {
  let { revision, text } = now;
  let began = performance.now();
  for (const step of steps) {
    if (step.base === step.after) continue;
    if (step.after !== revision) return undefined;
    const before = patched(text, inverse(step.row) ?? '');
    if (before === undefined || (step.base === ABSENT ? before !== '' : revisionOf(before) !== step.base)) {
      return undefined;
    }
    if (step.row === row) return { before, after: text };
    text = before;
    revision = step.base;
    if (performance.now() - began > SLICE_MS) {
      await nextTurn();
      began = performance.now();
    }
  }
  return undefined;
}

/** The file without that revision. Throws a MemoryError 'conflict' that names the lines which were changed since. */
export function withoutRevision(
  { row, path, inverse, after }: Pick<LedgerRow, 'row' | 'path' | 'inverse' | 'after'>,
  now: { revision: RevisionId; text: string },
  past: Past | undefined,
): string {
  if (now.revision === ABSENT && after !== ABSENT) {
    throw conflict(`${path} is not there any more, so nothing of revision ${row} is left in it to take back`);
  }
  if (past) {
    const merged = merge(past.after, past.before, now.text);
    if ('text' in merged) return withGaps(merged.text, past, now.text);
    throw conflict(`revision ${row} cannot be taken back by itself: ${clashWords(path, merged.clash)}`);
  }
  const change = withoutMarks(inverse);
  if (change === undefined) {
    throw new MemoryError('invalid', `what revision ${row} changed was forgotten, so there is nothing to take back`);
  }
  // Where the words around it still stand as they did, it is known what to put back even so.
  const text = patched(now.text, change) ?? withoutAdded(now.text, change);
  if (text !== undefined) return text;
  throw conflict(
    `revision ${row} cannot be taken back by itself: what it wrote, or what stood around it, was changed since in ${path}`,
  );
}

/**
 * The blank line that a revision put above its own words parts what stands behind them from what stands before, by now: it stays where
 * two lines would come together that never stood so. `text`: without the revision.
 */
function withGaps(text: string, { before, after }: Past, now: string): string {
  const gentle = merge(after, withBlankLinesOf(before, after), now);
  if (!('text' in gentle)) return text;
  const bare = (some: string) => splitLines(some).map(withoutEnd);
  const [lines, ends, pairs] = [splitLines(text), bare(text), pairsIn(bare(before))];
  const out: string[] = [];
  let at = 0;
  for (const line of splitLines(gentle.text)) {
    if (line === lines[at]) {
      out.push(line);
      at++;
      continue;
    }
    // More than blank lines tells them apart.
    if (line.trim() !== '') return text;
    const [above = '', below = ''] = [withoutEnd(out.at(-1) ?? ''), ends[at] ?? ''];
    if (above.trim() !== '' && below.trim() !== '' && !pairs.has(`${above}\n${below}`)) out.push(line);
  }
  return at === lines.length ? out.join('') : text;
}

function pairsIn(lines: readonly string[]): Set<string> {
  return new Set(lines.slice(1).map((line, at) => `${lines[at]}\n${line}`));
}

/** The text before with the blank lines that came above what was added. */
function withBlankLinesOf(before: string, after: string): string {
  const old = splitLines(before);
  const out: string[] = [];
  let isAbove = false;
  for (const { added, removed, value } of diffArrays(old, splitLines(after))) {
    if (!added) {
      out.push(...value);
      isAbove = removed;
      continue;
    }
    const words = value.findIndex((line) => line.trim() !== '');
    if (!isAbove) out.push(...value.slice(0, Math.max(0, words)));
  }
  return out.join('');
}

/** Of a revision that only added one run of lines: they go where they stand as they were written, and nowhere else. */
function withoutAdded(text: string, inverse: string): string | undefined {
  const changes = patchLines(inverse);
  const first = changes.findIndex(({ sign }) => sign === '-');
  const last = changes.findLastIndex(({ sign }) => sign === '-');
  const run = changes.slice(first, last + 1);
  if (first < 0 || changes.some(({ sign }) => sign === '+') || run.some(({ sign }) => sign !== '-')) return undefined;
  const wanted = run.map((line) => line.text);
  // A blank line above or below may be anybody's by now.
  while (wanted[0] === '') wanted.shift();
  while (wanted.at(-1) === '') wanted.pop();
  if (wanted.length === 0) return undefined;
  const lines = splitLines(text);
  const bare = lines.map((line) => withoutEnd(line).trimEnd());
  const places = bare.flatMap((line, at) => {
    return line === wanted[0] && wanted.every((one, index) => bare[at + index] === one) ? [at] : [];
  });
  const [at] = places;
  if (at === undefined || places.length > 1) return undefined;
  lines.splice(at, wanted.length);
  return lines.join('');
}

function clashWords(path: string, clash: Clash | undefined): string {
  if (!clash) return `too much of ${path} was changed since`;
  const { line, theirs, base } = clash;
  if (theirs.length === 0) return `${quoted(base)} was taken out of ${path} since, before line ${line}`;
  const isOne = theirs.length === 1;
  const where = isOne ? `line ${line}` : `lines ${line} to ${line + theirs.length - 1}`;
  const done = `${isOne ? 'was' : 'were'} ${base.length === 0 ? 'added' : 'changed'} since`;
  return `${where} of ${path} ${done} and now ${isOne ? 'says' : 'say'} ${quoted(theirs)}`;
}

function quoted(lines: readonly string[]): string {
  return `“${oneLine(lines.join(' / '), MAX_SHOWN)}”`;
}

function conflict(message: string): MemoryError {
  return new MemoryError('conflict', message, { remedy: 'Change the file by hand.' });
}

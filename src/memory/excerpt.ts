// What is shown of a file that is too long for its place, and the words that say so. Pure, the same for the same file.
// Must never miscount, and never cut a line while whole ones fill half of the room.

import type { MemoryDoc } from '../contracts/index.js';
import { truncate } from '../text/truncate.js';
import { splitLines } from './lines.js';
import { pinnedLines } from './pins.js';

export type Keep = 'newest' | 'beginning';

/** Less than so much of a file is not worth its notice. */
const MIN_SHOWN = 200;

/**
 * The doc itself where it fits; else what is kept of it, its text never longer than `room`, notice and labels included.
 * Undefined when there is no room for anything sensible.
 *
 * A cut file begins with a notice that counts what is missing. Then come the parts that are kept, in the file's order, each
 * under a label with the numbers of its lines, so that they can be cited:
 *
 *     [MEMORY.md is too long to stand here whole: 2310 of its 14296 characters are left out. Each part below tells its lines.]
 *     [lines 3–4]
 *     …
 *     [lines 96–430]
 *     …
 *
 * newest: pinned entries (pins.ts) get up to half of the room, the latest of them first; the rest is the file's end.
 * beginning: the file's beginning. When a line that does not fit would leave half of the room empty, its beginning is shown.
 * Characters are UTF-16 units, line ends count as one.
 */
export function excerpt(doc: MemoryDoc, room: number, keep: Keep): MemoryDoc | undefined {
  const of = doc.text.length;
  if (of <= room) return doc;
  const budget = Math.floor(room) - notice(doc.path, of, of).length;
  if (!(budget >= MIN_SHOWN)) return undefined;
  const lines = splitLines(doc.text);
  const { whole, part } = choose(lines, budget, labelRoom(doc.from + lines.length), keep);

  const stretches = stretchesOf(lines, whole, part);
  const [first, last] = [stretches[0], stretches.at(-1)];
  if (!first || !last) return undefined;
  let left = of;
  let body = '';
  for (const { from, to, text, isPart } of stretches) {
    left -= text.length;
    body += label(doc.from + from, doc.from + to, isPart) + text + (isPart ? '\n' : '');
  }
  const to = doc.from + last.to;
  const cut = { characters: left, of };
  return {
    ...doc,
    text: notice(doc.path, left, of) + body,
    from: doc.from + first.from,
    to,
    more: to < doc.lines,
    cut,
  };
}

/** Lines that stand together, by their indices, both ends inside. */
interface Stretch {
  from: number;
  to: number;
  text: string;
  /** Only the beginning of one line. */
  isPart: boolean;
}

function stretchesOf(lines: readonly string[], whole: ReadonlySet<number>, part: Chosen['part']): Stretch[] {
  const stretches: Stretch[] = [];
  for (const [index, line] of lines.entries()) {
    const open = stretches.at(-1);
    if (part?.index === index) stretches.push({ from: index, to: index, text: part.text, isPart: true });
    else if (!whole.has(index)) continue;
    else if (open && !open.isPart && open.to === index - 1) {
      open.to = index;
      open.text += line;
    } else stretches.push({ from: index, to: index, text: line, isPart: false });
  }
  return stretches;
}

interface Chosen {
  /** Indices of the lines that are shown whole. */
  whole: ReadonlySet<number>;
  /** The one of which only the beginning is. */
  part?: { index: number; text: string };
}

function choose(lines: readonly string[], budget: number, labelled: number, keep: Keep): Chosen {
  const whole = new Set<number>();
  let left = budget;

  /** Takes the line if it fits into the budget with `spare` left over. */
  function take(index: number, spare: number): boolean {
    if (whole.has(index)) return true;
    const joins = whole.has(index - 1) || whole.has(index + 1);
    const cost = (lines[index] ?? '').length + (joins ? 0 : labelled);
    if (cost > left - spare) return false;
    left -= cost;
    whole.add(index);
    return true;
  }

  if (keep === 'newest') {
    const pinned = pinnedLines(lines);
    for (let at = lines.length - 1; at >= 0; at--) if (pinned[at]) take(at, budget / 2);
  }
  const step = keep === 'newest' ? -1 : 1;
  let at = keep === 'newest' ? lines.length - 1 : 0;
  while (take(at, 0)) at += step;
  if (left * 2 < budget) return { whole };
  // It stands under a label of its own and ends in a line end that is ours.
  const text = truncate(lines[at] ?? '', left - labelled - 1, '');
  return text === '' ? { whole } : { whole, part: { index: at, text } };
}

function notice(path: string, left: number, of: number): string {
  return `[${path} is too long to stand here whole: ${left} of its ${of} characters are left out. Each part below tells its lines.]\n`;
}

function label(from: number, to: number, isPart: boolean): string {
  if (isPart) return `[line ${from}, its beginning]\n`;
  return from === to ? `[line ${from}]\n` : `[lines ${from}–${to}]\n`;
}

/** What a label takes at most. */
function labelRoom(line: number): number {
  return Math.max(label(line, line, true).length, label(line, line + 1, false).length + 1);
}

// Chooses windows: the best first, none holding a line that another holds already, none saying what another has said.
// A window may begin at any line of a chunk; one that would run into a chosen one ends before it and is judged anew.

import { type Saying, sayingOf, saySame } from './duplicates.js';
import type { Judge, Judged } from './judge.js';
import type { Reading } from './score.js';
import { MAX_SNIPPET, type Unit } from './units.js';

/** Units of a reading from `start` to before `end`. */
export interface Window {
  reading: Reading;
  start: number;
  end: number;
}

export interface Chosen extends Window {
  judged: Judged;
}

export interface Conditions {
  /** Relevance below this share of the best one's is left out, unless it is exact. */
  floor: number;
  /** What says the same as a better one is left out. */
  merge: boolean;
}

/** Ends when nothing is left. */
export function* choose(readings: readonly Reading[], judge: Judge, { floor, merge }: Conditions): Generator<Chosen> {
  const taken = new Map<string, Set<number>>();
  const sayings: Saying[] = [];
  /** The parts of the question that something chosen holds. */
  const told = new Set<number>();
  const queue: Chosen[] = [];
  let best = 0;
  for (const reading of readings) {
    // A chunk that is near by its vector and holds nothing of the question is shown by its beginning.
    const holds = reading.score(0, reading.units.length) > 0;
    for (let start = 0, made = 0; start < reading.units.length && (holds || made === 0); start++) {
      const window = windowAt(reading, start, taken.get(reading.chunk.path));
      if (!window) continue;
      const judged = judge(reading, window.start, window.end);
      best = Math.max(best, judged.relevance);
      queue.push({ ...window, judged });
      made++;
    }
  }
  queue.sort(byScore).reverse();
  for (let next = queue.pop(); next; next = queue.pop()) {
    const { reading } = next;
    const lines = taken.get(reading.chunk.path);
    if (overlaps(next, lines)) {
      const again = windowAt(reading, next.start, lines);
      if (again) insert(queue, { ...again, judged: judge(reading, again.start, again.end) });
      continue;
    }
    const { relevance } = next.judged;
    if (relevance <= 0) continue;
    // What alone holds a word that was asked for is no weak answer to it, however much else was asked.
    const isWeak = relevance < floor * best && !reading.isExact(next.start, next.end);
    if (isWeak && partsOf(next).every((part) => told.has(part))) continue;
    const telling = tellingUnit(next);
    const saying = sayingOf(reading.units[telling]?.text ?? '', reading.held(telling).join());
    if (merge && sayings.some((other) => saySame(saying, other))) continue;
    sayings.push(saying);
    const chosen = { ...next, ...grown(next, lines) };
    for (const part of partsOf(chosen)) told.add(part);
    const now = lines ?? new Set<number>();
    for (const { line } of reading.units.slice(chosen.start, chosen.end)) now.add(line);
    taken.set(reading.chunk.path, now);
    yield chosen;
  }
}

/** Which parts of the question stand in a window. */
function partsOf({ reading, start, end }: Window): number[] {
  const parts: number[] = [];
  for (let at = start; at < end; at++) parts.push(...reading.held(at));
  return parts;
}

/** The most telling unit of a window: what it is chosen for. */
export function tellingUnit({ reading, start, end }: Window): number {
  const weight = (at: number) => (reading.lines[at] ?? 0) + (reading.units[at]?.text.length ?? 0) * 1e-6;
  let best = start;
  for (let at = start + 1; at < end; at++) if (weight(at) > weight(best)) best = at;
  return best;
}

/** As many units as one snippet holds, from `start` on, none of them taken; undefined when there is nothing to begin with. */
function windowAt(reading: Reading, start: number, taken: ReadonlySet<number> | undefined): Window | undefined {
  const first = reading.units[start];
  if (!first || isSilent(first) || taken?.has(first.line)) return undefined;
  let end = start + 1;
  let size = first.text.length;
  for (; !first.part && end < reading.units.length; end++) {
    const unit = reading.units[end];
    if (!unit || unit.part || taken?.has(unit.line) || size + 1 + unit.text.length > MAX_SNIPPET) break;
    size += 1 + unit.text.length;
  }
  while (end > start + 1 && isSilent(reading.units[end - 1])) end--;
  return { reading, start, end };
}

/** The window with lines around it that nobody has taken, behind it first, while a snippet holds them. */
function grown(
  { reading, start, end }: Window,
  taken: ReadonlySet<number> | undefined,
): { start: number; end: number } {
  const { units } = reading;
  if (units[start]?.part) return { start, end };
  let from = start;
  let to = end;
  let size = units.slice(from, to).reduce((sum, { text }) => sum + text.length + 1, -1);
  const takes = (at: number) => {
    const unit = units[at];
    if (!unit || unit.part || taken?.has(unit.line) || size + 1 + unit.text.length > MAX_SNIPPET) return false;
    size += 1 + unit.text.length;
    return true;
  };
  while (takes(to)) to++;
  while (takes(from - 1)) from--;
  while (to > end && isSilent(units[to - 1])) to--;
  while (from < start && isSilent(units[from])) from++;
  return { start: from, end: to };
}

/** A blank line, a rule, a line that came with a template. */
function isSilent(unit: Unit | undefined): boolean {
  return !unit || unit.terms.length === 0;
}

function overlaps({ reading, start, end }: Window, taken: ReadonlySet<number> | undefined): boolean {
  if (!taken) return false;
  for (let at = start; at < end; at++) if (taken.has(reading.units[at]?.line ?? 0)) return true;
  return false;
}

/** Best first; equals by path and line, so that an answer does not depend on how the index was filled. */
export function byScore(a: Chosen, b: Chosen): number {
  const [one, other] = [a.reading.chunk, b.reading.chunk];
  if (a.judged.score !== b.judged.score) return b.judged.score - a.judged.score;
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return one.startLine - other.startLine || a.start - b.start;
}

/** Into a queue whose best is last. */
function insert(queue: Chosen[], one: Chosen): void {
  let low = 0;
  let high = queue.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const there = queue[middle];
    if (there && byScore(there, one) > 0) low = middle + 1;
    else high = middle;
  }
  queue.splice(low, 0, one);
}

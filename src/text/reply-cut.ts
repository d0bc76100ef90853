// Decides where a layout is cut into parts: between blocks, else items, lines, sentences, words, else anywhere. What would
// fit a part of its own is kept whole. Knows no platform: how much a span would take is asked.

import { isBreak, KINDS, lastBoundary } from './break-points.js';
import type { Layout } from './reply-layout.js';
import { boxAt, stretchAt } from './reply-slice.js';

/** From where to where in the layout's text; white space between parts belongs to none. */
export type Span = readonly [start: number, end: number];

/** How much of a message a span would take: up to 1 it fits. Grows with the span. */
export type Load = (start: number, end: number) => number;

const MOST_GUESSES = 5;

/**
 * The parts in order. No more than `limit` UTF-16 units of text ever fit one. A span of one character is taken as it is,
 * whatever its load.
 */
export function cut(layout: Layout, limit: number, load: Load): Span[] {
  const spans: Span[] = [];
  const cutter = new Cutter(layout, limit, load);
  let start = cutter.skipBlank(0);
  while (start < layout.text.length) {
    const end = cutter.endOf(start);
    spans.push([start, end]);
    start = cutter.skipBlank(end);
  }
  return spans;
}

class Cutter {
  private readonly layout: Layout;
  private readonly limit: number;
  private readonly load: Load;

  constructor(layout: Layout, limit: number, load: Load) {
    this.layout = layout;
    this.limit = limit;
    this.load = load;
  }

  /** Over white space at the beginning of a part, but not over what indents a line of code. */
  skipBlank(at: number): number {
    const { text } = this.layout;
    let next = at;
    while (next < text.length && /\s/.test(text.charAt(next))) next += 1;
    if (next >= text.length || !boxAt(this.layout, next)) return next;
    const line = text.lastIndexOf('\n', next - 1) + 1;
    return line >= at && boxAt(this.layout, line) === boxAt(this.layout, next) ? line : next;
  }

  endOf(start: number): number {
    const { text } = this.layout;
    if (this.fits(start, text.length)) return text.length;
    const reach = this.reachFrom(start);
    return this.betweenBlocks(start, reach) ?? this.insideText(start, reach) ?? this.anywhere(start, reach);
  }

  private fits(start: number, end: number): boolean {
    return end - start <= this.limit && this.load(start, end) <= 1;
  }

  /** The furthest end that fits, and the white space behind it, which no part ends with. */
  private reachFrom(start: number): number {
    const { text } = this.layout;
    let reach = this.furthestFit(start);
    while (reach < text.length && /\s/.test(text.charAt(reach))) reach += 1;
    return reach;
  }

  /** Guesses by proportion, because marks are spread about evenly; then by halving. */
  private furthestFit(start: number): number {
    let low = start + 1;
    let high = Math.min(start + this.limit, this.layout.text.length);
    let at = high;
    for (let guesses = 0; ; guesses += 1) {
      const load = this.load(start, at);
      if (load <= 1) low = at;
      else high = at;
      if (at === low && (at === high || guesses === 0)) return at;
      if (high - low <= 1) return low;
      const guess = Math.floor(start + (at - start) / load);
      at = guesses < MOST_GUESSES && guess > low && guess < high ? guess : (low + high) >> 1;
    }
  }

  /** A cut is good if it leaves no small part behind, or if it keeps whole what fits a part of its own. */
  private isGood(start: number, reach: number, at: number, next: () => number): boolean {
    if (at - start >= (reach - start) / 2) return true;
    const end = next();
    return this.fits(this.skipBlank(at), end);
  }

  private betweenBlocks(start: number, reach: number): number | undefined {
    const { breaks, text } = this.layout;
    const from = indexAbove(breaks, start);
    const to = indexAbove(breaks, reach);
    const ranks = new Set<number>();
    for (let i = from; i < to; i += 1) ranks.add(breaks[i]?.rank ?? 0);
    for (const rank of [...ranks].sort((a, b) => a - b)) {
      let last = to - 1;
      while (last >= from && (breaks[last]?.rank ?? 0) > rank) last -= 1;
      const at = breaks[last]?.at ?? start;
      const next = () => {
        let i = last + 1;
        while (i < breaks.length && (breaks[i]?.rank ?? 0) > rank) i += 1;
        return breaks[i]?.at ?? text.length;
      };
      if (this.isGood(start, reach, at, next)) return at;
    }
    return undefined;
  }

  private insideText(start: number, reach: number): number | undefined {
    const { text } = this.layout;
    for (const kind of KINDS) {
      // Sentences and clauses only help to end a full part well; they are not kept whole.
      const lowest =
        kind === 'sentence' ? (start + reach) / 2 : kind === 'clause' ? (start + 3 * reach) / 4 : start + 1;
      const allowed = (at: number) => isBreak(text, at, kind) && this.mayCut(at);
      let at = Math.min(reach, text.length - 1);
      while (at >= lowest && !(allowed(at) && this.isWhole(start, at))) at -= 1;
      if (at < lowest || at <= start) continue;
      const next = () => {
        let end = at + 1;
        while (end < text.length && end - at <= this.limit && !allowed(end)) end += 1;
        return end;
      };
      if (this.isGood(start, reach, at, next)) return at;
    }
    return undefined;
  }

  private anywhere(start: number, reach: number): number {
    const { text } = this.layout;
    const at = lastBoundary(text, start, reach);
    if (at >= text.length || this.mayCut(at)) return at;
    let before = at;
    while (before > start && !this.mayCut(before)) before -= 1;
    return before > start ? lastBoundary(text, start, before) : at;
  }

  private isWhole(start: number, at: number): boolean {
    return /\s/.test(this.layout.text.charAt(at - 1)) || lastBoundary(this.layout.text, start, at) === at;
  }

  /** Not inside a link, behind the sign of a list's item, or in the head of a table. */
  private mayCut(at: number): boolean {
    const index = stretchAt(this.layout, at);
    const stretch = this.layout.stretches[index];
    const before = stretch && at > stretch.at ? stretch : this.layout.stretches[index - 1];
    if (!stretch || !before) return true;
    if (before.marker) return false;
    if (stretch.url !== undefined && stretch.url === before.url) return false;
    return at > stretch.at + (stretch.box?.head?.length ?? 0) || stretch.box?.head === undefined || at === stretch.at;
  }
}

/** How many breaks stand at or before `at`. */
function indexAbove(breaks: Layout['breaks'], at: number): number {
  let low = 0;
  let high = breaks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((breaks[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

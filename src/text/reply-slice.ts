// Takes one part out of a layout, complete in itself, and orders its styles so that they nest. Pure; decides no cuts.

import type { Box, Layout, Stretch } from './reply-layout.js';

/** The stretch that holds the character at `at`, which is below the length of the text. */
export function stretchAt(layout: Layout, at: number): number {
  let low = 0;
  let high = layout.stretches.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((layout.stretches[middle]?.at ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * The stretches from `start` to `end`, white space at the end and between styles taken out of them; a table that began
 * before gets its head again. `at` still points into the layout.
 */
export function slice(layout: Layout, start: number, end: number): Stretch[] {
  let last = end;
  while (last > start && /\s/.test(layout.text.charAt(last - 1))) last -= 1;
  const found: Stretch[] = [];
  if (start >= last) return found;
  for (let i = stretchAt(layout, start); i < layout.stretches.length; i += 1) {
    const stretch = layout.stretches[i];
    if (!stretch || stretch.at >= last) break;
    const from = Math.max(0, start - stretch.at);
    const text = stretch.text.slice(from, last - stretch.at);
    const head = from > 0 && from >= (stretch.box?.head?.length ?? 0) ? stretch.box?.head : undefined;
    found.push({ ...stretch, at: stretch.at + from, text: head === undefined ? text : head + text });
  }
  return tightened(found);
}

/** No bold, italic, struck or linked text begins or ends with white space. */
function tightened(stretches: readonly Stretch[]): Stretch[] {
  if (!stretches.some((one) => isStyled(one) && /^\s|\s$/.test(one.text))) return [...stretches];
  const pieces = stretches.flatMap((stretch): Stretch[] => {
    if (!isStyled(stretch)) return [stretch];
    const lead = /^\s+/.exec(stretch.text)?.[0].length ?? 0;
    const tail = lead === stretch.text.length ? 0 : (/\s+$/.exec(stretch.text)?.[0].length ?? 0);
    const cuts = [0, lead, stretch.text.length - tail, stretch.text.length];
    return cuts.flatMap((from, index) => {
      const text = stretch.text.slice(from, cuts[index + 1] ?? from);
      return text === '' ? [] : [{ ...stretch, at: stretch.at + from, text }];
    });
  });
  pieces.forEach((piece, index) => {
    if (isBlank(piece)) narrow(piece, pieces[index - 1]);
  });
  for (let i = pieces.length - 1; i >= 0; i -= 1) {
    const piece = pieces[i];
    if (piece && isBlank(piece)) narrow(piece, pieces[i + 1]);
  }
  return pieces;
}

function isBlank(piece: Stretch): boolean {
  return piece.box === undefined && !/\S/.test(piece.text);
}

/** Takes from white space every style that its neighbour does not have. */
function narrow(piece: Stretch, neighbour: Stretch | undefined): void {
  for (const key of ['bold', 'italic', 'strike', 'url'] as const) {
    if (piece[key] !== neighbour?.[key]) delete piece[key];
  }
}

function isStyled({ bold, italic, strike, url }: Stretch): boolean {
  return bold === true || italic === true || strike === true || url !== undefined;
}

/** Outermost first where two begin and end together. */
const MARKS = ['quote', 'box', 'strike', 'bold', 'italic', 'url', 'code'] as const;
export type Mark = (typeof MARKS)[number];

export type Step = { does: 'open' | 'close'; mark: Mark; stretch: Stretch } | { does: 'text'; stretch: Stretch };

/** What opens, is said and closes, in order and properly nested: of marks that begin together the longest is outermost. */
export function stepsOf(stretches: readonly Stretch[]): Step[] {
  const steps: Step[] = [];
  const open: { mark: Mark; stretch: Stretch }[] = [];
  const close = (count: number) => {
    for (const { mark, stretch } of open.splice(open.length - count).reverse())
      steps.push({ does: 'close', mark, stretch });
  };
  stretches.forEach((stretch, index) => {
    const ended = open.findIndex((one) => stretch[one.mark] !== one.stretch[one.mark]);
    if (ended >= 0) close(open.length - ended);
    const missing = MARKS.filter(
      (mark) => stretch[mark] !== undefined && !open.some((one) => one.mark === mark) && mayOpen(mark, stretch),
    );
    const reach = new Map(missing.length > 1 ? missing.map((mark) => [mark, reachOf(stretches, index, mark)]) : []);
    missing.sort((a, b) => (reach.get(b) ?? 0) - (reach.get(a) ?? 0));
    for (const mark of missing) {
      open.push({ mark, stretch });
      steps.push({ does: 'open', mark, stretch });
    }
    steps.push({ does: 'text', stretch });
  });
  close(open.length);
  return steps;
}

/** A style that another one interrupted goes on behind white space, not in front of it. */
function mayOpen(mark: Mark, stretch: Stretch): boolean {
  return mark === 'quote' || mark === 'box' || !isBlank(stretch);
}

function reachOf(stretches: readonly Stretch[], from: number, mark: Mark): number {
  let end = from;
  while (end < stretches.length && stretches[end]?.[mark] === stretches[from]?.[mark]) end += 1;
  return end;
}

/** The code or table that a position stands in, if any. */
export function boxAt(layout: Layout, at: number): Box | undefined {
  return layout.stretches[stretchAt(layout, at)]?.box;
}

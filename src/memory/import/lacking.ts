// What a text has that another lacks, line by line: a fence is one piece, a heading comes with what stands below it. Pure.

import { markLines, splitLines, withoutEnd } from '../lines.js';

interface Piece {
  lines: string[];
  /** 0: no heading. */
  heading: number;
}

export interface LackingOptions {
  /** Headings go down so many levels, so that they stand below another; what a file has under the same heading is no matter. */
  below?: number;
}

/**
 * The lines of `theirs` that do not stand in `ours`, wherever there, without blank ones at the ends; white space around a
 * line and repetitions are no difference. Empty when nothing lacks.
 */
export function lackingLines(theirs: string, ours: string, { below = 0 }: LackingOptions = {}): string[] {
  const known = new Set(plainLines(ours).map((line) => line.trim()));
  const out: string[] = [];
  let open: Piece[] = [];
  for (const piece of piecesOf(plainLines(theirs))) {
    if (piece.heading > 0) {
      // Those at its level or below it had nothing that lacks.
      open = [...open.filter(({ heading }) => heading < piece.heading), piece];
      continue;
    }
    if (!piece.lines.some((line) => line.trim() !== '' && !known.has(line.trim()))) {
      if (isBlank(piece) && out.length > 0 && out.at(-1) !== '') out.push('');
      continue;
    }
    for (const { lines, heading } of open) {
      const [line = ''] = lines;
      if (below === 0 && known.has(line.trim())) continue;
      if (out.length > 0 && out.at(-1) !== '') out.push('');
      out.push(lower(line, heading, below), '');
    }
    open = [];
    for (const line of piece.lines) {
      out.push(line);
      if (piece.lines.length === 1) known.add(line.trim());
    }
  }
  while (out.at(-1) === '') out.pop();
  return out;
}

function plainLines(text: string): string[] {
  return splitLines(text.replace(/^\ufeff/, '')).map(withoutEnd);
}

function isBlank({ lines }: Piece): boolean {
  return lines.every((line) => line.trim() === '');
}

function piecesOf(lines: readonly string[]): Piece[] {
  const { marks } = markLines(lines);
  const pieces: Piece[] = [];
  let fence: { char: string; piece: Piece } | undefined;
  for (const [at, line] of lines.entries()) {
    const bar = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence) {
      fence.piece.lines.push(line);
      if (bar?.startsWith(fence.char) && line.trim() === bar) fence = undefined;
      continue;
    }
    const piece = { lines: [line], heading: marks[at]?.heading ?? 0 };
    pieces.push(piece);
    if (bar !== undefined) fence = { char: bar, piece };
  }
  return pieces;
}

function lower(line: string, heading: number, below: number): string {
  if (below === 0) return line;
  return `${'#'.repeat(Math.min(6, heading + below))}${line.trimStart().replace(/^#+/, '')}`;
}

// A Markdown text as the pieces that are kept or go as a whole: a bullet with what continues it, a paragraph, or else one line; and
// the text without some of its lines. Pure, linear.

import { splitLines, withoutEnd } from '../lines.js';

export interface Block {
  /** Lines from 0, both inside. */
  from: number;
  to: number;
  kind: 'bullet' | 'paragraph' | 'line';
}

const BULLET = /^(\s*)(?:[-*+•‣]|\d{1,9}[.)])(\s+|$)/;
/** A heading, a quote, a fence, a table, a rule, a comment: no part of a paragraph. */
const ALONE = /^\s*(?:#{1,6}(?:\s|$)|>|`{3}|~{3}|\||<!--|(?:[-*_]\s*){3,}$)/;

/** In the order of the text; blank lines belong to none. `lines` without their ends. */
export function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  let indent = 0;
  let fence: string | undefined;
  for (const [at, line] of lines.entries()) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined || mark !== undefined) {
      if (fence === undefined) fence = mark?.slice(0, 3);
      else if (mark?.startsWith(fence)) fence = undefined;
      open = undefined;
      blocks.push({ from: at, to: at, kind: 'line' });
      continue;
    }
    const depth = line.length - line.trimStart().length;
    if (line.trim() === '') {
      open = undefined;
      continue;
    }
    const bullet = BULLET.exec(line);
    if (bullet) {
      open = { from: at, to: at, kind: 'bullet' };
      indent = bullet[1]?.length ?? 0;
      blocks.push(open);
    } else if (ALONE.test(line)) {
      open = undefined;
      blocks.push({ from: at, to: at, kind: 'line' });
    } else if (open && (open.kind === 'paragraph' || depth > indent || !/^\s/.test(line))) {
      open.to = at;
    } else {
      open = { from: at, to: at, kind: 'paragraph' };
      blocks.push(open);
    }
  }
  return blocks;
}

/** Lines as they are compared, without their ends. */
export function plainLines(text: string): string[] {
  return splitLines(text).map(withoutEnd);
}

export interface Cut {
  text: string;
  /** What went, lines from 1 of the text before, both inside, ascending. */
  gone: { from: number; to: number }[];
}

/** The text without those lines (from 0). Where that leaves two blank lines together, one goes too. */
export function withoutLines(text: string, goes: ReadonlySet<number>): Cut {
  const lines = splitLines(text);
  const kept: string[] = [];
  const gone: Cut['gone'] = [];
  let afterGone = false;
  for (const [at, line] of lines.entries()) {
    const isSpare = afterGone && line.trim() === '' && (kept.at(-1) ?? '').trim() === '';
    if (!goes.has(at) && !isSpare) {
      kept.push(line);
      afterGone = false;
      continue;
    }
    afterGone = true;
    const last = gone.at(-1);
    if (last?.to === at) last.to = at + 1;
    else gone.push({ from: at + 1, to: at + 1 });
  }
  // A byte order mark belongs to the file, not to its first line.
  const mark = text.startsWith('\ufeff') && goes.has(0) ? '\ufeff' : '';
  return { text: mark + kept.join(''), gone };
}

/** Where a line (from 1) of a file stands after those went; undefined for one of them. */
export function lineAfter(line: number, gone: Cut['gone']): number | undefined {
  let moved = line;
  for (const { from, to } of gone) {
    if (line >= from && line <= to) return undefined;
    if (line > to) moved -= to - from + 1;
  }
  return moved;
}

// The blocks of a long-term file: its headings, what may be changed as one matter, and the line that points to its topics.
// Pure, linear; what it does not know well (fences, tables, HTML, code) is no block, so that nothing ever touches it.

import { markLines, withoutEnd } from '../../lines.js';

export interface HeadingBlock {
  kind: 'heading';
  /** Indices of lines, half open, as in every block. */
  from: number;
  to: number;
  level: number;
  title: string;
}

export interface MatterBlock {
  kind: 'matter';
  from: number;
  to: number;
  /** A bullet or else a paragraph, each with what stands indented below it. */
  bullet: boolean;
  /** Columns before its bullet. */
  indent: number;
}

export interface Blocks {
  list: (HeadingBlock | MatterBlock)[];
  /** The line that points to the topics; -1 where none does. */
  pointer: number;
  /** What would have to be written to end a fence or a comment that is open at the end. */
  open: string | undefined;
}

const FENCE = /^[ \t]*(`{3,}(?=[^`]*$)|~{3,})/;
const BULLET = /^[ \t]*(?:[-*+•]|\d{1,9}[.)])(?:[ \t]|$)/;
const SETEXT = /^ {0,3}(=+|-+)[ \t]*$/;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const TABLE_RULE = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*$/;
const HTML = /^<\/?[a-z][a-z0-9-]*(?=[\s>/])/i;
const REFERENCE = /^\[[^\]]{1,200}\]:\s/;
const POINTER = /^More: [^\s,]*memory\/topics\/[^\s,/]+\.md(?:, [^\s,]*memory\/topics\/[^\s,/]+\.md)*$/;

/** Whether a line, without its end, is the one that points to the topics. */
export function isPointer(line: string): boolean {
  return POINTER.test(line.trimEnd());
}

export function pointerTo(paths: readonly string[]): string {
  return `More: ${paths.join(', ')}`;
}

export function pathsOfPointer(line: string): string[] {
  return isPointer(line) ? line.trim().slice('More: '.length).split(', ') : [];
}

/** A line without its end and without the mark that a file may begin with. */
export function plainOf(line: string): string {
  return withoutEnd(line).replace(/^\ufeff/, '');
}

/** Columns of white space in front, a tab being four. */
export function indentOf(line: string): number {
  const [white = ''] = /^[ \t]*/.exec(line) ?? [];
  return white.replaceAll('\t', '    ').length;
}

interface Open extends MatterBlock {
  /** It holds what must not be changed. */
  frozen: boolean;
  /** A blank line stands behind it. */
  gap: boolean;
}

/** `skipped`: lines, trimmed, that are nobody's matter. */
export function blocksOf(lines: readonly string[], skipped: ReadonlySet<string> = new Set()): Blocks {
  const { marks } = markLines(lines);
  const plain = lines.map(plainOf);
  const list: Blocks['list'] = [];
  let open: Open | undefined;
  let pointer = -1;
  /** What ends the verbatim part that we are in. */
  let verbatim: { ends(line: string): boolean; closing: string; inside: boolean } | undefined;
  let table = false;
  let html = false;

  function close(): void {
    if (open && !open.frozen) {
      const { from, to, bullet, indent } = open;
      list.push({ kind: 'matter', from, to, bullet, indent });
    }
    open = undefined;
  }
  /** Part of what is open, as what must not be changed where `frozen`; or the end of it. */
  function belongs(index: number, indent: number, frozen: boolean): boolean {
    if (!open || indent < open.indent + 2) {
      close();
      return false;
    }
    open.to = index + 1;
    // Deep below a paragraph and apart from it stands code.
    open.frozen ||= frozen || (!open.bullet && open.gap && indent >= 4);
    open.gap = false;
    return true;
  }

  for (let index = frontMatter(plain); index < plain.length; index++) {
    const line = plain[index] ?? '';
    const bare = line.trim();
    if (verbatim) {
      if (verbatim.inside && open) open.to = index + 1;
      if (verbatim.ends(bare)) verbatim = undefined;
      continue;
    }
    if (bare === '') {
      table = html = false;
      if (open) open.gap = true;
      continue;
    }
    const indent = indentOf(line);
    const { heading = 0, title = '' } = marks[index] ?? {};
    if (heading > 0) {
      close();
      list.push({ kind: 'heading', from: index, to: index + 1, level: heading, title });
      continue;
    }
    const [, fence] = FENCE.exec(line) ?? [];
    if (fence && (indent < 4 || open?.bullet)) {
      const inside = belongs(index, indent, true);
      const closing = new RegExp(`^[${fence.charAt(0)}]{${fence.length},}$`);
      verbatim = { ends: (one) => closing.test(one), closing: fence, inside };
    } else if (bare.startsWith('<!--')) {
      const inside = belongs(index, indent, false);
      if (!bare.includes('-->')) verbatim = { ends: (one) => one.includes('-->'), closing: '-->', inside };
    } else if (skipped.has(bare) || isPointer(line)) {
      if (isPointer(line)) pointer = index;
      close();
    } else if (open && !open.bullet && !open.gap && SETEXT.test(line)) {
      const level = bare.startsWith('=') ? 1 : 2;
      list.push({ kind: 'heading', from: open.from, to: index + 1, level, title: (plain[open.from] ?? '').trim() });
      open = undefined;
    } else if (RULE.test(line) || REFERENCE.test(bare)) {
      close();
    } else if (html || (indent < 4 && HTML.test(bare))) {
      html = !belongs(index, indent, true);
    } else if (bare.startsWith('|') || (bare.includes('|') && (table || TABLE_RULE.test(plain[index + 1] ?? '')))) {
      table = true;
      belongs(index, indent, true);
    } else if (BULLET.test(line)) {
      if (!belongs(index, indent, false) && indent < 4) open = matter(index, true, indent);
    } else if (open && !open.gap) {
      open.to = index + 1;
    } else if (!belongs(index, indent, false) && indent < 4) {
      open = matter(index, false, indent);
    }
  }
  close();
  return { list, pointer, open: verbatim?.closing };
}

/**
 * The lines with others in the place of some, by index. A line that would make a heading of the paragraph which now stands
 * right above it, or settings of what is now the beginning, is set apart.
 */
export function rejoined(
  lines: readonly string[],
  instead: ReadonlyMap<number, readonly string[]>,
  eol: string,
): string[] {
  const whole = blocksOf(lines).list.filter((block) => block.kind === 'heading' || block.bullet);
  const apart = new Set(whole.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index)));
  const result: string[] = [];
  let last = -1;
  for (const [index, line] of lines.entries()) {
    const put = instead.get(index);
    if (put) {
      result.push(...put);
      if (put.length > 0) last = -1;
      continue;
    }
    const isNear = last >= 0 && last < index - 1 && (lines[last] ?? '').trim() !== '' && !apart.has(last);
    const isFirst = index > 0 && result.every((one) => one === '\ufeff') && line.startsWith('---');
    if (isFirst || (isNear && SETEXT.test(plainOf(line)))) result.push(eol);
    result.push(line);
    last = index;
  }
  return result;
}

function matter(index: number, bullet: boolean, indent: number): Open {
  return { kind: 'matter', from: index, to: index + 1, bullet, indent, frozen: false, gap: false };
}

/** Where the text begins behind a block of settings between two `---`. */
function frontMatter(plain: readonly string[]): number {
  if (plain[0]?.trimEnd() !== '---') return 0;
  const end = plain.findIndex((line, index) => index > 0 && line.trimEnd() === '---');
  return end < 0 || plain[1]?.trim() === '' ? 0 : end + 1;
}

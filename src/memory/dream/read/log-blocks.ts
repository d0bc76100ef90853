// A daily log as its matters: bullets with what continues them, paragraphs, quotes, rows of tables, each with the lines where it
// stands. Pure, linear, for Markdown as people write it by hand. Headings, fences and comments are none.

import { sentencesOf } from '../../../text/sentences.js';
import { isTableRule, rowText } from './table-row.js';

export interface LogBlock {
  /** From 0, both inside. */
  from: number;
  to: number;
  text: string;
  quoted: boolean;
  /** The heading it stands under. */
  heading: string;
  under?: Under;
}

/** The bullet that another one hangs under. */
export interface Under {
  /** With the labels above it. */
  text: string;
  line: number;
  /** The outermost of them, which may say whose all of it is. */
  root: string;
}

/** "Shopping:" says nothing without what hangs under it. */
export function isLabel(text: string): boolean {
  return /[:：]\s*$/.test(text);
}

/** Longer ones are prose, of which every sentence stands for itself. */
const PARAGRAPH_LINES = 4;
/** UTF-16 units: what is behind them in one matter is not read. */
const MOST_CHARS = 4_000;
const LINE_CHARS = 8_000;
const MOST_LABEL = 200;
const BULLET = /^(\s*)(?:[-*+•‣]|(\d{1,3})[.)])\s+(\S.*)$/;
const QUOTE = /^\s*(?:>\s?)+/;
const TIME = /^\s*(?:\*\*)?[([（［【]?\d{1,2}[:：]\d{2}(?!\d)/;

interface Open {
  kind: 'bullet' | 'paragraph' | 'quote';
  from: number;
  to: number;
  lines: { at: number; text: string }[];
  indent: number;
  numbered: boolean;
  under?: Under;
}

/** `skipped`: lines that are not to be read, as if they were not there. */
export function logBlocks(lines: readonly string[], skipped: readonly boolean[]): LogBlock[] {
  const blocks: LogBlock[] = [];
  let heading = '';
  let open: Open | undefined;
  /** The bullets that the present one may hang under. */
  let parents: Open[] = [];
  let gap = false;
  let fence: { mark: string; indent: number } | undefined;
  let comment = false;
  let head: string | undefined;

  function close(): void {
    if (open) add(open);
    open = undefined;
  }

  function add({ kind, from, to, lines: rows, under }: Open): void {
    const base = { quoted: kind === 'quote', heading, ...(under ? { under } : {}) };
    if (kind === 'paragraph' && rows.length > PARAGRAPH_LINES) blocks.push(...sentenceBlocks(rows, heading));
    else blocks.push({ ...base, from, to, text: joined(rows.map(({ text }) => text)) });
  }

  function begin(kind: Open['kind'], at: number, text: string, indent = 0, numbered = false): void {
    close();
    open = { kind, from: at, to: at, lines: [{ at, text }], indent, numbered };
    if (kind !== 'bullet') return;
    parents = parents.filter((parent) => parent.indent < indent);
    const parent = parents.at(-1);
    if (parent) open.under = underOf(parent);
    parents.push(open);
  }

  function goOn(at: number, text: string): void {
    if (!open) return;
    open.to = at;
    open.lines.push({ at, text });
  }

  for (const [at, raw] of lines.entries()) {
    if (skipped[at]) {
      close();
      parents = [];
      continue;
    }
    const line = raw.slice(0, LINE_CHARS).replace(/\t/g, '    ').trimEnd();
    const bar = /^(\s*)(?:[-*+]\s+)?(`{3,}|~{3,})(.*)$/.exec(line);
    if (fence) {
      const indent = /^\s*/.exec(line)?.[0].length ?? 0;
      const ended = bar?.[2]?.startsWith(fence.mark) && bar[3]?.trim() === '';
      // One that hangs under a bullet ends with it.
      const left = fence.indent > 1 && line !== '' && indent < 2 && !ended;
      if (ended || left) fence = undefined;
      if (!left) continue;
    } else if (bar && !(bar[2]?.startsWith('`') && bar[3]?.includes('`'))) {
      close();
      fence = { mark: bar[2] ?? '', indent: bar[1]?.length ?? 0 };
      continue;
    }
    if (line === '') {
      gap = true;
      comment = false;
      head = undefined;
      if (open?.kind !== 'bullet') close();
      continue;
    }
    const told = withoutComments(line, comment);
    comment = told.open;
    const text = told.text.trimEnd();
    if (text.trim() === '') continue;
    const afterGap = gap;
    gap = false;
    const title = /^ {0,3}#{1,6}(?:\s+(\S.*))?$/.exec(text);
    if (title) {
      close();
      parents = [];
      heading = (title[1] ?? '').replace(/\s#+$/, '').trim();
      continue;
    }
    if (/^\s*(?:=+|(?:[-*_]\s*){2,})$/.test(text)) {
      // The line under a text that makes a heading of it; else a rule.
      if (open?.kind === 'paragraph' && open.lines.length === 1 && !/[.!?…。！？]$/u.test(open.lines[0]?.text ?? '')) {
        heading = open.lines[0]?.text.trim() ?? '';
        open = undefined;
      }
      close();
      parents = [];
      continue;
    }
    if (text.includes('|') && (head !== undefined || isTableRule(lines[at + 1] ?? ''))) {
      close();
      if (head === undefined) head = text;
      else if (!isTableRule(text)) blocks.push({ from: at, to: at, text: rowText(head, text), quoted: false, heading });
      continue;
    }
    head = undefined;
    const bullet = BULLET.exec(text);
    const indent = /^\s*/.exec(text)?.[0].length ?? 0;
    if (bullet && (bullet[2] === undefined || bullet[2] === '1' || open?.numbered || parents.at(-1)?.numbered)) {
      begin('bullet', at, bullet[3] ?? '', indent, bullet[2] !== undefined);
    } else if (QUOTE.test(text)) {
      const words = text.replace(QUOTE, '');
      if (words.trim() === '') close();
      else if (open?.kind === 'quote' && !BULLET.test(words) && !TIME.test(words)) goOn(at, words.trim());
      else begin('quote', at, words.replace(BULLET, '$3').trim());
    } else if (open?.kind === 'bullet' && isMore(open, text, { indent, afterGap })) {
      goOn(at, text.trim());
    } else if (open?.kind === 'paragraph' && !standsAlone(text)) {
      goOn(at, text.trim());
    } else {
      begin('paragraph', at, text.trim());
      parents = [];
    }
  }
  close();
  return blocks;
}

/** Whether a line goes on with the bullet above it: an indented one, or one that a sentence was wrapped into. */
function isMore({ lines }: Open, text: string, { indent, afterGap }: { indent: number; afterGap: boolean }): boolean {
  if (standsAlone(text)) return false;
  if (indent >= 2) return true;
  return !afterGap && !/[.!?…。！？:：]["'”’」』）)]*$/u.test(lines.at(-1)?.text ?? '');
}

/** A time of its own, a label of what comes below, a line of a stack trace. */
function standsAlone(text: string): boolean {
  return TIME.test(text) || isLabel(text) || /^\s+at \S+[.(<:]/.test(text);
}

function underOf({ lines, from, under }: Open): Under {
  const own = joined(lines.map(({ text }) => text));
  const above = under && isLabel(under.text) && under.text.length < MOST_LABEL ? `${under.text} ` : '';
  return { text: above + own, line: from, root: under?.root ?? own };
}

/** Without `<!-- … -->`; `inside`: the line before left one open. A blank line ends it, whatever it leaves open. */
function withoutComments(line: string, inside: boolean): { text: string; open: boolean } {
  if (!inside && !line.includes('<!--')) return { text: line, open: false };
  let text = '';
  let at = 0;
  if (inside) {
    const end = line.indexOf('-->');
    if (end < 0) return { text: '', open: true };
    at = end + 3;
  }
  for (;;) {
    const begin = line.indexOf('<!--', at);
    if (begin < 0) return { text: text + line.slice(at), open: false };
    text += line.slice(at, begin);
    const end = line.indexOf('-->', begin + 4);
    if (end < 0) return { text, open: true };
    at = end + 3;
  }
}

/** Lines of one matter; between characters that need no space there comes none. */
function joined(rows: readonly string[]): string {
  let text = '';
  for (const row of rows) {
    if (text.length > MOST_CHARS) break;
    text += text === '' || isWithoutSpace(text, row) ? row : ` ${row}`;
  }
  return text.slice(0, MOST_CHARS);
}

function isWithoutSpace(text: string, next: string): boolean {
  return (
    /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}。，、：；！？]$/u.test(text.slice(-2)) &&
    /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u.test(next)
  );
}

/** Every sentence of a long paragraph, on the lines where it stands. */
function sentenceBlocks(rows: readonly { at: number; text: string }[], heading: string): LogBlock[] {
  const starts: number[] = [];
  const parts: string[] = [];
  let length = 0;
  // Put together once: to look at the end of a text that grows would copy all of it each time.
  for (const [index, { text }] of rows.entries()) {
    const before = rows[index - 1]?.text;
    const space = before === undefined || isWithoutSpace(before, text) ? '' : ' ';
    length += space.length;
    starts.push(length);
    length += text.length;
    parts.push(space, text);
  }
  const all = parts.join('');
  let row = 0;
  let from = 0;
  return sentencesOf(all).map((text) => {
    const begin = Math.max(from, all.indexOf(text, from));
    from = begin + text.length;
    while ((starts[row + 1] ?? Number.POSITIVE_INFINITY) <= begin) row++;
    const first = rows[row]?.at ?? 0;
    while ((starts[row + 1] ?? Number.POSITIVE_INFINITY) < from) row++;
    return { from: first, to: rows[row]?.at ?? first, text: text.slice(0, MOST_CHARS), quoted: false, heading };
  });
}

// The fields at the top of a SKILL.md, between its lines of `---`. Strict YAML first, every scalar as text; what that refuses is
// read a second time line by line, and each such line is told. Pure; must never throw, and knows nothing of what a field means.

import { LineCounter, parseDocument, type YAMLError } from 'yaml';

/** A text, a list, or a map. */
export type Field = string | readonly Field[] | ReadonlyMap<string, Field>;

export interface Fields {
  values: ReadonlyMap<string, Field>;
  /** The value of a field as its author wrote it, on one line. */
  raw(key: string): string;
  /** The line of the file on which a field begins, from 1; 0: there is none. */
  lineOf(key: string): number;
  /** What was not read strictly, a sentence each. */
  notes: readonly string[];
  /** False: the line that ends the fields is missing. */
  closed: boolean;
}

/** A stretch of the file that may be the fields. */
interface Head {
  lines: readonly string[];
  /** Lines of the file above it. */
  above: number;
  notes: readonly string[];
  closed: boolean;
}

const MOST_NOTES = 4;
const MOST_LINES = 2_000;
const KEY = /^([\p{L}_][\p{L}\p{N}_.-]*|"[^"]+"|'[^']+')[ \t]*:(?:[ \t]+(.*)|)$/u;

/** A field that somebody indented by mistake. */
const SLIPPED =
  /^[ \t]+(name|description|license|compatibility|metadata|version|context|allowed-tools|disable-model-invocation|user-invocable)[ \t]*:(?:[ \t]+(.*)|)$/;

/** `text` is the beginning of the file, its line ends and byte order mark as they come. */
export function readFields(text: string): Fields {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/, MOST_LINES);
  const whole = fenced(lines);
  const simple = whole.closed ? readSimple(whole.lines) : undefined;
  if (simple) return toFields(whole, simple, []);
  const strict = whole.closed ? parse(whole.lines.join('\n')) : undefined;
  if (strict && 'values' in strict) return toFields(whole, strict.values, []);
  // The line that was taken for the end may be a rule far below: a stretch that ends before it is the better reading.
  const short = upToText(whole);
  if (short !== whole) {
    const read = parse(short.lines.join('\n'));
    if ('values' in read && read.values.has('description')) return toFields(short, read.values, []);
  }
  return lenient(whole.closed ? whole : short);
}

function fenced(lines: readonly string[]): Head {
  const first = lines.findIndex((line) => line.trim() !== '');
  const notes: string[] = [];
  const isOpened = lines[first]?.trimEnd() === '---';
  if (isOpened && first > 0) notes.push(note(first + 1, 'the --- is not on the first line'));
  if (!isOpened && !KEY.test(lines[first] ?? '')) return { lines: [], above: 0, notes: [], closed: true };
  if (!isOpened) notes.push(note(first + 1, 'the --- above the fields is missing'));
  const from = isOpened ? first + 1 : first;
  const end = lines.findIndex((line, index) => index >= from && /^(?:---|\.\.\.)\s*$/.test(line));
  if (end >= 0) return { lines: lines.slice(from, end), above: from, notes, closed: true };
  return { lines: lines.slice(from), above: from, notes, closed: false };
}

/** The part before the first blank line or heading; the same head when there is no such line. */
function upToText(head: Head): Head {
  const end = head.lines.findIndex((line) => line.trim() === '' || /^#{1,6}\s/.test(line));
  if (end < 0 && head.closed) return head;
  const lines = end < 0 ? head.lines : head.lines.slice(0, end);
  const missing = note(head.above + lines.length + 1, 'the --- below the fields is missing');
  return { ...head, lines, notes: [...head.notes, missing], closed: false };
}

/** A line on which YAML and everybody else agree: a key, and a value that begins with a letter and has no mark in it. */
const SIMPLE = /^([A-Za-z][A-Za-z0-9_-]*): +([\p{L}\p{N}](?:(?!:(?:\s|$)|\s#)[^\p{C}])*)$/u;

/** What `parse` would read, at a small part of its price: most skills have nothing else. Undefined: it takes more. */
function readSimple(lines: readonly string[]): ReadonlyMap<string, Field> | undefined {
  const values = new Map<string, Field>();
  for (const line of lines) {
    const [, key, value] = SIMPLE.exec(line) ?? [];
    if (key === undefined || value === undefined || values.has(key)) return undefined;
    values.set(key, value.trimEnd());
  }
  return values;
}

type Parsed = { values: ReadonlyMap<string, Field> } | { says: string; line: number };

/** More of it is no field of anybody's: the parser would take long, and at some depth take the whole process with it. */
const MOST_YAML = { units: 20_000, brackets: 200, indent: 200, marks: 100 };

function isTooMuch(text: string): boolean {
  const { units, brackets, indent, marks } = MOST_YAML;
  // Nothing is deeper than it has brackets and indented places, closed or not.
  if (text.length > units || countOf(text, /[[{]/g) > brackets) return true;
  return text.split(/[\r\n]/).some((line) => line.search(/\S|$/) > indent || countOf(line, /[-?:](?=\s)/g) > marks);
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** `line` counts from 0 within the text. */
function parse(text: string): Parsed {
  if (isTooMuch(text)) return { says: 'this is too long or too deeply nested for fields', line: 0 };
  const counter = new LineCounter();
  try {
    const document = parseDocument(text, { schema: 'failsafe', prettyErrors: false, lineCounter: counter });
    const [flaw] = [...document.errors, ...document.warnings];
    if (flaw) return { says: inPlainWords(flaw, text), line: Math.max(0, counter.linePos(flaw.pos[0]).line - 1) };
    const value: unknown = document.toJS({ mapAsMap: true, maxAliasCount: 50 });
    if (value === null || value === '') return { values: new Map() };
    const field = toField(value, 0);
    if (field instanceof Map) return { values: field };
  } catch {
    // Aliases without anchors, or without end.
  }
  return { says: 'these are no fields', line: 0 };
}

/** What somebody wrote as a text inside a field, as YAML or JSON; undefined for what is neither. */
export function readInner(text: string): Field | undefined {
  const read = parse(text);
  return 'values' in read ? read.values : undefined;
}

function toField(value: unknown, depth: number): Field {
  if (depth > 12 || value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((one) => toField(one, depth + 1));
  if (value instanceof Map) {
    const pairs = [...value].filter((pair): pair is [string, unknown] => typeof pair[0] === 'string');
    return new Map(pairs.map(([key, one]) => [key, toField(one, depth + 1)]));
  }
  return String(value);
}

function inPlainWords({ code, pos, message }: Pick<YAMLError, 'code' | 'pos' | 'message'>, text: string): string {
  const char = text[pos[0]] ?? '';
  const value = /:[ \t]+(\S)[^\n]*$/.exec(text.slice(0, text.indexOf('\n', pos[0]) + 1 || undefined).trimEnd())?.[1];
  switch (code) {
    case 'BLOCK_AS_IMPLICIT_KEY':
      return 'a value with a colon in it needs quotes';
    case 'TAB_AS_INDENT':
      return 'it is indented with a tab';
    case 'DUPLICATE_KEY':
      return 'this field stands here twice, and the first counts';
    case 'BAD_SCALAR_START':
      return `a value that begins with ${char} needs quotes`;
    case 'BAD_DQ_ESCAPE':
      return 'a backslash between double quotes must be written twice';
    case 'MULTILINE_IMPLICIT_KEY':
      return 'a line goes on without being indented';
    case 'TAG_RESOLVE_FAILED':
      return 'a value that begins with ! needs quotes';
    default:
      if (/missing closing ["']/i.test(message)) return 'quotes that begin before it do not end';
      if (value === '[' || value === '{') return `a value that begins with ${value} needs quotes`;
      if (value === '"' || value === "'") return 'the quotes do not go round the whole value';
      return 'this is not written as YAML wants it';
  }
}

interface Block {
  key: string;
  /** Behind the colon. */
  inline: string;
  lines: string[];
  /** Of the file, from 1. */
  line: number;
}

/** The lines of each field; what belongs to no field belongs to the one above it. */
function blocksOf({ lines, above }: Head): Block[] {
  const blocks: Block[] = [];
  const margin = /^[ \t]*/.exec(lines.find((line) => KEY.test(line.trim())) ?? '')?.[0] ?? '';
  for (const [index, line] of lines.entries()) {
    const bare = line.startsWith(margin) ? line.slice(margin.length) : line;
    const [, key, inline = ''] = KEY.exec(bare.trimEnd()) ?? [];
    const slipped = key === undefined && isWhole(blocks.at(-1)) ? SLIPPED.exec(bare.trimEnd()) : null;
    if (key !== undefined) {
      blocks.push({ key: unquoted(key), inline, lines: [bare], line: above + index + 1 });
    } else if (slipped) {
      const [, name = '', value = ''] = slipped;
      blocks.push({ key: name, inline: value, lines: [bare.trimStart()], line: above + index + 1 });
    } else if (!/^#(?:\s|$)/.test(bare)) blocks.at(-1)?.lines.push(bare);
  }
  return blocks;
}

/** Its value stands on its line: whatever is indented below it is no part of it. */
function isWhole(block: Block | undefined): boolean {
  return block !== undefined && block.lines.length === 1 && /^[^\s|>[{"'&*!]/.test(block.inline);
}

function lenient(head: Head): Fields {
  const values = new Map<string, Field>();
  const notes: string[] = [];
  for (const block of blocksOf(head)) {
    if (values.has(block.key)) {
      notes.push(note(block.line, `${block.key} stands here a second time, and the first counts`));
      continue;
    }
    const untabbed = block.lines.map((line) => line.replace(/^[ \t]+/, (indent) => indent.replaceAll('\t', '  ')));
    const isTabbed = untabbed.some((line, index) => line !== block.lines[index]);
    const read = parse(untabbed.join('\n'));
    if ('values' in read) {
      if (isTabbed) notes.push(note(block.line + 1, 'it is indented with a tab'));
      values.set(block.key, read.values.get(block.key) ?? '');
    } else {
      notes.push(note(block.line + read.line, read.says));
      values.set(block.key, rawOf(block));
    }
  }
  const strict = parse(head.lines.join('\n'));
  if (notes.length === 0 && 'says' in strict && head.lines.length > 0) {
    notes.push(note(head.above + strict.line + 1, strict.says));
  }
  return toFields(head, values, notes);
}

function toFields(head: Head, values: ReadonlyMap<string, Field>, notes: readonly string[]): Fields {
  const blockOf = (key: string) => blocksOf(head).find((block) => block.key === key);
  const all = [...head.notes, ...notes];
  const rest = all.length - MOST_NOTES;
  return {
    values,
    notes: rest > 0 ? [...all.slice(0, MOST_NOTES), `So were ${rest} more lines.`] : all,
    closed: head.closed,
    raw: (key) => {
      const block = blockOf(key);
      return block ? rawOf(block) : '';
    },
    lineOf: (key) => blockOf(key)?.line ?? 0,
  };
}

/** The value as it stands there, on one line, without quotes that its author began it with. */
function rawOf({ inline, lines }: Block): string {
  const all = [inline, ...lines.slice(1)].map((line) => line.trim()).filter((line) => line !== '');
  return unquoted(all.join(' ').replace(/^[|>][+-]?\d?\s/, ''));
}

function unquoted(text: string): string {
  const quote = text[0];
  if (quote !== '"' && quote !== "'") return text;
  const inner = text.slice(1);
  // An apostrophe inside a word ends nothing.
  const ends = inner.replace(/(?<=\w)'(?=\w)/g, '').split(quote).length - 1;
  if (ends === 0) return inner;
  return ends === 1 && inner.endsWith(quote) ? inner.slice(0, -1) : text;
}

export function note(line: number, says: string): string {
  return `Line ${line}: ${says}; read leniently.`;
}

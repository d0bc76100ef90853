// Cuts a text into the pieces that are indexed: whole lines, about so many tokens, with their heading path and terms.
// Pure and linear. Whoever changes what it makes raises CHUNKS_VERSION.

import { hash } from 'node:crypto';
import { indexTerms } from '../../text/index-terms.js';
import { estimateTokens } from '../../text/tokens.js';
import { markLines } from '../lines.js';
import { contextTerms } from '../search/context-terms.js';
import { cutLine } from './long-line.js';
import type { NewChunk } from './store.js';

/** Part of the index fingerprint: an index built under another number is rebuilt. */
export const CHUNKS_VERSION = 1;

export interface ChunkSize {
  /** The cap, by `estimateTokens`, overlap included. */
  tokens: number;
  /** How much of a chunk's end the next one repeats. */
  overlap: number;
}

export interface ChunkOptions extends ChunkSize {
  /** YYYY-MM-DD from the file's name: its words are among the terms of every chunk. */
  day?: string | undefined;
  /** Lines, trimmed, that came with a template: they say nothing, and a chunk of such lines alone is none. */
  skip?: ReadonlySet<string> | undefined;
}

/** Joins the headings above a line. */
const PATH_MARK = ' › ';
/** Every line end costs as much as a Latin letter. */
const LINE_END = 0.25;
/** Chunks are filled so far before a heading or a paragraph may end them; more than an overlap can be. */
const FILLED = 0.5;

/** The text's chunks in order; none for a blank text. Lines end in \n; every line that says something is in some chunk. */
export function cutChunks(text: string, options: ChunkOptions): NewChunk[] {
  const file = readLines(text, options.skip ?? new Set());
  const tokens = Math.max(1, options.tokens);
  const overlap = Math.max(0, Math.min(options.overlap, tokens / 2));
  const chunks: NewChunk[] = [];
  let start = 0;
  /** Lines before this one are in a chunk. */
  let covered = 0;
  while (start < file.lines.length) {
    if ((file.costs[start] ?? 0) > tokens) {
      addPieces(start);
      start++;
      covered = start;
      continue;
    }
    const end = endOf(file, start, tokens);
    add(start, end);
    covered = end;
    start = end < file.lines.length ? startOf(file, start, end, overlap) : end;
  }
  return chunks;

  /** Lines from `start` to before `end`, without the blank ones around; none when they say nothing new. */
  function add(start: number, end: number): void {
    let first = start;
    let last = end - 1;
    while (first <= last && file.lines[first]?.trim() === '') first++;
    while (last > first && file.lines[last]?.trim() === '') last--;
    if (!file.says.slice(Math.max(first, covered), last + 1).includes(true)) return;
    const heading = file.headings[bodyFrom(file, first, last)] ?? '';
    const terms = [contextTerms(heading, options.day)];
    for (let at = first; at <= last; at++) terms.push(termsOf(file, at));
    const text = file.lines.slice(first, last + 1).join('\n');
    chunks.push({ startLine: first + 1, endLine: last + 1, heading, text, ...joined(terms) });
  }

  function addPieces(at: number): void {
    if (!file.says[at]) return;
    const heading = file.headings[at] ?? '';
    for (const text of cutLine(file.lines[at] ?? '', tokens, overlap)) {
      const terms = [contextTerms(heading, options.day), lineOf(indexTerms(text))];
      chunks.push({ startLine: at + 1, endLine: at + 1, heading, text, ...joined(terms) });
    }
  }
}

/** What makes a chunk the same one: with another of these it is another chunk. Hex. */
export function chunkIdentity(
  corpus: string,
  path: string,
  { startLine, endLine }: Pick<NewChunk, 'startLine' | 'endLine'>,
  hash: string,
  model: string,
): string {
  return sha256(JSON.stringify([corpus, path, startLine, endLine, hash, model]));
}

/** SHA-256 in hex, the hash of everything in the index. */
export function sha256(text: string): string {
  return hash('sha256', text);
}

/** Whether a row's text is what was written; SQLite does not notice when only letters changed. */
export function isIntact(row: { text: string; hash: string }): boolean {
  return sha256(row.text) === row.hash;
}

interface FileLines {
  lines: string[];
  costs: number[];
  /** The heading path that holds at the line, its own heading included. */
  headings: string[];
  isHeading: boolean[];
  /** Neither blank nor of the template. */
  says: boolean[];
  terms: (string | undefined)[];
}

function readLines(text: string, skip: ReadonlySet<string>): FileLines {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const { marks } = markLines(lines);
  const frontMatter = frontMatterEnd(lines);
  const path: { level: number; title: string }[] = [];
  let heading = '';
  const file: FileLines = { lines, costs: [], headings: [], isHeading: [], says: [], terms: [] };
  for (const [at, line] of lines.entries()) {
    const trimmed = line.trim();
    const says = trimmed !== '' && !skip.has(trimmed);
    const { heading: level = 0, title = '' } = (at >= frontMatter && marks[at]) || {};
    if (level > 0) {
      while ((path.at(-1)?.level ?? 0) >= level) path.pop();
      // A template's heading is a place in the file and none of anybody's words.
      path.push({ level, title: says ? title : '' });
      heading = path
        .map((one) => one.title)
        .filter(Boolean)
        .join(PATH_MARK);
    }
    file.costs.push(estimateTokens(line) + LINE_END);
    file.headings.push(heading);
    file.isHeading.push(level > 0);
    file.says.push(says);
  }
  return file;
}

/** The index behind YAML front matter, 0 without. Its comments look like headings. */
function frontMatterEnd(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== '---') return 0;
  const end = lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)\s*$/.test(line));
  return end + 1;
}

/** The first line that is not a heading; the last one where all are. */
function bodyFrom(file: FileLines, first: number, last: number): number {
  let at = first;
  while (at < last && (file.isHeading[at] || file.lines[at]?.trim() === '')) at++;
  return at;
}

/** The line before which a chunk from `start` ends: at the last heading or paragraph that leaves it filled, else at the cap. */
function endOf(file: FileLines, start: number, tokens: number): number {
  let sum = 0;
  let heading = 0;
  let paragraph = 0;
  for (let at = start; at < file.lines.length; at++) {
    const cost = file.costs[at] ?? 0;
    if (sum > tokens * FILLED) {
      if (file.isHeading[at]) heading = at;
      else if (file.lines[at - 1]?.trim() === '' && file.lines[at]?.trim() !== '') paragraph = at;
    }
    if (sum + cost > tokens) return heading || paragraph || at;
    sum += cost;
  }
  return file.lines.length;
}

/** Where the chunk behind the one from `start` to `end` begins: a few lines before its end, but never before a heading there. */
function startOf(file: FileLines, start: number, end: number, overlap: number): number {
  if (file.isHeading[end]) return end;
  let sum = 0;
  let at = end;
  while (at - 1 > start) {
    sum += file.costs[at - 1] ?? 0;
    if (sum > overlap) break;
    at--;
    if (file.isHeading[at]) break;
  }
  return at;
}

/** Lines in an overlap are read once. */
function termsOf(file: FileLines, at: number): string {
  const known = file.terms[at];
  if (known !== undefined) return known;
  const terms = file.says[at] ? lineOf(indexTerms(file.lines[at] ?? '')) : ' ';
  file.terms[at] = terms;
  return terms;
}

function lineOf(terms: readonly string[]): string {
  return terms.length > 0 ? ` ${terms.join(' ')} ` : ' ';
}

/** Terms of a chunk, and how many. */
function joined(lines: readonly string[]): { terms: string; length: number } {
  let length = 0;
  for (const line of lines) for (let at = line.indexOf(' ', 1); at > 0; at = line.indexOf(' ', at + 1)) length++;
  return { terms: lines.join('\n'), length };
}

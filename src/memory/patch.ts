// Changes of a text as data: adding lines, the diff and its inverse. Pure; reads and writes nothing.

import { applyPatch, formatPatch, reversePatch, type StructuredPatch, structuredPatch } from 'diff';
import { endOfLine, type LineMark, markLines, splitLines, withoutEnd } from './lines.js';

export interface Applied {
  text: string;
  /** The first line that was written, from 1. */
  line: number;
}

/**
 * Adds `lines` at the end of the text, or of the section under `heading` (`## Notes`, added at the end if missing). The
 * file keeps its kind of line ends and always ends in one; a code fence left open is closed first, so that nothing is
 * written into it. A blank line is put where Markdown would otherwise glue the new lines to what stands before.
 */
export function appendLines(text: string, lines: readonly string[], heading?: string): Applied {
  const eol = endOfLine(text);
  const old = splitLines(text);
  const last = old.at(-1);
  if (last !== undefined && !last.endsWith('\n')) old[old.length - 1] = last + eol;
  const { marks, openFence } = markLines(old);
  const added = lines.flatMap((line) => line.split(/\r?\n/)).map((line) => line + eol);
  const section = heading === undefined ? { start: 0, end: old.length } : findSection(marks, heading);
  const start = section?.start ?? old.length;
  const end = section?.end ?? old.length;
  if (end === old.length && openFence) old.push(openFence + eol);

  let at = end === marks.length ? old.length : end;
  while (at > start && withoutEnd(old[at - 1] ?? '').trim() === '') at--;
  const before: string[] = [];
  if (heading !== undefined && !section) {
    if (at > 0) before.push(eol);
    before.push(heading + eol, eol);
  } else if (needsGap(old[at - 1], added[0], old[at] !== undefined && (old[at] ?? '').trim() === '')) {
    if (at < old.length && (old[at] ?? '').trim() === '') at++;
    else before.push(eol);
  }
  const after = at < old.length && (old[at] ?? '').trim() !== '' ? [eol] : [];
  return {
    text: [...old.slice(0, at), ...before, ...added, ...after, ...old.slice(at)].join(''),
    line: at + before.length + 1,
  };
}

/** Half open range of the lines of a section, its heading included, sections below it too. */
function findSection(marks: readonly LineMark[], heading: string): { start: number; end: number } | undefined {
  const wanted = markLines([heading]).marks[0];
  const start = marks.findIndex((mark) => mark.heading === wanted?.heading && mark.title === wanted.title);
  if (start < 0) return undefined;
  const level = marks[start]?.heading ?? 0;
  const next = marks.findIndex((mark, index) => index > start && mark.heading > 0 && mark.heading <= level);
  return { start, end: next < 0 ? marks.length : next };
}

/** Bullets follow bullets directly; headings and paragraphs are set apart. */
function needsGap(previous: string | undefined, first: string | undefined, blankFollows: boolean): boolean {
  if (previous === undefined || previous.trim() === '' || (first ?? '').trim() === '') return false;
  const bullet = /^\s*(?:[-*+]|\d+[.)])\s/;
  if (/^ {0,3}#{1,6}\s/.test(previous.replace(/^\ufeff/, ''))) return true;
  if (bullet.test(first ?? '')) return !bullet.test(previous) && !/^(?: {2,}|\t)\S/.test(previous);
  return blankFollows;
}

/** A whole new text in the manner of the old file: its byte order mark and its line ends are kept. */
export function replaceText(old: string, text: string): Applied {
  const eol = endOfLine(old);
  const plain = text.replace(/^\ufeff/, '');
  const ends = eol === '\r\n' && !plain.includes('\r\n') ? plain.replaceAll('\n', '\r\n') : plain;
  const next = (old.startsWith('\ufeff') ? '\ufeff' : '') + ends;
  return { text: next, line: firstDifference(old, next) };
}

/** A whole new text as it is. */
export function verbatimText(old: string, text: string): Applied {
  return { text, line: firstDifference(old, text) };
}

function firstDifference(old: string, next: string): number {
  const [a, b] = [splitLines(old), splitLines(next)];
  const same = b.findIndex((line, index) => line !== a[index]);
  return same < 0 ? Math.max(1, b.length) : same + 1;
}

export interface Diff {
  /** Unified, three lines of context. */
  patch: string;
  /** Takes the change back. */
  inverse: string;
}

/** Beyond so many changed lines a diff says no more than the two texts do (and costs the square of it). */
const MAX_EDITS = 2_000;

export function diffTexts(path: string, old: string, next: string): Diff {
  const found =
    structuredPatch(path, path, old, next, undefined, undefined, { context: 3, maxEditLength: MAX_EDITS }) ??
    wholePatch(path, old, next);
  return { patch: formatPatch(found), inverse: formatPatch(reversePatch(found)) };
}

function wholePatch(path: string, old: string, next: string): StructuredPatch {
  const [removed, added] = [hunkLines('-', old), hunkLines('+', next)];
  const hunk = {
    oldStart: 1,
    oldLines: splitLines(old).length,
    newStart: 1,
    newLines: splitLines(next).length,
    lines: [...removed, ...added],
  };
  return { oldFileName: path, newFileName: path, oldHeader: undefined, newHeader: undefined, hunks: [hunk] };
}

function hunkLines(sign: '-' | '+', text: string): string[] {
  const lines = splitLines(text).map((line) => sign + line.replace(/\n$/, ''));
  return text === '' || text.endsWith('\n') ? lines : [...lines, '\\ No newline at end of file'];
}

/** The text with a unified diff applied, wherever its context now stands; undefined when it does not fit. */
export function patched(text: string, patch: string): string | undefined {
  const result = applyPatch(text, patch, { autoConvertLineEndings: false });
  return result === false ? undefined : result;
}

/** How often `lines` stand in the text, one right after the other. */
export function countRuns(text: string, lines: readonly string[]): number {
  const wanted = lines.flatMap((line) => line.split(/\r?\n/));
  const there = splitLines(text).map(withoutEnd);
  let count = 0;
  for (let at = 0; at + wanted.length <= there.length; at++) {
    if (wanted.every((line, index) => there[at + index] === line)) count++;
  }
  return count;
}

// A file's content as readers get it: line ends `\n`, no byte order mark unless asked for, the range of lines. Pure.

import type { LineRange, MemoryDoc } from '../contracts/index.js';
import type { FileContent } from './files.js';
import { splitLines } from './lines.js';

/** Odd ranges are brought to the nearest sensible one; behind the end there is an empty text with `to` below `from`. */
export function toDoc(path: string, file: FileContent, range: LineRange = {}): MemoryDoc {
  const plain = range.exact ? file.text : file.text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  const lines = splitLines(plain);
  const from = Math.min(wholeNumber(range.from, 1), lines.length + 1);
  const to = Math.min(from + wholeNumber(range.lines, lines.length) - 1, lines.length);
  return {
    path,
    text: lines.slice(from - 1, to).join(''),
    from,
    to,
    lines: lines.length,
    revision: file.revision,
    more: to < lines.length,
  };
}

function wholeNumber(value: number | undefined, otherwise: number): number {
  if (value === undefined || Number.isNaN(value)) return otherwise;
  return Math.max(1, Math.floor(value));
}

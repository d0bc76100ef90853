// Tables for people who read on phones: as lines of one width where they are narrow, else as a list. Measures in columns
// of a monospaced face. Knows nothing of platforms.

import type { Alignment, ListItem, Run, TableBlock } from './blocks.js';
import { columnsOf, filled } from './columns.js';

/** A table as lines of one width: the head with the rule below it, then the rows. Undefined where it would be too wide or hold a link. */
export function gridOf(
  { head, rows, align }: TableBlock,
  widest: number,
): { head: string; rows: string[] } | undefined {
  const all = [head, ...rows];
  if (widest === 0 || all.some((row) => row.some((cell) => cell.some((run) => run.url !== undefined))))
    return undefined;
  const texts = all.map((row) => head.map((_, column) => (row[column] ?? []).map((run) => run.text).join('')));
  const widths = head.map((_, column) => Math.max(1, ...texts.map((row) => columnsOf(row[column] ?? ''))));
  if (widths.reduce((sum, one) => sum + one + 3, -3) > widest) return undefined;
  // No line begins with white space: a platform might take it away.
  const line = (row: readonly string[]) =>
    row
      .map((text, column) =>
        filled(column === 0 && text === '' ? '·' : text, widths[column] ?? 1, alignment(align, column)),
      )
      .join(' | ')
      .trimEnd();
  const [first = [], ...others] = texts;
  return { head: `${line(first)}\n${widths.map((one) => '-'.repeat(one)).join('-+-')}\n`, rows: others.map(line) };
}

function alignment(align: TableBlock['align'], column: number): Alignment {
  return column === 0 ? 'left' : (align[column] ?? 'left');
}

/** Each row as an item of lines `header: value`; a table without rows shows its headers. */
export function listOf({ head, rows }: TableBlock): ListItem[] {
  const row = (cells: Run[][], labels: Run[][]): ListItem => {
    const lines = cells.map((cell, column) => {
      const label = (labels[column] ?? []).map((run) => run.text).join('');
      return label === '' || cell.length === 0 ? cell : [{ text: `${label}: ` }, ...cell];
    });
    const runs = lines
      .filter((line) => line.length > 0)
      .flatMap((line, index) => (index === 0 ? line : [{ text: '\n' }, ...line]));
    return { apart: false, blocks: [{ kind: 'paragraph', apart: false, runs }] };
  };
  return rows.length > 0 ? rows.map((cells) => row(cells, head)) : [row(head, [])];
}

// An evaluation as a table for people. Pure text.

import type { EngineReport, EvalReport } from './run.js';
import type { Figures, Spread } from './summary.js';

const HEAD = ['', 'questions', 'recall', 'snippet', 'MRR', 'held'];

/** The lines of a report: for each engine its figures by kind, its latencies by stage and by reader, and what it missed. */
export function reportLines({ k, engines }: EvalReport): string[] {
  return Object.entries(engines).flatMap(([name, report], index) => [
    ...(index > 0 ? [''] : []),
    `${name}: ${report.mode}, k = ${k}`,
    ...figureTable(report),
    ...stageLines(report),
    ...report.leaks.map((leak) => `SHOWN TO THE WRONG READER  ${leak}`),
    ...(report.missed.length > 0 ? [`missed: ${report.missed.join(' ')}`] : []),
  ]);
}

function figureTable({ kinds, all }: EngineReport): string[] {
  const rows = [...Object.entries(kinds), ['all', all] as const].map(([kind, figures]) => [kind, ...cells(figures)]);
  return table([HEAD, ...rows]);
}

function stageLines({ indexing, sweep, search, embedding, readers }: EngineReport): string[] {
  const { files, chunks, vectors, bytes, ms } = indexing;
  return [
    `indexed ${files} files, ${chunks} chunks, ${vectors} vectors, ${Math.round(bytes / 1024)} KiB in ${Math.round(ms)} ms`,
    ...table([
      ['latency, ms', 'p50', 'p95'],
      ['search', ...times(search)],
      ['  query vector', ...times(embedding)],
      ['sweep, nothing new', ...times(sweep)],
      ...Object.entries(readers).map(([reader, spread]) => [`reader ${reader}`, ...times(spread)]),
    ]),
  ];
}

function cells({ questions, recall, snippet, mrr, held }: Figures): string[] {
  return [String(questions), share(recall), share(snippet), mrr === undefined ? '' : mrr.toFixed(3), share(held)];
}

function share(value: number | undefined): string {
  return value === undefined ? '' : (value * 100).toFixed(1);
}

function times({ p50, p95 }: Spread): string[] {
  return [p50.toFixed(1), p95.toFixed(1)];
}

/** Columns of equal width, the first to the left and the others to the right. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  return rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

// What memory costs, printed as one table with its budgets: a year of daily logs, and search at a thousand, ten thousand
// and a hundred thousand chunks. Everything is measured in one run, on invented text. Exits 1 when a budget breaks.
// usage: npm run bench:memory [-- CHUNKS …]

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { table } from '../src/memory/eval/render.js';
import { fillYear, type Layout, openBuiltHouse } from './bench-memory/home.js';
import { runNode } from './bench-memory/measure.js';
import type { SizeResult } from './bench-memory/size.js';
import type { YearResult } from './bench-memory/year.js';

interface Row {
  what: string;
  value: number;
  unit: 'ms' | 'MB' | 's';
  budget?: number;
  /** How it relates to something else of this run. */
  ratio?: string;
}

const cliFile = fileURLToPath(new URL('../dist/bin/nightjar.js', import.meta.url));
const script = (name: string) => fileURLToPath(new URL(`bench-memory/${name}.ts`, import.meta.url));
const LAYOUTS: Record<Layout, string> = { one: 'one scope', fifty: 'two of fifty scopes' };
/** Budgets of search, ms, that hold up to a hundred thousand chunks. */
const SEARCH = { p50: 30, p95: 80, hybrid: 80, delay: 20 };

async function child<T>(name: string, ...args: string[]): Promise<T> {
  const { stdout } = await runNode(['--import', 'tsx', script(name), ...args], { HOME: temp });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as T;
}

async function year(): Promise<Row[]> {
  const home = join(temp, 'year');
  await (await openBuiltHouse(home, false)).close();
  const bytes = fillYear(join(home, 'workspace'));
  const { fullCpuMs, unchangedMs, unchangedCpuMs, bytes: size, chunks } = await child<YearResult>('year', home);
  const bare = await median(() => runNode(['-e', '0']));
  const search = () =>
    runNode([cliFile, 'memory', 'search', 'where does the key lie', '--json'], { NIGHTJAR_HOME: home });
  const found = await median(search);
  const { peakMb: searchMb } = await search();
  const { peakMb } = await runNode([cliFile, 'memory', 'index', '--rebuild'], { NIGHTJAR_HOME: home });
  const perChunk = `${((fullCpuMs / chunks) * 1_000).toFixed(0)} µs a chunk`;
  return [
    {
      what: `year: full index, ${(bytes / 1e6).toFixed(2)} MB, CPU`,
      value: fullCpuMs,
      unit: 'ms',
      budget: 1_500,
      ratio: perChunk,
    },
    {
      what: 'year: nothing new, wall',
      value: unchangedMs,
      unit: 'ms',
      budget: 200,
      ratio: times(fullCpuMs, unchangedCpuMs, 'full CPU'),
    },
    {
      what: 'year: memory search, a new process',
      value: found,
      unit: 'ms',
      budget: 500,
      ratio: times(found, bare, 'bare node'),
    },
    { what: 'year: most memory while indexing', value: peakMb, unit: 'MB', budget: 150 },
    { what: 'year: most memory of a search', value: searchMb, unit: 'MB', budget: 150 },
    { what: 'year: index file', value: size / 1e6, unit: 'MB', ratio: times(size, bytes, 'the text') },
  ];
}

async function size(chunks: number, layout: Layout, smaller: SizeResult | undefined): Promise<[Row[], SizeResult]> {
  const result = await child<SizeResult>('size', String(chunks), layout);
  const name = `${result.chunks} chunks, ${LAYOUTS[layout]}`;
  const { lexical, threaded, hybrid, sweep } = result;
  const grown = (of: (one: SizeResult) => number) =>
    smaller ? times(of(result), of(smaller), `${smaller.chunks}`) : '';
  const rows: Row[] = [
    {
      what: `${name}: lexical p50`,
      value: lexical.p50,
      unit: 'ms',
      budget: SEARCH.p50,
      ratio: grown((one) => one.lexical.p50),
    },
    { what: '  p95', value: lexical.p95, unit: 'ms', budget: SEARCH.p95, ratio: grown((one) => one.lexical.p95) },
    {
      what: '  in the thread p50',
      value: threaded.p50,
      unit: 'ms',
      budget: SEARCH.p50,
      ratio: times(threaded.p50, lexical.p50, 'direct'),
    },
    {
      what: '  in the thread p95',
      value: threaded.p95,
      unit: 'ms',
      budget: SEARCH.p95,
      ratio: times(threaded.p95, lexical.p95, 'direct'),
    },
    {
      what: '  hybrid p50',
      value: hybrid.p50,
      unit: 'ms',
      budget: SEARCH.hybrid,
      ratio: times(hybrid.p50, lexical.p50, 'lexical'),
    },
    { what: '  hybrid p95', value: hybrid.p95, unit: 'ms' },
    { what: `  sweep of ${result.files} files`, value: sweep.p50, unit: 'ms' },
    { what: '  index, CPU', value: result.indexCpuMs / 1_000, unit: 's', ratio: grown((one) => one.indexCpuMs) },
    {
      what: '  file',
      value: result.bytes / 1e6,
      unit: 'MB',
      ratio: times(result.hybridBytes, result.bytes, 'with vectors'),
    },
    { what: '  most memory of the bot, searching', value: result.rssMb, unit: 'MB' },
    { what: '  event loop p99, first build', value: result.buildDelay, unit: 'ms', budget: SEARCH.delay },
    { what: '  event loop p99, rebuild', value: result.rebuildDelay, unit: 'ms', budget: SEARCH.delay },
    { what: '  event loop p99, searches', value: result.searchDelay, unit: 'ms', budget: SEARCH.delay },
  ];
  return [rows, result];
}

async function median(run: () => Promise<{ ms: number }>): Promise<number> {
  const all: number[] = [];
  for (let n = 0; n < 5; n++) all.push((await run()).ms);
  return all.sort((a, b) => a - b)[2] ?? Number.NaN;
}

function times(value: number, other: number, what: string): string {
  return `${(value / other).toFixed(1)} × ${what}`;
}

function print(rows: readonly Row[]): boolean {
  const held = ({ value, budget }: Row) => budget === undefined || value <= budget;
  const cells = rows.map((row) => [
    row.what,
    `${row.value.toFixed(row.value < 10 ? 1 : 0)} ${row.unit}`,
    row.budget === undefined ? '' : `${row.budget} ${row.unit}`,
    row.budget === undefined ? '' : held(row) ? 'ok' : 'OVER',
    row.ratio ?? '',
  ]);
  for (const line of table([['', 'measured', 'budget', '', 'ratio'], ...cells])) console.log(line);
  return rows.every(held);
}

const temp = mkdtempSync(join(tmpdir(), 'nightjar-bench-'));
try {
  const wanted = process.argv.slice(2).map(Number);
  const sizes = wanted.length > 0 ? wanted : [1_000, 10_000, 100_000];
  const rows = await year();
  for (const layout of ['one', 'fifty'] as const) {
    let smaller: SizeResult | undefined;
    for (const chunks of sizes) {
      process.stderr.write(`measuring ${chunks} chunks, ${LAYOUTS[layout]} …\n`);
      const [more, result] = await size(chunks, layout, smaller);
      rows.push(...more);
      smaller = result;
    }
  }
  process.exitCode = print(rows) ? 0 : 1;
} finally {
  rmSync(temp, { recursive: true, force: true });
}

// Measures what a person waits for and what the machine gives: time to the first prompt, idle memory, installed size.
// Prints one table with its budgets and exits 1 when one is broken. Each run gets homes of its own; nothing is kept.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const runs = 11;
const budget = { startMs: 700, idleMb: 130, installMb: 150 };
const temp = mkdtempSync(join(tmpdir(), 'nightjar-bench-'));
/** A pseudo-terminal shows the prompt as a person sees it; without one the first `ready` event counts. */
const terminal = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0;

interface Row {
  what: string;
  value: number;
  unit: 'ms' | 'MB';
  budget?: number;
  /** Times a bare `node -e 0` of the same run. */
  ratio?: number;
}

interface Started {
  ms: number;
  child: ChildProcess;
}

const bot = 'node dist/bin/nightjar.js';
const npm = 'npm start --silent';

/** Starts `command` and resolves when `seen` stands in its output; rejects when it ends first or 30 s have passed. */
function start(command: string, home: string, seen: string): Promise<Started> {
  const began = performance.now();
  const [file, args] = terminal
    ? ['script', ['-qec', `exec ${command}`, '/dev/null']]
    : ['sh', ['-c', `exec ${command}`]];
  const env = { ...process.env, NIGHTJAR_HOME: home };
  const child = spawn(file, args, { cwd: root, env, stdio: ['pipe', 'pipe', 'pipe'] });
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (why: string) => {
      child.kill('SIGKILL');
      reject(new Error(`${command}: ${why}\n${output}`));
    };
    const timer = setTimeout(() => fail('no prompt in 30 s'), 30_000);
    const hear = (chunk: Buffer) => {
      output += chunk.toString('utf8');
      if (!output.includes(seen)) return;
      clearTimeout(timer);
      resolve({ ms: performance.now() - began, child });
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('close', (code) => fail(`ended with ${code} before its prompt`));
  });
}

/** Ends the program itself, not the pseudo-terminal around it, and waits until its home is free. */
async function stop(child: ChildProcess): Promise<void> {
  const closed = new Promise((resolve) => child.once('close', resolve));
  const pid = leaf(child.pid);
  if (pid) process.kill(pid, 'SIGTERM');
  else child.kill('SIGTERM');
  await closed;
}

/** The innermost child process: the bot, under whatever `script`, `sh` and npm stand around it. Linux only. */
function leaf(pid: number | undefined): number | undefined {
  const path = `/proc/${pid}/task/${pid}/children`;
  if (!pid || !existsSync(path)) return undefined;
  const [child] = readFileSync(path, 'utf8').trim().split(' ').filter(Boolean);
  return child ? leaf(Number(child)) : pid;
}

/** Median of several starts, in ms. `fresh` gives each a home that does not exist yet. */
async function timeStarts(command: string, fresh: boolean): Promise<number> {
  const seen = terminal ? 'you › ' : '"type":"ready"';
  const full = terminal ? command : `${command}${command === npm ? ' --' : ''} chat --json`;
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const home = join(temp, fresh ? `fresh-${command === npm}-${run}` : 'warm');
    const { ms, child } = await start(full, home, seen);
    await stop(child);
    times.push(ms);
  }
  return median(times);
}

/** The same terminal around a program that does nothing but greet. */
async function timeBareNode(): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const { ms, child } = await start(`node -e 'console.log("hello"); setTimeout(() => {}, 1e6)'`, temp, 'hello');
    await stop(child);
    times.push(ms);
  }
  return median(times);
}

/** Resident memory in MB after 5 s of idleness; undefined where there is no /proc. */
async function idleMemory(): Promise<number | undefined> {
  const { child } = await start(
    terminal ? bot : `${bot} chat --json`,
    join(temp, 'warm'),
    terminal ? 'you › ' : '"type":"ready"',
  );
  await sleep(5_000);
  const status = `/proc/${leaf(child.pid)}/status`;
  const kb = existsSync(status) ? /VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1] : undefined;
  await stop(child);
  return kb === undefined ? undefined : Number(kb) / 1024;
}

/** What `npm ci --omit=dev` brings, plus the SQLite binary that this checkout runs, plus dist; in MB. */
function installSize(): number {
  const to = join(temp, 'install');
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(root, name), join(to, name));
  const args = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stderr } = spawnSync('npm', args, { cwd: to, encoding: 'utf8', shell: process.platform === 'win32' });
  if (status !== 0) throw new Error(`npm ci --omit=dev failed: ${stderr}`);
  const binary = join(root, 'node_modules', 'better-sqlite3', 'build', 'Release', 'better_sqlite3.node');
  return (sizeOf(to) + sizeOf(binary) + sizeOf(join(root, 'dist'))) / 1e6;
}

/** Bytes on disk, in whole blocks, as `du` counts. */
function sizeOf(path: string): number {
  const stat = lstatSync(path);
  const own = stat.blocks ? stat.blocks * 512 : stat.size;
  if (!stat.isDirectory()) return own;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), own);
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function print(rows: Row[]): boolean {
  const cells = rows.map((row) => [
    row.what,
    `${row.value.toFixed(0)} ${row.unit}`,
    row.ratio === undefined ? '' : `${row.ratio.toFixed(1)} ×`,
    row.budget === undefined ? '' : `${row.budget} ${row.unit}`,
    row.budget === undefined ? '' : row.value <= row.budget ? 'ok' : 'OVER',
  ]);
  const table = [['', 'median', 'bare node', 'budget', ''], ...cells];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((line) => line[column]?.length ?? 0)));
  for (const line of table) {
    console.log(line.map((cell, at) => (at ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[0] ?? 0))).join('  '));
  }
  return rows.every((row) => row.budget === undefined || row.value <= row.budget);
}

try {
  const bare = await timeBareNode();
  const rows: Row[] = [{ what: 'node -e 0', value: bare, unit: 'ms' }];
  for (const [what, command, fresh] of [
    ['first prompt, new home', bot, true],
    ['first prompt', bot, false],
    ['npm start, new home', npm, true],
    ['npm start', npm, false],
  ] as const) {
    const value = await timeStarts(command, fresh);
    rows.push({ what, value, unit: 'ms', ratio: value / bare, budget: budget.startMs });
  }
  const idle = await idleMemory();
  if (idle !== undefined) rows.push({ what: 'idle resident memory', value: idle, unit: 'MB', budget: budget.idleMb });
  rows.push({ what: 'production install', value: installSize(), unit: 'MB', budget: budget.installMb });
  process.exitCode = print(rows) ? 0 : 1;
} finally {
  rmSync(temp, { recursive: true, force: true });
}

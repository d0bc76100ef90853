// A home with a memory of many files, and its command line as an operator uses it: what search answers, what verify
// says, which files the index consists of. Processes of their own throughout.

import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writer } from '../../../scripts/bench-memory/text.js';
import { type CliResult, cli, collect, startCli } from '../cli.js';

export interface IndexHome {
  home: string;
  /** Files of daily logs in it; each holds its own needle. */
  files: number;
}

/** A word that stands in file `n` and nowhere else. */
export function needle(n: number): string {
  return `needle${n}x`;
}

export function logPath(n: number): string {
  return `memory/${new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10)}.md`;
}

/** Makes the home as a first start does, and fills its workspace; nothing is indexed yet. */
export async function makeIndexHome(home: string, files: number, characters = 3_000): Promise<IndexHome> {
  const first = await cli(home, ['chat', '--json']);
  if (first.code !== 0) throw new Error(`the home was not made: ${first.stderr}`);
  mkdirSync(join(home, 'workspace/memory'), { recursive: true });
  const write = writer(1);
  for (let n = 0; n < files; n++) putLog(home, n, write.document(characters));
  return { home, files };
}

/** Writes file `n` with its needle, and further lines. */
export function putLog(home: string, n: number, text: string, more = ''): void {
  writeFileSync(join(home, 'workspace', logPath(n)), `# Log ${n}\n\n- the ${needle(n)} 针 lies here\n\n${text}${more}`);
}

export interface Found {
  code: number | null;
  stderr: string;
  mode: string;
  paths: string[];
}

export async function searchCli(home: string, query: string): Promise<Found> {
  const { code, stdout, stderr } = await cli(home, ['memory', 'search', query, '--json']);
  const { mode = '', hits = [] } = parse<{ mode?: string; hits?: { path: string }[] }>(stdout) ?? {};
  return { code, stderr, mode, paths: hits.map(({ path }) => path) };
}

/** What `memory verify` finds wrong; empty when it is clean. */
export async function verifyCli(home: string): Promise<string[]> {
  const result = await cli(home, ['memory', 'verify', '--json']);
  const problems = parse<{ problems?: string[] }>(result.stdout)?.problems;
  if (!problems) return [`memory verify ended with ${result.code}: ${result.stderr}`];
  if ((result.code === 0) !== (problems.length === 0)) problems.push(`and its exit code is ${result.code}`);
  return problems;
}

export async function indexCli(home: string, ...flags: string[]): Promise<CliResult> {
  return await cli(home, ['memory', 'index', ...flags]);
}

/** The file of the live generation; undefined before the first. */
export function liveFile(home: string): string | undefined {
  const dir = join(home, 'index');
  const pointer = existsSync(dir) ? readdirSync(dir).find((name) => name.endsWith('.live')) : undefined;
  if (pointer === undefined) return undefined;
  const file = join(
    dir,
    `${pointer.slice(0, -'.live'.length)}.${readFileSync(join(dir, pointer), 'utf8').trim()}.sqlite`,
  );
  return existsSync(file) ? file : undefined;
}

/** Files of the index folder that belong to no live generation; one damaged one may be kept. */
export function leftovers(home: string): string[] {
  const live = liveFile(home) ?? '';
  const name = /([^/]+)\.\d+\.sqlite$/.exec(live)?.[1] ?? '';
  return readdirSync(join(home, 'index')).filter(
    (file) =>
      file.startsWith(`${name}.`) &&
      !join(home, 'index', file).startsWith(live) &&
      !/\.live$|\.damaged(-wal|-journal)?$/.test(file),
  );
}

/** A bot in a terminal, asked line by line. */
export interface Bot {
  /** Resolves to the reply; rejects when the process ends before. */
  ask(line: string): Promise<string>;
  end(): Promise<{ code: number | null; stderr: string }>;
}

export async function startBot(home: string): Promise<Bot> {
  const child = startCli(home, ['chat', '--json']);
  const output = collect(child);
  child.stdin.on('error', () => {});
  const closed = once(child, 'close') as Promise<[number | null]>;
  let read = 0;

  async function reply(): Promise<string> {
    for (;;) {
      const end = output.stdout.indexOf('\n', read);
      if (end >= 0) {
        const event = parse<{ type?: string; text?: string }>(output.stdout.slice(read, end));
        read = end + 1;
        if (event?.type === 'message') return event.text ?? '';
        continue;
      }
      const more = await Promise.race([once(child.stdout, 'data').then(() => true), closed.then(() => false)]);
      if (!more && output.stdout.indexOf('\n', read) < 0) throw new Error(`the bot ended: ${output.stderr}`);
    }
  }

  return {
    async ask(line) {
      child.stdin.write(`${line}\n`);
      return await reply();
    },
    async end() {
      child.stdin.end();
      const [code] = await closed;
      return { code, stderr: output.stderr };
    },
  };
}

function parse<T>(text: string): T | undefined {
  try {
    return JSON.parse(text) as T;
  } catch {
    return undefined;
  }
}

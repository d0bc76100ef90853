// Runs the built command line as a user does: a process of its own, a home of its own, input through a pipe.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../dist/bin/nightjar.js', import.meta.url));

export interface CliResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface CliOptions {
  input?: string;
  env?: Record<string, string>;
}

/** A process with nothing of this one's environment that could steer it. `entry`: another build of the program. */
export function startCli(
  home: string,
  args: string[],
  env: Record<string, string> = {},
  entry = CLI,
): ChildProcessWithoutNullStreams {
  if (!existsSync(entry)) throw new Error('dist/ is missing: run npm test, or npm run build before vitest');
  const { PATH = '' } = process.env;
  return spawn(process.execPath, [entry, ...args], { env: { PATH, TZ: 'UTC', NIGHTJAR_HOME: home, ...env } });
}

/** Runs to the end. The input is closed, so a conversation ends once everything is answered. */
export async function cli(home: string, args: string[], { input = '', env = {} }: CliOptions = {}): Promise<CliResult> {
  const child = startCli(home, args, env);
  const output = collect(child);
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...output };
}

/** Grows while the process runs. */
export function collect(child: ChildProcessWithoutNullStreams): { stdout: string; stderr: string } {
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  return output;
}

/** Writes nightjar.yaml into a home that need not exist yet. */
export function writeConfig(home: string, yaml: string): void {
  writeFileSync(join(home, 'nightjar.yaml'), yaml);
}

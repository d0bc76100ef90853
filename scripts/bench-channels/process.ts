// The processes of the benchmark of channels: how they are started, what they use up, how they are asked for things.

import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';

/** Linux counts CPU in hundredths of a second. */
const TICK_MS = 10;

/** Starts `node ARGS` and resolves once `seen` stands in what it writes to standard error. */
export async function startNode(args: string[], env: Record<string, string>, seen: string): Promise<ChildProcess> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, args, {
    env: { PATH, TZ: 'UTC', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${args.join(' ')} is not up after 20 s: ${said}`)), 20_000);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (!said.includes(seen)) return;
      clearTimeout(timer);
      resolve();
    });
    child.once('close', (code) => reject(new Error(`${args.join(' ')} ended with ${code}: ${said}`)));
  });
  return child;
}

/** Ends it as a supervisor does. Rejects when it does not end well, or ended before. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) {
    throw new Error(`a process ended with ${child.exitCode ?? child.signalCode} by itself`);
  }
  const closed = once(child, 'close') as Promise<[number | null]>;
  child.kill('SIGTERM');
  const [code] = await closed;
  if (code !== 0) throw new Error(`a process ended with ${code} at SIGTERM`);
}

/** CPU of all its threads since it began, ms; undefined where there is no /proc. */
export function cpuMs({ pid }: ChildProcess): number | undefined {
  const stat = readProc(`/proc/${pid}/stat`);
  // Behind the name, which may hold anything: fields 14 and 15 are user and system time.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields && (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Resident memory in MB; undefined where there is no /proc. */
export function residentMb({ pid }: ChildProcess): number | undefined {
  const kb = /VmRSS:\s+(\d+)/.exec(readProc(`/proc/${pid}/status`) ?? '')?.[1];
  return kb === undefined ? undefined : Number(kb) / 1024;
}

function readProc(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** A script of ours that answers each message with one. */
export class Helper<Wish extends object, Answer> {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Resolves with the first thing it says. */
  static async start<Wish extends object, Answer, First>(file: string): Promise<[Helper<Wish, Answer>, First]> {
    const child = fork(file, { execArgv: ['--import', 'tsx'] });
    const helper = new Helper<Wish, Answer>(child);
    return [helper, (await helper.#next()) as First];
  }

  async ask(wish: Wish): Promise<Answer> {
    this.#child.send(wish);
    return (await this.#next()) as Answer;
  }

  end(): void {
    this.#child.kill();
  }

  async #next(): Promise<unknown> {
    return await new Promise((resolve, reject) => {
      const ended = (code: number | null) => reject(new Error(`a helper ended with ${code}`));
      this.#child.once('exit', ended);
      this.#child.once('message', (message) => {
        this.#child.off('exit', ended);
        resolve(message);
      });
    });
  }
}

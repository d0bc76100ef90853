// How things are measured in the benchmark of memory: CPU of this process, delay of its event loop, and what a process
// of its own used up.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** CPU of all threads of this process in milliseconds, and the clock on the wall. */
export async function cost<T>(work: () => Promise<T>): Promise<{ value: T; cpuMs: number; ms: number }> {
  const before = process.cpuUsage();
  const began = performance.now();
  const value = await work();
  const { user, system } = process.cpuUsage(before);
  return { value, cpuMs: (user + system) / 1_000, ms: performance.now() - began };
}

/** The 99th percentile of the time between two turns of this thread's event loop meanwhile, ms. Idle: about 1. */
export async function loopDelay(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await work();
  delay.disable();
  return delay.percentile(99) / 1e6;
}

/** Milliseconds of each run, one after the other. */
export async function timings<T>(inputs: readonly T[], work: (input: T) => unknown): Promise<number[]> {
  const times: number[] = [];
  for (const input of inputs) {
    const began = performance.now();
    await work(input);
    times.push(performance.now() - began);
  }
  return times;
}

export interface Run {
  code: number | null;
  stdout: string;
  /** On the wall, start of the process included. */
  ms: number;
  cpuMs: number;
  /** Most resident memory, MB. */
  peakMb: number;
}

/** Says at its exit what the process used; loaded before its own module. */
const TELL =
  'data:text/javascript,process.on("exit",()=>{const{userCPUTime:u,systemCPUTime:s,maxRSS:m}=process.resourceUsage();' +
  'process.stderr.write("\\nUSED "+(u+s)/1e3+" "+m/1024+"\\n")})';

/** Runs `node ARGS` to its end. */
export async function runNode(args: readonly string[], env: Record<string, string> = {}): Promise<Run> {
  const began = performance.now();
  const child = spawn(process.execPath, ['--import', TELL, ...args], {
    env: { PATH: process.env.PATH ?? '', TZ: 'UTC', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  const ms = performance.now() - began;
  const [, cpu, peak] = /^USED (\S+) (\S+)$/m.exec(stderr) ?? [];
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${code}: ${stderr}`);
  return { code, stdout, ms, cpuMs: Number(cpu), peakMb: Number(peak) };
}

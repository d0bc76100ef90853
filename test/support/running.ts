// A bot that runs as its operator runs it: `nightjar start` on a home of its own, until the test ends it.

import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { cli, collect, startCli } from './cli.js';

export interface Running {
  child: ChildProcessWithoutNullStreams;
  output: { stdout: string; stderr: string };
  /** The exit code; null after a kill. */
  ended: Promise<number | null>;
  /** Sends SIGTERM and resolves with the exit code and how long the end took, ms. */
  stop(): Promise<{ code: number | null; ms: number }>;
}

/** Resolves when it says that it is up. It is killed when the test has ended. */
export async function startRunning(home: string): Promise<Running> {
  const child = startCli(home, ['start']);
  const output = collect(child);
  const ended = once(child, 'close').then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  while (!output.stderr.includes('is up')) {
    const early = await Promise.race([
      once(child.stderr, 'data').then(() => undefined),
      ended.then((code) => ({ code })),
    ]);
    if (early) throw new Error(`it ended with ${early.code}: ${output.stderr}`);
  }
  return {
    child,
    output,
    ended,
    async stop() {
      const began = performance.now();
      child.kill('SIGTERM');
      return { code: await ended, ms: performance.now() - began };
    },
  };
}

/** What `nightjar status --json` says of a channel. */
export async function channelStatus(home: string, channel: string): Promise<{ state: string; detail?: string }> {
  const { stdout } = await cli(home, ['status', '--json']);
  return (
    (JSON.parse(stdout) as { channels: Record<string, { state: string; detail?: string }> }).channels[channel] ?? {
      state: 'absent',
    }
  );
}

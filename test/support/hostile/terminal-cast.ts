// A group that is only pretended, in a terminal beside the gateway: a process of its own on the same home.

import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { collect, startCli } from '../cli.js';
import type { Den } from './cast.js';

export interface TerminalCast {
  den: Den;
  /** `entry`: the program, where it is not the one that was built. */
  start(home: string, entry?: string): void;
  close(): Promise<void>;
}

const NAME = 'den';

export function castTerminal(nr: number): TerminalCast {
  let child: ChildProcessWithoutNullStreams | undefined;
  let output = { stdout: '', stderr: '' };
  let lines = 0;
  return {
    den: {
      nr,
      name: 'a group in a terminal',
      scope: { kind: 'group', channel: 'console', chat: NAME },
      turns: true,
      addresses: [`console:${NAME}`],
      spots: [
        {
          says(_, text) {
            child?.stdin.write(`${text.replace(/\s+/g, ' ')}\n`);
            lines += 1;
            return String(lines);
          },
          shown: () => output.stdout,
        },
      ],
    },
    start(home, entry) {
      child = startCli(home, ['chat', '--json', '--group', NAME], {}, entry);
      child.stdin.on('error', () => {});
      output = collect(child);
    },
    async close() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      await closed;
    },
  };
}

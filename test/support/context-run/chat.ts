// A `nightjar chat --json` that a program talks to: says a line, waits for its reply, waits until what is owed in the
// background is done, ends or is killed.

import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { startCli } from '../cli.js';

export interface Chat {
  /** Every message that was shown so far. */
  shown: string[];
  /** Ids of the lines that were accepted. */
  accepted: string[];
  /** Writes lines, and waits for nothing. */
  write(...lines: string[]): void;
  /** Writes a line and resolves with the first message shown from then on that matches. Rejects when none comes. */
  ask(line: string, reply: RegExp): Promise<string>;
  /** The first message behind the `from`th that matches. */
  sees(reply: RegExp, from?: number): Promise<string>;
  /** No more input; resolves with the exit code once all replies have come. */
  end(): Promise<number | null>;
  kill(): Promise<void>;
  /** Resolves when the process has ended, however. */
  over: Promise<number | null>;
  errors(): string;
}

const LONGEST_MS = 60_000;

/** Resolves once the house stands. */
export async function openChat(home: string, args: readonly string[] = []): Promise<Chat> {
  const child = startCli(home, ['chat', '--json', ...args]);
  const chat = chatOf(child);
  await Promise.race([
    chat.ready,
    chat.over.then((code) => Promise.reject(new Error(`chat ended with ${code}: ${chat.errors()}`))),
  ]);
  return chat;
}

/** Without waiting until it stands. */
export function beginChat(home: string): Chat {
  return chatOf(startCli(home, ['chat', '--json']));
}

function chatOf(child: ChildProcessWithoutNullStreams): Chat & { ready: Promise<void> } {
  const shown: string[] = [];
  const accepted: string[] = [];
  const waiting = new Set<() => void>();
  let errors = '';
  let rest = '';
  let stand = () => {};
  const ready = new Promise<void>((resolve) => {
    stand = resolve;
  });
  child.stdin.on('error', () => {});
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const event = JSON.parse(line) as { type: string; text?: string; id?: string };
      if (event.type === 'ready') stand();
      if (event.type === 'accepted') accepted.push(event.id ?? '');
      if (event.type === 'message') shown.push(event.text ?? '');
    }
    for (const look of [...waiting]) look();
  });
  const over = once(child, 'close').then(([code]) => code as number | null);

  function sees(reply: RegExp, from = 0): Promise<string> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        waiting.delete(look);
        reject(new Error(`no reply like ${reply}; the last were ${JSON.stringify(shown.slice(-3))} ${errors}`));
      }, LONGEST_MS);
      function look(): void {
        const found = shown.slice(from).find((text) => reply.test(text));
        if (found === undefined) return;
        clearTimeout(late);
        waiting.delete(look);
        resolve(found);
      }
      waiting.add(look);
      look();
    });
  }

  const write = (...lines: string[]) => void child.stdin.write(lines.map((line) => `${line}\n`).join(''));
  return {
    shown,
    accepted,
    ready,
    over,
    write,
    sees,
    ask(line, reply) {
      const from = shown.length;
      write(line);
      return sees(reply, from);
    },
    end() {
      child.stdin.end();
      return over;
    },
    async kill() {
      child.kill('SIGKILL');
      await over;
    },
    errors: () => errors,
  };
}

/** Looks again and again until it is so; throws when it does not become so. Real time, as other processes have. */
export async function until(what: string, isSo: () => boolean, longestMs = LONGEST_MS): Promise<void> {
  const began = performance.now();
  while (!isSo()) {
    if (performance.now() - began > longestMs) throw new Error(`waited in vain until ${what}`);
    await wait(30);
  }
}

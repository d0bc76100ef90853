// The terminal as a channel: lines in, replies out. On a terminal it prompts; otherwise each line is a message and the
// end of input is told to whoever runs it. Decides nothing about who may speak.

import { randomBytes } from 'node:crypto';
import { clearLine, createInterface, cursorTo, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import {
  type Channel,
  type ChannelDeps,
  ChannelError,
  type InboundEvent,
  type SentRef,
} from '../../src/contracts/index.js';
import { lineToEvent } from './inbound.js';
import type { ConsoleConfig } from './manifest.js';
import { messageEvent, renderJson, renderText } from './outbound.js';
import { type Seat, takeSeat } from './seat.js';

export interface Terminal {
  input: Readable;
  output: Writable;
  /** A person types here; otherwise the input is a file or a pipe. */
  interactive: boolean;
  /** One JSON object per event instead of plain text. */
  json: boolean;
}

export interface ConsoleChannel extends Channel {
  /** Resolves when no more input will come, or nobody reads the output any more; false when a line was not accepted. */
  readonly ended: Promise<boolean>;
}

const THINKING = 'nightjar is thinking… › ';

/** For a `console` section in the configuration: the owner at this process's own terminal. */
export function consoleChannel(_config: ConsoleConfig, deps: ChannelDeps): ConsoleChannel {
  const seat = takeSeat({});
  if (typeof seat === 'string') throw new ChannelError('rejected', seat);
  const { stdin: input, stdout: output } = process;
  return consoleAt(seat, { input, output, interactive: input.isTTY === true, json: false }, deps);
}

export function consoleAt(seat: Seat, terminal: Terminal, { clock, log }: ChannelDeps): ConsoleChannel {
  const { input, output, interactive, json } = terminal;
  const prompt = `${seat.label} › `;
  // Ids of two runs never meet: a message typed again is another message.
  const run = randomBytes(6).toString('hex');
  let typed = 0;
  let sent = 0;
  let readline: Interface | undefined;
  let state: 'starting' | 'up' | 'down' = 'starting';
  let accepted = true;
  let end = () => {};
  const ended = new Promise<boolean>((resolve) => {
    end = () => resolve(accepted);
  });
  output.on('error', (error) => {
    log.warn('console.output-closed', { error });
    state = 'down';
    end();
  });

  function event(line: string): InboundEvent | undefined {
    return lineToEvent(line, seat, `${run}-${++typed}`, clock.now());
  }

  async function readPipe(deliver: (events: InboundEvent[]) => Promise<void>, signal: AbortSignal): Promise<void> {
    for await (const lines of batches(input)) {
      if (signal.aborted) return;
      const events = lines.map(event).filter((one) => one !== undefined);
      if (events.length === 0) continue;
      await deliver(events);
      if (json) for (const { id } of events) await write(renderJson({ type: 'accepted', id }));
    }
  }

  function readTerminal(deliver: (events: InboundEvent[]) => Promise<void>): void {
    const lines = createInterface({ input, output, prompt, terminal: true });
    readline = lines;
    let before = Promise.resolve();
    lines.on('line', (line) => {
      const one = event(line);
      // One after another, so that what was typed first is accepted first.
      if (one) before = before.then(() => deliver([one])).catch((error) => refused(error));
      lines.prompt();
    });
    lines.on('close', () => {
      output.write('\n');
      void before.then(end);
    });
    lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    lines.prompt();
  }

  function refused(error: unknown): void {
    accepted = false;
    log.error('console.not-accepted', { error });
    void print('I could not take that down, so please send it again. (Is the disk full?)\n').catch(() => end());
  }

  function write(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      if (state === 'down') return reject(closed());
      output.write(text, (error) => (error ? reject(closed()) : resolve()));
    });
  }

  async function print(text: string): Promise<void> {
    if (!readline) return await write(text);
    cursorTo(output, 0);
    clearLine(output, 0);
    await write(text);
    readline.setPrompt(prompt);
    readline.prompt(true);
  }

  return {
    ended,
    async start(deliver, signal) {
      if (json) await write(renderJson({ type: 'ready' }));
      state = 'up';
      if (interactive && !json) {
        readTerminal(deliver);
      } else {
        readPipe(deliver, signal)
          .catch((error) => refused(error))
          .finally(end);
      }
      signal.addEventListener('abort', end, { once: true });
    },
    async send(_to, message): Promise<SentRef> {
      const id = `${run}:${++sent}`;
      if (json) await write(renderJson(messageEvent(message, id)));
      else await print(interactive ? `nightjar › ${renderText(message)}\n` : `${renderText(message)}\n`);
      return { chat: seat.chat, message: id };
    },
    async typing() {
      if (json) await write(renderJson({ type: 'typing' })).catch(() => end());
      if (!readline) return;
      readline.setPrompt(THINKING);
      readline.prompt(true);
    },
    async stop() {
      state = 'down';
      readline?.close();
      input.pause();
      end();
    },
    health: () => ({ state }),
  };
}

function closed(): ChannelError {
  return new ChannelError('unavailable', 'the terminal is closed', { retryable: true });
}

/** The whole lines of each piece of input, and at the end what stands behind the last newline. */
async function* batches(input: Readable): AsyncGenerator<string[]> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  for await (const chunk of input) {
    rest += typeof chunk === 'string' ? chunk : decoder.decode(chunk as Buffer, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield [rest];
}

// The terminal as a channel: lines in, replies out. On a terminal it prompts; otherwise each line is a message and the
// end of input is told to whoever runs it. Decides nothing about who may speak.

import { randomBytes } from 'node:crypto';
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
import { openPrompt, type Prompt } from './prompt.js';
import { type Seat, takeSeat } from './seat.js';

export interface Terminal {
  input: Readable;
  output: Writable;
  /** The input is a person's keyboard; otherwise a file or a pipe. */
  typed: boolean;
  /** A person types here and reads here, line by line. */
  interactive: boolean;
  /** One JSON object per event instead of plain text. */
  json: boolean;
}

export interface ConsoleChannel extends Channel {
  /** Resolves when no more input will come, or nobody reads the output any more; false when a line was not accepted. */
  readonly ended: Promise<boolean>;
}

/** For a `console` section in the configuration: the owner at this process's own terminal. */
export function consoleChannel(_config: ConsoleConfig, deps: ChannelDeps): ConsoleChannel {
  const seat = takeSeat({});
  if (typeof seat === 'string') throw new ChannelError('rejected', seat);
  const { stdin: input, stdout: output } = process;
  const typed = input.isTTY === true;
  return consoleAt(seat, { input, output, typed, interactive: typed && output.isTTY === true, json: false }, deps);
}

export function consoleAt(
  seat: Seat,
  terminal: Terminal,
  { clock, log }: Pick<ChannelDeps, 'clock' | 'log'>,
): ConsoleChannel {
  const { input, output, typed, interactive, json } = terminal;
  // Ids of two runs never meet: a message typed again is another message.
  const run = randomBytes(6).toString('hex');
  let lines = 0;
  let sent = 0;
  let prompt: Prompt | undefined;
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
    return lineToEvent(line, seat, { id: `${run}-${++lines}`, at: clock.now(), scripted: !typed });
  }

  async function readPipe(deliver: (events: InboundEvent[]) => Promise<void>, signal: AbortSignal): Promise<void> {
    for await (const batch of batches(input)) {
      if (signal.aborted) return;
      const events = batch.map(event).filter((one) => one !== undefined);
      if (events.length === 0) continue;
      try {
        await deliver(events);
      } catch (error) {
        await refuse(error);
        continue;
      }
      if (json) for (const { id } of events) await write(renderJson({ type: 'accepted', id })).catch(() => end());
    }
  }

  function readTerminal(deliver: (events: InboundEvent[]) => Promise<void>): void {
    let before = Promise.resolve();
    prompt = openPrompt(
      { input, output, label: seat.label, clock },
      {
        line(text) {
          const one = event(text);
          // One after another, so that what was typed first is accepted first.
          if (one) before = before.then(() => deliver([one])).catch(refuse);
        },
        closed: () => void before.then(end),
        interrupted: () => process.kill(process.pid, 'SIGINT'),
      },
    );
  }

  async function refuse(error: unknown): Promise<void> {
    accepted = false;
    log.error('console.not-accepted', { error });
    const text = 'I could not take that down, so please send it again. (Is the disk full?)';
    await print(json ? renderJson({ type: 'refused', text }) : `${text}\n`).catch(() => end());
  }

  function write(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      if (state === 'down') return reject(closed());
      output.write(text, (error) => (error ? reject(closed()) : resolve()));
    });
  }

  async function print(text: string): Promise<void> {
    await (prompt ? prompt.print(() => write(text)) : write(text));
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
          .catch((error) => log.warn('console.input-failed', { error }))
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
      prompt?.thinking();
    },
    async stop() {
      state = 'down';
      prompt?.close();
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

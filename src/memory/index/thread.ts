// The index's side of a worker thread: carries calls to a MemoryIndex, and answers, errors and log lines back.
// Knows nothing of what is called; must never let a failing call end the thread.

import type { MessagePort } from 'node:worker_threads';
import { type Log, MemoryError, type MemoryFault, NightjarError } from '../../contracts/index.js';
import type { MemoryIndex } from './memory-index.js';

export type IndexCall = {
  [Name in keyof MemoryIndex]: { id: number; name: Name; args: Parameters<MemoryIndex[Name]> };
}[keyof MemoryIndex];

export type LogLevel = Exclude<keyof Log, 'with'>;

/** What an error keeps on its way between threads; a class does not survive the copy. */
export interface SentError {
  message: string;
  kind?: MemoryFault;
  retryable: boolean;
  remedy?: string;
}

export type FromIndex =
  | { id: number; value: unknown }
  | { id: number; error: SentError }
  | { log: LogLevel; event: string; fields: Record<string, unknown> };

/** Serves until `close` was called, whose answer is the last message. */
export function serveIndex(port: MessagePort, index: MemoryIndex): void {
  port.on('message', (call: IndexCall) => {
    void run(call)
      .then(
        (value): FromIndex => ({ id: call.id, value }),
        (error: unknown): FromIndex => ({ id: call.id, error: toSent(error) }),
      )
      .then((answer) => {
        try {
          port.postMessage(answer);
        } catch (error) {
          // It holds what cannot be copied.
          port.postMessage({ id: call.id, error: toSent(error) } satisfies FromIndex);
        }
        if (call.name === 'close') port.close();
      });
  });

  async function run(call: IndexCall): Promise<unknown> {
    const method = index[call.name] as (...args: unknown[]) => unknown;
    return await method.apply(index, call.args);
  }
}

/** A log whose lines are written by the main thread, which owns the file. */
export function portLog(port: MessagePort, bound: Record<string, unknown> = {}): Log {
  const send =
    (log: LogLevel) =>
    (event: string, fields: Record<string, unknown> = {}) => {
      const given = { ...bound, ...fields };
      try {
        port.postMessage({ log, event, fields: given } satisfies FromIndex);
      } catch {
        port.postMessage({ log, event, fields: sendable(given) } satisfies FromIndex);
      }
    };
  return {
    debug: send('debug'),
    info: send('info'),
    warn: send('warn'),
    error: send('error'),
    with: (fields) => portLog(port, { ...bound, ...fields }),
  };
}

/** Of what cannot be copied only its kind, and of an error its message and stack: nobody's words, which keys would mark. */
function sendable(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, copyOf(value)]));
}

function copyOf(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    if (!(value instanceof Error)) return `[${typeof value}]`;
    return Object.assign(new Error(value.message), { stack: value.stack });
  }
}

function toSent(error: unknown): SentError {
  if (!(error instanceof NightjarError)) {
    return { message: error instanceof Error ? (error.stack ?? error.message) : String(error), retryable: false };
  }
  const { message, retryable, remedy } = error;
  return {
    message,
    retryable,
    ...(error instanceof MemoryError ? { kind: error.kind } : {}),
    ...(remedy === undefined ? {} : { remedy }),
  };
}

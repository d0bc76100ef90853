// The main thread's side of the index: a MemoryIndex whose work is done by a worker thread, so that no search and no
// rebuild holds up a conversation. Starts the thread again when it dies; every call that it held then fails at once.

import { Worker } from 'node:worker_threads';
import { type Clock, type Log, MemoryError } from '../../contracts/index.js';
import type { MemoryIndex } from './memory-index.js';
import type { FromIndex, IndexCall, SentError } from './thread.js';

/** A thread that dies so often within the span is not started again before the span is over. */
const MAX_DEATHS = 5;
const SPAN_MS = 60_000;

export interface ThreadOptions {
  /** The module that calls serveIndex. */
  module: URL;
  /** Handed to it as workerData; can be copied between threads. */
  settings: unknown;
  clock: Clock;
  log: Log;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Starts the thread at once, so that the index is ready when it is asked. Rejects nothing by itself. */
export function threadedIndex({ module, settings, clock, log }: ThreadOptions): MemoryIndex {
  const waiting = new Map<number, Waiting>();
  const deaths: number[] = [];
  let next = 1;
  let closing = false;
  let worker: Worker | undefined = start();

  function start(): Worker {
    const thread = new Worker(module, { workerData: settings, name: 'nightjar-index' });
    // The thread alone keeps no process alive; a call that waits for it does.
    thread.unref();
    thread.on('message', (message: FromIndex) => receive(message));
    thread.on('error', (error) => log.error('index.thread-failed', { error }));
    thread.on('exit', (code) => {
      if (thread !== worker) return;
      worker = undefined;
      if (!closing) deaths.push(clock.now());
      if (!closing) log.warn('index.thread-ended', { code });
      fail(gone());
    });
    return thread;
  }

  function receive(message: FromIndex): void {
    if ('log' in message) {
      log[message.log](message.event, message.fields);
      return;
    }
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if (waiting.size === 0) worker?.unref();
    if ('error' in message) call?.reject(toError(message.error));
    else call?.resolve(message.value);
  }

  function fail(error: MemoryError): void {
    const calls = [...waiting.values()];
    waiting.clear();
    for (const { reject } of calls) reject(error);
  }

  function running(): Worker {
    if (worker) return worker;
    const now = clock.now();
    while (deaths[0] !== undefined && deaths[0] < now - SPAN_MS) deaths.shift();
    if (closing || deaths.length >= MAX_DEATHS) throw gone();
    worker = start();
    return worker;
  }

  function call<Name extends IndexCall['name']>(
    name: Name,
    ...args: Extract<IndexCall, { name: Name }>['args']
  ): Promise<Awaited<ReturnType<MemoryIndex[Name]>>> {
    return new Promise((resolve, reject) => {
      const thread = running();
      const id = next++;
      waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      thread.ref();
      thread.postMessage({ id, name, args });
    });
  }

  let ended: Promise<void> | undefined;
  async function end(): Promise<void> {
    if (!worker) {
      closing = true;
      return;
    }
    const done = call('close');
    closing = true;
    await done.catch((error: unknown) => log.warn('index.close-failed', { error }));
    await worker?.terminate();
  }

  return {
    search: (scope, query, options) => call('search', scope, query, options),
    refresh: (paths) => call('refresh', paths),
    sync: () => call('sync'),
    rebuild: () => call('rebuild'),
    hint(event) {
      // Only a reason to look: a thread that is not there looks when it starts.
      void call('hint', event).catch(() => undefined);
    },
    status: () => call('status'),
    verify: () => call('verify'),
    close() {
      ended ??= end();
      return ended;
    },
  };
}

function gone(): MemoryError {
  return new MemoryError('unavailable', 'the search index is not running', {
    retryable: true,
    remedy: 'The log says why; starting Nightjar again starts it too.',
  });
}

function toError({ kind, message, retryable, remedy }: SentError): Error {
  if (!kind) return new Error(message);
  return new MemoryError(kind, message, { retryable, ...(remedy === undefined ? {} : { remedy }) });
}

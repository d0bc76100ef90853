// The main thread's side of the index: a MemoryIndex whose work is done by a worker thread, so that no search and no
// rebuild holds up a conversation. Starts the thread again when it dies. Must never leave a call without an answer.

import { Worker } from 'node:worker_threads';
import { type Clock, type Log, MemoryError } from '../../contracts/index.js';
import type { MemoryIndex } from './memory-index.js';
import type { FromIndex, IndexCall, SentError } from './thread.js';

/** A thread that died is started again so much later, or by the next call, so that files do not go unwatched. */
const RESTART_MS = 1_000;
/** One that dies so often within the span is not started again before the first of these deaths is so long ago. */
const MAX_DEATHS = 5;
const SPAN_MS = 60_000;
/** How long a thread may take to close; then it is ended. What it was writing is a transaction, and undone. */
const CLOSE_MS = 5_000;
/** Space for new objects: what is indexed passes through, and a thread that grew for it would stay large. */
const LIMITS = { maxYoungGenerationSizeMb: 8 };
/** What only looks, or may be done twice, is asked once more of the next thread. */
const REPEATED: ReadonlySet<keyof MemoryIndex> = new Set(['search', 'refresh', 'status']);

export interface ThreadOptions {
  /** The module that calls serveIndex. */
  module: URL;
  /** Handed to it as workerData; can be copied between threads. */
  settings: unknown;
  /** Called whenever a thread has begun to run. */
  began?: () => void;
  clock: Clock;
  log: Log;
}

/** A call that waits for its answer. */
interface Held {
  call: IndexCall;
  /** The next thread may be asked the same. */
  again: boolean;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Starts the thread at once, so that the index is ready when it is asked. Rejects nothing by itself. */
export function threadedIndex({ module, settings, began, clock, log }: ThreadOptions): MemoryIndex {
  const held = new Map<number, Held>();
  /** Within the span. */
  let deaths = 0;
  let next = 1;
  let worker: Worker | undefined = start();
  let ended: Promise<void> | undefined;

  function start(): Worker {
    const thread = new Worker(module, { workerData: settings, name: 'nightjar-index', resourceLimits: LIMITS });
    if (began) thread.once('online', began);
    // The thread alone keeps no process alive; a call that waits for it does.
    thread.unref();
    thread.on('message', (message: FromIndex) => receive(message));
    thread.on('error', (error) => log.error('index.thread-failed', { error }));
    thread.on('exit', (code) => {
      worker = undefined;
      const calls = [...held.values()];
      held.clear();
      if (!ended) noteDeath(code);
      for (const one of calls) {
        if (one.again && !ended) send({ ...one, again: false });
        else one.reject(ended ? closed() : gone());
      }
    });
    return thread;
  }

  function noteDeath(code?: number): void {
    log.warn('index.thread-ended', { code });
    deaths++;
    clock.after(SPAN_MS, () => {
      deaths--;
      startAgain();
    });
    clock.after(RESTART_MS, startAgain);
  }

  function startAgain(): void {
    if (worker || ended || deaths >= MAX_DEATHS) return;
    try {
      worker = start();
    } catch (error) {
      // The system has no thread to give.
      log.error('index.thread-failed', { error });
      noteDeath();
    }
  }

  function receive(message: FromIndex): void {
    if ('log' in message) {
      log[message.log](message.event, message.fields);
      return;
    }
    const call = held.get(message.id);
    held.delete(message.id);
    if (held.size === 0) worker?.unref();
    if ('error' in message) call?.reject(toError(message.error));
    else call?.resolve(message.value);
  }

  function send(one: Held): void {
    startAgain();
    try {
      if (!worker) throw gone();
      worker.postMessage(one.call);
    } catch (error) {
      // There is no thread, or the call holds what cannot be copied.
      one.reject(error);
      return;
    }
    held.set(one.call.id, one);
    worker.ref();
  }

  function call<Name extends IndexCall['name']>(
    name: Name,
    ...args: Extract<IndexCall, { name: Name }>['args']
  ): Promise<Awaited<ReturnType<MemoryIndex[Name]>>> {
    return new Promise((resolve, reject) => {
      if (ended) return reject(closed());
      const message = { id: next++, name, args } as IndexCall;
      send({ call: message, again: REPEATED.has(name), resolve: resolve as (value: unknown) => void, reject });
    });
  }

  /** Nothing is sent once `ended` is set, which is when this has said its last words. */
  async function end(): Promise<void> {
    if (!worker) return;
    const thread = worker;
    const done = new AbortController();
    const late = clock.sleep(CLOSE_MS, done.signal).then(() => {
      if (!done.signal.aborted) throw new MemoryError('unavailable', 'the search index does not come to its end');
    });
    try {
      await Promise.race([call('close'), late]);
    } catch (error) {
      log.warn('index.close-failed', { error });
    }
    done.abort();
    await thread.terminate();
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
    status: (reader) => call('status', reader),
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
    remedy: 'The log says why. It is started again by itself within a minute.',
  });
}

function closed(): MemoryError {
  return new MemoryError('unavailable', 'the search index is closed');
}

function toError({ kind, message, retryable, remedy }: SentError): Error {
  if (!kind) return new Error(message);
  return new MemoryError(kind, message, { retryable, ...(remedy === undefined ? {} : { remedy }) });
}

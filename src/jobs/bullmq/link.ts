// The two connections to Redis, and whether it can be used. Knows of a server that is away, that hangs and that comes
// back; says each change once. Must never let a broken connection become an unhandled rejection.

import { Redis } from 'ioredis';
import type { Clock, Log, QueueHealth } from '../../contracts/index.js';
import { connectionOptions, type ServerTrouble, troubleOfConnection, troubleOfServer } from './server.js';

/** How often a server that stands is asked whether it still answers, and how long it may take to. */
const BEAT_MS = 500;
const SILENT_MS = 1_500;
/** A server that was refused is looked at again. */
const AGAIN_MS = 5_000;
/** How long opening waits for the first word of the server. */
const FIRST_MS = 2_000;

export interface LinkParts {
  clock: Clock;
  log: Log;
}

export class Link {
  /** For everything but waiting. Its commands fail at once while there is no connection. */
  readonly commands: Redis;
  /** For the one command that waits. */
  readonly waiting: Redis;
  readonly #parts: LinkParts;
  readonly #listeners: { up: () => void; down: () => void }[] = [];
  #state: 'up' | 'down' = 'down';
  #trouble: ServerTrouble | undefined;
  #said: string | undefined;
  #heard: unknown;
  #closed = false;
  #isCorked = false;
  #cancelBeat: () => void = () => {};
  #cancelAgain: () => void = () => {};
  #settle: () => void = () => {};
  readonly #settled: Promise<void>;

  constructor(url: string, parts: LinkParts) {
    this.#parts = parts;
    this.#settled = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.commands = new Redis(url, connectionOptions);
    this.waiting = new Redis(url, connectionOptions);
    this.waiting.on('error', () => {});
    this.commands.on('error', (error) => {
      this.#heard = error;
    });
    this.commands.on('ready', () => void this.#inspect());
    this.commands.on('close', () => this.#down(troubleOfConnection(this.#heard)));
  }

  get isUp(): boolean {
    return this.#state === 'up';
  }

  health(): QueueHealth {
    if (this.#state === 'up') return { engine: 'redis', state: 'up' };
    const { says, remedy } = this.#trouble ?? troubleOfConnection(undefined);
    return { engine: 'redis', state: 'down', detail: `${says} ${remedy}` };
  }

  /**
   * What is sent from here to the end of this turn of the event loop leaves in one piece: a write of its own for every
   * command is a third of what a quick job costs.
   */
  together(): void {
    const { stream } = this.commands;
    if (this.#isCorked || !stream) return;
    this.#isCorked = true;
    stream.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      stream.uncork();
    });
  }

  on(listener: { up: () => void; down: () => void }): void {
    this.#listeners.push(listener);
  }

  /** Resolves once it is known whether the server can be used, or after 2 s. */
  async opened(): Promise<void> {
    const over = new AbortController();
    await Promise.race([this.#settled, this.#parts.clock.sleep(FIRST_MS, over.signal)]);
    over.abort();
  }

  close(): void {
    this.#closed = true;
    this.#cancelBeat();
    this.#cancelAgain();
    this.commands.disconnect();
    this.waiting.disconnect();
    this.#settle();
  }

  async #inspect(): Promise<void> {
    try {
      const trouble = await troubleOfServer(this.commands);
      if (this.#closed) return;
      if (!trouble) return this.#up();
      this.#down(trouble);
      this.#cancelAgain = this.#parts.clock.after(AGAIN_MS, () => void this.#inspect());
    } catch (error) {
      // The connection broke, and 'close' says so; or the user may not ask.
      if (this.commands.status === 'ready') this.#down(troubleOfConnection(error));
    }
  }

  #up(): void {
    this.#settle();
    if (this.#state === 'up') return;
    this.#state = 'up';
    this.#trouble = undefined;
    this.#heard = undefined;
    if (this.#said !== 'up') this.#parts.log.info('redis.up');
    this.#said = 'up';
    this.#beat();
    for (const { up } of this.#listeners) up();
  }

  #down(trouble: ServerTrouble): void {
    this.#settle();
    if (this.#closed) return;
    this.#cancelBeat();
    this.#trouble = trouble;
    if (this.#said !== trouble.says) {
      this.#parts.log.warn('redis.down', { reason: trouble.says, remedy: trouble.remedy });
      this.#said = trouble.says;
    }
    if (this.#state === 'down') return;
    this.#state = 'down';
    for (const { down } of this.#listeners) down();
  }

  /** A server that hangs, or a network that swallows everything, closes no connection by itself. */
  #beat(): void {
    let answered = false;
    const asked = performance.now();
    this.commands.ping().then(
      () => {
        answered = true;
      },
      () => {},
    );
    const look = () => {
      if (this.#closed || this.#state === 'down') return;
      if (answered) return this.#beat();
      if (performance.now() - asked < SILENT_MS) return again();
      // An answer may lie behind this timer when this process itself was busy.
      setImmediate(() => {
        if (this.#closed || this.#state === 'down') return;
        if (answered) return this.#beat();
        this.#heard = undefined;
        this.commands.disconnect(true);
        this.waiting.disconnect(true);
      });
    };
    const again = () => {
      this.#cancelBeat = this.#parts.clock.after(BEAT_MS, look);
    };
    again();
  }
}

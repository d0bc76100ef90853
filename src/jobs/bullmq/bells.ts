// Waking processes through Redis: whoever makes a job possible rings for its name, and one process that has room for it
// hears. A bell is BullMQ's own marker, so one connection hears both kinds of job. It carries nothing, and a lost one
// costs a moment: the jobs table is looked at anyway.

import type { Clock } from '../../contracts/index.js';
import type { Link } from './link.js';
import type { Queues } from './queues.js';

/** How long one wait lasts, in seconds; then the connection is known to be alive. */
const WAIT_S = 5;
/** The server answers a wait that is over within this. */
const LATE_MS = 2_000;
/** One name is not rung for more often than this: who hears looks for all of it. */
const RING_EVERY_MS = 20;
const AFTER_TROUBLE_MS = 200;

export interface BellsParts {
  link: Link;
  queues: Queues;
  clock: Clock;
  prefix: string;
  /** The id of this process, whose own bell makes it listen anew. */
  id: string;
}

export class Bells {
  readonly #parts: BellsParts;
  readonly #rung = new Map<string, number>();
  #heard: (() => void) | undefined;
  #listensTo: ReadonlySet<string> | undefined;
  #stopped = false;

  constructor(parts: BellsParts) {
    this.#parts = parts;
  }

  /** Something of that name can be done. Never throws; without Redis nobody hears. */
  ring(name: string): void {
    const { link, queues } = this.#parts;
    const now = performance.now();
    if (!link.isUp || now - (this.#rung.get(name) ?? Number.NEGATIVE_INFINITY) < RING_EVERY_MS) return;
    this.#rung.set(name, now);
    link.commands.zadd(queues.marker(name), 0, '0').catch(() => {});
  }

  /** The names that may be begun here have changed: the wait begins anew where it would not hear one of them. */
  changed(names: readonly string[]): void {
    const { link } = this.#parts;
    if (this.#heard) this.#heard();
    else if (this.#listensTo && names.some((name) => !this.#listensTo?.has(name))) {
      this.#listensTo = undefined;
      link.commands.zadd(this.#own, 0, '0').catch(() => {});
    }
  }

  /** Calls `hear` with each name rung for among `names()`, and waits for it. Resolves after `stop`. Never rejects. */
  async listen(names: () => readonly string[], hear: (name: string) => Promise<void>): Promise<void> {
    const { link, queues, clock } = this.#parts;
    while (!this.#stopped) {
      const open = link.isUp ? names() : [];
      if (open.length === 0) {
        await this.#change();
        continue;
      }
      this.#listensTo = new Set(open);
      try {
        const rung = await this.#wait([...open.map((name) => queues.marker(name)), this.#own]);
        const name = open.find((one) => queues.marker(one) === rung);
        if (name !== undefined && !this.#stopped) await hear(name);
      } catch {
        if (!this.#stopped) await clock.sleep(AFTER_TROUBLE_MS);
      }
    }
  }

  stop(): void {
    this.#stopped = true;
    this.#heard?.();
  }

  get #own(): string {
    return `${this.#parts.prefix}:bell:${this.#parts.id}`;
  }

  async #wait(keys: string[]): Promise<string | undefined> {
    const { waiting } = this.#parts.link;
    let late: NodeJS.Timeout | undefined;
    try {
      // A connection that was cut without a word never answers.
      const silence = new Promise<undefined>((resolve) => {
        late = setTimeout(
          () => {
            waiting.disconnect(true);
            resolve(undefined);
          },
          WAIT_S * 1_000 + LATE_MS,
        ).unref();
      });
      const answer = waiting.bzpopmin(...keys, WAIT_S);
      answer.catch(() => {});
      return (await Promise.race([answer, silence]))?.[0];
    } finally {
      clearTimeout(late);
    }
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#heard = () => {
        this.#heard = undefined;
        resolve();
      };
    });
  }
}

// A started interaction, as a test watches it.

import type { Hub } from './hub.js';
import type { StoredInteraction } from './interactions.js';
import { type Shown, shown } from './shown.js';

export class InteractionHandle {
  readonly id: string;
  readonly token: string;
  readonly #hub: Hub;
  readonly #stored: StoredInteraction;

  constructor(hub: Hub, stored: StoredInteraction) {
    this.id = stored.id;
    this.token = stored.token;
    this.#hub = hub;
    this.#stored = stored;
  }

  /** The type of the first answer: 4 a message, 5 and 6 deferred, 7 an update; undefined while there is none. */
  get answered(): number | undefined {
    return this.#stored.answered;
  }

  /** The person reads "The application did not respond". */
  get failed(): boolean {
    return this.#hub.interactions.expired(this.#stored);
  }

  /** What was said through it and stands, in order; a deferral without its message as `thinking`. */
  shown(): Shown[] {
    return this.#stored.messages.filter((one) => !one.deleted).map(shown);
  }

  /** Resolves once so many messages stand, deferrals not counted. */
  async replies(count = 1, ms = 5_000): Promise<Shown[]> {
    const there = () => this.shown().filter((one) => !one.thinking);
    await this.#hub.waitFor(
      () => there().length >= count,
      ms,
      () => `${count} answer(s) to an interaction`,
    );
    return there();
  }

  async acknowledged(ms = 5_000): Promise<void> {
    await this.#hub.waitFor(
      () => this.answered !== undefined,
      ms,
      () => 'a first answer to an interaction',
    );
  }
}

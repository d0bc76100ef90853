// Up to which message each chat was read: what is on disk, and what was received and is on its way there. A gap is
// fetched from here. Pure bookkeeping; the disk is the caller's.

import type { Mark, Parcel } from './delivery.js';
import { isNewer, newest } from './snowflake.js';

export const SEEN = 'seen';
/** The chats with the newest messages; an older one is as good as new when it wakes. */
const MOST_CHATS = 500;

type Kept = Map<string, { message: string; direct: boolean }>;

export class Seen {
  #stored: Kept;
  readonly #received: Map<string, string>;

  /** `value` is what `markFor` once gave; anything else counts as nothing seen. */
  constructor(value: string | undefined) {
    this.#stored = read(value);
    this.#received = new Map([...this.#stored].map(([channel, { message }]) => [channel, message]));
  }

  /** A message was queued for delivery; the next gap of its chat begins behind it. */
  receive(channel: string, message: string): void {
    const before = this.#received.get(channel);
    if (before === undefined || isNewer(message, before)) this.#received.set(channel, message);
  }

  /** The newest message that was received in a chat. */
  lastOf(channel: string): string | undefined {
    return this.#received.get(channel);
  }

  /** The newest message of all: a chat without a record cannot have missed anything older. */
  last(): string | undefined {
    return newest(this.#received.values());
  }

  /** The direct chats with a record, those with the newest messages first. */
  directs(): string[] {
    return byAge(this.#stored)
      .filter(([, { direct }]) => direct)
      .map(([channel]) => channel);
  }

  markFor(batch: readonly Parcel[]): Mark | undefined {
    if (!batch.some(({ seen }) => seen)) return undefined;
    return { name: SEEN, value: write(this.#with(batch)) };
  }

  accepted(batch: readonly Parcel[]): void {
    this.#stored = this.#with(batch);
    if (this.#received.size <= 2 * MOST_CHATS) return;
    const kept = [...this.#received].sort(([, a], [, b]) => (isNewer(a, b) ? -1 : 1)).slice(0, MOST_CHATS);
    this.#received.clear();
    for (const [channel, message] of kept) this.#received.set(channel, message);
  }

  #with(batch: readonly Parcel[]): Kept {
    const next = new Map(this.#stored);
    for (const { seen } of batch) {
      if (!seen) continue;
      const before = next.get(seen.channel);
      if (before && !isNewer(seen.message, before.message)) continue;
      next.set(seen.channel, { message: seen.message, direct: seen.direct });
    }
    return next.size <= MOST_CHATS ? next : new Map(byAge(next).slice(0, MOST_CHATS));
  }
}

function byAge(kept: Kept): [string, { message: string; direct: boolean }][] {
  return [...kept].sort(([, a], [, b]) => (isNewer(a.message, b.message) ? -1 : 1));
}

/** `{"d": {direct chat: message}, "g": {channel: message}}` */
function write(kept: Kept): string {
  const direct: Record<string, string> = {};
  const group: Record<string, string> = {};
  for (const [channel, one] of kept) (one.direct ? direct : group)[channel] = one.message;
  return JSON.stringify({ d: direct, g: group });
}

function read(value: string | undefined): Kept {
  const kept: Kept = new Map();
  let parsed: unknown;
  try {
    parsed = JSON.parse(value ?? '{}');
  } catch {
    return kept;
  }
  if (typeof parsed !== 'object' || parsed === null) return kept;
  for (const [kind, entries] of Object.entries(parsed)) {
    for (const [channel, message] of Object.entries(entries ?? {})) {
      if (/^\d+$/.test(channel) && typeof message === 'string' && /^\d+$/.test(message)) {
        kept.set(channel, { message, direct: kind === 'd' });
      }
    }
  }
  return kept;
}

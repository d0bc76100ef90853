// One session of the gateway: numbers its events, keeps them for a resume, knows which it may hear. No sockets.

import { type GatewayEvent, INTENT } from './model.js';

const KEPT = 5_000;

export class GatewaySession {
  readonly id: string;
  readonly intents: number;
  seq = 0;
  /** Since when no connection carries it. */
  looseSince: number | undefined;
  #kept: { seq: number; text: string }[] = [];

  constructor(id: string, intents: number) {
    this.id = id;
    this.intents = intents;
  }

  /** The event as text to send, or undefined where this session does not hear it. */
  take(event: GatewayEvent): string | undefined {
    if (event.intent !== 0 && !(event.intent & this.intents)) return undefined;
    const blind = event.redacted !== undefined && !(this.intents & INTENT.messageContent);
    this.seq += 1;
    const d = blind ? event.redacted : event.d;
    const text = JSON.stringify({ t: event.t, s: this.seq, op: 0, d });
    this.#kept.push({ seq: this.seq, text });
    if (this.#kept.length > KEPT) this.#kept = this.#kept.slice(-KEPT / 2);
    return text;
  }

  /** Everything behind a number; undefined for one that never was, or is too long ago. */
  after(seq: number): string[] | undefined {
    const first = this.#kept[0]?.seq ?? 1;
    if (!(seq >= first - 1 && seq <= this.seq)) return undefined;
    return this.#kept.filter((one) => one.seq > seq).map((one) => one.text);
  }
}

// One socket of the gateway: writes frames, holds them back while it is silenced, counts what the client sends.

import type { WebSocket } from 'ws';
import { CLOSE_WORDS } from './gateway-rules.js';
import type { GatewaySession } from './gateway-session.js';

const FRAMES_PER_MINUTE = 120;

export class GatewayConnection {
  session: GatewaySession | undefined;
  readonly #socket: WebSocket;
  #held: string[] | undefined;
  #release: NodeJS.Timeout | undefined;
  #frames: number[] = [];

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('close', () => clearTimeout(this.#release));
  }

  get open(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  send(text: string): void {
    if (this.#held) this.#held.push(text);
    else if (this.open) this.#socket.send(text);
  }

  /** A close frame with the platform's words; 1006 is the socket gone without one. */
  close(code: number): void {
    if (code === 1006) this.#socket.terminate();
    else this.#socket.close(code, CLOSE_WORDS[code] ?? '');
  }

  /** Half open: nothing is sent and nothing read, not even a close frame, until `ms` are over. */
  silence(ms: number): void {
    this.#held ??= [];
    this.#socket.pause();
    clearTimeout(this.#release);
    this.#release = setTimeout(() => this.speak(), ms);
    this.#release.unref();
  }

  speak(): void {
    clearTimeout(this.#release);
    const held = this.#held ?? [];
    this.#held = undefined;
    this.#socket.resume();
    for (const text of held) this.send(text);
  }

  /** False where the client sends more than the platform allows in a minute, a real one. */
  counts(): boolean {
    const now = Date.now();
    this.#frames = this.#frames.filter((at) => now - at < 60_000);
    this.#frames.push(now);
    return this.#frames.length <= FRAMES_PER_MINUTE;
  }
}

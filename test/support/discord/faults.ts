// Faults that a test asked for: which call they hit, and how they look on the wire.

import type { ServerResponse } from 'node:http';
import { fits } from './router.js';

/**
 * 'reset': the socket dies before any work. 'reset-after': the work is done, then the socket dies. 'hang': nothing is
 * done or answered. 'hang-after': done, never answered. 'half': done, half an answer. 'html502': a proxy's page.
 * An object answers with that status instead of working; `retryAfter` (seconds) and `global` make a 429 whole.
 * `delayMs` waits real time first; alone it only makes the call slow.
 */
export type Fault =
  | 'reset'
  | 'reset-after'
  | 'hang'
  | 'hang-after'
  | 'half'
  | 'html502'
  | {
      status?: number;
      code?: number;
      message?: string;
      body?: unknown;
      headers?: Record<string, string>;
      retryAfter?: number;
      global?: boolean;
      delayMs?: number;
    };

interface Planned {
  method: string;
  pattern: string;
  left: number;
  fault: Fault;
}

export class Faults {
  #planned: Planned[] = [];

  /** `route` is 'POST /channels/:channel/messages', 'POST /channels/<id>/messages', 'GET /cdn/**' or '* /**'. */
  plan(route: string, times: number, fault: Fault): void {
    const [method = '*', pattern = '/**'] = route.split(' ');
    this.#planned.push({ method, pattern, left: times, fault });
  }

  take(method: string, path: string): Fault | undefined {
    const hit = this.#planned.find((one) => (one.method === '*' || one.method === method) && fits(one.pattern, path));
    if (!hit) return undefined;
    hit.left -= 1;
    if (hit.left <= 0) this.#planned = this.#planned.filter((one) => one !== hit);
    return hit.fault;
  }

  clear(): void {
    this.#planned = [];
  }
}

const PAGE = `<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>
<hr><center>cloudflare</center>\r\n</body>\r\n</html>\r\n`;

/** Does what a fault without work looks like. False where the work is to be done first, or all the same. */
export function actOut(fault: Fault, response: ServerResponse): boolean {
  if (fault === 'reset') response.socket?.resetAndDestroy();
  else if (fault === 'html502') send(response, 502, PAGE, { 'content-type': 'text/html' });
  else if (typeof fault === 'object' && fault.status !== undefined) {
    const body = fault.body ?? defaultBody(fault);
    const headers: Record<string, string> = { 'content-type': 'application/json', ...fault.headers };
    if (fault.retryAfter !== undefined) {
      headers['retry-after'] = String(fault.retryAfter);
      headers['x-ratelimit-scope'] = fault.global ? 'global' : 'user';
      if (fault.global) headers['x-ratelimit-global'] = 'true';
    }
    send(response, fault.status, typeof body === 'string' ? body : JSON.stringify(body), headers);
  } else return fault === 'hang';
  return true;
}

/** After the work: true where the fault stands for the answer. */
export function spoil(fault: Fault, response: ServerResponse, status: number, text: string): boolean {
  if (fault === 'reset-after') response.socket?.resetAndDestroy();
  else if (fault === 'half') {
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) + 10 });
    response.write(text.slice(0, Math.ceil(text.length / 2)), () => response.socket?.destroy());
  } else return fault === 'hang-after';
  return true;
}

function defaultBody(fault: Exclude<Fault, string>): unknown {
  if (fault.retryAfter !== undefined) {
    const global = fault.global ?? false;
    return { message: 'You are being rate limited.', retry_after: fault.retryAfter, global };
  }
  return { message: fault.message ?? `${fault.status}: Error`, code: fault.code ?? 0 };
}

function send(response: ServerResponse, status: number, text: string, headers: Record<string, string>): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

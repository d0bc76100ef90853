// One HTTP exchange with the Bot API server, for grammY to use as its `fetch`. It knows whether anything was sent before
// an exchange failed, which decides whether a message may stand there twice, and it notices an answer that was cut off.
// No error here holds the address, for it holds the token.

import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';

/** `sent`: the server may have read the request, and acted on it. */
export class TransportError extends Error {
  readonly sent: boolean;
  constructor(message: string, sent: boolean) {
    super(message);
    this.name = 'TransportError';
    this.sent = sent;
  }
}

/** The answer is longer than the caller takes. */
export class AnswerTooLong extends TransportError {
  constructor() {
    super('the answer is too long', true);
  }
}

/** As much of fetch's options as grammY passes. Its signals are not Node's own. */
interface Exchange {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Readable;
  signal?: Pick<AbortSignal, 'aborted' | 'addEventListener' | 'removeEventListener'>;
}

export interface Answer {
  status: number;
  bytes: Buffer;
  /** Rejects with a TransportError when the answer is not JSON, as a proxy's error page. */
  json(): Promise<unknown>;
}

export interface Transport {
  /** Rejects with a TransportError; `bytesAtMost` refuses longer answers while they arrive. */
  fetch(url: string, exchange: Exchange, bytesAtMost?: number): Promise<Answer>;
  /** Closes idle connections. */
  close(): void;
}

/** Below the time after which servers close an idle connection: one that closes just then would leave a fate unknown. */
const IDLE_MS = 4_000;

export function openTransport(): Transport {
  const agents = {
    'http:': new HttpAgent({ keepAlive: true, timeout: IDLE_MS }),
    'https:': new HttpsAgent({ keepAlive: true, timeout: IDLE_MS }),
  };
  return {
    async fetch(url, exchange, bytesAtMost = Number.POSITIVE_INFINITY) {
      const address = new URL(url);
      const secure = address.protocol === 'https:';
      const request = (secure ? httpsRequest : httpRequest)(address, {
        method: exchange.method ?? 'GET',
        headers: exchange.headers ?? {},
        agent: agents[secure ? 'https:' : 'http:'],
      });
      return await new Promise((resolve, reject) => {
        let sent = false;
        request.on('socket', (socket) => {
          if (request.reusedSocket) sent = true;
          else
            socket.once(secure ? 'secureConnect' : 'connect', () => {
              sent = true;
            });
        });
        const fail = (why: string | TransportError) => {
          exchange.signal?.removeEventListener('abort', abort);
          request.destroy();
          reject(typeof why === 'string' ? new TransportError(why, sent) : why);
        };
        const abort = () => fail('the request was given up');
        request.on('error', (error) => fail(sent ? 'the connection broke' : `no connection (${codeOf(error)})`));
        request.on('response', (response) => {
          // Whatever the server says, it has read the request.
          sent = true;
          collect(response, bytesAtMost).then((bytes) => {
            exchange.signal?.removeEventListener('abort', abort);
            resolve(answer(response.statusCode ?? 0, bytes));
          }, fail);
        });
        exchange.signal?.addEventListener('abort', abort);
        if (exchange.signal?.aborted) return abort();
        if (typeof exchange.body === 'object') {
          // A body that cannot be read to its end is grammY's to report; here it ends the exchange.
          exchange.body.on('error', () => fail('the body could not be read'));
          exchange.body.pipe(request);
        } else {
          request.end(exchange.body);
        }
      });
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

async function collect(response: IncomingMessage, bytesAtMost: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  return await new Promise((resolve, reject) => {
    response.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > bytesAtMost) reject(new AnswerTooLong());
      else chunks.push(chunk);
    });
    const cutOff = () => reject(new TransportError('the answer was cut off', true));
    response.on('error', cutOff);
    response.on('close', cutOff);
    response.on('end', () => (response.complete ? resolve(Buffer.concat(chunks)) : undefined));
  });
}

function answer(status: number, bytes: Buffer): Answer {
  return {
    status,
    bytes,
    async json() {
      try {
        return JSON.parse(bytes.toString('utf8')) as unknown;
      } catch {
        throw new TransportError(`the answer is not JSON (HTTP ${status})`, true);
      }
    },
  };
}

/** A code such as ECONNREFUSED; the message of the error may hold more than is good. */
function codeOf(error: NodeJS.ErrnoException): string {
  return /^[A-Z0-9_]+$/.test(error.code ?? '') ? (error.code ?? '') : 'unknown';
}

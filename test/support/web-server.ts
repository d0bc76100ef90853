// A web server on a loopback port of its own, closed with the test, and a network whose names lead to it.

import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Network, ResolvedAddress } from '../../src/agent/web/network.js';

export interface WebServer {
  /** `127.0.0.1:<port>`. */
  host: string;
  port: number;
  /** Paths that were asked for, oldest first. */
  asked: string[];
  url(path?: string): URL;
}

export type Answering = (request: IncomingMessage, response: ServerResponse) => void;

export async function openWebServer(answer: Answering): Promise<WebServer> {
  const asked: string[] = [];
  const server = createServer((incoming, response) => {
    asked.push(incoming.url ?? '');
    response.on('error', () => {});
    answer(incoming, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  return { host, port, asked, url: (path = '/') => new URL(path, `http://${host}`) };
}

/** A page of that type and those bytes. */
export function answering(type: string, body: string | Buffer, headers: Record<string, string> = {}): Answering {
  return (_request, response) => void response.writeHead(200, { 'content-type': type, ...headers }).end(body);
}

export interface NamedNetwork extends Network {
  /** Names that were looked up. */
  resolved: string[];
  /** Addresses that a connection was about to be made to, by its own question for them. */
  connected: string[];
}

/** Every name leads to what `answers` says next; whatever is connected to ends at the server. */
export function namedNetwork(server: WebServer, answers: (host: string, nth: number) => string[]): NamedNetwork {
  const resolved: string[] = [];
  const connected: string[] = [];
  return {
    resolved,
    connected,
    async resolve(host) {
      resolved.push(host);
      return answers(host, resolved.length).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
    request: (url, options) =>
      request(new URL(url.pathname + url.search, `http://names.example:${server.port}`), {
        ...options,
        lookup: (host, _wanted, done) =>
          options.lookup?.(host, { all: true }, (error, addresses) => {
            for (const { address } of addresses as ResolvedAddress[]) connected.push(address);
            done(error, [{ address: '127.0.0.1', family: 4 }]);
          }),
      }),
  };
}

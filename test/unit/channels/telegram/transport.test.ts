// One exchange over real sockets: what was sent, what was cut off, what was given up.

import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createRaw } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { AnswerTooLong, openTransport, TransportError } from '../../../../channels/telegram/transport.js';

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

async function serve(answer: RequestListener): Promise<{ root: string; server: Server }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { root: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

async function failure(work: Promise<unknown>): Promise<TransportError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof TransportError)) throw new Error(`no TransportError but ${String(error)}`);
  return error;
}

function transport() {
  const one = openTransport();
  open.push(() => one.close());
  return one;
}

describe('an exchange', () => {
  it('carries a body there and JSON back', async () => {
    const { root } = await serve((request, response) => {
      request.setEncoding('utf8').on('data', (body: string) => response.end(JSON.stringify({ got: body })));
    });
    const answer = await transport().fetch(`${root}/x`, { method: 'POST', body: '京都' });
    expect(await answer.json()).toEqual({ got: '京都' });
  });

  it('that finds nobody was not sent', async () => {
    const { root, server } = await serve(() => {});
    server.close();
    expect(await failure(transport().fetch(root, {}))).toMatchObject({
      sent: false,
      message: expect.stringContaining('ECONNREFUSED'),
    });
    expect(await failure(transport().fetch('http://no-such-host.invalid/', {}))).toMatchObject({ sent: false });
  });

  it('that fails at the encryption was not sent', async () => {
    const { root } = await serve((_, response) => response.end('{}'));
    expect(await failure(transport().fetch(root.replace('http:', 'https:'), {}))).toMatchObject({ sent: false });
    const mute = createRaw((socket) => socket.destroy());
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    open.push(() => mute.close());
    const { port } = mute.address() as AddressInfo;
    expect(await failure(transport().fetch(`https://127.0.0.1:${port}/`, {}))).toMatchObject({ sent: false });
  });

  it('whose connection breaks may have arrived, on a fresh connection and on one used before', async () => {
    let calls = 0;
    const { root } = await serve((request, response) =>
      calls++ === 0 ? response.end('{}') : request.socket.destroy(),
    );
    const one = transport();
    await one.fetch(root, {});
    expect(await failure(one.fetch(root, {}))).toMatchObject({ sent: true });
    expect(await failure(one.fetch(root, {}))).toMatchObject({ sent: true });
  });

  it.each([
    ['of a known length', { 'content-length': '100' }],
    ['in pieces', {}],
  ])('whose answer %s is cut off fails at once', async (_, headers) => {
    const { root } = await serve((_, response) => {
      response.writeHead(200, headers);
      response.write('{"ok":');
      setImmediate(() => response.destroy());
    });
    expect(await failure(transport().fetch(root, {}))).toMatchObject({ sent: true, message: 'the answer was cut off' });
  });

  it('answered by a proxy’s page is no JSON, and may have arrived', async () => {
    const { root } = await serve((_, response) => response.writeHead(502).end('<html>secret</html>'));
    const answer = await transport().fetch(root, {});
    const error = await failure(answer.json());
    expect(error).toMatchObject({ sent: true, message: 'the answer is not JSON (HTTP 502)' });
  });

  it('ends when it is given up, before and amid', async () => {
    let arrived = () => {};
    const there = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const { root } = await serve(() => arrived());
    const stop = new AbortController();
    const hanging = transport().fetch(root, { signal: stop.signal });
    await there;
    stop.abort();
    expect(await failure(hanging)).toMatchObject({ sent: true, message: 'the request was given up' });
    expect(await failure(transport().fetch(root, { signal: stop.signal }))).toMatchObject({ sent: false });
  });

  it('takes no more than it was told to', async () => {
    const { root } = await serve((_, response) => response.end('x'.repeat(5_000)));
    expect(await failure(transport().fetch(root, {}, 4_999))).toBeInstanceOf(AnswerTooLong);
    expect((await transport().fetch(root, {}, 5_000)).bytes).toHaveLength(5_000);
  });

  it('follows no redirection, which would carry the token elsewhere', async () => {
    let elsewhere = 0;
    const other = await serve((_, response) => {
      elsewhere++;
      response.end('{}');
    });
    const { root } = await serve((_, response) => response.writeHead(302, { location: other.root }).end());
    expect((await transport().fetch(root, {})).status).toBe(302);
    expect(elsewhere).toBe(0);
  });

  it('never names the address', async () => {
    const secret = '7000000001:AAHsecret';
    for (const root of ['http://127.0.0.1:9', 'http://no-such-host.invalid']) {
      const error = await failure(transport().fetch(`${root}/bot${secret}/getMe`, {}));
      expect(`${error.message} ${error.stack}`).not.toContain('AAHsecret');
    }
  });
});

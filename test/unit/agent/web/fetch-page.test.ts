import type { ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readAddress } from '../../../../src/agent/web/address.js';
import { faultOf } from '../../../../src/agent/web/faults.js';
import { FETCH_LIMITS, type FetchOptions, fetchPage } from '../../../../src/agent/web/fetch-page.js';
import { ToolError } from '../../../../src/contracts/index.js';
import { answering, namedNetwork, openWebServer, type WebServer } from '../../../support/web-server.js';

const PUBLIC = '93.184.215.14';

function fetching(address: string | URL, server: WebServer, more: Partial<FetchOptions> = {}) {
  return fetchPage(readAddress(String(address)), {
    inside: [server.host],
    signal: new AbortController().signal,
    ...more,
  });
}

/** Redirects each path to its address, and answers every other with its name. */
async function moving(targets: Record<string, string>): Promise<WebServer> {
  return await openWebServer((request, response) => {
    const location = targets[request.url ?? ''];
    if (location !== undefined) response.writeHead(302, { location }).end('moved');
    else answering('text/plain', `here is ${request.url}`)(request, response);
  });
}

async function drained(response: ServerResponse): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}

/** Writes until nobody listens any more, as fast as it is read; returns how many bytes it got rid of. */
async function pour(response: ServerResponse, total: number): Promise<number> {
  const piece = Buffer.alloc(64 * 1024, 'x');
  let sent = 0;
  while (sent < total && !response.destroyed) {
    sent += piece.length;
    if (!response.write(piece)) await drained(response);
  }
  return sent;
}

describe('redirects', () => {
  it('are followed, each with its own way on, to the address where they end', async () => {
    const server = await moving({ '/a': '/b?x=1', '/b?x=1': 'c#part' });
    const page = await fetching(server.url('/a'), server);
    expect(page.bytes.toString()).toBe('here is /c');
    expect(page.final.href).toBe(server.url('/c').href);
  });

  it('end after five', async () => {
    let count = 0;
    const server = await openWebServer((_request, response) => {
      response.writeHead(302, { location: `/${count++}` }).end();
    });
    await expect(fetching(server.url(), server)).rejects.toThrow(/more than 5 times/);
    expect(server.asked).toHaveLength(6);
  });

  it.each([
    ...['http://169.254.169.254/latest/meta-data/', 'http://[::1]/', 'http://2130706433/', 'http://0177.0.0.1/'],
    ...['http://0x7f.1/', 'http://[::ffff:127.0.0.1]/', 'http://localhost/', 'http://metadata.google.internal/'],
    ...['//127.0.0.1/', 'file:///etc/passwd', 'gopher://127.0.0.1/', 'http://ada:secret@example.org/'],
  ])('to %s are refused', async (location) => {
    const server = await moving({ '/': location });
    await expect(fetching(server.url(), server)).rejects.toThrow(
      /not a public address|Only http and https|user name or password/,
    );
  });

  it('to another port of the same host are refused, and nobody is asked there', async () => {
    const other = await openWebServer(answering('text/plain', 'secret'));
    const server = await moving({ '/': other.url('/x').href });
    await expect(fetching(server.url(), server)).rejects.toThrow(/not a public address/);
    expect(other.asked).toEqual([]);
    const page = await fetching(server.url(), server, { inside: [server.host, other.host] });
    expect(page.bytes.toString()).toBe('secret');
  });

  it('to a name that leads into the network are refused', async () => {
    const server = await moving({ '/': 'http://inner.example/' });
    const network = namedNetwork(server, (host) => [host === 'inner.example' ? '10.0.0.5' : PUBLIC]);
    await expect(fetching('http://outer.example/', server, { network })).rejects.toThrow(
      /inner\.example.*not a public/,
    );
    expect(network.connected).toEqual([PUBLIC]);
  });
});

describe('names', () => {
  it('are resolved once: what is connected to is what was looked at, whatever the name leads to by then', async () => {
    const server = await openWebServer(answering('text/plain', 'hello'));
    const network = namedNetwork(server, (_host, nth) => [nth === 1 ? PUBLIC : '127.0.0.1']);
    await fetching('http://turning.example/', server, { network });
    expect(network.resolved).toEqual(['turning.example']);
    expect(network.connected).toEqual([PUBLIC]);
    await expect(fetching('http://turning.example/', server, { network })).rejects.toThrow(/not a public address/);
    expect(server.asked).toHaveLength(1);
  });

  it('are refused where one of several addresses is inside a network', async () => {
    const server = await openWebServer(answering('text/plain', 'hello'));
    for (const inner of ['127.0.0.1', '::1', 'fd00::1', '::ffff:10.0.0.1', 'fe80::1%eth0', '64:ff9b::a00:1']) {
      const network = namedNetwork(server, () => [PUBLIC, inner]);
      await expect(fetching('http://two.example/', server, { network })).rejects.toThrow(/not a public address/);
      expect(network.connected).toEqual([]);
    }
  });

  it('are resolved by the system where the operator lists them', async () => {
    const server = await openWebServer(answering('text/plain', 'hello'));
    const inside = [`localhost:${server.port}`];
    const page = await fetching(`http://localhost:${server.port}/`, server, { inside });
    expect(page.bytes.toString()).toBe('hello');
    await expect(fetching(`http://127.0.0.1:${server.port}/`, server, { inside })).rejects.toThrow(/not a public/);
  });

  it('that do not exist, or are never looked up, are told in a sentence', async () => {
    const server = await openWebServer(answering('text/plain', 'hello'));
    const missing = namedNetwork(server, () => []);
    await expect(fetching('http://no.example/', server, { network: missing })).rejects.toThrow(/There is no host/);
    const silent = { ...missing, resolve: () => new Promise<never>(() => {}) };
    const limits = { ...FETCH_LIMITS, totalMs: 60 };
    await expect(fetching('http://no.example/', server, { network: silent, limits })).rejects.toThrow(
      /not there after/,
    );
  });
});

describe('a request', () => {
  it('carries neither cookies nor anything of ours, and heeds no proxy of the environment', async () => {
    const seen: Record<string, unknown>[] = [];
    const server = await openWebServer((request, response) => {
      seen.push(request.headers);
      if (request.url === '/') response.writeHead(302, { location: '/b', 'set-cookie': 'a=b' }).end();
      else answering('text/plain', 'x')(request, response);
    });
    vi.stubEnv('http_proxy', 'http://127.0.0.1:9');
    onTestFinished(() => void vi.unstubAllEnvs());
    await fetching(server.url('/?a=b'), server);
    await fetching(server.url(), server);
    expect(seen).toHaveLength(3);
    for (const headers of seen) {
      expect(Object.keys(headers).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
    }
  });
});

describe('bounds', () => {
  it('reads the beginning of a body of a gigabyte, and the server gets rid of little more', async () => {
    let sent: Promise<number> | undefined;
    const server = await openWebServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      sent = pour(response, 1024 ** 3);
    });
    const { bytes, cut } = await fetching(server.url(), server);
    expect({ length: bytes.length, cut }).toEqual({ length: FETCH_LIMITS.bytes, cut: true });
    // What the sockets of the system hold comes on top.
    expect(await sent).toBeLessThan(32 * 1024 * 1024);
  });

  it.each([
    ['gzip', (bytes: Buffer) => gzipSync(bytes, { level: 1 })],
    ['br', (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ])('unpacks a bomb of %s no further than that', async (encoding, pack) => {
    const bomb = pack(Buffer.alloc(24 * 1024 * 1024));
    const server = await openWebServer(answering('text/plain', bomb, { 'content-encoding': encoding }));
    const { bytes, cut } = await fetching(server.url(), server);
    expect({ length: bytes.length, cut }).toEqual({ length: FETCH_LIMITS.bytes, cut: true });
    const small = await openWebServer(
      answering('text/plain', pack(Buffer.from('小')), { 'content-encoding': encoding }),
    );
    expect((await fetching(small.url(), small)).bytes.toString()).toBe('小');
  });

  it('refuses what is packed twice, unknown or broken', async () => {
    const twice = gzipSync(gzipSync('x'));
    const odd = await openWebServer(answering('text/plain', twice, { 'content-encoding': 'gzip, gzip' }));
    await expect(fetching(odd.url(), odd)).rejects.toThrow(/cannot be unpacked/);
    const broken = await openWebServer(answering('text/plain', 'no gzip', { 'content-encoding': 'gzip' }));
    await expect(fetching(broken.url(), broken)).rejects.toThrow(/packed wrongly/);
  });

  it('ends what drips, however steadily, and what falls silent', async () => {
    const server = await openWebServer((request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.write('x');
      if (request.url === '/silent') return;
      const drip = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(drip));
    });
    const limits = { ...FETCH_LIMITS, totalMs: 200, idleMs: 100 };
    await expect(fetching(server.url('/drip'), server, { limits })).rejects.toThrow(/not there after/);
    const patient = { ...limits, totalMs: 10_000 };
    await expect(fetching(server.url('/silent'), server, { limits: patient })).rejects.toThrow(/fell silent/);
  });

  it('ends at once when the turn does', async () => {
    const server = await openWebServer(() => {});
    const stop = new AbortController();
    const fetched = fetching(server.url(), server, { signal: stop.signal });
    setTimeout(() => stop.abort(), 20);
    await expect(fetched).rejects.toThrow(ToolError);
  });

  it('refuses headers without end, and half a body', async () => {
    const server = await openWebServer((request, response) => {
      if (request.url === '/headers') response.writeHead(200, { 'x-long': 'x'.repeat(100_000) }).end();
      else {
        response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '100' });
        response.write('half', () => response.destroy());
      }
    });
    await expect(fetching(server.url('/headers'), server)).rejects.toThrow(/headers without end/);
    await expect(fetching(server.url('/half'), server)).rejects.toThrow(/broke off/);
  });
});

describe('what is not a page', () => {
  it.each(['application/pdf', 'image/png', 'image/svg+xml', 'application/octet-stream', 'video/mp4', 'x'])(
    '%s is refused by name',
    async (type) => {
      const server = await openWebServer(answering(type, 'x'));
      await expect(fetching(server.url(), server)).rejects.toThrow(`\`${type}\``);
    },
  );

  it.each([
    ['text/markdown; charset=utf-8', 'text'],
    ['TEXT/HTML', 'html'],
    ['application/xhtml+xml', 'html'],
    ['application/ld+json', 'json'],
    ['application/rss+xml', 'xml'],
    ['', 'unknown'],
  ])('%s is read as %s', async (type, kind) => {
    const server = await openWebServer((_request, response) => {
      response.writeHead(200, type === '' ? {} : { 'content-type': type }).end('x');
    });
    expect((await fetching(server.url(), server)).kind).toBe(kind);
  });

  it.each([
    [404, /no such page/],
    [403, /login/],
    [429, /too often/],
    [503, /a fault/],
    [418, /status 418/],
    [304, /status 304/],
  ])('status %d is told in a sentence', async (status, says) => {
    const server = await openWebServer((_request, response) => void response.writeHead(status).end());
    await expect(fetching(server.url(), server)).rejects.toThrow(says);
  });

  it('speaks plainly of a server that is not there, and of one that does not speak https', async () => {
    const server = await openWebServer(answering('text/plain', 'x'));
    await expect(fetching(`https://${server.host}/`, server)).rejects.toThrow(/does not speak https/);
    const gone = { ...server, host: '127.0.0.1:1' };
    await expect(fetching('http://127.0.0.1:1/', gone)).rejects.toThrow(/takes no connections/);
  });

  it.each([
    ['CERT_HAS_EXPIRED', /has expired/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /not issued by anybody who is trusted/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /for another host/],
    ['SOMETHING_ELSE', /The connection to its server failed\./],
  ])('a fault %s names no code', (code, says) => {
    const fault = faultOf(Object.assign(new Error(`raw ${code}`), { code }), new URL('https://example.org'));
    expect(fault.message).toMatch(says);
    expect(fault.message).not.toContain(code);
  });
});

// A real redis-server on a free port, for one test file: started, stopped and started again at the same place. Without
// the program the tests that need it are skipped, where a skipped test is allowed.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect as connectTo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
/** Where every check must run, a missing server is a failure and no reason to skip. */
export const mayTestRedis = hasRedis || process.env.CI !== undefined;

export interface RedisOptions {
  password?: string;
  policy?: string;
  /** A certificate of its own, which clients do not know. */
  tls?: boolean;
}

export interface RedisServer {
  port: number;
  url: string;
  /** The certificate, for clients that shall trust it. */
  certificate: string;
  /** Ends it; `keeping` what it holds for the next start. */
  stop(keeping?: boolean): Promise<void>;
  start(): Promise<void>;
  /** Stops answering without closing anything, and goes on. */
  freeze(): void;
  thaw(): void;
  /** Ends it and removes what it wrote. */
  dispose(): Promise<void>;
}

export async function startRedis(options: RedisOptions = {}): Promise<RedisServer> {
  const dir = mkdtempSync(join(tmpdir(), 'nightjar-redis-'));
  const port = await freePort();
  const certificate = join(dir, 'cert.pem');
  if (options.tls) makeCertificate(dir);
  const at = options.tls ? ['--port', '0', '--tls-port', `${port}`] : ['--port', `${port}`];
  const args = [
    ...at,
    ...['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', dir, '--loglevel', 'warning'],
    ...(options.password === undefined ? [] : ['--requirepass', options.password]),
    ...(options.policy === undefined ? [] : ['--maxmemory-policy', options.policy]),
    ...(options.tls
      ? ['--tls-cert-file', certificate, '--tls-key-file', join(dir, 'key.pem'), '--tls-auth-clients', 'no']
      : []),
  ];
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    if (child) return;
    const started = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    child = started;
    for (let tries = 0; !(await answers(port)); tries++) {
      if (tries > 200 || started.exitCode !== null) throw new Error('redis-server does not start');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async function stop(keeping = false): Promise<void> {
    const ending = child;
    child = undefined;
    if (!ending || ending.exitCode !== null) return;
    const ended = once(ending, 'exit');
    const word = options.password === undefined ? [] : ['-a', options.password];
    if (keeping) spawn('redis-cli', ['-p', `${port}`, ...word, 'shutdown', 'save'], { stdio: 'ignore' });
    else ending.kill('SIGKILL');
    await ended;
    if (!keeping) rmSync(join(dir, 'dump.rdb'), { force: true });
  }

  await start();
  const word = options.password === undefined ? '' : `:${options.password}@`;
  return {
    port,
    url: `${options.tls ? 'rediss' : 'redis'}://${word}127.0.0.1:${port}`,
    certificate,
    start,
    stop,
    freeze: () => child?.kill('SIGSTOP'),
    thaw: () => child?.kill('SIGCONT'),
    async dispose() {
      child?.kill('SIGCONT');
      await stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** A way to a server that can be cut, as a death or a broken network does it, or held up. */
export interface Way {
  url: string;
  cut(): void;
  mend(): void;
  hold(): void;
  release(): void;
  dispose(): void;
}

export async function wayTo(server: RedisServer): Promise<Way> {
  const sockets = new Set<Socket>();
  let isCut = false;
  let isHeld = false;
  const proxy = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connectTo(server.port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far);
    far.pipe(near);
    if (isHeld) for (const socket of [near, far]) socket.pause();
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const url = new URL(server.url);
  url.port = `${port}`;
  return {
    url: url.href,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend() {
      isCut = false;
    },
    hold() {
      isHeld = true;
      for (const socket of sockets) socket.pause();
    },
    release() {
      isHeld = false;
      for (const socket of sockets) socket.resume();
    },
    dispose() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectTo(port, '127.0.0.1');
    const end = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}

function makeCertificate(dir: string): void {
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1'],
    ...['-addext', 'subjectAltName=IP:127.0.0.1'],
    ...['-keyout', join(dir, 'key.pem'), '-out', join(dir, 'cert.pem')],
  ]);
  if (made.status !== 0) throw new Error('openssl makes no certificate');
}

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { redisFinding, refuseUnfitRedis } from '../../../src/jobs/open-queue.js';
import { mayTestRedis, startRedis } from '../../support/jobs/redis-server.js';

it('a server that takes the connection and never answers is found out, and nobody waits for it', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket.on('error', () => {}).resume()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  expect(await redisFinding(`redis://127.0.0.1:${port}`)).toMatchObject({
    level: 'warning',
    says: expect.stringContaining('cannot be reached'),
  });
}, 10_000);

it.skipIf(!mayTestRedis)(
  'a replica and a full server are said, and are no reason not to start',
  async () => {
    const server = await startRedis();
    onTestFinished(() => server.dispose());
    const tell = (...words: string[]) => spawnSync('redis-cli', ['-p', `${server.port}`, ...words]);
    const warns = (says: string) => ({
      level: 'warning',
      says: expect.stringContaining(says),
      remedy: expect.anything(),
    });

    tell('config', 'set', 'maxmemory', '1000');
    expect(await redisFinding(server.url)).toMatchObject(warns('memory of the Redis server is full'));
    tell('config', 'set', 'maxmemory', '0');
    expect(await redisFinding(server.url)).toMatchObject({ level: 'ok' });
    tell('replicaof', '127.0.0.1', '1');
    expect(await redisFinding(server.url)).toMatchObject(warns('is a replica'));
    await refuseUnfitRedis(server.url);
  },
  20_000,
);

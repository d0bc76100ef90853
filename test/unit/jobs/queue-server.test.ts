import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { redisFinding } from '../../../src/jobs/open-queue.js';

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

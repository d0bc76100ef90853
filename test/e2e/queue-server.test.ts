import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cli, writeConfig } from '../support/cli.js';
import { tempDir } from '../support/temp-dir.js';

const AWAY = 'The Redis server cannot be reached; jobs run without it meanwhile. Start the Redis server';

it('a server of the queue that is away is said at the start, and by whoever asks for jobs that it may hold', async () => {
  const home = tempDir();
  const log = () => readFileSync(join(home, 'nightjar.log'), 'utf8');
  writeConfig(home, `queue: { redis: "redis://:planted-word@127.0.0.1:${await closedPort()}" }\n`);

  const talk = await cli(home, ['start'], { input: '/help\n' });
  expect(talk).toMatchObject({ code: 0, stdout: expect.stringContaining('/help') });
  expect(talk.stderr).toContain(AWAY);
  expect(log()).toContain('redis.down');

  const before = log();
  const list = await cli(home, ['jobs', 'list']);
  expect(list).toMatchObject({ code: 0, stdout: 'Nothing is waiting, and nothing was given up.\n' });
  expect(list.stderr).toContain(AWAY);
  expect(log()).toBe(before);

  expect(`${talk.stderr}${list.stderr}${log()}`).not.toContain('planted-word');
}, 30_000);

it.each(['redis://:p%zz@h:6379', 'redis://h:99999'])(
  '%s is a mistake in the configuration',
  async (address) => {
    const home = tempDir();
    writeConfig(home, `queue:\n  redis: "${address}"\n`);
    const start = await cli(home, ['start']);
    expect(start.code).toBe(2);
    expect(start.stderr).toMatch(/^nightjar\.yaml:2:\d+: queue\.redis: .*no address that can be read\. Write redis:/);
  },
  30_000,
);

/** Nobody listens there. */
async function closedPort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('no free port');
  return address.port;
}

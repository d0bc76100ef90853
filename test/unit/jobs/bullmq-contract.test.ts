import { afterAll, beforeAll, describe } from 'vitest';
import { queueContract } from '../../contracts/queue.js';
import { bullHarness } from '../../support/jobs/bull-harness.js';
import { mayTestRedis, type RedisServer, startRedis } from '../../support/jobs/redis-server.js';

describe.skipIf(!mayTestRedis)('with a redis-server', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server?.dispose());

  queueContract('BullMQ', () => bullHarness(server));
});

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ModelError, QueueError } from '../../../src/contracts/index.js';
import { openState } from '../../../src/db/state.js';
import { openQueue, redisFinding, refuseUnfitRedis } from '../../../src/jobs/open-queue.js';
import { joinProcesses } from '../../../src/jobs/processes.js';
import { systemClock as clock } from '../../../src/ops/system-clock.js';
import { type BullHarness, bullHarness } from '../../support/jobs/bull-harness.js';
import { Bench, gate, handler, untilAborted } from '../../support/jobs/queue-bench.js';
import { mayTestRedis, type RedisOptions, type RedisServer, startRedis } from '../../support/jobs/redis-server.js';
import { memoryLog } from '../../support/memory-log.js';
import { tempDir } from '../../support/temp-dir.js';

describe.skipIf(!mayTestRedis)('the BullMQ engine', () => {
  let server: RedisServer;
  let harness: BullHarness;
  let bench: Bench;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server?.dispose());
  beforeEach(async () => {
    harness = await bullHarness(server);
    bench = new Bench(harness);
  });
  afterEach(() => bench.dispose());

  describe('a job without a lane', () => {
    it('lives in Redis alone while all goes well, and is shown as done', async () => {
      const one = await harness.open();
      const id = await one.queue.add('f', { row: 7 });
      expect(await bench.info(one.queue, id)).toMatchObject({ state: 'waiting', attempt: 0, data: { row: 7 } });
      bench.work(one, { f: handler(() => {}) });
      expect(await bench.untilState(one.queue, id, 'done')).toMatchObject({ attempt: 1, name: 'f' });
      expect(one.db.sql('SELECT count(*) AS n FROM jobs').get()).toEqual({ n: 0 });
      await expect(one.queue.cancel(id)).rejects.toThrow(QueueError);
    });

    it('moves to the table when it fails, with its key and its bound, and leaves Redis', async () => {
      const one = await harness.open();
      const runs: number[] = [];
      const slow = { baseMs: 60_000, capMs: 60_000 };
      bench.work(one, {
        f: handler((job) => {
          runs.push(job.attempt);
          throw new Error('keine Verbindung');
        }, slow),
      });
      const id = await one.queue.add('f', {}, { unique: 'inbox:1', attempts: 5 });
      await bench.until('it failed', async () => (await bench.info(one.queue, id)).reason !== undefined);
      expect(await bench.info(one.queue, id)).toMatchObject({ state: 'waiting', attempt: 1 });
      expect(one.db.sql('SELECT unique_key, attempts FROM jobs').get()).toEqual({ unique_key: 'inbox:1', attempts: 5 });
      expect(await one.queue.add('f', {}, { unique: 'inbox:1' })).toBe(id);
      await bench.until('Redis let go of it', async () => {
        const direct = new Redis(server.url);
        const keys = await direct.keys('*');
        direct.disconnect();
        return !keys.some((key) => key.includes(id));
      });
    });

    it('of which another stands under its key when it fails is dropped', async () => {
      const one = await harness.open();
      const hold = gate();
      bench.work(one, {
        f: handler(async () => {
          await hold.passed;
          throw new ModelError('auth', 'no');
        }),
      });
      const fast = await one.queue.add('f', {}, { unique: 'k' });
      await bench.untilState(one.queue, fast, 'running');
      one.way.cut();
      await bench.until('it is noticed', () => one.queue.health().state === 'down');
      const twin = await one.queue.add('f', {}, { unique: 'k', at: harness.now() + 60_000 });
      one.way.mend();
      await bench.until('it is back', () => one.queue.health().state === 'up');
      hold.open();
      await bench.until('Redis let go of it', async () => (await one.queue.list()).length === 1);
      expect((await one.queue.list())[0]).toMatchObject({ id: twin, state: 'waiting' });
    });

    it.each(['here', 'in another process'])(
      'that runs %s can be cancelled, is shown so, and can be retried',
      async (where) => {
        const one = await harness.open();
        const two = await harness.open();
        let runs = 0;
        const id = await one.queue.add('f', { row: 1 });
        bench.work(one, { f: handler((_, { signal }) => (++runs === 1 ? untilAborted(signal) : undefined)) });
        await bench.untilState(two.queue, id, 'running');
        await (where === 'here' ? one : two).queue.cancel(id);
        await bench.untilState(two.queue, id, 'cancelled');
        await harness.pass(300);
        expect(runs).toBe(1);
        await two.queue.retry(id);
        await bench.untilState(two.queue, id, 'done');
        expect(runs).toBe(2);
      },
    );

    it('that waits can be cancelled', async () => {
      const one = await harness.open();
      const id = await one.queue.add('f', {});
      await one.queue.cancel(id);
      expect((await bench.info(one.queue, id)).state).toBe('cancelled');
      const ran: string[] = [];
      bench.work(one, { f: handler((job) => void ran.push(job.id)) });
      const other = await one.queue.add('f', {});
      await bench.untilState(one.queue, other, 'done');
      expect(ran).toEqual([other]);
    });

    it('comes back at once from a process that was killed, and counts its deaths', async () => {
      const [one, two] = [await harness.open(), await harness.open()];
      const id = await one.queue.add('f', {}, { unique: 'k' });
      bench.work(one, { f: handler((_, { signal }) => untilAborted(signal)) });
      await bench.untilState(two.queue, id, 'running');
      await one.kill();
      const attempts: number[] = [];
      bench.work(two, { f: handler((job) => void attempts.push(job.attempt)) });
      await bench.untilState(two.queue, id, 'done');
      expect(attempts).toEqual([1]);
    });

    it('comes back within moments from a real process that was killed with -9', async () => {
      const home = tempDir();
      const state = await openState(join(home, 'state.sqlite'));
      const member = await joinProcesses({ db: state.db, runDir: join(home, 'run'), kind: 'test', clock });
      const queue = await openQueue({
        ...{ db: state.db, process: member, clock, log: memoryLog() },
        ...{ redis: server.url, prefix: 'children' },
      });
      const args = ['--import', 'tsx', child, home, join(home, 'notes'), server.url];
      const victim = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      onTestFinished(async () => {
        victim.kill('SIGKILL');
        await queue.close();
        state.close();
      });
      const lines = createInterface({ input: victim.stdout })[Symbol.asyncIterator]();
      await lines.next();
      const id = await queue.add('stuck', {});
      await lines.next();
      victim.kill('SIGKILL');
      await once(victim, 'exit');
      const began = performance.now();
      const taken = new Promise<string>((resolve) => {
        const stuck = handler((job) => resolve(job.id));
        void queue.work({ stuck }, { concurrency: 2, signal: new AbortController().signal });
      });
      expect(await taken).toBe(id);
      expect(performance.now() - began).toBeLessThan(5_000);
    });

    it('that kills its process again and again is given up, with its hook', async () => {
      const one = await harness.open();
      const id = await one.queue.add('poison', {});
      const direct = new Redis(server.url);
      const [key = ''] = (await direct.keys('*')).filter((name) => name.endsWith(`:${id}`));
      await direct.hset(key, 'stc', 25);
      direct.disconnect();
      const buried: string[] = [];
      bench.work(one, {
        poison: { ...handler(() => {}), dead: (job) => void buried.push(job.id) },
      });
      expect((await bench.untilState(one.queue, id, 'dead')).reason).toBe('its process died 25 times');
      expect(buried).toEqual([id]);
    });

    it('C125: whose process blocks its own loop beyond the lock has its effect once', async () => {
      const one = await harness.open();
      let effects = 0;
      const work = handler(async () => {
        const began = performance.now();
        while (performance.now() - began < harness.leaseMs * 1.5);
        effects++;
        await harness.pass(10);
      });
      const id = await one.queue.add('f', {});
      bench.work(one, { f: work });
      await bench.untilState(one.queue, id, 'done');
      await harness.pass(harness.leaseMs);
      expect(effects).toBe(1);
    });

    it('C127: of the same key runs again once the first is over, whatever its id', async () => {
      const one = await harness.open();
      const ran: string[] = [];
      bench.work(one, { 'flush:main': handler((job) => void ran.push(job.id)) });
      for (let n = 0; n < 3; n++) {
        const id = await one.queue.add('flush:main', {}, { unique: 'flush:session:1' });
        await bench.untilState(one.queue, id, 'done');
      }
      expect(new Set(ran).size).toBe(3);
    });
  });

  describe('waking', () => {
    it('needs no look at the table for a job that another process added', async () => {
      const one = await harness.open();
      const two = await harness.open();
      const at: number[] = [];
      bench.work(one, { f: handler(() => void at.push(performance.now())) });
      const waits: number[] = [];
      for (let n = 0; n < 7; n++) {
        await harness.pass(110);
        const began = performance.now();
        await two.queue.add('f', {}, { lane: `l${n}` });
        await bench.until('it ran', () => at.length === n + 1);
        waits.push((at[n] ?? 0) - began);
      }
      // A look every 200 ms would make half of them wait for 100 and more.
      expect(waits.sort((a, b) => a - b)[3]).toBeLessThan(60);
    });

    it('shares the last slot between both kinds of job', async () => {
      const one = await harness.open();
      const order: string[] = [];
      for (let n = 0; n < 60; n++) await one.queue.add('f', { from: 'redis' });
      for (let n = 0; n < 60; n++) await one.queue.add('f', { from: 'table' }, { lane: `l${n}` });
      const work = handler(async (job) => {
        order.push(String(job.data.from));
        await harness.pass(1);
      });
      bench.work(one, { f: work }, { concurrency: 1 });
      await bench.until('all ran', () => order.length === 120);
      const half = order.slice(0, 70);
      expect(half.includes('redis') && half.includes('table')).toBe(true);
    });
  });

  describe('two homes on one server', () => {
    it('never see each other’s jobs', async () => {
      const other = await bullHarness(server);
      onTestFinished(() => other.dispose());
      const [mine, theirs] = [await harness.open(), await other.open()];
      const ran: string[] = [];
      bench.work(mine, { f: handler(() => void ran.push('mine')) });
      const id = await theirs.queue.add('f', {}, { unique: 'row:1' });
      await mine.queue.add('f', {}, { unique: 'row:1' });
      await bench.until('mine ran', () => ran.length === 1);
      await harness.pass(500);
      expect(ran).toEqual(['mine']);
      expect((await bench.info(theirs.queue, id)).state).toBe('waiting');
      expect((await mine.queue.list()).map((job) => job.id)).not.toContain(id);
    });
  });

  it('lets no word reach Redis but ids, whatever fails', async () => {
    const one = await harness.open();
    const secret = '妹妹說的話 a very private sentence';
    bench.work(one, {
      f: handler(
        () => {
          throw new Error(secret);
        },
        { baseMs: 30, capMs: 30, attempts: 2 },
      ),
    });
    const ids = [await one.queue.add('f', { row: 1 }), await one.queue.add('f', { row: 2 }, { lane: 'session:1' })];
    for (const id of ids) expect((await bench.untilState(one.queue, id, 'dead')).reason).toContain('妹妹');
    const words = (await everything(server.url)).join('\n');
    expect(words).toContain('nightjar-');
    expect(words).not.toMatch(/private|sentence|妹妹/);
  });
});

describe.skipIf(!mayTestRedis)('a Redis server', () => {
  async function started(options: RedisOptions): Promise<RedisServer> {
    const server = await startRedis(options);
    onTestFinished(() => server.dispose());
    return server;
  }

  it('that may throw jobs away is refused, and used once it no longer does', async () => {
    const server = await started({ policy: 'allkeys-lru' });
    expect(await redisFinding(server.url)).toMatchObject({
      level: 'error',
      says: expect.stringContaining('allkeys-lru'),
      remedy: expect.stringContaining('noeviction'),
    });
    await expect(refuseUnfitRedis(server.url)).rejects.toThrow('allkeys-lru');
    const harness = await bullHarness(server);
    const bench = new Bench(harness);
    onTestFinished(() => bench.dispose());
    const one = await harness.open();
    expect(one.queue.health()).toMatchObject({ state: 'down', detail: expect.stringContaining('noeviction') });
    const id = await one.queue.add('f', {});
    bench.work(one, { f: handler(() => {}) });
    await bench.untilState(one.queue, id, 'done');
    expect(await everything(server.url)).toEqual([]);
  });

  it('with a password is used with the right one, and a wrong one is said without being shown', async () => {
    const server = await started({ password: 'open-sesame' });
    expect(await redisFinding(server.url)).toMatchObject({ level: 'ok' });
    const wrong = await redisFinding(server.url.replace('open-sesame', 'wrong-word'));
    expect(wrong).toMatchObject({ level: 'error', says: expect.stringContaining('password') });
    expect(JSON.stringify(wrong)).not.toContain('wrong-word');
    const none = await redisFinding(server.url.replace(':open-sesame@', ''));
    expect(none).toMatchObject({ level: 'error', says: expect.stringContaining('password') });
    const harness = await bullHarness(server);
    const bench = new Bench(harness);
    onTestFinished(() => bench.dispose());
    const one = await harness.open();
    expect(one.queue.health().state).toBe('up');
  });

  it('that is away is no reason not to start', async () => {
    await expect(refuseUnfitRedis('redis://127.0.0.1:1')).resolves.toBeUndefined();
    expect(await redisFinding('redis://127.0.0.1:1')).toMatchObject({ level: 'warning' });
  });

  const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
  it.skipIf(!hasOpenssl)('over TLS is trusted by its authority alone', async () => {
    const server = await started({ tls: true });
    const ask = (env: Record<string, string>) =>
      JSON.parse(
        spawnSync(process.execPath, ['--import', 'tsx', checker, server.url], {
          encoding: 'utf8',
          env: { ...process.env, ...env },
        }).stdout,
      );
    expect(ask({ NODE_EXTRA_CA_CERTS: server.certificate })).toMatchObject({ level: 'ok' });
    expect(ask({})).toMatchObject({ level: 'error', remedy: expect.stringContaining('NODE_EXTRA_CA_CERTS') });
  });
});

const child = fileURLToPath(new URL('../../support/jobs/queue-child.ts', import.meta.url));
const checker = fileURLToPath(new URL('../../support/jobs/redis-checker.ts', import.meta.url));

/** Every key of a server, and every word of every value. */
async function everything(url: string): Promise<string[]> {
  const client = new Redis(url);
  try {
    const words: string[] = [];
    for (const key of await client.keys('*')) {
      words.push(key);
      const type = await client.type(key);
      if (type === 'string') words.push((await client.get(key)) ?? '');
      else if (type === 'hash') words.push(...Object.entries(await client.hgetall(key)).flat());
      else if (type === 'list') words.push(...(await client.lrange(key, 0, -1)));
      else if (type === 'set') words.push(...(await client.smembers(key)));
      else if (type === 'zset') words.push(...(await client.zrange(key, '0', '-1')));
      else if (type === 'stream') words.push(JSON.stringify(await client.xrange(key, '-', '+')));
    }
    return words;
  } finally {
    client.disconnect();
  }
}

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BullHarness, bullHarness } from '../../support/jobs/bull-harness.js';
import { Bench, gate, handler } from '../../support/jobs/queue-bench.js';
import { mayTestRedis, type RedisServer, startRedis } from '../../support/jobs/redis-server.js';

describe.skipIf(!mayTestRedis)('Redis', () => {
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
  afterEach(async () => {
    await bench.dispose();
    await server.start().catch(() => {});
  });

  const changes = () => harness.log.events.filter(({ event }) => event.startsWith('redis.')).map(({ event }) => event);

  describe.each([
    ['forgetting all', false],
    ['keeping what it held', true],
  ])('that ends in the middle of work and comes back, %s', (_, keeping) => {
    it('costs no job of a lane and repeats none; what lived in it alone is there again by its next adding', async () => {
      const one = await harness.open();
      const two = await harness.open();
      const ran: string[] = [];
      const lanes = new Map<string, number[]>();
      const work = handler(async (job) => {
        ran.push(`${job.name} ${job.data.n}`);
        if (job.lane) lanes.set(job.lane, [...(lanes.get(job.lane) ?? []), Number(job.data.n)]);
        await harness.pass(5);
      });
      const addRow = (n: number) => one.queue.add('row', { n }, { unique: `row:${n}` });
      for (let n = 0; n < 40; n++) await one.queue.add('laned', { n }, { lane: `l${n % 4}` });
      for (let n = 0; n < 40; n++) await addRow(n);
      bench.work(one, { laned: work, row: work });
      bench.work(two, { laned: work, row: work });
      await bench.until('some ran', () => ran.length > 20);
      await server.stop(keeping);
      await bench.until('it is noticed', () => one.queue.health().state === 'down');
      expect(one.queue.health().detail).toMatch(/cannot be reached.*Start the Redis server/);
      // Without it everything that is added runs.
      for (let n = 40; n < 60; n++) await one.queue.add('laned', { n }, { lane: `l${n % 4}` });
      for (let n = 40; n < 60; n++) await addRow(n);
      await bench.until('what was added ran', () => ran.includes('row 59') && ran.includes('laned 59'));
      await server.start();
      await bench.until('it is back', () => [one, two].every(({ queue }) => queue.health().state === 'up'));
      // As the sweep does for rows that are still open.
      for (let n = 0; n < 40; n++) if (!ran.includes(`row ${n}`)) await addRow(n);
      await bench.until('all ran', () => new Set(ran).size === 120);
      await bench.until('nothing is left', async () => {
        return (await one.queue.list({ states: ['waiting', 'running'] })).length === 0;
      });
      expect(ran.filter((what) => what.startsWith('laned')).length).toBe(60);
      for (const order of lanes.values()) expect(order).toEqual([...order].sort((a, b) => a - b));
      expect(changes().sort()).toEqual(['redis.down', 'redis.down', 'redis.up', 'redis.up', 'redis.up', 'redis.up']);
    });
  });

  it('that is away at the start is missed by nobody: jobs run, a status says so, and it is used when it comes', async () => {
    await server.stop();
    const one = await harness.open();
    const ran: unknown[] = [];
    const id = await one.queue.add('f', { n: 1 });
    expect(one.queue.health()).toMatchObject({ engine: 'redis', state: 'down' });
    bench.work(one, { f: handler((job) => void ran.push(job.data.n)) });
    await one.queue.add('f', { n: 2 }, { lane: 'a' });
    await bench.untilState(one.queue, id, 'done');
    await bench.until('both ran', () => ran.length === 2);
    await server.start();
    await bench.until('it is up', () => one.queue.health().state === 'up');
    const fast = await one.queue.add('f', { n: 3 });
    await bench.until('it ran', () => ran.length === 3);
    expect(one.db.sql('SELECT 1 FROM jobs WHERE id = ?').get([fast])).toBeUndefined();
    expect(changes()).toEqual(['redis.down', 'redis.up']);
  });

  it('that loses everything at once costs no job of a lane, and goes on', async () => {
    const one = await harness.open();
    const ran = new Set<unknown>();
    const hold = gate();
    for (let n = 0; n < 30; n++) await one.queue.add('f', { n }, { lane: `l${n % 3}` });
    bench.work(one, {
      f: handler(async (job) => {
        ran.add(job.data.n);
        await harness.pass(5);
      }),
      held: handler(() => hold.passed),
    });
    const held = await one.queue.add('held', {});
    await bench.until('some ran', () => ran.size > 5);
    one.db.sql('SELECT 1').get();
    await bench.untilState(one.queue, held, 'running');
    await harness.flush();
    // What ran in it is over without a word.
    hold.open();
    await bench.until('all ran', () => ran.size === 30);
    const after = await one.queue.add('f', { n: 'after' });
    await bench.untilState(one.queue, after, 'done');
    expect(harness.log.events.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('that stops answering without a word keeps nobody waiting', async () => {
    const one = await harness.open();
    const ran: unknown[] = [];
    bench.work(one, { f: handler((job) => void ran.push(job.data.n)) });
    server.freeze();
    try {
      const began = harness.now();
      await one.queue.add('f', { n: 1 });
      expect(harness.now() - began).toBeLessThan(5_000);
      await bench.until('it ran', () => ran.length === 1);
      expect(one.queue.health().state).toBe('down');
    } finally {
      server.thaw();
    }
    await bench.until('it is back', () => one.queue.health().state === 'up');
    await bench.until('nothing is left', async () => {
      return (await one.queue.list({ states: ['waiting', 'running'] })).length === 0;
    });
    await harness.pass(300);
    expect(ran).toEqual([1]);
  });

  it('that is away when a job ends is told of it later, and nobody runs the job again', async () => {
    const one = await harness.open();
    const two = await harness.open();
    const hold = gate();
    let runs = 0;
    const work = handler(() => {
      runs++;
      return hold.passed;
    });
    const id = await one.queue.add('f', {});
    bench.work(one, { f: work });
    await bench.untilState(two.queue, id, 'running');
    bench.work(two, { f: work });
    one.way.cut();
    await bench.until('it is noticed', () => one.queue.health().state === 'down');
    hold.open();
    await harness.pass(200);
    one.way.mend();
    await bench.untilState(two.queue, id, 'done');
    await harness.pass(harness.leaseMs);
    expect(runs).toBe(1);
  });
});

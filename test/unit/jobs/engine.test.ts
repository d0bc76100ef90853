import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StateError } from '../../../src/contracts/index.js';
import { openLanes } from '../../../src/jobs/lanes.js';
import { Bench, gate, handler, untilAborted } from '../../support/jobs/queue-bench.js';
import { type SqliteHarness, sqliteHarness } from '../../support/jobs/sqlite-harness.js';

const DAY = 24 * 3_600_000;
let harness: SqliteHarness;
let bench: Bench;
beforeEach(async () => {
  harness = await sqliteHarness({ keepFinishedMs: DAY });
  bench = new Bench(harness);
});
afterEach(() => bench.dispose());

const logged = (event: string) => harness.log.events.filter((one) => one.event === event);

describe('a clock that was set back', () => {
  it('holds up neither what was to run at once nor what had begun, and leaves delayed jobs their time', async () => {
    const one = await harness.open();
    const ran: unknown[] = [];
    const hour = 3_600_000;
    await one.queue.add('f', { n: 1 }, { lane: 'a' });
    await one.queue.add('f', { n: 2 }, { lane: 'b' });
    await one.queue.add('f', { n: 3 }, { at: harness.now() + 2 * hour });
    // What a clock an hour ahead had written: added, and begun once, in what is now the future.
    await one.db.write(() => {
      one.db.sql(`UPDATE jobs SET added_at = added_at + ${hour}, run_at = run_at + ${hour} WHERE seq = 1`).run();
      one.db
        .sql(`UPDATE jobs SET first_run_at = run_at + ${hour}, run_at = run_at + ${hour} + 5000 WHERE seq = 2`)
        .run();
    });
    await one.queue.add('f', { n: 4 }, { lane: 'a' });
    bench.work(one, { f: handler((job) => void ran.push(job.data.n)) });
    await harness.pass(2_000);
    expect(ran.slice().sort()).toEqual([1, 2, 4]);
    expect(ran.indexOf(1)).toBeLessThan(ran.indexOf(4));
  });
});

describe('a lane held by somebody who runs no job', () => {
  it('makes its jobs wait, and no others', async () => {
    const [one, two] = [await harness.open(), await harness.open()];
    const lanes = openLanes({ db: two.db, clock: harness.clock, isAlive: two.process.isAlive });
    const fence = await two.db.write(() => lanes.acquire('a', two.process.id, harness.now() + 60_000));
    const ran: (string | undefined)[] = [];
    await one.queue.add('f', {}, { lane: 'a' });
    await one.queue.add('f', {}, { lane: 'b' });
    bench.work(one, { f: handler((job) => void ran.push(job.lane)) });
    await harness.pass(2_000);
    expect(ran).toEqual(['b']);
    await two.db.write(() => lanes.release('a', two.process.id, fence ?? 0));
    await harness.pass(300);
    expect(ran).toEqual(['b', 'a']);
  });

  it('is free when they die', async () => {
    const [one, two] = [await harness.open(), await harness.open()];
    const lanes = openLanes({ db: two.db, clock: harness.clock, isAlive: two.process.isAlive });
    await two.db.write(() => lanes.acquire('a', two.process.id, harness.now() + DAY));
    await two.kill();
    const id = await one.queue.add('f', {}, { lane: 'a' });
    bench.work(one, { f: handler(() => {}) });
    await harness.pass(2_000);
    expect((await bench.info(one.queue, id)).state).toBe('done');
  });

  it('is not taken back by a run that slept through its lease: the run stops and the job waits', async () => {
    const [one, two] = [await harness.open(), await harness.open()];
    const lanes = openLanes({ db: two.db, clock: harness.clock, isAlive: two.process.isAlive });
    let runs = 0;
    const fences: number[] = [];
    const id = await one.queue.add('f', {}, { lane: 'a' });
    bench.work(one, {
      f: handler((_, { signal, fence }) => {
        fences.push(fence);
        return ++runs === 1 ? untilAborted(signal) : undefined;
      }),
    });
    await harness.pass(100);
    one.hang();
    await harness.pass(harness.leaseMs + 1_000);
    const fence = await two.db.write(() => lanes.acquire('a', two.process.id, harness.now() + 60_000));
    expect(fence).toBe(2);
    one.resume();
    await harness.pass(2_000);
    expect((await bench.info(one.queue, id)).state).toBe('waiting');
    await two.db.write(() => lanes.release('a', two.process.id, fence ?? 0));
    await bench.untilState(one.queue, id, 'done');
    expect(fences).toEqual([1, 3]);
  });
});

describe('a process that blocked its own event loop beyond its lease', () => {
  it('C125: goes on with its job when nobody took it, and never runs it twice at once', async () => {
    const one = await harness.open();
    const heavy = gate();
    let runs = 0;
    const id = await one.queue.add('f', {}, { lane: 'a' });
    bench.work(one, {
      f: handler(() => {
        runs++;
        return heavy.passed;
      }),
    });
    await harness.pass(100);
    one.hang();
    await harness.pass(40_000);
    one.resume();
    await harness.pass(2_000);
    heavy.open();
    await bench.untilState(one.queue, id, 'done');
    expect(runs).toBe(1);
  });
});

describe('a job that kills its process', () => {
  it('is given up after 25 deaths in a row, by a process that handles it, with the hook called once', async () => {
    const watcher = await harness.open();
    const id = await watcher.queue.add('poison', {}, { lane: 'a' });
    const attempts: number[] = [];
    for (let death = 0; death < 25; death++) {
      const victim = await harness.open();
      bench.work(victim, {
        poison: handler((job, { signal }) => {
          attempts.push(job.attempt);
          return untilAborted(signal);
        }),
      });
      await bench.until('it runs', () => attempts.length === death + 1);
      await victim.kill();
    }
    const buried: string[] = [];
    const ran: string[] = [];
    const survivor = await harness.open();
    bench.work(survivor, {
      poison: { ...handler((job) => void ran.push(job.id)), dead: (job) => void buried.push(job.id) },
    });
    const letter = await bench.untilState(watcher.queue, id, 'dead');
    expect(letter.reason).toBe('its process died 25 times');
    expect(new Set(attempts)).toEqual(new Set([1]));
    expect([ran, buried]).toEqual([[], [id]]);
    await survivor.queue.retry(id);
    await bench.untilState(survivor.queue, id, 'done');
    expect(ran).toEqual([id]);
  });

  it('is not blamed for deaths before a run that ended by itself', async () => {
    const watcher = await harness.open();
    const id = await watcher.queue.add('f', {}, { lane: 'a' });
    const slow = { baseMs: 500, capMs: 500 };
    let runs = 0;
    for (const end of ['dies', 'dies', 'dies', 'fails', 'dies', 'dies', 'dies']) {
      const victim = await harness.open();
      const before = runs;
      bench.work(victim, {
        f: handler((_, { signal }) => {
          runs++;
          return end === 'dies' ? untilAborted(signal) : Promise.reject(new Error('failed'));
        }, slow),
      });
      await bench.until('it ran', () => runs > before);
      await victim.kill();
    }
    bench.work(watcher, { f: handler(() => {}) });
    expect((await bench.untilState(watcher.queue, id, 'done')).attempt).toBe(2);
  });

  it('has all its time for retries ahead of it when its first run died long ago', async () => {
    const [one, two] = [await harness.open(), await harness.open()];
    const id = await one.queue.add('f', {});
    bench.work(one, { f: handler((_, { signal }) => untilAborted(signal)) });
    await bench.untilState(two.queue, id, 'running');
    await one.kill();
    await harness.pass(DAY / 2);
    const attempts: number[] = [];
    const retry = { baseMs: 10, capMs: 10, withinMs: 5_000 };
    const work = handler((job) => {
      attempts.push(job.attempt);
      if (job.attempt === 1) throw new Error('not yet');
    }, retry);
    bench.work(two, { f: work });
    await bench.untilState(two.queue, id, 'done');
    expect(attempts).toEqual([1, 2]);
  });

  it('is cancelled rather than returned when that was asked for', async () => {
    const [one, two] = [await harness.open(), await harness.open()];
    const id = await one.queue.add('f', {}, { lane: 'a' });
    bench.work(one, { f: handler((_, { signal }) => untilAborted(signal)) });
    await bench.untilState(two.queue, id, 'running');
    await one.kill();
    await two.queue.cancel(id);
    const ran: string[] = [];
    bench.work(two, { f: handler((job) => void ran.push(job.id)) });
    await bench.untilState(two.queue, id, 'cancelled');
    expect(ran).toEqual([]);
  });
});

describe('a shutdown', () => {
  it('leaves an aborted handler half a second to end well', async () => {
    const one = await harness.open();
    const id = await one.queue.add('f', {});
    const work = handler(async (_, { signal }) => {
      await untilAborted(signal).catch(() => {});
      await harness.clock.sleep(300);
    });
    const working = bench.work(one, { f: work }, { drainMs: 100 });
    await bench.untilState(one.queue, id, 'running');
    working.stop();
    await bench.until('the worker ended', working.hasEnded);
    expect(await bench.info(one.queue, id)).toMatchObject({ state: 'done', attempt: 1 });
  });
});

describe('the hook of a dead letter', () => {
  it('is part of its transaction: when it throws, nothing is kept and the job comes again after the cap', async () => {
    const one = await harness.open();
    const runs: number[] = [];
    let hooks = 0;
    const id = await one.queue.add('f', {});
    bench.work(one, {
      f: {
        retry: { baseMs: 10, capMs: 2_000, attempts: 1 },
        run: async () => {
          runs.push(harness.now());
          throw new Error('no');
        },
        dead() {
          one.db.sql('INSERT INTO facts VALUES (?, ?)').run([`apology ${hooks}`, '抱歉']);
          if (hooks++ === 0) throw new Error('not now');
        },
      },
    });
    await harness.pass(1_500);
    expect(await bench.info(one.queue, id)).toMatchObject({ state: 'waiting' });
    expect(one.db.sql('SELECT name FROM facts').all()).toEqual([]);
    await bench.untilState(one.queue, id, 'dead');
    expect((runs[1] ?? 0) - (runs[0] ?? 0)).toBe(2_000);
    expect(one.db.sql('SELECT name FROM facts').all()).toEqual([{ name: 'apology 1' }]);
    expect(logged('job.dead-hook-failed')).toHaveLength(1);
  });
});

describe('a full disk', () => {
  const full = new StateError('no space left', { retryable: true, remedy: 'Free some disk space.' });

  it('stops claims for a while, says so once, and loses nothing', async () => {
    const [one, two] = [await harness.open(), await harness.open()];
    bench.work(one, { f: handler(() => {}) });
    await harness.pass(500);
    one.db.breakWrites(full);
    const id = await two.queue.add('f', {});
    // Longer than a slice of the worker between the looks, as it is outside of tests: making way for others is no success.
    for (let look = 0; look < 60; look++) {
      const began = performance.now();
      while (performance.now() - began < 5);
      await harness.pass(500);
    }
    expect(logged('queue.trouble')).toHaveLength(1);
    expect(logged('queue.recovered')).toEqual([]);
    expect(one.db.writes()).toBeLessThan(20);
    one.db.breakWrites(undefined);
    await bench.untilState(two.queue, id, 'done');
    expect(logged('queue.recovered')).toHaveLength(1);
  });

  it('does not make a finished job run again: its end is written once there is room', async () => {
    const one = await harness.open();
    const ending = gate();
    let runs = 0;
    const id = await one.queue.add('f', {}, { lane: 'a' });
    bench.work(one, {
      f: handler(() => {
        runs++;
        return ending.passed;
      }),
    });
    await bench.untilState(one.queue, id, 'running');
    one.db.breakWrites(full);
    ending.open();
    await harness.pass(20_000);
    expect((await bench.info(one.queue, id)).state).toBe('running');
    one.db.breakWrites(undefined);
    await bench.untilState(one.queue, id, 'done');
    expect(runs).toBe(1);
    expect(logged('job.end-unwritten')).toHaveLength(1);
  });
});

describe('ended jobs', () => {
  it('are forgotten after their time, however many; the others stay', async () => {
    const one = await harness.open();
    for (let n = 0; n < 700; n++) await one.queue.add('f', { n });
    const working = bench.work(one, { f: handler(() => {}) });
    await bench.until('all done', async () => (await one.queue.list({ states: ['done'] })).length === 700);
    working.stop();
    await working.ended;
    await harness.pass(DAY - 1_000);
    const kept = await one.queue.add('f', {});
    await one.queue.cancel(kept);
    await harness.pass(5_000);
    const two = await harness.open();
    bench.work(two, {});
    await harness.pass(2_000);
    expect((await two.queue.list()).map(({ id }) => id)).toEqual([kept]);
  });
});

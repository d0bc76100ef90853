import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimInLaneSql, claimSql, inLaneSql, nextRunSql } from '../../../src/jobs/claim.js';
import { openLanes } from '../../../src/jobs/lanes.js';
import { pruneSql } from '../../../src/jobs/prune.js';
import { foreignRunsSql, laneHoldersSql } from '../../../src/jobs/reaper.js';
import { settle } from '../../support/fake-clock.js';
import { Bench, handler } from '../../support/jobs/queue-bench.js';
import { type SqliteHarness, sqliteHarness } from '../../support/jobs/sqlite-harness.js';

const DAY = 24 * 3_600_000;
let harness: SqliteHarness;
let bench: Bench;
beforeEach(async () => {
  harness = await sqliteHarness();
  bench = new Bench(harness);
});
afterEach(() => bench.dispose());

describe('waking up', () => {
  it('needs no time for a job of the same process, nor for the next of its lane', async () => {
    const one = await harness.open();
    const ran: string[] = [];
    bench.work(one, { f: handler((job) => void ran.push(job.id)) }, { concurrency: 1 });
    await settle();
    const ids = [await one.queue.add('f', {}, { lane: 'a' }), await one.queue.add('f', {}, { lane: 'a' })];
    await settle();
    await settle();
    expect(ran).toEqual(ids);
  });

  it('is on time for a delayed job, between two polls', async () => {
    const one = await harness.open();
    const at: number[] = [];
    bench.work(one, { f: handler(() => void at.push(harness.now())) });
    const due = harness.now() + 1_234;
    await one.queue.add('f', {}, { lane: 'a', at: due });
    await harness.pass(2_000);
    expect(at).toEqual([due]);
  });

  it('writes nothing while there is nothing to do', async () => {
    const one = await harness.open();
    await one.queue.add('f', {}, { at: harness.now() + DAY });
    bench.work(one, { f: handler(() => {}) });
    await harness.pass(2_000);
    const before = one.db.writes();
    await harness.pass(60_000);
    expect(one.db.writes()).toBe(before);
  });

  it('leaves no timer behind', async () => {
    const one = await harness.open();
    const working = bench.work(one, { f: handler(() => {}) });
    await harness.pass(500);
    working.stop();
    await working.ended;
    await one.queue.close();
    expect(harness.clock.pending).toBe(0);
  });

  it('lets the rest of the process have its turn while thousands of jobs run', async () => {
    const one = await harness.open();
    let ran = 0;
    const most = { betweenTurns: 0, before: 0 };
    const turn = () => {
      most.betweenTurns = Math.max(most.betweenTurns, ran - most.before);
      most.before = ran;
      if (ran < 2_000) setImmediate(turn);
    };
    for (let n = 0; n < 2_000; n++) await one.queue.add('f', {});
    setImmediate(turn);
    bench.work(one, { f: handler(() => void ran++) }, { concurrency: 1 });
    await bench.until('all ran', () => ran === 2_000);
    expect(most.betweenTurns).toBeLessThan(200);
  });
});

describe('the statements that run often', () => {
  it('search indexes and never walk the table or sort what waits', async () => {
    const { db } = await harness.open();
    const plan = (sql: string, params: Record<string, string | number> | (string | number)[]) =>
      db
        .sql<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
        .all(params)
        .map(({ detail }) => detail);
    const plans = [
      ...plan(nextRunSql, { names: '[]', now: 1 }),
      ...plan(claimSql, { names: '[]', now: 1, holder: 'x', until: 2 }),
      ...plan(inLaneSql, { name: 'f', lane: 'a', now: 1 }),
      ...plan(claimInLaneSql, { name: 'f', lane: 'a', now: 1, holder: 'x', until: 2 }),
      ...plan(foreignRunsSql, ['x']),
      ...plan(laneHoldersSql, ['x']),
      ...plan(pruneSql, [1]),
    ];
    expect(plans).toContain('SEARCH front USING INDEX jobs_ready (name=?)');
    const walks = plans.filter((detail) => /^SCAN (jobs|front|job|other|lanes)\b/.test(detail));
    // These two partial indexes hold only what runs or is held, and what is delayed, of which one row is read.
    expect(walks.filter((detail) => !/INDEX (jobs_running|lanes_held|jobs_later)\b/.test(detail))).toEqual([]);
  });

  it('look at no more rows when thousands wait behind blocked lanes than when nothing else waits', async () => {
    const { queue, db, process } = await harness.open();
    const lanes = openLanes({ db, clock: harness.clock, isAlive: () => true });
    await db.write(() => {
      for (let lane = 0; lane < 5; lane++) lanes.acquire(`blocked ${lane}`, 'other', harness.now() + DAY);
    });
    for (let n = 0; n < 5_000; n++) await queue.add('f', { n }, { lane: `blocked ${n % 5}` });
    await queue.add('f', { n: -1 }, { lane: '自由' });
    const rows = db
      .sql<{ n: number }>("SELECT count(*) AS n FROM jobs WHERE name = 'f' AND state = 'waiting' AND place = 'front'")
      .get();
    // What a claim has to step over is one job a blocked lane, not what stands behind it.
    expect(rows).toEqual({ n: 6 });
    const claimed = await db.write(() =>
      db.sql<{ data: string }>(claimSql).get({ names: '["f"]', now: harness.now(), holder: process.id, until: 1 }),
    );
    expect(claimed?.data).toBe('{"n":-1}');
  });
});

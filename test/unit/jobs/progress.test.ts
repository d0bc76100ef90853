// How far a running job is, for whoever looks: written now and then, gone when the job ends, and never in its way.

import { describe, expect, it, onTestFinished } from 'vitest';
import type { JobContext, JobHandlers } from '../../../src/contracts/index.js';
import { StateError } from '../../../src/contracts/index.js';
import { settle } from '../../support/fake-clock.js';
import { sqliteHarness } from '../../support/jobs/sqlite-harness.js';

async function stage() {
  const harness = await sqliteHarness();
  const one = await harness.open();
  const leaving = new AbortController();
  let context: JobContext | undefined;
  let end: (error?: Error) => void = () => {};
  const handlers: JobHandlers = {
    long: {
      retry: { baseMs: 1_000, capMs: 1_000 },
      async run(_, given) {
        context = given;
        await new Promise<void>((resolve, reject) => {
          end = (error) => (error ? reject(error) : resolve());
        });
      },
    },
  };
  const work = one.queue.work(handlers, { concurrency: 2, signal: leaving.signal, drainMs: 0 });
  onTestFinished(async () => {
    end();
    leaving.abort();
    await harness.pass(1_000);
    await work;
    await harness.dispose();
  });
  await one.queue.add('long', {});
  await harness.pass(0);
  const other = await harness.open();
  const seen = async () => (await other.queue.list({ name: 'long' }))[0];
  return {
    ...{ harness, one, seen },
    tell: (done: number, total: number) => context?.progress?.(done, total),
    end: (error?: Error) => end(error),
  };
}

describe('the progress of a job', () => {
  it('is seen by other processes, the latest of a second', async () => {
    const { harness, tell, seen, one } = await stage();
    for (let done = 0; done <= 40; done++) tell(done, 100);
    expect((await seen())?.progress).toBeUndefined();
    await harness.pass(1_000);
    expect((await seen())?.progress).toEqual({ done: 40, total: 100 });
    const before = one.db.writes();
    for (let done = 41; done <= 60; done++) {
      tell(done, 100);
      await harness.pass(10);
    }
    expect(one.db.writes()).toBe(before);
    await harness.pass(1_000);
    expect((await seen())?.progress).toEqual({ done: 60, total: 100 });
  });

  it('costs a job that tells of none, or is over soon, no write', async () => {
    const quiet = await stage();
    const talking = await stage();
    const writes: number[] = [];
    for (const { harness, tell, end, one, seen } of [quiet, talking]) {
      const before = one.db.writes();
      if (tell === talking.tell) tell(1, 2);
      await harness.pass(500);
      end();
      await harness.pass(2_500);
      expect(await seen()).toMatchObject({ state: 'done' });
      writes.push(one.db.writes() - before);
    }
    expect(writes[1]).toBe(writes[0]);
  });

  it('is forgotten when the job ends, or waits to be tried again', async () => {
    const { harness, tell, end, seen } = await stage();
    tell(1, 2);
    await harness.pass(1_000);
    expect((await seen())?.progress).toEqual({ done: 1, total: 2 });
    end(new StateError('not now', { retryable: true }));
    await settle();
    expect(await seen()).toMatchObject({ state: 'waiting' });
    expect((await seen())?.progress).toBeUndefined();
    await harness.pass(2_000);
    tell(1, 4);
    await harness.pass(1_000);
    expect(await seen()).toMatchObject({ state: 'running', progress: { done: 1, total: 4 } });
    end();
    await settle();
    const last = await seen();
    expect(last?.state).toBe('done');
    expect(last?.progress).toBeUndefined();
    tell(4, 4);
    await harness.pass(2_000);
    expect((await seen())?.progress).toBeUndefined();
  });

  it('that makes no sense, or cannot be written, hurts nobody', async () => {
    const { harness, tell, seen, one } = await stage();
    tell(1, 0);
    tell(Number.NaN, 5);
    tell(-1, 5);
    await harness.pass(1_000);
    expect((await seen())?.progress).toBeUndefined();
    one.db.breakWrites(new StateError('disk full', { retryable: true }));
    tell(7, 5);
    await harness.pass(500);
    one.db.breakWrites(undefined);
    tell(8, 5);
    await harness.pass(2_000);
    expect(await seen()).toMatchObject({ state: 'running', progress: { done: 5, total: 5 } });
  });
});

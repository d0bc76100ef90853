// The part of the queue contract about several processes: death, silence, shutdown, restart.

import { describe, expect, it } from 'vitest';
import { type Bench, gate, handler, untilAborted } from '../support/jobs/queue-bench.js';

export function queueProcessContract(bench: () => Bench): void {
  describe('a process that is killed', () => {
    it('gives its jobs to another one, in their lane and order', async () => {
      const [one, two] = [await bench().open(), await bench().open()];
      const ran: string[] = [];
      const first = await two.queue.add('f', { is: 'first' }, { lane: 'a' });
      bench().work(one, { f: handler((_, { signal }) => untilAborted(signal)) });
      await bench().untilState(two.queue, first, 'running');
      await two.queue.add('f', { is: 'second' }, { lane: 'a' });
      await one.kill();
      bench().work(two, { f: handler((job) => void ran.push(String(job.data.is))) });
      await bench().until('both ran', () => ran.length === 2);
      expect(ran).toEqual(['first', 'second']);
    });
  });

  describe('a process that hangs', () => {
    it.each(['before', 'after'])(
      'loses its lease: the next fence is higher, its context aborts, and an end %s that changes nothing',
      async (end) => {
        const [one, two] = [await bench().open(), await bench().open()];
        const late = gate();
        const hung: { fence: number; signal?: AbortSignal } = { fence: 0 };
        const other: { fence: number; opened: ReturnType<typeof gate> } = { fence: 0, opened: gate() };
        const id = await two.queue.add('f', {}, { lane: 'a' });
        bench().work(one, {
          f: handler((_, { fence, signal }) => {
            hung.fence = fence;
            hung.signal = signal;
            return late.passed;
          }),
        });
        await bench().until('it runs', () => hung.fence > 0);
        one.hang();
        bench().work(two, {
          f: handler((_, { fence }) => {
            other.fence = fence;
            return other.opened.passed;
          }),
        });
        await bench().until('the other took over', () => other.fence > 0);
        expect(other.fence).toBeGreaterThan(hung.fence);
        if (end === 'before') late.open();
        await bench().harness.pass(100);
        one.resume();
        await bench().until('the first was told', () => hung.signal?.aborted === true);
        late.open();
        await bench().harness.pass(500);
        expect((await bench().info(two.queue, id)).state).toBe('running');
        other.opened.open();
        await bench().untilState(two.queue, id, 'done');
      },
    );

    it('keeps its job while it answers, however long the job runs', async () => {
      const [one, two] = [await bench().open(), await bench().open()];
      const long = gate();
      let runs = 0;
      const work = handler(() => {
        runs++;
        return long.passed;
      });
      const id = await one.queue.add('f', {}, { lane: 'a' });
      bench().work(one, { f: work });
      bench().work(two, { f: work });
      await bench().untilState(one.queue, id, 'running');
      await bench().harness.pass(bench().harness.leaseMs * 3);
      long.open();
      await bench().untilState(one.queue, id, 'done');
      expect(runs).toBe(1);
    });
  });

  describe('a shutdown', () => {
    it('takes nothing new, lets running jobs end, and then resolves', async () => {
      const one = await bench().open();
      const running = gate();
      const ran: string[] = [];
      const first = await one.queue.add('f', { is: 'first' });
      const working = bench().work(
        one,
        {
          f: handler(async (job) => {
            await running.passed;
            ran.push(String(job.data.is));
          }),
        },
        { concurrency: 1, drainMs: 5_000 },
      );
      await bench().untilState(one.queue, first, 'running');
      const second = await one.queue.add('f', { is: 'second' });
      working.stop();
      await bench().harness.pass(500);
      expect(working.hasEnded()).toBe(false);
      running.open();
      await bench().until('the worker ended', working.hasEnded);
      expect(ran).toEqual(['first']);
      expect((await bench().info(one.queue, second)).state).toBe('waiting');
    });

    it.each(['stops', 'ignores it'])(
      'aborts what runs too long and gives it back uncounted, when the job %s',
      async (does) => {
        const [one, two] = [await bench().open(), await bench().open()];
        const never = gate();
        const id = await one.queue.add('f', {}, { lane: 'a' });
        const working = bench().work(
          one,
          { f: handler((_, { signal }) => (does === 'stops' ? untilAborted(signal) : never.passed)) },
          { drainMs: 300 },
        );
        await bench().untilState(one.queue, id, 'running');
        working.stop();
        await bench().until('the worker ended', working.hasEnded);
        expect(await bench().info(two.queue, id)).toMatchObject({ state: 'waiting', attempt: 0 });
        const attempts: number[] = [];
        bench().work(two, { f: handler((job) => void attempts.push(job.attempt)) });
        await bench().untilState(two.queue, id, 'done');
        expect(attempts).toEqual([1]);
        never.open();
        await bench().harness.pass(100);
        expect((await bench().info(two.queue, id)).state).toBe('done');
      },
    );

    it('loses nothing: what waits, is delayed or waits for a retry runs after a restart', async () => {
      const one = await bench().open();
      const soon = bench().harness.now() + 1_500;
      const failing = await one.queue.add('failing', {}, { lane: 'a' });
      const working = bench().work(one, {
        failing: handler(
          () => {
            throw new Error('first time');
          },
          { baseMs: 1_000, capMs: 1_000 },
        ),
      });
      await bench().until('it failed', async () => (await bench().info(one.queue, failing)).reason !== undefined);
      await one.queue.add('plain', {}, { lane: 'a' });
      await one.queue.add('plain', {}, { at: soon });
      working.stop();
      await bench().until('the worker ended', working.hasEnded);
      await one.queue.close();

      const two = await bench().open();
      const ran: string[] = [];
      const note = handler((job) => void ran.push(`${job.name} ${job.attempt}`));
      bench().work(two, { failing: note, plain: note }, { concurrency: 1 });
      await bench().until('all ran', () => ran.length === 3);
      expect(ran).toEqual(['failing 2', 'plain 1', 'plain 1']);
      expect(bench().harness.now()).toBeGreaterThanOrEqual(soon);
    });
  });

  describe('many jobs', () => {
    it('run exactly once each on four workers when nothing fails, each lane in order', async () => {
      const workers = await Promise.all([1, 2, 3, 4].map(() => bench().open()));
      const ran = new Map<number, number>();
      const lanes = new Map<string, number[]>();
      const work = handler(async (job) => {
        const n = Number(job.data.n);
        ran.set(n, (ran.get(n) ?? 0) + 1);
        if (job.lane !== undefined) lanes.set(job.lane, [...(lanes.get(job.lane) ?? []), n]);
        await new Promise((resolve) => setImmediate(resolve));
      });
      for (const worker of workers) bench().work(worker, { f: work });
      for (let n = 0; n < 1_000; n++) {
        await workers[n % 4]?.queue.add('f', { n }, n % 3 === 0 ? {} : { lane: `lane ${n % 17}` });
      }
      const [first] = workers;
      await bench().until('all done', async () => {
        return (await first?.queue.list({ states: ['done'], limit: 2_000 }))?.length === 1_000;
      });
      expect(ran.size).toBe(1_000);
      expect([...ran.values()].every((times) => times === 1)).toBe(true);
      for (const order of lanes.values()) expect(order).toEqual([...order].sort((a, b) => a - b));
    });
  });
}

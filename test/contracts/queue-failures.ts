// The part of the queue contract about jobs that fail, are given up, tried again by hand, or cancelled.

import { describe, expect, it } from 'vitest';
import { ModelError, QueueError } from '../../src/contracts/index.js';
import { type Bench, handler, quick, untilAborted } from '../support/jobs/queue-bench.js';

export function queueFailureContract(bench: () => Bench): void {
  describe('a job that fails', () => {
    it('is tried again after growing pauses, and keeps its place in the lane meanwhile', async () => {
      const one = await bench().open();
      const runs: [string, number, number][] = [];
      const work = handler(
        (job) => {
          runs.push([String(job.data.is), job.attempt, bench().harness.now()]);
          if (job.data.is === 'shaky' && job.attempt < 4) throw new Error('not yet');
        },
        { baseMs: 200, capMs: 400 },
      );
      const shaky = await one.queue.add('step', { is: 'shaky' }, { lane: 'a' });
      await one.queue.add('step', { is: 'next' }, { lane: 'a' });
      bench().work(one, { step: work });
      await bench().until('both ran', () => runs.length === 5);
      expect(runs.map(([is, attempt]) => `${is} ${attempt}`)).toEqual([
        'shaky 1',
        'shaky 2',
        'shaky 3',
        'shaky 4',
        'next 1',
      ]);
      const pauses = runs.slice(1, 4).map(([, , at], n) => at - (runs[n]?.[2] ?? 0));
      for (const [n, full] of [200, 400, 400].entries()) {
        expect(pauses[n]).toBeGreaterThanOrEqual(full / 2);
        // Well before a sweep would find it; how exact the pause is belongs to the tests of the decision.
        expect(pauses[n]).toBeLessThan(full + 5_000);
      }
      expect(await bench().info(one.queue, shaky)).toMatchObject({ state: 'done', attempt: 4 });
    });

    it('says why it waits', async () => {
      const one = await bench().open();
      const work = handler(
        () => {
          throw new Error('連線中斷\n  at somewhere (file.ts:1)');
        },
        { baseMs: 60_000, capMs: 60_000 },
      );
      const id = await one.queue.add('f', {});
      bench().work(one, { f: work });
      await bench().until('it failed', async () => (await bench().info(one.queue, id)).reason !== undefined);
      expect(await bench().info(one.queue, id)).toMatchObject({ state: 'waiting', reason: '連線中斷', attempt: 1 });
    });

    it('waits as long as its error asks', async () => {
      const one = await bench().open();
      const at: number[] = [];
      const work = handler(() => {
        at.push(bench().harness.now());
        if (at.length === 1) throw new ModelError('rate-limit', 'slow down', { retryable: true, retryAfterMs: 1_500 });
      });
      await one.queue.add('f', {});
      bench().work(one, { f: work });
      await bench().until('it ran again', () => at.length === 2);
      expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(1_500);
    });

    it('is given up at once when a retry cannot help; its dead letter names the reason, and the lane goes on', async () => {
      const one = await bench().open();
      const buried: unknown[] = [];
      const error = new ModelError('auth', 'the key was refused');
      const work = {
        bad: {
          ...handler(() => {
            throw error;
          }),
          dead: (job: { id: string }, why: unknown) => void buried.push([job.id, why]),
        },
        good: handler(() => {}),
      };
      const bad = await one.queue.add('bad', {}, { lane: 'a' });
      const good = await one.queue.add('good', {}, { lane: 'a' });
      bench().work(one, work);
      await bench().untilState(one.queue, good, 'done');
      const letter = await bench().info(one.queue, bad);
      expect(letter).toMatchObject({ state: 'dead', reason: 'the key was refused' });
      expect(letter.finishedAt).toBeGreaterThan(0);
      expect(buried).toEqual([[bad, error]]);
    });

    it('is given up after so many attempts, by its handler or by its own bound', async () => {
      const one = await bench().open();
      const runs: Record<string, number> = {};
      const work = handler(
        (job) => {
          runs[job.id] = job.attempt;
          throw new Error('no luck');
        },
        { ...quick, attempts: 3 },
      );
      const three = await one.queue.add('f', {});
      const two = await one.queue.add('f', {}, { attempts: 2 });
      bench().work(one, { f: work });
      const letter = await bench().untilState(one.queue, three, 'dead');
      await bench().untilState(one.queue, two, 'dead');
      expect(letter.reason).toContain('no luck');
      expect([runs[three], runs[two]]).toEqual([3, 2]);
    });

    it('is given up when the next run would begin too long after the first', async () => {
      const one = await bench().open();
      const runs: number[] = [];
      let firstRunAt = 0;
      const work = handler(
        (job) => {
          firstRunAt = job.firstRunAt;
          runs.push(bench().harness.now());
          throw new Error('still down');
        },
        { baseMs: 100, capMs: 200, withinMs: 1_000 },
      );
      const id = await one.queue.add('f', {});
      bench().work(one, { f: work });
      const letter = await bench().untilState(one.queue, id, 'dead');
      // A busy machine begins a run later than it was planned: what holds on any is that the last one but one was still
      // followed by a pause within the bound, and the last one by none.
      const until = firstRunAt + 1_000;
      expect(runs.length).toBeGreaterThanOrEqual(2);
      expect((runs.at(-2) ?? 0) + 50).toBeLessThanOrEqual(until);
      expect((letter.finishedAt ?? 0) + 200).toBeGreaterThan(until);
    });
  });

  describe('retry', () => {
    it('reopens a dead letter with its attempts forgotten, before what was added later', async () => {
      const one = await bench().open();
      const runs: string[] = [];
      let broken = true;
      const work = handler(
        (job) => {
          runs.push(`${job.data.is} ${job.attempt}`);
          if (broken && job.data.is === 'old') throw new Error('broken');
        },
        { ...quick, attempts: 2 },
      );
      const old = await one.queue.add('f', { is: 'old' }, { lane: 'a' });
      bench().work(one, { f: work });
      await bench().untilState(one.queue, old, 'dead');
      broken = false;
      await one.queue.retry(old);
      await bench().untilState(one.queue, old, 'done');
      expect(runs).toEqual(['old 1', 'old 2', 'old 1']);
      expect((await bench().info(one.queue, old)).reason).toBeUndefined();
    });

    it('is refused for a job that waits, runs or is done, and for one that does not exist', async () => {
      const one = await bench().open();
      const id = await one.queue.add('f', {});
      await expect(one.queue.retry(id)).rejects.toThrow(QueueError);
      bench().work(one, { f: handler(() => {}) });
      await bench().untilState(one.queue, id, 'done');
      await expect(one.queue.retry(id)).rejects.toThrow(QueueError);
      await expect(one.queue.retry('nobody:1')).rejects.toThrow(QueueError);
    });

    it('never makes two jobs of one unique key', async () => {
      const one = await bench().open();
      const first = await one.queue.add('f', {}, { unique: 'row:1' });
      await one.queue.cancel(first);
      await one.queue.add('f', {}, { unique: 'row:1' });
      await expect(one.queue.retry(first)).rejects.toThrow(QueueError);
    });
  });

  describe('cancel', () => {
    it('keeps a waiting job from running, and lets the lane go on', async () => {
      const one = await bench().open();
      const ran: string[] = [];
      const first = await one.queue.add('f', {}, { lane: 'a' });
      const second = await one.queue.add('f', {}, { lane: 'a' });
      await one.queue.cancel(first);
      bench().work(one, { f: handler((job) => void ran.push(job.id)) });
      await bench().untilState(one.queue, second, 'done');
      expect(ran).toEqual([second]);
      expect((await bench().info(one.queue, first)).state).toBe('cancelled');
      await expect(one.queue.cancel(first)).rejects.toThrow(QueueError);
      await expect(one.queue.cancel(second)).rejects.toThrow(QueueError);
    });

    it.each(['here', 'in another process'])('aborts a job that runs %s, which is not tried again', async (where) => {
      const one = await bench().open();
      const two = await bench().open();
      let runs = 0;
      const work = handler((_, { signal }) => {
        runs++;
        return untilAborted(signal);
      });
      const id = await one.queue.add('f', {}, { lane: 'a' });
      bench().work(one, { f: work });
      await bench().untilState(one.queue, id, 'running');
      await (where === 'here' ? one : two).queue.cancel(id);
      await bench().untilState(one.queue, id, 'cancelled');
      await bench().harness.pass(500);
      expect(runs).toBe(1);
    });
  });
}

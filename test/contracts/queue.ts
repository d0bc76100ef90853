// What every queue engine must do, written against the contract alone: one suite, run on each engine.
// Nothing here may know how an engine stores or waits; time goes by through the harness.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ModelError, QueueError } from '../../src/contracts/index.js';
import { Bench, gate, handler, type QueueHarness, untilAborted } from '../support/jobs/queue-bench.js';
import { queueFailureContract } from './queue-failures.js';
import { queueProcessContract } from './queue-processes.js';

export function queueContract(name: string, makeHarness: () => Promise<QueueHarness>): void {
  describe(`${name}: the queue contract`, () => {
    let bench: Bench;
    beforeEach(async () => {
      bench = new Bench(await makeHarness());
    });
    afterEach(() => bench.dispose());
    const current = () => bench;

    orderContract(current);
    addContract(current);
    queueFailureContract(current);
    queueProcessContract(current);
  });
}

function orderContract(bench: () => Bench): void {
  describe('a lane', () => {
    it('runs its jobs in the order they were added, one at a time, across two processes', async () => {
      const [one, two] = [await bench().open(), await bench().open()];
      const ran: number[] = [];
      let now = 0;
      let most = 0;
      const work = handler(async (job) => {
        most = Math.max(most, ++now);
        ran.push(Number(job.data.n));
        await bench().harness.pass(0);
        now--;
      });
      for (let n = 0; n < 20; n++) await one.queue.add('step', { n }, { lane: 'session:东京:1' });
      bench().work(one, { step: work });
      bench().work(two, { step: work });
      await bench().until('all ran', () => ran.length === 20 && now === 0);
      expect(ran).toEqual(Array.from({ length: 20 }, (_, n) => n));
      expect(most).toBe(1);
    });

    it('never makes another lane wait, nor a job without one', async () => {
      const one = await bench().open();
      const slow = gate();
      const ran: string[] = [];
      bench().work(
        one,
        {
          slow: handler(() => slow.passed),
          quick: handler((job) => void ran.push(job.lane ?? 'none')),
        },
        { concurrency: 2 },
      );
      await one.queue.add('slow', {}, { lane: 'a' });
      await one.queue.add('quick', {}, { lane: 'a' });
      await one.queue.add('quick', {}, { lane: 'b' });
      await one.queue.add('quick', {});
      await bench().until('the others ran', () => ran.length === 2);
      await bench().harness.pass(500);
      expect(ran.sort()).toEqual(['b', 'none']);
      slow.open();
      await bench().until('the lane went on', () => ran.length === 3);
      expect(ran[2]).toBe('a');
    });

    it('gives each run a higher fence, and 0 without a lane', async () => {
      const one = await bench().open();
      const fences: number[] = [];
      bench().work(one, { f: handler((_, { fence }) => void fences.push(fence)) }, { concurrency: 1 });
      for (let n = 0; n < 3; n++) await one.queue.add('f', {}, { lane: 'a' });
      await bench().until('all ran', () => fences.length === 3);
      expect(fences[0]).toBeGreaterThan(0);
      expect(fences).toEqual([...new Set(fences)].sort((a, b) => a - b));
      await one.queue.add('f', {});
      await bench().until('the last ran', () => fences.length === 4);
      expect(fences[3]).toBe(0);
    });
  });
}

function addContract(bench: () => Bench): void {
  describe('add', () => {
    it('carries ids and data of any script, and keys with colons', async () => {
      const one = await bench().open();
      const seen: unknown[] = [];
      const data = { chat: 'telegram:-100:7', who: '妹妹', city: '京都 서울', row: 12 };
      const options = { lane: 'group:discord:世界', unique: 'inbox:telegram:42:こんにちは' };
      const id = await one.queue.add('turn:main', data, options);
      expect(await one.queue.add('turn:main', { row: 13 }, options)).toBe(id);
      const work = handler((job) => void seen.push([job.id, job.name, job.lane, job.data, job.attempt]));
      bench().work(one, { 'turn:main': work });
      await bench().untilState(one.queue, id, 'done');
      expect(seen).toEqual([[id, 'turn:main', options.lane, data, 1]]);
    });

    it('says when a job was added and first begun', async () => {
      const one = await bench().open();
      const added = bench().harness.now();
      const times: number[][] = [];
      const id = await one.queue.add('t', {});
      await bench().harness.pass(300);
      bench().work(one, { t: handler((job) => void times.push([job.addedAt - added, job.firstRunAt - added])) });
      await bench().untilState(one.queue, id, 'done');
      expect(times[0]?.[0]).toBeLessThan(250);
      expect(times[0]?.[1]).toBeGreaterThanOrEqual(300);
    });

    it('keeps a unique key while its job waits or runs, and never longer', async () => {
      const one = await bench().open();
      const opened = gate();
      const work = {
        once: handler(async (job, { signal }) => {
          if (job.data.end === 'dead') throw new ModelError('auth', 'no');
          if (job.data.end === 'cancelled') return untilAborted(signal);
          return opened.passed;
        }),
      };
      const add = (end: string) => one.queue.add('once', { end }, { unique: 'row:1' });
      const first = await add('done');
      expect(await add('x')).toBe(first);
      bench().work(one, work);
      await bench().untilState(one.queue, first, 'running');
      expect(await add('x')).toBe(first);
      opened.open();
      await bench().untilState(one.queue, first, 'done');
      const second = await add('dead');
      expect(second).not.toBe(first);
      await bench().untilState(one.queue, second, 'dead');
      const third = await add('cancelled');
      expect(third).not.toBe(second);
      await bench().untilState(one.queue, third, 'running');
      await one.queue.cancel(third);
      await bench().untilState(one.queue, third, 'cancelled');
      expect(await add('done')).not.toBe(third);
    });

    it('delays a job until its time; until then it blocks nobody, then it stands by its age', async () => {
      const one = await bench().open();
      const start = bench().harness.now();
      const ran: string[] = [];
      const at = { early: 0 };
      const hold = gate();
      await one.queue.add('step', { is: 'delayed' }, { lane: 'a', at: start + 1_000 });
      await one.queue.add('step', { is: 'first' }, { lane: 'a' });
      await one.queue.add('step', { is: 'second' }, { lane: 'a' });
      bench().work(one, {
        step: handler(async (job) => {
          const is = String(job.data.is);
          ran.push(is);
          if (is === 'delayed') at.early = bench().harness.now();
          if (is === 'first') await hold.passed;
        }),
      });
      await bench().until('first began', () => ran.length === 1);
      await bench().harness.pass(1_200);
      hold.open();
      await bench().until('all ran', () => ran.length === 3);
      expect(ran).toEqual(['first', 'delayed', 'second']);
      const alone = bench().harness.now() + 700;
      await one.queue.add('step', { is: 'delayed' }, { at: alone });
      await bench().until('it ran', () => ran.length === 4);
      expect(at.early).toBeGreaterThanOrEqual(alone);
      // Well before a sweep would find it, however busy the machine is.
      expect(at.early).toBeLessThan(alone + 5_000);
    });
  });

  describe('list', () => {
    it('shows jobs newest first, by state, name and lane', async () => {
      const one = await bench().open();
      const ids: string[] = [];
      for (const lane of ['a', 'b', 'a']) ids.push(await one.queue.add('listed', {}, { lane }));
      ids.push(await one.queue.add('other', {}));
      await one.queue.cancel(ids[0] ?? '');
      const shown = async (filter: Parameters<typeof one.queue.list>[0]) =>
        (await one.queue.list(filter)).map(({ id }) => ids.indexOf(id));
      expect(await shown({})).toEqual([3, 2, 1, 0]);
      expect(await shown({ states: ['waiting'] })).toEqual([3, 2, 1]);
      expect(await shown({ name: 'listed', limit: 2 })).toEqual([2, 1]);
      expect(await shown({ lane: 'a', states: ['cancelled', 'dead'] })).toEqual([0]);
    });
  });

  describe('work', () => {
    it('leaves room for other names when one has reached its bound', async () => {
      const one = await bench().open();
      const slow = gate();
      let running = 0;
      const ran: string[] = [];
      bench().work(
        one,
        {
          slow: {
            ...handler(async () => {
              running++;
              await slow.passed;
            }),
            atOnce: 2,
          },
          quick: handler((job) => void ran.push(job.id)),
        },
        { concurrency: 10 },
      );
      for (let n = 0; n < 5; n++) await one.queue.add('slow', { n });
      const id = await one.queue.add('quick', {});
      await bench().until('the quick one ran', () => ran.includes(id) && running === 2);
      expect(await one.queue.list({ name: 'slow', states: ['waiting'] })).toHaveLength(3);
      slow.open();
      await bench().until('all slow ones ran', () => running === 5);
    });

    it('has a lane that waits for no other of its name, and keeps its own order', async () => {
      const one = await bench().open();
      const slow = gate();
      const ran: string[] = [];
      let running = 0;
      bench().work(
        one,
        {
          slow: {
            ...handler(async (job) => {
              ran.push(job.id);
              running++;
              await slow.passed;
              running--;
            }),
            atOnce: 2,
            beyond: ['mine'],
          },
        },
        { concurrency: 10 },
      );
      for (let n = 0; n < 4; n++) await one.queue.add('slow', { n }, { lane: `other ${n}` });
      await bench().until('all room is taken', () => running === 2);
      const first = await one.queue.add('slow', {}, { lane: 'mine' });
      const second = await one.queue.add('slow', {}, { lane: 'mine', at: bench().harness.now() + 50 });
      await bench().until('its own ran', () => ran.includes(first) && running === 3);
      await bench().harness.pass(500);
      expect([ran.length, ran.includes(second)]).toEqual([3, false]);
      slow.open();
      await bench().until('all ran', () => ran.length === 6);
    });

    it.each([
      ['in a lane', true],
      ['without one', false],
    ])('takes what nobody waits for only where nothing else is due, %s', async (_, laned) => {
      const one = await bench().open();
      const place = (n: number) => (laned ? { lane: `l${n}` } : {});
      const order: string[] = [];
      const note = handler((job) => void order.push(job.name));
      for (let n = 0; n < 3; n++) await one.queue.add('late', {}, place(n));
      for (let n = 3; n < 6; n++) await one.queue.add('soon', {}, place(n));
      bench().work(one, { late: { ...note, background: true }, soon: note }, { concurrency: 1 });
      await bench().until('all ran', () => order.length === 6);
      expect(order).toEqual(['soon', 'soon', 'soon', 'late', 'late', 'late']);
    });

    it.each([
      ['in a lane', true],
      ['without one', false],
    ])('leaves a slot free of what nobody waits for, %s', async (_, laned) => {
      const one = await bench().open();
      const place = (n: number) => (laned ? { lane: `l${n}` } : {});
      const hold = gate();
      let late = 0;
      const work = {
        late: {
          ...handler(() => {
            late++;
            return hold.passed;
          }),
          background: true as const,
        },
        soon: handler(() => {}),
      };
      for (let n = 0; n < 4; n++) await one.queue.add('late', {}, place(n));
      bench().work(one, work, { concurrency: 3 });
      await bench().until('they began', () => late === 2);
      const id = await one.queue.add('soon', {}, place(9));
      await bench().untilState(one.queue, id, 'done');
      await bench().harness.pass(300);
      expect(late).toBe(2);
      hold.open();
      await bench().until('all ran', () => late === 4);
    });

    it('takes only the names it handles', async () => {
      const one = await bench().open();
      const other = await one.queue.add('unknown', {});
      const known = await one.queue.add('known', {});
      bench().work(one, { known: handler(() => {}) });
      await bench().untilState(one.queue, known, 'done');
      await bench().harness.pass(500);
      expect((await bench().info(one.queue, other)).state).toBe('waiting');
    });

    it('may be called once, and nothing may be asked of a closed queue', async () => {
      const one = await bench().open();
      bench().work(one, {});
      const again = one.queue.work({}, { concurrency: 1, signal: new AbortController().signal });
      await expect(again).rejects.toThrow(QueueError);
      let closed = false;
      void one.queue.close().then(() => {
        closed = true;
      });
      await bench().until('closed', () => closed);
      await expect(one.queue.add('x', {})).rejects.toThrow(QueueError);
    });
  });
}

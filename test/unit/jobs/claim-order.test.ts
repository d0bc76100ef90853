// The order of claims against a model that says in plain words what a lane is, over random histories.

import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { openDb } from '../../../src/db/database.js';
import { migrate } from '../../../src/db/migrate.js';
import { stateMigrations } from '../../../src/db/state-schema.js';
import { type Claim, claimNext } from '../../../src/jobs/claim.js';
import { type Ending, recordEnding, recordLoss } from '../../../src/jobs/job-ends.js';
import { openLanes } from '../../../src/jobs/lanes.js';
import { sqliteQueue } from '../../../src/jobs/sqlite-queue.js';
import { FakeClock } from '../../support/fake-clock.js';
import { silentLog as log } from '../../support/silent-log.js';

interface ModelJob {
  id: string;
  name: string;
  lane: string | undefined;
  state: 'waiting' | 'running' | 'ended';
  reopenable: boolean;
  runAt: number;
  /** A first run is behind it, so a pause does not cost it its place. */
  retrying: boolean;
}

/** The definition: which job a claim must give. `jobs` are in the order they were added. */
function expected(jobs: readonly ModelJob[], names: readonly string[], now: number): ModelJob | undefined {
  const counts = (job: ModelJob) =>
    job.state === 'running' || (job.state === 'waiting' && (job.retrying || job.runAt <= now));
  const mayRun = (job: ModelJob) => {
    if (job.state !== 'waiting' || job.runAt > now || !names.includes(job.name)) return false;
    if (job.lane === undefined) return true;
    const lane = jobs.filter((other) => other.lane === job.lane && counts(other));
    return lane[0] === job && lane.every((other) => other.state !== 'running');
  };
  return jobs
    .filter(mayRun)
    .reduce<ModelJob | undefined>((best, job) => (best && best.runAt <= job.runAt ? best : job), undefined);
}

const pick = fc.nat({ max: 1_000 });
const operation = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      name: fc.constantFrom('x', 'y'),
      lane: fc.constantFrom('甲', '乙', undefined),
      delay: fc.constantFrom(0, 0, 0, 5, 20),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('claim' as const),
      names: fc.constantFrom(['x'], ['y'], ['x', 'y'], ['x', 'y']),
      /** The lease runs out at once, and the job goes on. */
      hangs: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(1, 5, 10, 30) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('end' as const),
      pick,
      how: fc.constantFrom('done', 'dead', 'again', 'again', 'returned', 'lost'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reopen' as const), pick }) },
);

it('gives the job that the definition of a lane gives, whatever happened before', async () => {
  const db = openDb(':memory:');
  onTestFinished(() => db.close());
  await migrate(db, stateMigrations);
  const clock = new FakeClock(1_000);
  const process = { id: 'me', isAlive: () => true, anyDied: () => false, sweep: async () => [], leave: async () => {} };
  const queue = sqliteQueue({ db, process, clock, log });
  const lanes = openLanes({ db, clock, isAlive: process.isAlive });

  const history = fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 60 }), async (operations) => {
    await db.write(() => [db.sql('DELETE FROM jobs').run(), db.sql('DELETE FROM lanes').run()]);
    const jobs: ModelJob[] = [];
    const running = new Map<ModelJob, Claim>();
    const choose = (from: ModelJob[], n: number) => (from.length > 0 ? from[n % from.length] : undefined);

    for (const op of operations) {
      const now = clock.now();
      if (op.do === 'pass') await clock.advance(op.ms);
      if (op.do === 'add') {
        const { name, lane, delay } = op;
        const id = await queue.add(name, {}, { ...(lane ? { lane } : {}), at: now + delay });
        jobs.push({ id, name, lane, state: 'waiting', reopenable: false, runAt: now + delay, retrying: false });
      }
      if (op.do === 'claim') {
        const taker = { db, lanes, names: JSON.stringify(op.names), holder: process.id };
        const claim = await claimNext(taker, now, op.hangs ? now : now + 1e9);
        const job = expected(jobs, op.names, now);
        expect(claim?.row.id).toBe(job?.id);
        if (claim && job) {
          running.set(job, claim);
          job.state = 'running';
        }
      }
      if (op.do === 'end') {
        const job = choose([...running.keys()], op.pick);
        const claim = job && running.get(job);
        if (!job || !claim) continue;
        running.delete(job);
        if (op.how === 'lost') {
          await db.write(() => [
            recordLoss(db, claim.row, 'its process died', now),
            lanes.release(job.lane ?? '', 'me', claim.fence),
          ]);
        } else {
          const endings: Record<string, Ending> = {
            done: { kind: 'done' },
            dead: { kind: 'dead', reason: 'no' },
            again: { kind: 'again', at: now + 10, reason: 'no' },
            returned: { kind: 'returned' },
          };
          await db.write(() => recordEnding(db, lanes, claim, endings[op.how] ?? { kind: 'done' }, now));
        }
        const ended = op.how === 'done' || op.how === 'dead';
        job.state = ended ? 'ended' : 'waiting';
        job.reopenable = op.how === 'dead';
        if (op.how === 'again') [job.runAt, job.retrying] = [now + 10, true];
      }
      if (op.do === 'cancel') {
        const job = choose(
          jobs.filter(({ state }) => state === 'waiting'),
          op.pick,
        );
        if (!job) continue;
        await queue.cancel(job.id);
        [job.state, job.reopenable] = ['ended', true];
      }
      if (op.do === 'reopen') {
        const job = choose(
          jobs.filter(({ reopenable }) => reopenable),
          op.pick,
        );
        if (!job) continue;
        await queue.retry(job.id);
        Object.assign(job, { state: 'waiting', reopenable: false, runAt: now, retrying: false });
      }
    }
  });
  await fc.assert(history, { numRuns: 250 });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ModelError } from '../../../src/contracts/index.js';
import { jobChecks } from '../../../src/jobs/checks.js';
import { Bench, handler, untilAborted } from '../../support/jobs/queue-bench.js';
import { type SqliteHarness, type SqliteInstance, sqliteHarness } from '../../support/jobs/sqlite-harness.js';

let harness: SqliteHarness;
let bench: Bench;
let doctor: SqliteInstance;
beforeEach(async () => {
  harness = await sqliteHarness();
  bench = new Bench(harness);
  doctor = await harness.open();
});
afterEach(() => bench.dispose());

async function findings() {
  const parts = { db: doctor.db, clock: harness.clock, isAlive: doctor.process.isAlive };
  return (await Promise.all(jobChecks(parts).map((check) => check.run()))).flat();
}
const bad = async () => (await findings()).filter(({ level }) => level !== 'ok');

describe("doctor's look at the queue", () => {
  it('finds nothing wrong with an empty one, nor with delayed and retrying jobs', async () => {
    await doctor.queue.add('f', {}, { at: harness.now() + 3_600_000 });
    const failing = await doctor.queue.add('g', {});
    const retry = { baseMs: 3_600_000, capMs: 3_600_000 };
    const working = bench.work(doctor, { g: handler(() => Promise.reject(new Error('down')), retry) });
    await bench.until('it failed', async () => (await bench.info(doctor.queue, failing)).reason !== undefined);
    working.stop();
    await working.ended;
    await harness.pass(20 * 60_000);
    expect((await findings()).map(({ level }) => level)).toEqual(['ok', 'ok', 'ok']);
  });

  it('names dead letters with their reasons and the way back, and counts the rest', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 7; n++) ids.push(await doctor.queue.add('turn', {}));
    const fail = () => Promise.reject(new ModelError('auth', '金鑰被拒絕'));
    bench.work(doctor, { turn: handler(fail) });
    for (const id of ids) await bench.untilState(doctor.queue, id, 'dead');
    const found = await bad();
    expect(found).toHaveLength(6);
    expect(found[0]?.says).toContain('(turn) was given up: 金鑰被拒絕');
    expect(found[0]?.remedy).toMatch(/nightjar jobs retry [0-9a-f-]{36}/);
    expect(found[5]?.says).toBe('2 more jobs were given up.');
  });

  it('sees jobs whose process died, and none whose process lives', async () => {
    const worker = await harness.open();
    const id = await doctor.queue.add('turn', {});
    bench.work(worker, { turn: handler((_, { signal }) => untilAborted(signal)) });
    await bench.untilState(doctor.queue, id, 'running');
    expect(await bad()).toEqual([]);
    await worker.kill();
    expect(await bad()).toMatchObject([{ check: 'jobs.orphans', says: '1 job was running when their process died.' }]);
  });

  it('sees what has been due for long and is taken by nobody', async () => {
    await doctor.queue.add('outbox:telegram', {});
    await harness.pass(12 * 60_000);
    const [finding] = await bad();
    expect(finding).toMatchObject({ check: 'jobs.oldest', level: 'warning' });
    expect(finding?.says).toContain('(outbox:telegram) has been due for 12 minutes');
  });
});

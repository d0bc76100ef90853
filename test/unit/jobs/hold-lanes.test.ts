// Lanes that somebody holds who runs no job: only together, for as long as the work takes, and free again whatever came of it.

import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openState } from '../../../src/db/state.js';
import { holdLanes } from '../../../src/jobs/hold-lanes.js';
import { openLanes } from '../../../src/jobs/lanes.js';
import { FakeClock, settle } from '../../support/fake-clock.js';
import { tempDir } from '../../support/temp-dir.js';

async function stage() {
  const state = await openState(join(tempDir(), 'state.sqlite'));
  onTestFinished(() => state.close());
  const { db } = state;
  const clock = new FakeClock();
  const lanes = openLanes({ db, clock, isAlive: () => true });
  const take = (lane: string) => db.write(() => lanes.acquire(lane, 'other', clock.now() + 600_000));
  const hold = <T>(wanted: string[], work: () => Promise<T>) =>
    holdLanes({ db, lanes, process: 'me', clock }, wanted, 1_000, work);
  return { db, clock, lanes, take, hold };
}

it('nobody else has them meanwhile, and everybody afterwards', async () => {
  const { hold, take } = await stage();
  await hold(['b', 'a', 'b'], async () => {
    expect([await take('a'), await take('b')]).toEqual([undefined, undefined]);
  });
  expect(await take('a')).toBeGreaterThan(0);
  const failing = hold(['b'], () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await take('b')).toBeGreaterThan(0);
});

it('a work that takes longer than a lease keeps them', async () => {
  const { hold, take, clock } = await stage();
  let end = () => {};
  const held = hold(['a'], () => new Promise<void>((resolve) => (end = resolve)));
  await settle();
  for (let n = 0; n < 10; n++) await clock.advance(15_000);
  expect(await take('a')).toBeUndefined();
  end();
  await held;
});

it('one that is not free in time is said, and the others are let go', async () => {
  const { hold, take, clock, db, lanes } = await stage();
  const fence = (await take('b')) ?? 0;
  const held = hold(['a', 'b'], async () => 'done');
  const failed = expect(held).rejects.toMatchObject({ retryable: true, remedy: expect.stringContaining('try again') });
  for (let n = 0; n < 12; n++) {
    await settle();
    await clock.advance(100);
  }
  await failed;
  expect(await take('a')).toBeGreaterThan(0);
  await db.write(() => lanes.release('b', 'other', fence));
  await expect(hold(['b'], async () => 'done')).resolves.toBe('done');
});

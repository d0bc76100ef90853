import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openState } from '../../../src/db/state.js';
import { type Lanes, openLanes } from '../../../src/jobs/lanes.js';
import { FakeClock } from '../../support/fake-clock.js';
import { tempDir } from '../../support/temp-dir.js';

const lane = 'group:discord:世界';
let clock: FakeClock;
let lanes: Lanes;
let dead: Set<string>;

beforeEach(async () => {
  const state = await openState(join(tempDir(), 'state.sqlite'));
  onTestFinished(() => state.close());
  clock = new FakeClock();
  dead = new Set();
  lanes = openLanes({ db: state.db, clock, isAlive: (id) => !dead.has(id) });
});

const soon = () => clock.now() + 1_000;

describe('a lane', () => {
  it('has one holder, not even its own process twice', () => {
    expect(lanes.acquire(lane, 'one', soon())).toBe(1);
    expect(lanes.acquire(lane, 'two', soon())).toBeUndefined();
    expect(lanes.acquire(lane, 'one', soon())).toBeUndefined();
    expect(lanes.acquire('another', 'two', soon())).toBe(1);
  });

  it('is taken from one who let it go, let it run out, or died, each time with a higher fence', async () => {
    const first = lanes.acquire(lane, 'one', soon()) ?? 0;
    expect(lanes.release(lane, 'one', first)).toBe(true);
    expect(lanes.acquire(lane, 'two', soon())).toBe(2);
    await clock.advance(1_000);
    expect(lanes.acquire(lane, 'three', soon())).toBe(3);
    dead.add('three');
    expect(lanes.acquire(lane, 'four', soon())).toBe(4);
    expect(lanes.releaseAll('four')).toBe(1);
    expect(lanes.acquire(lane, 'five', soon())).toBe(5);
  });

  it('obeys no earlier holder, nor an earlier run of the same process', async () => {
    const old = lanes.acquire(lane, 'one', soon()) ?? 0;
    await clock.advance(1_000);
    const current = lanes.acquire(lane, 'one', soon()) ?? 0;
    expect(lanes.renew(lane, 'one', old, soon())).toBe(false);
    expect(lanes.raise(lane, 'one', old, 9)).toBeUndefined();
    expect(lanes.release(lane, 'one', old)).toBe(false);
    expect(lanes.holds(lane, 'one', old)).toBe(false);
    expect(lanes.holds(lane, 'one', current)).toBe(true);
    expect(lanes.holds(lane, 'two', current)).toBe(false);
  });

  it('keeps a lease that ran out while nobody else came', async () => {
    const fence = lanes.acquire(lane, 'one', soon()) ?? 0;
    await clock.advance(5_000);
    expect(lanes.holds(lane, 'one', fence)).toBe(true);
    expect(lanes.renew(lane, 'one', fence, soon())).toBe(true);
    expect(lanes.acquire(lane, 'two', soon())).toBeUndefined();
  });

  it('rises above a fence seen in a transcript; only the raised one counts, both name the lease', () => {
    const fence = lanes.acquire(lane, 'one', soon()) ?? 0;
    expect(lanes.raise(lane, 'one', fence, 41)).toBe(42);
    expect(lanes.raise(lane, 'one', fence, 3)).toBe(43);
    expect(lanes.holds(lane, 'one', fence)).toBe(false);
    expect(lanes.holds(lane, 'one', 43)).toBe(true);
    expect(lanes.renew(lane, 'one', fence, soon())).toBe(true);
    expect(lanes.release(lane, 'one', fence)).toBe(true);
    expect(lanes.acquire(lane, 'two', soon())).toBe(44);
  });

  it('carries the wish to stop one turn, held or not, across holders', () => {
    lanes.requestStop(lane, 'turn-1');
    const fence = lanes.acquire(lane, 'one', soon()) ?? 0;
    expect(lanes.stopRequested(lane, 'turn-1')).toBe(true);
    expect(lanes.stopRequested(lane, 'turn-2')).toBe(false);
    lanes.release(lane, 'one', fence);
    lanes.acquire(lane, 'two', soon());
    expect(lanes.stopRequested(lane, 'turn-1')).toBe(true);
    lanes.requestStop(lane, 'turn-2');
    expect(lanes.stopRequested(lane, 'turn-2')).toBe(true);
  });
});

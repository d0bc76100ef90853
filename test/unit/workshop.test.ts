import { expect, it, onTestFinished } from 'vitest';
import { sweepNowAndThen } from '../../src/workshop.js';
import { FakeClock } from '../support/fake-clock.js';
import { silentLog } from '../support/silent-log.js';

function openSweeps() {
  const clock = new FakeClock();
  const state = { died: false, sweeps: [] as number[] };
  const began = clock.now();
  const cancel = sweepNowAndThen(
    { clock, log: { ...silentLog, flush: () => {} } },
    { anyDied: () => state.died },
    new AbortController().signal,
    async () => {
      state.died = false;
      state.sweeps.push(Math.round((clock.now() - began) / 1_000));
    },
  );
  onTestFinished(cancel);
  const pass = async (seconds: number) => {
    for (let n = 0; n < seconds; n++) await clock.advance(1_000);
  };
  return { state, pass };
}

it('a process sweeps twice a minute', async () => {
  const { state, pass } = openSweeps();
  await pass(61);
  expect(state.sweeps).toEqual([30, 60]);
});

it('what a process that died owed is looked for within a second, and not again and again', async () => {
  const { state, pass } = openSweeps();
  await pass(5);
  state.died = true;
  await pass(10);
  expect(state.sweeps).toEqual([6]);
  await pass(25);
  expect(state.sweeps).toEqual([6, 36]);
});

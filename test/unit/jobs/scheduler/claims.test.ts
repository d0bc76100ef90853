import { describe, expect, it } from 'vitest';
import { claimNow, isOpenRun, openRuns, realign } from '../../../../src/jobs/scheduler/claims.js';
import { pauseSchedule, scheduleById } from '../../../../src/jobs/scheduler/rows.js';
import { scheduleHome } from '../../../support/scheduler/home.js';

const t = (text: string) => Date.parse(`${text}Z`);
const now = t('2026-11-30T12:00:00');
const MINUTE = 60_000;
const HOUR = 3_600_000;
const cron = (expr: string) => ({ kind: 'cron' as const, expr });

describe('claiming', () => {
  it('C119 a slot is claimed once, and the next one is known before anything is dispatched', async () => {
    const { put, claim, db } = await scheduleHome();
    await put({}, now);
    const slot = t('2026-12-01T10:00:00');
    expect(await claim(slot - 1)).toEqual([]);
    expect(await claim(slot)).toEqual([{ schedule: 'water', slot }]);
    expect(scheduleById(db, 'water')?.nextAt).toBe(slot + 24 * HOUR);
    expect(await claim(slot)).toEqual([]);
    expect(openRuns(db)).toEqual([{ schedule: 'water', slot }]);
  });

  it('one run stands for all that went by: the latest', async () => {
    const { put, claim, db } = await scheduleHome();
    await put({ spec: cron('0 * * * *') }, now);
    expect(await claim(now + 400 * 24 * HOUR + 5 * MINUTE)).toEqual([
      { schedule: 'water', slot: now + 400 * 24 * HOUR },
    ]);
    expect(scheduleById(db, 'water')?.nextAt).toBe(now + 400 * 24 * HOUR + HOUR);
  });

  it('slots to be skipped are, and say so; one that is hardly late is run', async () => {
    const { put, claim, db } = await scheduleHome();
    await put({ spec: cron('0 * * * *'), missed: 'skip' }, now);
    expect(await claim(now + 3 * HOUR + 3 * MINUTE)).toEqual([]);
    expect(scheduleById(db, 'water')).toMatchObject({
      lastAt: now + 3 * HOUR,
      lastOutcome: 'skipped',
      nextAt: now + 4 * HOUR,
    });
    expect(await claim(now + 4 * HOUR + MINUTE)).toEqual([{ schedule: 'water', slot: now + 4 * HOUR }]);
  });

  it('a restart of a minute loses none of the slots that are not to be made up for', async () => {
    const { put, claim, end } = await scheduleHome();
    await put({ spec: cron('* * * * *'), missed: 'skip' }, now);
    const at = now + 5 * MINUTE + 30_000;
    const slots: number[] = [];
    for (let runs = await claim(at); runs.length > 0; runs = await claim(at)) {
      for (const run of runs) {
        slots.push(run.slot);
        await end(run, 'said', at);
      }
    }
    expect(slots).toEqual([now + 4 * MINUTE, now + 5 * MINUTE]);
  });

  it('C118 C119 one run at a time: what comes while it is open is made up for afterwards, once', async () => {
    const { put, claim, end } = await scheduleHome();
    await put({ spec: cron('* * * * *') }, now);
    const [run] = await claim(now + MINUTE);
    for (let minute = 2; minute < 10; minute++) expect(await claim(now + minute * MINUTE)).toEqual([]);
    if (run) await end(run, 'said', now + 9 * MINUTE);
    expect(await claim(now + 9 * MINUTE)).toEqual([{ schedule: 'water', slot: now + 9 * MINUTE }]);
  });

  it('takes no more than it may, the longest overdue first', async () => {
    const { put, claim } = await scheduleHome();
    for (let n = 0; n < 5; n++) await put({ id: `s${n}`, spec: { kind: 'at', at: now + (5 - n) * MINUTE } }, now);
    const ids = async () => (await claim(now + HOUR, 2)).map(({ schedule }) => schedule);
    expect([await ids(), await ids(), await ids(), await ids()]).toEqual([['s4', 's3'], ['s2', 's1'], ['s0'], []]);
  });
});

describe('by hand', () => {
  it('runs now, beside its slots, also while it is paused; the open run where there is one', async () => {
    const { put, write, db, end } = await scheduleHome();
    const { nextAt } = await put({}, now);
    const run = await write(() => claimNow(db, 'water', now + 5));
    expect(run).toEqual({ schedule: 'water', slot: now + 5 });
    expect(await write(() => claimNow(db, 'water', now + 9))).toEqual(run);
    expect(scheduleById(db, 'water')?.nextAt).toBe(nextAt);
    if (run) await end(run, 'said', now + 5);
    await write(() => pauseSchedule(db, 'water', undefined, now));
    expect(await write(() => claimNow(db, 'water', now + 5))).toEqual({ schedule: 'water', slot: now + 6 });
  });

  it('does not run what is unknown or was not confirmed', async () => {
    const { put, write, db } = await scheduleHome();
    await put({ state: 'asked' }, now);
    expect(await write(() => claimNow(db, 'water', now))).toBeUndefined();
    expect(await write(() => claimNow(db, 'nothing', now))).toBeUndefined();
  });
});

describe('ending', () => {
  it('happens once', async () => {
    const { put, claim, end, db } = await scheduleHome();
    await put({}, now);
    const [run] = await claim(now + 24 * HOUR);
    if (!run) throw new Error('nothing was claimed');
    expect(isOpenRun(db, run)).toBe(true);
    await end(run, 'said', now + 24 * HOUR);
    expect(isOpenRun(db, run)).toBe(false);
    await end(run, 'failed', now + 25 * HOUR);
    expect(scheduleById(db, 'water')).toMatchObject({ lastOutcome: 'said', failures: 0 });
  });

  it('five failures in a row pause it and say so; a success in between counts, a skipped run does not', async () => {
    const { put, claim, end, db } = await scheduleHome();
    await put({ spec: cron('0 * * * *') }, now);
    const outcomes = ['failed', 'failed', 'said', 'failed', 'failed', 'skipped', 'failed', 'failed', 'failed'] as const;
    const paused: boolean[] = [];
    for (const [n, outcome] of outcomes.entries()) {
      const at = now + (n + 1) * HOUR;
      for (const run of await claim(at)) paused.push((await end(run, outcome, at)).paused);
    }
    expect(paused).toEqual([false, false, false, false, false, false, false, false, true]);
    expect(scheduleById(db, 'water')).toMatchObject({
      state: 'paused',
      reason: 'It failed 5 times in a row. The last time: the model is away',
    });
    expect(await claim(now + 100 * HOUR)).toEqual([]);
  });
});

describe('a clock that was set back', () => {
  it('does not stall a schedule until the time that was left, nor run a slot twice', async () => {
    const { put, claim, end, write, db } = await scheduleHome();
    await put({}, now);
    const wrong = t('2036-01-01T12:00:00');
    for (const run of await claim(wrong)) await end(run, 'said', wrong);
    expect(await write(() => realign(db, now))).toBe(1);
    expect(scheduleById(db, 'water')?.nextAt).toBe(t('2026-12-01T10:00:00'));
    expect(await write(() => realign(db, now))).toBe(0);
    // To before a slot that has run: that one is passed over.
    const slot = t('2026-12-01T10:00:00');
    for (const run of await claim(slot)) await end(run, 'said', slot);
    await write(() => realign(db, now));
    expect(scheduleById(db, 'water')?.nextAt).toBe(slot + 24 * HOUR);
  });
});

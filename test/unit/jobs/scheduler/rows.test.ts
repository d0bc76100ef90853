import { describe, expect, it } from 'vitest';
import { openRuns, pruneRuns } from '../../../../src/jobs/scheduler/claims.js';
import {
  confirmSchedule,
  countSchedules,
  listSchedules,
  newScheduleId,
  pauseSchedule,
  removeOrphans,
  removeSchedule,
  resumeSchedule,
  scheduleById,
} from '../../../../src/jobs/scheduler/rows.js';
import { scheduleHome } from '../../../support/scheduler/home.js';

const t = (text: string) => Date.parse(`${text}Z`);
const now = t('2026-11-30T21:53:00');
const cron = (expr: string) => ({ kind: 'cron' as const, expr });

describe('putting a schedule', () => {
  it('C121 edited at 21:53 a job of 10:00 comes tomorrow at 10:00', async () => {
    const { put } = await scheduleHome();
    await put({ spec: cron('0 9 * * *') }, now - 1_000);
    expect((await put({ spec: cron('0 10 * * *') }, now)).nextAt).toBe(t('2026-12-01T10:00:00'));
  });

  it('C121 restarted at 17:20 a job of 06:00 comes tomorrow, after the run that it missed', async () => {
    const { put, claim } = await scheduleHome();
    const same = { spec: cron('0 6 * * *'), via: 'config' as const };
    await put(same, t('2026-11-29T12:00:00'));
    const restarted = t('2026-11-30T17:20:00');
    await put(same, restarted);
    expect(await claim(restarted)).toEqual([{ schedule: 'water', slot: t('2026-11-30T06:00:00') }]);
    expect((await put(same, restarted)).nextAt).toBe(t('2026-12-01T06:00:00'));
  });

  it('C122 keeps its zone through storing, editing and listing', async () => {
    const { put, db } = await scheduleHome();
    await put({ spec: cron('0 13 * * *'), zone: 'Pacific/Auckland' }, now);
    const edited = await put({ spec: cron('0 13 * * *'), zone: 'Pacific/Auckland', message: 'Tea.' }, now);
    expect(edited.nextAt).toBe(t('2026-12-01T00:00:00'));
    expect(listSchedules(db)).toEqual([edited]);
    expect(edited.zone).toBe('Pacific/Auckland');
  });

  it('C118 the same wish again changes nothing: neither a pause, nor the rhythm of every, nor what failed', async () => {
    const { put, write, db, claim, end } = await scheduleHome();
    const every = { kind: 'every' as const, everyMs: 1_800_000, anchor: now };
    await put({ id: 'beat', spec: every, via: 'config' }, now);
    for (let start = 1; start <= 3; start++) {
      const at = now + start * 1_200_000;
      await put({ id: 'beat', spec: { ...every, anchor: at }, via: 'config' }, at);
      for (const run of await claim(at)) await end(run, 'failed', at);
    }
    expect(scheduleById(db, 'beat')).toMatchObject({ nextAt: now + 2 * 1_800_000 + 1_800_000, failures: 2 });
    await write(() => pauseSchedule(db, 'beat', 'Enough.', now));
    expect(await put({ id: 'beat', spec: every, via: 'config' }, now)).toMatchObject({
      state: 'paused',
      reason: 'Enough.',
    });
    expect(listSchedules(db)).toHaveLength(1);
  });

  it('replaced, it keeps when it was made and what its last run came to', async () => {
    const { put, claim, end } = await scheduleHome();
    await put({ spec: cron('0 * * * *') }, now);
    const [run] = await claim(now + 3_600_000);
    if (run) await end(run, 'said', now + 3_600_000);
    const edited = await put({ spec: cron('30 * * * *'), message: 'Other.' }, now + 3_700_000);
    expect(edited).toMatchObject({
      createdAt: now,
      lastAt: t('2026-11-30T22:00:00'),
      lastOutcome: 'said',
      message: 'Other.',
    });
  });

  it('with another message it is still due, and the call that made it still gets it', async () => {
    const { put, claim } = await scheduleHome();
    const origin = { session: 's1', call: 'call_1' };
    await put({ origin }, now);
    const slot = t('2026-12-01T10:00:00');
    const edited = await put({ message: 'Other.' }, slot + 60_000);
    expect(await put({ id: 'another', origin }, slot + 60_000)).toEqual(edited);
    expect(await claim(slot + 60_000)).toEqual([{ schedule: 'water', slot }]);
  });

  it('never runs a slot again that has run, not even removed and added with the clock set back', async () => {
    const { put, claim, end, write, db } = await scheduleHome();
    await put({}, now);
    const at = t('2026-12-01T10:00:00');
    for (const run of await claim(at)) await end(run, 'said', at);
    await write(() => removeSchedule(db, 'water'));
    expect((await put({}, at - 3_600_000)).nextAt).toBe(t('2026-12-02T10:00:00'));
  });

  it('C127 two of one pattern both run, and an id with ":" is an id', async () => {
    const { put, claim } = await scheduleHome();
    await put({ id: 'a:b' }, now);
    await put({ id: 'c' }, now);
    const slot = t('2026-12-01T10:00:00');
    expect(await claim(slot)).toEqual([
      { schedule: 'a:b', slot },
      { schedule: 'c', slot },
    ]);
  });

  it('C128 a call that is repeated gets the schedule that it made', async () => {
    const { put, db } = await scheduleHome();
    const origin = { session: 's1', call: 'call_1' };
    const first = await put({ id: newScheduleId(), via: 'tool', origin }, now);
    expect(await put({ id: newScheduleId(), via: 'tool', origin, message: 'Again.' }, now + 5)).toEqual(first);
    await put({ id: newScheduleId(), via: 'tool', origin: { ...origin, call: 'call_2' } }, now);
    expect(listSchedules(db)).toHaveLength(2);
  });

  it('an id is short, of letters and digits, and another each time', () => {
    const ids = new Set(Array.from({ length: 5_000 }, newScheduleId));
    expect(ids.size).toBe(5_000);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]{6,8}$/);
  });
});

describe('confirming, pausing, resuming', () => {
  it('one that is asked for waits for its confirmation, and a pause is none', async () => {
    const { put, claim, write, db } = await scheduleHome();
    expect(await put({ state: 'asked' }, now)).toMatchObject({ state: 'asked' });
    await write(() => pauseSchedule(db, 'water', undefined, now));
    await write(() => resumeSchedule(db, 'water', now));
    expect(await claim(now + 86_400_000)).toEqual([]);
    expect(await write(() => confirmSchedule(db, 'water', now))).toMatchObject({
      state: 'active',
      nextAt: t('2026-12-01T10:00:00'),
    });
  });

  it('a time that has just gone by is still run when it is confirmed; one long ago is done', async () => {
    const { put, claim, write, db } = await scheduleHome();
    const at = { kind: 'at' as const, at: now + 60_000 };
    await put({ id: 'soon', spec: at, state: 'asked' }, now);
    await put({ id: 'long', spec: at, state: 'asked' }, now);
    await write(() => confirmSchedule(db, 'soon', now + 90_000));
    expect(await claim(now + 90_000)).toEqual([{ schedule: 'soon', slot: now + 60_000 }]);
    expect(scheduleById(db, 'soon')?.state).toBe('done');
    const late = await write(() => confirmSchedule(db, 'long', now + 600_000));
    expect(late).toMatchObject({ state: 'done', reason: 'Its time went by before.' });
  });

  it('resumed, it forgets its failures and what it missed', async () => {
    const { put, write, db, claim, end } = await scheduleHome();
    await put({ spec: cron('* * * * *') }, now);
    for (const run of await claim(now + 60_000)) await end(run, 'failed', now + 60_000);
    expect(await write(() => pauseSchedule(db, 'water', undefined, now + 61_000))).toMatchObject({
      state: 'paused',
      failures: 1,
    });
    const resumed = await write(() => resumeSchedule(db, 'water', now + 7_200_000));
    expect(resumed).toMatchObject({ state: 'active', failures: 0, nextAt: now + 7_260_000 });
  });
});

describe('listing and removing', () => {
  it('filters by scope, chat and state, and counts what is not done', async () => {
    const { put, db } = await scheduleHome();
    const group = { kind: 'group' as const, channel: 'telegram', chat: '-1' };
    const chat = { channel: 'telegram', account: 'bot', chat: '-1', thread: '7' };
    await put({ id: 'mine' }, now);
    await put({ id: 'team', scope: group, chat }, now);
    await put({ id: 'gone', scope: group, chat, spec: { kind: 'at', at: now - 86_400_000 } }, now);
    const ids = (filter: Parameters<typeof listSchedules>[1]) => listSchedules(db, filter).map(({ id }) => id);
    expect(ids({ scope: { kind: 'main' } })).toEqual(['mine']);
    // The members in another order are the same chat; another thread is another one.
    expect(ids({ chat: { thread: '7', chat: '-1', account: 'bot', channel: 'telegram' } })).toEqual(['team', 'gone']);
    expect(ids({ chat: { ...chat, thread: '8' } })).toEqual([]);
    expect(ids({ states: ['done'] })).toEqual(['gone']);
    expect(countSchedules(db, group)).toBe(1);
    expect(countSchedules(db, { kind: 'person', person: 'mei' })).toBe(0);
  });

  it('removed, its open run is skipped', async () => {
    const { put, claim, write, db, end } = await scheduleHome();
    await put({}, now);
    const [run] = await claim(now + 86_400_000);
    expect(await write(() => removeSchedule(db, 'water'))).toBe(true);
    expect(await write(() => removeSchedule(db, 'water'))).toBe(false);
    expect(openRuns(db)).toEqual([]);
    if (run) expect(await end(run, 'failed', now)).toEqual({ paused: false });
  });

  it('C118 what the configuration no longer names is removed, and nothing else', async () => {
    const { put, write, db } = await scheduleHome();
    await put({ id: 'kept', via: 'config' }, now);
    await put({ id: 'dropped', via: 'config' }, now);
    await put({ id: 'typed', via: 'command' }, now);
    expect(await write(() => removeOrphans(db, 'config', ['kept'], now))).toEqual(['dropped']);
    expect(listSchedules(db).map(({ id }) => id)).toEqual(['kept', 'typed']);
  });

  it('old runs and finished schedules are forgotten in batches, but for the latest run of one that goes on', async () => {
    const { put, claim, end, write, db } = await scheduleHome();
    await put({ id: 'minutely', spec: cron('* * * * *') }, now);
    await put({ id: 'once', spec: { kind: 'at', at: now + 60_000 } }, now);
    for (let minute = 1; minute <= 250; minute++) {
      const at = now + minute * 60_000;
      for (const run of await claim(at)) await end(run, 'said', at);
    }
    const batches: number[] = [];
    for (let n = -1; n !== 0; batches.push(n)) n = await write(() => pruneRuns(db, now + 86_400_000));
    expect(batches.length).toBeGreaterThan(2);
    expect(batches.reduce((sum, n) => sum + n, 0)).toBe(249 + 1 + 1);
    expect(listSchedules(db).map(({ id }) => id)).toEqual(['minutely']);
    expect(db.sql('SELECT slot FROM runs').column<number>()).toEqual([now + 250 * 60_000]);
  });
});

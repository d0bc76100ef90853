// Rows of schedules that were damaged, or written by a version or on a machine that knows more: C124 for a table.

import { describe, expect, it, onTestFinished } from 'vitest';
import { scheduleChecks } from '../../../../src/jobs/scheduler/checks.js';
import { openRuns } from '../../../../src/jobs/scheduler/claims.js';
import {
  listSchedules,
  pauseSchedule,
  removeSchedule,
  resumeSchedule,
  scheduleById,
  unreadableSchedules,
} from '../../../../src/jobs/scheduler/rows.js';
import { openScheduler } from '../../../../src/jobs/scheduler/scheduler.js';
import { FakeClock } from '../../../support/fake-clock.js';
import { scheduleHome } from '../../../support/scheduler/home.js';
import { silentLog as log } from '../../../support/silent-log.js';

const minutely = { spec: { kind: 'cron' as const, expr: '* * * * *' } };

const DAMAGE: [string, Record<string, string>, RegExp][] = [
  ['a trailing comma in its spec', { spec: '{"kind":"cron","expr":"0 9 * * *",}' }, /spec/],
  ['a spec that is empty', { spec: '' }, /spec/],
  ['a kind of time of a newer version', { spec: '{"kind":"sunrise","place":"Berlin"}' }, /newer version/],
  ['an end of a newer version', { spec: '{"kind":"every","everyMs":60000,"anchor":0,"until":1}' }, /newer version/],
  ['a rhythm of no length', { spec: '{"kind":"every","everyMs":0,"anchor":0}' }, /spec/],
  ['a time beyond all calendars', { spec: '{"kind":"at","at":9007199254740990}' }, /spec/],
  ['no cron expression', { spec: '{"kind":"cron","expr":"0 9 * *"}' }, /cron/],
  ['half a chat', { chat: '{"channel":"telegram","acc' }, /chat/],
  ['a chat without an id', { chat: '{"channel":"telegram","account":"x"}' }, /chat/],
  ['a scope of a newer version', { scope: '{"kind":"group","channel":"telegram","chat":"-1","team":"a"}' }, /scope/],
  ['a scope that is null', { scope: 'null' }, /scope/],
  ['a zone that this machine does not know', { zone: 'Europe/Atlantis' }, /Europe\/Atlantis/],
];

async function house() {
  const home = await scheduleHome();
  const clock = new FakeClock('2026-11-30T12:00:00Z');
  const [dispatched, told]: [string[], string[]] = [[], []];
  const scheduler = openScheduler({
    ...{ db: home.db, clock, log },
    dispatch: async (run) => void dispatched.push(run.schedule),
    stuck: (id, why) => void told.push(`${id}: ${why}`),
  });
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const row = (id: string) => home.db.sql<Record<string, unknown>>('SELECT * FROM schedules WHERE id = ?').get([id]);
  async function damage(id: string, columns: Record<string, string>) {
    for (const [name, value] of Object.entries(columns)) {
      await home.write(() => home.db.sql(`UPDATE schedules SET ${name} = ? WHERE id = ?`).run([value, id]));
    }
  }
  return { ...home, clock, dispatched, told, scheduler, stop, row, damage };
}

describe('C124 a row with', () => {
  it.each(DAMAGE)('%s stops no other, is told once, named, and kept as it is', async (_, columns, why) => {
    const { put, clock, db, dispatched, told, scheduler, stop, row, damage } = await house();
    await put({ id: 'broken', ...minutely }, clock.now());
    await put({ id: 'other', ...minutely }, clock.now());
    await damage('broken', columns);
    const before = row('broken');
    // The first look of a process looks at what lies ahead, the later ones at what is due.
    scheduler.start(stop.signal);
    await clock.advance(65_000);
    expect(dispatched).toEqual(['other']);
    expect(told).toEqual([expect.stringMatching(/^broken: It cannot be read: .*\.$/)]);
    expect(listSchedules(db).map(({ id }) => id)).toEqual(['other']);
    expect(unreadableSchedules(db)).toEqual([
      expect.objectContaining({ id: 'broken', message: 'Water the 植物.', why: expect.stringMatching(why) }),
    ]);
    expect(row('broken')).toEqual({
      ...before,
      ...{ state: 'paused', next_at: null, reason: expect.stringMatching(why), changed_at: expect.any(Number) },
    });
    const [finding] = (await scheduleChecks(db)[0]?.run()) ?? [];
    expect(finding).toMatchObject({ level: 'error', says: expect.stringMatching(why) });
    expect(finding?.says).toContain('broken');
  });
});

describe('C124 a schedule that cannot be read', () => {
  it('found when its time has come, is paused and told as well, and its run of before waits', async () => {
    const { put, clock, db, dispatched, told, scheduler, stop, damage } = await house();
    await put({ id: 'broken', ...minutely }, clock.now());
    scheduler.start(stop.signal);
    await clock.advance(61_000);
    expect(dispatched).toEqual(['broken']);
    await damage('broken', { spec: '{' });
    await clock.advance(61_000);
    // One run is open, so that nothing is due; it waits for whoever puts the row right.
    expect([openRuns(db).length, told]).toEqual([1, []]);
    await put({ id: 'late', ...minutely }, clock.now());
    await damage('late', { chat: '[]' });
    await clock.advance(61_000);
    expect(told).toEqual([expect.stringMatching(/^late: /)]);
  });

  it('but for its next time, which follows from the rest, is put right by the next start', async () => {
    const { put, clock, db, dispatched, scheduler, stop, damage } = await house();
    await put({ id: 'broken', ...minutely }, clock.now());
    await damage('broken', { next_at: '8640000000000001' });
    expect(new Date(listSchedules(db)[0]?.nextAt ?? Number.NaN).getTime()).toBeGreaterThan(clock.now());
    scheduler.start(stop.signal);
    await clock.advance(65_000);
    expect(dispatched).toEqual(['broken']);
  });

  it('is not written over: only the configuration puts its own right', async () => {
    const { put, clock, row, damage } = await house();
    await put({ id: 'mine' }, clock.now());
    await damage('mine', { spec: '{"kind":"cron",}' });
    const before = row('mine');
    await expect(put({ id: 'mine', message: 'Tea.' }, clock.now())).rejects.toThrow(
      /mine cannot be read.*written over/,
    );
    expect(row('mine')).toEqual(before);
    await put({ id: 'beat', via: 'config', ...minutely }, clock.now());
    await damage('beat', { spec: '{' });
    expect(await put({ id: 'beat', via: 'config', ...minutely }, clock.now())).toMatchObject({ state: 'active' });
  });

  it('goes on once it is put right and resumed, and can be removed', async () => {
    const { put, clock, db, write, damage, claim } = await house();
    for (const id of ['a', 'b']) await put({ id, ...minutely }, clock.now());
    for (const id of ['a', 'b']) await damage(id, { zone: 'Europe/Atlantis' });
    expect(await claim(clock.now() + 60_000)).toEqual([]);
    expect(await write(() => resumeSchedule(db, 'a', clock.now()))).toBeUndefined();
    await damage('a', { zone: 'UTC' });
    expect(await write(() => resumeSchedule(db, 'a', clock.now()))).toMatchObject({ state: 'active' });
    expect(await write(() => removeSchedule(db, 'b'))).toBe(true);
    expect(unreadableSchedules(db)).toEqual([]);
  });
});

it('doctor names a schedule that was paused because it failed, and none that somebody paused', async () => {
  const { put, clock, db, write } = await house();
  for (const id of ['a', 'b', 'c']) await put({ id, ...minutely }, clock.now());
  await write(() => pauseSchedule(db, 'a', 'it failed 5 times in a row.', clock.now()));
  await write(() => pauseSchedule(db, 'b', undefined, clock.now()));
  expect(scheduleById(db, 'c')?.state).toBe('active');
  expect(await scheduleChecks(db)[0]?.run()).toEqual([
    expect.objectContaining({ level: 'warning', says: 'The schedule a is paused. It failed 5 times in a row.' }),
  ]);
});

// When a session is over by itself.

import { describe, expect, it } from 'vitest';
import { overBy } from '../../../src/sessions/reset.js';

const MINUTE = 60_000;
const at = (iso: string) => Date.parse(iso);

describe('a silence', () => {
  const settings = { idleMinutes: 30 };
  const session = { openedAt: at('2026-11-29T08:00Z'), lastTurnAt: at('2026-11-29T09:00Z') };
  it('ends a session when it has lasted, and not before', () => {
    expect(overBy(session, settings, session.lastTurnAt + 30 * MINUTE - 1, 'UTC')).toBeUndefined();
    expect(overBy(session, settings, session.lastTurnAt + 30 * MINUTE, 'UTC')).toBe('idle');
  });
  it('counts from the beginning where nothing was answered yet', () => {
    expect(overBy({ openedAt: session.openedAt }, settings, session.openedAt + 30 * MINUTE, 'UTC')).toBe('idle');
  });
  it('a clock that was set back ends nothing, and neither does 0', () => {
    expect(overBy(session, settings, session.lastTurnAt - 24 * 60 * MINUTE, 'UTC')).toBeUndefined();
    expect(overBy(session, { idleMinutes: 0 }, at('2030-01-01T00:00Z'), 'UTC')).toBeUndefined();
  });
});

describe('a time of day', () => {
  function over(dailyAt: string, timezone: string, last: string, now: string) {
    return overBy({ openedAt: 0, lastTurnAt: at(last) }, { idleMinutes: 0, dailyAt }, at(now), timezone);
  }
  it('ends what was said before it, in the owner’s zone (C067)', () => {
    // 04:00 in Shanghai is 20:00 UTC of the day before.
    expect(over('04:00', 'Asia/Shanghai', '2026-04-11T19:53Z', '2026-04-11T19:59Z')).toBeUndefined();
    expect(over('04:00', 'Asia/Shanghai', '2026-04-11T19:53Z', '2026-04-11T20:00Z')).toBe('daily');
    expect(over('04:00', 'Asia/Shanghai', '2026-04-11T20:01Z', '2026-04-12T19:59Z')).toBeUndefined();
    // 18:17 on 14 March in Los Angeles is the 15th in UTC.
    expect(over('00:00', 'America/Los_Angeles', '2026-03-14T20:00Z', '2026-03-15T01:17Z')).toBeUndefined();
    expect(over('00:00', 'America/Los_Angeles', '2026-03-14T20:00Z', '2026-03-15T07:00Z')).toBe('daily');
  });
  it('is reached, too, on a day whose clocks skip it', () => {
    // Berlin, 29 March 2026: 02:00 becomes 03:00 at 01:00 UTC.
    expect(over('02:30', 'Europe/Berlin', '2026-03-29T00:30Z', '2026-03-29T00:59Z')).toBeUndefined();
    expect(over('02:30', 'Europe/Berlin', '2026-03-29T00:30Z', '2026-03-29T01:00Z')).toBe('daily');
    expect(over('02:30', 'Europe/Berlin', '2026-03-29T01:01Z', '2026-03-29T22:00Z')).toBeUndefined();
  });
  it('comes once on a day whose clocks show it twice', () => {
    // Berlin, 25 October 2026: 03:00 becomes 02:00 at 01:00 UTC, so that 02:30 is at 00:30 and at 01:30 UTC.
    expect(over('02:30', 'Europe/Berlin', '2026-10-25T00:10Z', '2026-10-25T00:30Z')).toBe('daily');
    expect(over('02:30', 'Europe/Berlin', '2026-10-25T00:40Z', '2026-10-25T01:40Z')).toBeUndefined();
    expect(over('02:30', 'Europe/Berlin', '2026-10-25T00:40Z', '2026-10-26T01:30Z')).toBe('daily');
  });
  it('keeps to its minute where clocks are turned by half an hour', () => {
    expect(over('04:07', 'Australia/Lord_Howe', '2026-10-03T12:00Z', '2026-10-03T17:06Z')).toBeUndefined();
    expect(over('04:07', 'Australia/Lord_Howe', '2026-10-03T12:00Z', '2026-10-03T17:07Z')).toBe('daily');
  });
  it('a clock that was set back ends nothing', () => {
    expect(over('04:00', 'UTC', '2026-11-29T09:00Z', '2026-11-29T05:00Z')).toBeUndefined();
  });
});

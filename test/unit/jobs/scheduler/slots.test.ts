import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QueueError } from '../../../../src/contracts/index.js';
import { latestSlot, nextSlot, nextSlots } from '../../../../src/jobs/scheduler/slots.js';
import { localClock, localDay, localTime } from '../../../../src/text/local-time.js';
import { randomCron, seeded, zones } from '../../../support/scheduler/specs.js';

const cron = (expr: string) => ({ kind: 'cron' as const, expr });
const HOUR = 3_600_000;

/** The local times of the slots of one stretch. */
function local(expr: string, zone: string, from: string, until: string): string[] {
  const slots: string[] = [];
  let at = nextSlot(cron(expr), zone, Date.parse(from));
  for (; at !== undefined && at < Date.parse(until); at = nextSlot(cron(expr), zone, at)) {
    slots.push(localTime(at, zone).slice(5));
  }
  return slots;
}

describe('a year with both changes of clocks', () => {
  it.each([
    ['Europe/Berlin', '30 2 * * *', '02:30', { '2026-03-29': '03:00' }],
    ['America/New_York', '30 2 * * *', '02:30', { '2026-03-08': '03:00' }],
    ['Pacific/Auckland', '30 2 * * *', '02:30', { '2026-09-27': '03:00' }],
    ['Australia/Lord_Howe', '10 2 * * *', '02:10', { '2026-10-04': '02:30' }],
    ['Europe/Berlin', '0 0 * * *', '00:00', {}],
    ['America/New_York', '0 0 * * *', '00:00', {}],
    ['Pacific/Auckland', '0 0 * * *', '00:00', {}],
    ['Africa/Cairo', '0 0 * * *', '00:00', { '2026-04-24': '01:00' }],
    ['America/Santiago', '0 0 * * *', '00:00', { '2026-09-06': '01:00' }],
    ['Asia/Beirut', '0 0 * * *', '00:00', { '2026-03-29': '01:00' }],
  ] as const)('%s, %s: once on each of 365 days', (zone, expr, usual, moved: Record<string, string>) => {
    const days = new Map<string, string[]>();
    let at = nextSlot(cron(expr), zone, Date.parse('2026-01-02T15:00:00Z'));
    for (let n = 0; n < 365 && at !== undefined; n++) {
      const day = localDay(at, zone);
      days.set(day, [...(days.get(day) ?? []), localClock(at, zone)]);
      const next = nextSlot(cron(expr), zone, at) ?? at;
      expect(next - at).toBeLessThanOrEqual(25 * HOUR);
      expect(next - at).toBeGreaterThanOrEqual(22 * HOUR);
      at = next;
    }
    expect(days.size).toBe(365);
    for (const [day, clocks] of days) expect([day, clocks]).toEqual([day, [moved[day] ?? usual]]);
  });
});

describe('clocks that change', () => {
  it('a time that a day has twice runs the first time, whenever one asks', () => {
    const second = Date.parse('2026-10-25T01:10:00Z');
    expect(nextSlot(cron('30 2 * * *'), 'Europe/Berlin', second - HOUR)).toBe(Date.parse('2026-10-25T00:30:00Z'));
    expect(nextSlot(cron('30 2 * * *'), 'Europe/Berlin', second)).toBe(Date.parse('2026-10-26T01:30:00Z'));
  });

  it('several times of one gap run once together', () => {
    const slots = local('*/15 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-30T00:10:00Z');
    expect(slots).toEqual(['03-29 03:00', '03-30 02:00']);
    expect(local('0,30 2,3 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T20:00:00Z')).toEqual([
      '03-29 03:00',
      '03-29 03:30',
    ]);
  });

  it('named hours are not repeated, also where they are written with a step', () => {
    expect(local('0 */2 * * *', 'Europe/Berlin', '2026-10-24T21:00:00Z', '2026-10-25T04:00:00Z')).toEqual([
      '10-25 00:00',
      '10-25 02:00',
      '10-25 04:00',
    ]);
    expect(local('0 */2 * * *', 'Europe/Berlin', '2026-03-28T22:00:00Z', '2026-03-29T03:00:00Z')).toEqual([
      '03-29 00:00',
      '03-29 03:00',
      '03-29 04:00',
    ]);
  });

  it('a pattern for every hour keeps its rhythm in real time', () => {
    for (const expr of ['30 * * * *', '30 0-23 * * *', '30 */1 * * *']) {
      for (const from of ['2026-03-28T12:00:00Z', '2026-10-24T12:00:00Z']) {
        const slots = nextSlots(cron(expr), 'Europe/Berlin', Date.parse(from), 24);
        expect(slots.map((at, n) => at - (slots[0] ?? 0) - n * HOUR)).toEqual(slots.map(() => 0));
      }
    }
  });

  it('a gap that ends at midnight loses no day', () => {
    const slots = local('30 23 * * *', 'America/Nuuk', '2026-03-27T20:00:00Z', '2026-03-30T12:00:00Z');
    expect(slots).toEqual(['03-27 23:30', '03-29 00:00', '03-29 23:30']);
    expect(local('*/10 23 * * SAT', 'America/Nuuk', '2026-03-28T20:00:00Z', '2026-03-30T12:00:00Z')).toEqual([
      '03-29 00:00',
    ]);
  });
});

it('C121 500 edits of a daily job: the next run is never more than a day away', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 86_400 * 700 }),
      fc.integer({ min: 0, max: 1_439 }),
      fc.constantFrom('UTC', 'Asia/Tokyo', 'America/Phoenix'),
      (second, minute, zone) => {
        const now = Date.UTC(2026, 0, 1) + second * 1_000 + (second % 1_000);
        const next = nextSlot(cron(`${minute % 60} ${Math.floor(minute / 60)} * * *`), zone, now) ?? 0;
        expect(next).toBeGreaterThan(now);
        expect(next - now).toBeLessThanOrEqual(24 * HOUR);
      },
    ),
    { numRuns: 500 },
  );
});

it('the latest slot is the one that walking finds', () => {
  fc.assert(
    fc.property(fc.integer(), fc.constantFrom(...zones), fc.integer({ min: 0, max: 300 }), (seed, zone, hours) => {
      const spec = randomCron(seeded(seed));
      const first = nextSlot(spec, zone, Date.UTC(2026, 2, 20) + hours * HOUR) ?? 0;
      const until = first + hours * 600_000 + 17;
      let last = first;
      for (let at = nextSlot(spec, zone, first); at !== undefined && at <= until; at = nextSlot(spec, zone, at))
        last = at;
      expect(latestSlot(spec, zone, first, until)).toBe(last);
    }),
    { numRuns: 60 },
  );
});

it('what cannot be read is refused', () => {
  expect(() => nextSlot(cron('61 * * * *'), 'UTC', 0)).toThrow(QueueError);
  expect(() => nextSlot(cron('0 9 * * *'), 'Mars/Olympus', 0)).toThrow(QueueError);
});

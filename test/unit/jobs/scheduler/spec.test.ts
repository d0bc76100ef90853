import { describe, expect, it } from 'vitest';
import { QueueError } from '../../../../src/contracts/index.js';
import { isZone, parseAt, parseCron, parseEvery, slotWords, specWords } from '../../../../src/jobs/scheduler/spec.js';

const now = Date.parse('2026-11-30T12:00:00Z');
const zone = 'Europe/Berlin';
const MINUTE = 60_000;

/** The message and the remedy of the refusal. */
function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof QueueError) return `${error.message} / ${error.remedy}`;
  }
  return 'not refused';
}

describe('cron', () => {
  it.each([
    ['0 9 * * MON-FRI', '0 9 * * MON-FRI'],
    ['  0   9 * *  * ', '0 9 * * *'],
    ['30 0 9 * * *', '30 0 9 * * *'],
    ['@daily', '0 0 * * *'],
    ['0 9 29 2 *', '0 9 29 2 *'],
    ['0 9 L * *', '0 9 L * *'],
  ])('%s', (text, expr) => {
    expect(parseCron(text)).toEqual({ kind: 'cron', expr });
  });

  it.each([
    ['* * * * * *', /at least a minute apart.*"\*\/5 \* \* \* \*"/],
    ['*/30 * * * * *', /at least a minute apart/],
    ['0,30 * * * * *', /at least a minute apart/],
    ['0 0 30 2 *', /never comes.*"0 9 28 2 \*"/],
    ['61 * * * *', /cannot be read: Invalid value for minute: 61.*"0 9 \* \* MON-FRI"/],
    ['0 9 * *', /has 4 fields/],
    ['0 0 9 * * * 2027', /has 7 fields/],
    ['', /has 0 fields/],
    [`${'1,'.repeat(50_000)}1 * * * *`, /has 100009 characters; 250 are the most/],
    ['@reboot', /has 1 field /],
  ])('%s is refused with an example', (text, says) => {
    expect(refusal(() => parseCron(text))).toMatch(says);
  });
});

describe('every', () => {
  it.each([
    ['30m', 30],
    ['2h', 120],
    ['1d', 1_440],
    ['90 minutes', 90],
    ['1h30m', 90],
    ['1 hour and 30 minutes', 90],
    ['every 2 hours', 120],
    ['1.5h', 90],
    ['day', 1_440],
    ['60s', 1],
  ])('%s', (text, minutes) => {
    expect(parseEvery(text, now)).toEqual({ kind: 'every', everyMs: minutes * MINUTE, anchor: now });
  });

  it.each(['', 'soon', '5', '-5m', '0m', '2h soon', '30s', '99999w', '2 months'])(
    '%s is refused with an example',
    (text) => {
      expect(refusal(() => parseEvery(text, now))).toMatch(/ \/ Write .*"30m"/);
    },
  );

  it('is said so that it can be read again', () => {
    for (const text of ['30m', '2h', '1d', '1h30m', '1m30s', '1d1h']) {
      expect(specWords(parseEvery(text, now), zone)).toBe(`every ${text}`);
    }
  });
});

describe('at', () => {
  it.each([
    ['2026-12-01 09:00', '2026-12-01T08:00:00Z'],
    ['2026-12-01T09:00', '2026-12-01T08:00:00Z'],
    ['2026-12-01T09:00Z', '2026-12-01T09:00:00Z'],
    ['2026-12-01T09:00:30.500+05:30', '2026-12-01T03:30:30Z'],
    ['2026-12-01 09:00 -0800', '2026-12-01T17:00:00Z'],
    ['13:30', '2026-11-30T12:30:00Z'],
    ['13:00', '2026-12-01T12:00:00Z'],
    ['9:05', '2026-12-01T08:05:00Z'],
    ['+10m', '2026-11-30T12:10:00Z'],
    ['in 10m', '2026-11-30T12:10:00Z'],
    ['in an hour', '2026-11-30T13:00:00Z'],
    // The gap of the zone, and the hour that it has twice.
    ['2027-03-28 02:30', '2027-03-28T01:00:00Z'],
    ['2027-10-31 02:30', '2027-10-31T00:30:00Z'],
  ])('%s', (text, at) => {
    expect(parseAt(text, zone, now)).toEqual({ kind: 'at', at: Date.parse(at) });
  });

  it('says what time it is where one is past', () => {
    expect(refusal(() => parseAt('2026-11-30 12:59', zone, now))).toMatch(
      /"2026-11-30 12:59" is past: it is Mon 2026-11-30 13:00 \(Europe\/Berlin\) now \/ .*"2026-12-01 13:00"/,
    );
  });

  it.each(['', 'tomorrow', '2026-12-01', '25:00', '2027-02-29 09:00', '2027-02-30T09:00Z', '2026-13-01 09:00', 'in 5'])(
    '%s is refused with an example',
    (text) => {
      expect(refusal(() => parseAt(text, zone, now))).toMatch(/is not a time \/ .*"2026-12-01 09:00"/);
    },
  );

  it('C122 needs a zone that there is', () => {
    expect(refusal(() => parseAt('09:00', 'Berlin', now))).toMatch(/"Berlin" is not a time zone.*"Europe\/Berlin"/);
    expect(['UTC', 'Pacific/Auckland', 'Etc/GMT+5'].map(isZone)).toEqual([true, true, true]);
    expect(['', 'Berlin', '+02:00', 'Mars/Olympus'].map(isZone)).toEqual([false, false, false, false]);
  });
});

it('C122 slots are said with their zone', () => {
  expect(slotWords(Date.parse('2026-12-01T08:00:00Z'), zone)).toBe('Tue 2026-12-01 09:00 (Europe/Berlin)');
  expect(specWords({ kind: 'at', at: Date.parse('2026-12-01T08:00:00Z') }, zone)).toBe('once 2026-12-01 09:00');
  expect(specWords({ kind: 'cron', expr: '0 9 * * *' }, zone)).toBe('cron 0 9 * * *');
});

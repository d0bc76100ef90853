// Doctor and the real clock.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { StateError } from '../../../src/contracts/index.js';
import { clockChecks } from '../../../src/ops/clock-check.js';
import { renderFindings, runChecks } from '../../../src/ops/doctor.js';
import { nodeVersionCheck } from '../../../src/ops/node-version.js';
import { systemClock } from '../../../src/ops/system-clock.js';

describe('runChecks', () => {
  it('runs all checks in order, also behind one that throws', async () => {
    const findings = await runChecks([
      { name: 'a', run: () => [{ check: 'a', level: 'ok', says: 'A is fine.' }] },
      { name: 'b', run: () => Promise.reject(new Error('disk on fire')) },
      { name: 'c', run: async () => [{ check: 'c', level: 'warning', says: 'C is odd.', remedy: 'Look at C.' }] },
    ]);
    expect(findings.map((one) => [one.check, one.level])).toEqual([
      ['a', 'ok'],
      ['b', 'error'],
      ['c', 'warning'],
    ]);
    const text = renderFindings(findings);
    expect(text).toContain('disk on fire');
    expect(text).toContain('Look at C.');
    expect(text.split('\n').at(-1)).toBe('1 error, 1 warning.');
    expect(renderFindings(findings.slice(0, 1))).toContain('All is well.');
  });
});

it('C124: passes on what an error of ours says is to be done', async () => {
  const damaged = new StateError('state.sqlite is damaged', { remedy: 'Restore a backup.' });
  expect(await runChecks([{ name: 'a', run: () => Promise.reject(damaged) }])).toEqual([
    { check: 'a', level: 'error', says: 'state.sqlite is damaged.', remedy: 'Restore a backup.' },
  ]);
});

it('says which path the system refused, and calls that no fault of ours', async () => {
  const findings = await runChecks([{ name: 'a', run: () => readdirSync(fileURLToPath(import.meta.url)) as never }]);
  expect(findings).toMatchObject([{ level: 'error', says: expect.stringContaining('ENOTDIR') }]);
  expect(findings[0]?.remedy).toMatch(/that path/);
});

it('C122: says so where the system names no time zone', async () => {
  const zoneOf = async (zone: string | undefined, configured = 'UTC') => {
    const checks = clockChecks({ now: () => Date.UTC(2026, 10, 30), newest: () => undefined, configured, zone });
    return (await runChecks(checks)).filter(({ check }) => check === 'system.zone').map(({ level }) => level);
  };
  expect([await zoneOf(undefined), await zoneOf('Etc/Unknown')]).toEqual([['warning'], ['warning']]);
  expect([await zoneOf('UTC'), await zoneOf(undefined, 'Asia/Tokyo')]).toEqual([['ok'], ['ok']]);
});

describe('nodeVersionCheck', () => {
  it.each([
    ['20.19.0', 'ok'],
    ['22.0.0', 'ok'],
    ['20.18.9', 'error'],
    ['18.20.0', 'error'],
  ])('%s is %s', async (version, level) => {
    expect((await nodeVersionCheck(version).run())[0]?.level).toBe(level);
  });
});

describe('systemClock', () => {
  it('sleeps, ends a sleep on abort, and cancels timers', async () => {
    await systemClock.sleep(1);
    const stop = new AbortController();
    const long = systemClock.sleep(2 ** 40, stop.signal);
    stop.abort();
    await long;
    await systemClock.sleep(2 ** 40, stop.signal);
    let ran = 0;
    const cancel = systemClock.after(0, () => ran++);
    cancel();
    await new Promise<void>((resolve) => systemClock.after(1, resolve));
    expect(ran).toBe(0);
  });

  it('does not fire a wait of months at once', async () => {
    let fired = false;
    const cancel = systemClock.after(2 ** 31 + 10, () => {
      fired = true;
    });
    await systemClock.sleep(5);
    cancel();
    expect(fired).toBe(false);
  });
});

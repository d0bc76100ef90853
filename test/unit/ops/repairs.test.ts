// What repairs rest on: a move that loses nothing, also between two disks; and looks at the disk and the clock.

import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { clockChecks } from '../../../src/ops/clock-check.js';
import { diskCheck } from '../../../src/ops/disk-space.js';
import { repair, runChecks, tellFindings } from '../../../src/ops/doctor.js';
import { openSetAside } from '../../../src/ops/set-aside.js';
import { tempDir } from '../../support/temp-dir.js';

const clock = { now: () => Date.UTC(2026, 10, 30, 12) };

it.each([
  ['on one disk', undefined],
  ['between two', () => Promise.reject(Object.assign(new Error('two disks'), { code: 'EXDEV' }))],
])('sets aside what stays whole, twice under one name, %s', async (_, move) => {
  const home = tempDir();
  const setAside = openSetAside(home, clock, move);
  mkdirSync(join(home, 'workspace'));
  const path = join(home, 'workspace/memory.md');
  const kept: string[] = [];
  for (const text of ['- 门牌号\n', '- twice\n']) {
    writeFileSync(path, text);
    chmodSync(path, 0o644);
    kept.push(await setAside('root-memory', path, 'memory.md'));
    expect(existsSync(path)).toBe(false);
  }
  const folder = '.nightjar-repair/root-memory/2026-11-30T12-00-00-000Z';
  expect(kept).toEqual([`${folder}/memory.md`, `${folder}/memory.md.2`]);
  expect(kept.map((one) => readFileSync(join(home, one), 'utf8'))).toEqual(['- 门牌号\n', '- twice\n']);
  for (const one of kept) expect(statSync(join(home, one)).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(home, folder))).toHaveLength(2);
});

it('a copy that did not arrive whole leaves the file where it is', async () => {
  const home = tempDir();
  const path = join(home, 'a.md');
  writeFileSync(path, 'mine\n');
  const setAside = openSetAside(home, clock, () => Promise.reject(new Error('no right')));
  await expect(setAside('x', path)).rejects.toThrow('no right');
  expect(readFileSync(path, 'utf8')).toBe('mine\n');
});

it.each([
  [500e9, 'ok'],
  [150e6, 'warning'],
  [1e6, 'error'],
])('%d bytes on the disk: %s', async (bytes, level) => {
  const [finding] = await diskCheck('/h', () => bytes).run();
  expect(finding?.level).toBe(level);
  expect(finding?.remedy === undefined).toBe(level === 'ok');
});

it.each([
  [Date.UTC(2026, 0, 1), undefined, 'ok'],
  [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1, 1), 'warning'],
  [Date.UTC(2026, 0, 1), Date.UTC(2026, 2, 1), 'error'],
  [0, undefined, 'error'],
])('a clock that says %d behind %s: %s', async (now, newest, level) => {
  const checks = clockChecks({ now: () => now, newest: () => newest, configured: 'Asia/Tokyo', zone: 'UTC' });
  const [first, zone] = await runChecks(checks);
  expect(first?.level).toBe(level);
  expect(zone).toMatchObject({ level: 'ok', says: expect.stringContaining('Asia/Tokyo; the system itself is in UTC') });
});

it('a repair that fails says why, and what is for programs holds no function', async () => {
  const base = { check: 'a', level: 'warning', remedy: 'Do it.' } as const;
  const findings = [
    { ...base, says: 'One.', repair: { run: () => 'Done.' } },
    { ...base, says: 'Two.', repair: { run: () => Promise.reject(new Error('no')) } },
    { ...base, says: 'Three.', level: 'ok', repair: { run: () => 'never' } } as const,
  ];
  const repaired = await repair(findings, true);
  expect(tellFindings(findings.slice(1), repaired)).toEqual([
    { ...base, says: 'One.', fixed: 'Done.' },
    { ...base, says: 'Two.', fixable: true, notFixed: 'no.' },
    { ...base, says: 'Three.', level: 'ok' },
  ]);
});

// Copies of other folders' texts in a home: kept while they are of use, and no longer.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { indexName } from '../../../../src/memory/index/generation.js';
import { generationLocks } from '../../../../src/memory/index/generation-locks.js';
import { noteUse, removeUnused } from '../../../../src/memory/index/kept-copies.js';
import { memoryLog } from '../../../support/memory-log.js';
import { silentLog } from '../../../support/silent-log.js';
import { tempDir } from '../../../support/temp-dir.js';

function openHome() {
  const home = tempDir();
  const [dir, runDir] = [join(home, 'index'), join(home, 'run')];
  /** A folder with an index of it, as a search leaves them. */
  function searched(folder: string, days = 0) {
    const path = join(home, folder);
    mkdirSync(path, { recursive: true });
    const place = { dir, runDir, name: indexName(path) };
    noteUse(place, path);
    for (const end of ['1.sqlite', '1.sqlite-wal', 'live', '0.damaged'])
      writeFileSync(join(dir, `${place.name}.${end}`), 'x');
    const then = Date.now() / 1_000 - days * 86_400;
    utimesSync(join(dir, `${place.name}.path`), then, then);
    return { path, ...place, of: () => readdirSync(dir).filter((one) => one.startsWith(place.name)) };
  }
  return { dir, runDir, searched };
}

it('an index stays while its folder is there and searched now and then', () => {
  const { dir, runDir, searched } = openHome();
  const used = searched('群的 notes\n2', 29);
  writeFileSync(join(dir, 'abcdef01.1.sqlite'), 'the own one of the home');
  removeUnused({ dir, runDir }, silentLog);
  expect(used.of()).toHaveLength(5);
  expect(existsSync(join(dir, 'abcdef01.1.sqlite'))).toBe(true);
  const note = join(dir, `${used.name}.path`);
  expect([readFileSync(note, 'utf8'), statSync(note).mode & 0o777]).toEqual([`${used.path}\n`, 0o600]);
});

it('an index goes with its folder, and when nobody uses it', () => {
  const { dir, runDir, searched } = openHome();
  const [gone, old, used] = [searched('gone'), searched('old', 31), searched('used')];
  rmSync(gone.path, { recursive: true });
  const log = memoryLog();
  removeUnused({ dir, runDir }, log);
  expect([gone.of(), old.of(), used.of().length]).toEqual([[], [], 5]);
  expect(log.events.map(({ event }) => event)).toEqual(['index.copy-removed', 'index.copy-removed']);
  expect(readdirSync(runDir)).toEqual([]);
});

it('a search is a use', () => {
  const { dir, runDir, searched } = openHome();
  const old = searched('old', 31);
  noteUse(old, old.path);
  removeUnused({ dir, runDir }, silentLog);
  expect(old.of()).toHaveLength(5);
});

it('an index that somebody has open or builds stays until then', () => {
  const { dir, runDir, searched } = openHome();
  const old = searched('old', 31);
  const locks = generationLocks(runDir, old.name);
  for (const lock of [locks.hold(1), locks.tryBuild()]) {
    removeUnused({ dir, runDir }, silentLog);
    expect(old.of()).toHaveLength(5);
    lock?.release();
  }
  removeUnused({ dir, runDir }, silentLog);
  expect(old.of()).toEqual([]);
});

it('what cannot be looked at is said, and stops nothing', () => {
  const { dir, runDir } = openHome();
  const log = memoryLog();
  removeUnused({ dir, runDir }, log);
  expect(log.events.map(({ event }) => event)).toEqual([]);
  writeFileSync(dir, 'a file');
  removeUnused({ dir, runDir }, log);
  expect(log.events.map(({ event }) => event)).toEqual(['index.copies-not-removed']);
});

// Old pages of a database: gone from the file and its log, or said not to be.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openDb } from '../../../src/db/database.js';
import { scrubDb } from '../../../src/db/scrub.js';
import { systemClock } from '../../../src/ops/system-clock.js';
import { tempDir } from '../../support/temp-dir.js';

const GEHEIM = '蓝色谷仓 Quillonbird';

/** A database in which a version that did not yet overwrite what it deleted has left something. */
function soiled(): string {
  const path = join(tempDir(), 'a.sqlite');
  const raw = new Database(path);
  raw.pragma('secure_delete = OFF');
  raw.exec('CREATE TABLE t (v TEXT)');
  for (let n = 0; n < 200; n++) raw.prepare('INSERT INTO t VALUES (?)').run(`${n} ${GEHEIM} ${'x'.repeat(500)}`);
  raw.exec("DELETE FROM t; INSERT INTO t VALUES ('kept')");
  raw.close();
  return path;
}

const holds = (path: string) =>
  [path, `${path}-wal`].filter((one) => existsSync(one) && readFileSync(one).includes(GEHEIM)).length;

it('what rows do not hold any more is overwritten, also what was left before', async () => {
  const path = soiled();
  expect(holds(path)).toBe(1);
  const db = openDb(path);
  const beside = openDb(path);
  expect(await scrubDb(db, systemClock)).toBeUndefined();
  expect(holds(path)).toBe(0);
  expect(beside.sql('SELECT v FROM t').all()).toEqual([{ v: 'kept' }]);
  beside.close();
  db.close();
});

it('is not said to be done while somebody still reads an old state', async () => {
  const path = soiled();
  const db = openDb(path);
  const reader = new Database(path);
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM t').get();
  expect(await scrubDb(db, systemClock, 0)).toMatch(/is being read by another program/);
  reader.exec('COMMIT');
  expect(await scrubDb(db, systemClock)).toBeUndefined();
  expect(holds(path)).toBe(0);
  reader.close();
  db.close();
});

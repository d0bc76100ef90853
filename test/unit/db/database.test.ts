import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StateError } from '../../../src/contracts/index.js';
import { openDb } from '../../../src/db/database.js';
import { isLocked, tryLock } from '../../../src/db/lock.js';
import { migrate } from '../../../src/db/migrate.js';
import { openState } from '../../../src/db/state.js';
import { stateMigrations } from '../../../src/db/state-schema.js';
import { joinProcesses } from '../../../src/jobs/processes.js';
import { systemClock } from '../../../src/ops/system-clock.js';
import { tempDir } from '../../support/temp-dir.js';

describe('write', () => {
  it('keeps all of a transaction or nothing', async () => {
    const db = openDb(join(tempDir(), 'a.sqlite'));
    db.exec('CREATE TABLE t (v TEXT)');
    await expect(
      db.write(() => {
        db.sql('INSERT INTO t VALUES (?)').run(['half']);
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    await db.write(() => db.sql('INSERT INTO t VALUES (?)').run(['整句']));
    expect(db.sql('SELECT v FROM t').all()).toEqual([{ v: '整句' }]);
    db.close();
  });

  it('waits for another connection without blocking the event loop', async () => {
    const path = join(tempDir(), 'a.sqlite');
    const one = openDb(path);
    const two = openDb(path);
    one.exec('CREATE TABLE t (v INTEGER)');
    one.exec('BEGIN IMMEDIATE');
    let turns = 0;
    const ticking = setInterval(() => turns++, 1);
    const waiting = two.write(() => two.sql('INSERT INTO t VALUES (1)').run());
    await expect.poll(() => turns).toBeGreaterThan(3);
    one.exec('COMMIT');
    await waiting;
    clearInterval(ticking);
    expect(one.sql('SELECT count(*) AS n FROM t').get()).toEqual({ n: 1 });
    one.close();
    two.close();
  });

  it('refuses work that would outlive its transaction', async () => {
    const db = openDb(join(tempDir(), 'a.sqlite'));
    await expect(db.write(async () => 1)).rejects.toThrow('must be synchronous');
    await db.write(() => 1);
    db.close();
  });
});

describe('a damaged file', () => {
  it('is named, left untouched and never written over', async () => {
    const path = join(tempDir(), 'state.sqlite');
    writeFileSync(path, 'this is not a database, though somebody called it one '.repeat(40));
    const before = readFileSync(path);
    await expect(openState(path)).rejects.toThrow(StateError);
    await expect(openState(path)).rejects.toThrow(/damaged or is no SQLite database/);
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

describe('migrate', () => {
  const first = { title: 'one', sql: 'CREATE TABLE t (v TEXT)' };
  const second = { title: 'two', sql: 'ALTER TABLE t ADD COLUMN w TEXT' };

  it('keeps a copy of the file as it was before the first change', async () => {
    const path = join(tempDir(), 'a.sqlite');
    const db = openDb(path);
    expect(await migrate(db, [first])).toEqual({ from: 0, to: 1 });
    await db.write(() => db.sql('INSERT INTO t VALUES (?)').run(['old']));
    const outcome = await migrate(db, [first, second]);
    expect(outcome).toEqual({ from: 1, to: 2, backup: `${path}.v1.bak` });
    expect(db.sql('SELECT * FROM t').all()).toEqual([{ v: 'old', w: null }]);
    const copy = openDb(`${path}.v1.bak`, { readonly: true });
    expect(copy.sql('SELECT * FROM t').all()).toEqual([{ v: 'old' }]);
    copy.close();
    db.close();
  });

  it('does nothing twice and makes no copy of a new file', async () => {
    const path = join(tempDir(), 'a.sqlite');
    const db = openDb(path);
    await migrate(db, [first, second]);
    expect(await migrate(db, [first, second])).toEqual({ from: 2, to: 2 });
    expect(existsSync(`${path}.v0.bak`)).toBe(false);
    db.close();
  });

  it('refuses a file from the future', async () => {
    const db = openDb(join(tempDir(), 'a.sqlite'));
    await migrate(db, [first, second]);
    await expect(migrate(db, [first])).rejects.toThrow(/written by a newer Nightjar/);
    db.close();
  });

  it('leaves the earlier version whole when a step fails', async () => {
    const db = openDb(join(tempDir(), 'a.sqlite'));
    await migrate(db, [first]);
    const broken = { title: 'broken', sql: 'ALTER TABLE t ADD COLUMN w TEXT; ALTER TABLE nowhere ADD COLUMN x TEXT' };
    await expect(migrate(db, [first, broken])).rejects.toThrow(/nowhere/);
    expect(await migrate(db, [first, second])).toMatchObject({ from: 1, to: 2 });
    db.close();
  });
});

describe('openState', () => {
  it('is private to its user and opens beside another process', async () => {
    const path = join(tempDir(), 'state.sqlite');
    const [one, two] = await Promise.all([openState(path), openState(path)]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await one.durable.write(() => one.durable.sql("INSERT INTO facts VALUES ('a', '1')").run());
    expect(two.db.sql('SELECT value FROM facts').get()).toEqual({ value: '1' });
    one.close();
    two.close();
  });
});

describe('an upgrade', () => {
  it('does not change the file of an older program that runs, and does once it has ended', async () => {
    const home = tempDir();
    const path = join(home, 'state.sqlite');
    const db = openDb(path);
    const older = stateMigrations.length - 1;
    await migrate(db, stateMigrations.slice(0, older));
    const running = await joinProcesses({ db, runDir: join(home, 'run'), kind: 'worker', clock: systemClock });
    await expect(openState(path)).rejects.toThrow(/older Nightjar .* which is running/);
    expect(db.sql('PRAGMA user_version').column()).toEqual([older]);
    expect(existsSync(`${path}.v${older}.bak`)).toBe(false);
    await running.leave();
    db.close();
    const state = await openState(path);
    expect(state.migration).toEqual({ from: older, to: older + 1, backup: `${path}.v${older}.bak` });
    state.close();
  });
});

describe('a process lock', () => {
  it('is held once, also within a process', () => {
    const path = join(tempDir(), 'gateway.lock');
    const lock = tryLock(path);
    expect(lock).toBeDefined();
    expect(tryLock(path)).toBeUndefined();
    expect(isLocked(path)).toBe(true);
    lock?.release();
    expect(isLocked(path)).toBe(false);
  });

  it('is free once its process was killed', async () => {
    const path = join(tempDir(), 'gateway.lock');
    const holder = spawn(process.execPath, [
      '-e',
      `const D = require('better-sqlite3'); const d = new D(${JSON.stringify(path)});
       d.pragma('journal_mode = MEMORY'); d.exec('BEGIN EXCLUSIVE'); console.log('held'); setInterval(() => {}, 1000)`,
    ]);
    await once(holder.stdout, 'data');
    expect(isLocked(path)).toBe(true);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    expect(isLocked(path)).toBe(false);
  });
});

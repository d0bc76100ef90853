import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDb } from '../../../src/db/database.js';
import { loadVectors } from '../../../src/db/vectors.js';
import { tempDir } from '../../support/temp-dir.js';

/** An extension that loads and has no vector functions: better-sqlite3's own, where it was compiled here. */
const stub = join(
  dirname(createRequire(import.meta.url).resolve('better-sqlite3/package.json')),
  'build/Release/test_extension.node',
);

function trouble(extension?: string): string | undefined {
  const db = openDb(':memory:');
  const says = loadVectors(db, extension);
  // Whatever came of it, the connection goes on working.
  expect(db.sql('SELECT 1').column()).toEqual([1]);
  db.close();
  return says;
}

describe('C035 the vector extension', () => {
  it('works as it comes', () => {
    const db = openDb(':memory:');
    expect(loadVectors(db)).toBeUndefined();
    expect(db.sql("SELECT vec_distance_cosine('[1, 0]', '[0, 1]')").column()).toEqual([1]);
    db.close();
  });

  it('that is missing is named with its path', () => {
    const file = join(tempDir(), 'vec0.so');
    const says = trouble(file);
    expect(says).toMatch(/^The vector extension cannot be loaded: [^\n]+\.$/);
    expect(says).toContain(file);
  });

  it('that is no library is told by what the loader says of that very file', () => {
    const file = join(tempDir(), 'vec0.so');
    writeFileSync(file, 'a page that says 404, saved under the name of a library\n'.repeat(200));
    expect(trouble(file)).toMatch(/^The vector extension cannot be loaded: .*vec0\.so: (?!cannot open)[^\n]+\.$/);
  });

  it.skipIf(!existsSync(stub))('that loads and has no functions is not taken for one', () => {
    expect(trouble(stub)).toMatch(/^The vector extension was loaded but does not work: no such function: vec_version/);
  });
});

describe('an in-memory database', () => {
  it('needs no file and forgets everything when it is closed', async () => {
    const one = openDb(':memory:', { shrinks: true });
    one.exec('CREATE TABLE t (v TEXT)');
    expect(one.writeNow(() => one.sql('INSERT INTO t VALUES (?)').run(['整句']).changes)).toBe(1);
    expect(one.sql('SELECT v FROM t').column()).toEqual(['整句']);
    one.close();
    const two = openDb(':memory:');
    expect(() => two.sql('SELECT v FROM t').all()).toThrow(/no such table/);
    two.close();
  });
});

describe('writeNow', () => {
  it('keeps all or nothing, and waits for the lock of another connection', async () => {
    const path = join(tempDir(), 'a.sqlite');
    const [one, two] = [openDb(path), openDb(path)];
    one.exec('CREATE TABLE t (v INTEGER)');
    expect(() =>
      one.writeNow(() => {
        one.sql('INSERT INTO t VALUES (1)').run();
        throw new Error('changed my mind');
      }),
    ).toThrow('changed my mind');
    expect(two.sql('SELECT v FROM t').column()).toEqual([]);
    expect(() => one.writeNow(async () => 1)).toThrow('must be synchronous');
    two.writeNow(() => two.sql('INSERT INTO t VALUES (2)').run());
    expect(one.sql('SELECT v FROM t').column()).toEqual([2]);
    one.close();
    two.close();
  });
});

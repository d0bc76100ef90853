import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDb } from '../../../../src/db/database.js';
import {
  DimensionsError,
  diskTrouble,
  IndexDamage,
  isDamage,
  isDiskTrouble,
} from '../../../../src/memory/index/index-errors.js';
import { tempDir } from '../../../support/temp-dir.js';

const coded = (code: string, message = 'x') => Object.assign(new Error(message), { code });

describe('trouble with the disk', () => {
  it('is named: full, read-only, not to be opened, broken', async () => {
    const path = join(tempDir(), 'full.sqlite');
    const full = openDb(path);
    full.exec('CREATE TABLE t (v TEXT); PRAGMA max_page_count = 3');
    const write = full.write(() => full.sql('INSERT INTO t VALUES (hex(zeroblob(90000)))').run());
    expect(diskTrouble(await write.catch((error: unknown) => error))).toBe('the disk is full');
    full.close();
    const closed = openDb(path, { readonly: true });
    expect(() => closed.sql('DELETE FROM t').run()).toThrow(
      expect.toSatisfy((error) => diskTrouble(error) === 'the index folder cannot be written'),
    );
    closed.close();
    expect(diskTrouble(coded('EROFS'))).toBe('the index folder cannot be written');
    expect(diskTrouble(coded('ENOSPC'))).toBe('the disk is full');
    expect(diskTrouble(coded('SQLITE_CANTOPEN_ISDIR'))).toBe('the index file cannot be opened');
    expect(diskTrouble(coded('SQLITE_IOERR_READ'))).toBe('the disk reports an error (SQLITE_IOERR_READ)');
    expect(diskTrouble(coded('SQLITE_BUSY'))).toBeUndefined();
    expect(diskTrouble(new Error('something else'))).toBeUndefined();
  });
});

describe('damage', () => {
  it('is what the file cannot say, however deep the cause lies, and never trouble with the disk', () => {
    const damaged = [
      coded('SQLITE_CORRUPT_VTAB'),
      coded('SQLITE_NOTADB'),
      coded('SQLITE_IOERR_SHORT_READ'),
      coded('SQLITE_ERROR', 'no such table: chunks'),
      coded('SQLITE_ERROR', 'unsupported file format'),
      new IndexDamage('a text is not what it was'),
      new Error('outer', { cause: new Error('middle', { cause: coded('SQLITE_CORRUPT') }) }),
    ];
    for (const error of damaged) expect([isDamage(error), isDiskTrouble(error)]).toEqual([true, false]);
  });

  it('is not what a query, a lock, another program or a bug brings about', () => {
    const others = [
      coded('SQLITE_BUSY'),
      coded('SQLITE_FULL'),
      coded('SQLITE_ERROR', 'no such table: main.vectors'),
      coded('SQLITE_ERROR', 'near "FROM": syntax error'),
      new DimensionsError(4, 3),
      new TypeError('The database connection is not open'),
      'a text',
      undefined,
    ];
    for (const error of others) expect(isDamage(error)).toBe(false);
  });
});

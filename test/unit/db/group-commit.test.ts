import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Db, openDb } from '../../../src/db/database.js';
import { groupCommit } from '../../../src/db/group-commit.js';
import { tempDir } from '../../support/temp-dir.js';

function stage() {
  const db = openDb(join(tempDir(), 'a.sqlite'));
  db.exec('CREATE TABLE t (v TEXT NOT NULL)');
  let commits = 0;
  const counted: Db = {
    ...db,
    write: (work) => {
      commits++;
      return db.write(work);
    },
  };
  const grouped = groupCommit(counted);
  const add = (v: string | null) => grouped.write(() => db.sql('INSERT INTO t VALUES (?)').run([v]).changes);
  const kept = () => db.sql('SELECT v FROM t ORDER BY rowid').column<string>();
  return { db, grouped, add, kept, commits: () => commits };
}

describe('grouped writes', () => {
  it('asked for in one turn of the event loop are one commit, in order, each with its own answer', async () => {
    const { add, kept, commits } = stage();
    expect(await Promise.all([add('一'), add('二'), add('三')])).toEqual([1, 1, 1]);
    expect(commits()).toBe(1);
    await add('四');
    expect(commits()).toBe(2);
    expect(kept()).toEqual(['一', '二', '三', '四']);
  });

  it('fail alone: what one changed before it threw is taken back, the others stand', async () => {
    const { db, grouped, add, kept } = stage();
    const failing = grouped.write(() => {
      db.sql("INSERT INTO t VALUES ('half')").run();
      throw new Error('changed my mind');
    });
    const outcomes = await Promise.allSettled([add('before'), failing, add(null), add('after')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(kept()).toEqual(['before', 'after']);
  });

  it('are refused when they are not synchronous, alone or with others', async () => {
    const { grouped, add, kept } = stage();
    const promise = () => grouped.write(() => Promise.resolve(1));
    await expect(promise()).rejects.toThrow(/synchronous/);
    const [refused] = await Promise.allSettled([promise(), add('stays')]);
    expect(refused?.status).toBe('rejected');
    expect(kept()).toEqual(['stays']);
  });

  it('all fail when the commit does, and the next ones are written', async () => {
    const { db, add, kept } = stage();
    db.exec('PRAGMA foreign_keys = ON');
    db.exec('CREATE TABLE parent (id INTEGER PRIMARY KEY)');
    db.exec('CREATE TABLE child (id INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)');
    const grouped = groupCommit(db);
    const orphan = grouped.write(() => db.sql('INSERT INTO child VALUES (7)').run());
    const other = grouped.write(() => db.sql("INSERT INTO t VALUES ('with it')").run());
    const outcomes = await Promise.allSettled([orphan, other]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(kept()).toEqual([]);
    await add('next');
    expect(kept()).toEqual(['next']);
  });

  it('that come out of a commit are written after it', async () => {
    const { add, kept } = stage();
    await Promise.all(['a', 'b'].map((v) => add(v).then(() => add(`${v} again`))));
    expect(kept()).toEqual(['a', 'b', 'a again', 'b again']);
  });
});

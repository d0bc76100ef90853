// Forward-only migrations by `user_version`, with a copy of the file before the first change. Must never run backwards.

import { chmodSync, renameSync, rmSync } from 'node:fs';
import { StateError } from '../contracts/index.js';
import type { Db } from './database.js';

export interface Migration {
  /** What it brings, for the log. */
  title: string;
  sql: string;
}

export interface MigrationOutcome {
  from: number;
  to: number;
  /** The copy made before changing an existing file. */
  backup?: string;
}

/**
 * Brings the file to the newest version; version n means that the first n migrations ran. Each runs in a transaction of
 * its own together with its version mark, so a kill in between goes on where it stopped, and of two processes that start
 * at once one does the work. Throws a StateError for a file written by a newer program, and, while `isUsed` says that others
 * work on it, for one of an older: theirs would be changed under them.
 */
export async function migrate(
  db: Db,
  migrations: readonly Migration[],
  isUsed: () => boolean = () => false,
): Promise<MigrationOutcome> {
  const from = version(db);
  const to = migrations.length;
  if (from > to) {
    throw new StateError(`${db.path} was written by a newer Nightjar (version ${from}; this program knows ${to})`, {
      remedy: 'Start the newer program, or restore a backup from before the upgrade.',
    });
  }
  if (from === to) return { from, to };
  let backup: string | undefined;
  if (from > 0) {
    if (isUsed()) {
      throw new StateError(`${db.path} is that of an older Nightjar (version ${from}), which is running`, {
        retryable: true,
        remedy: 'Stop it, with its workers and terminals, then start this one: it brings the file up to date.',
      });
    }
    backup = `${db.path}.v${from}.bak`;
    copyInto(db, from, backup);
  }
  for (const [index, migration] of migrations.entries()) {
    await db.write(() => {
      if (version(db) !== index) return;
      db.exec(migration.sql);
      db.exec(`PRAGMA user_version = ${index + 1}`);
    });
  }
  return backup === undefined ? { from, to } : { from, to, backup };
}

/**
 * The copy has its name only when it is whole, and takes the place of an older one. Where another process was quicker
 * with the migration, its copy is the one to keep.
 */
function copyInto(db: Db, from: number, target: string): void {
  const partial = `${target}.${process.pid}.partial`;
  rmSync(partial, { force: true });
  db.sql('VACUUM INTO ?').run([partial]);
  chmodSync(partial, 0o600);
  if (version(db) === from) renameSync(partial, target);
  else rmSync(partial, { force: true });
}

function version(db: Db): number {
  return db.sql<{ user_version: number }>('PRAGMA user_version').get()?.user_version ?? 0;
}

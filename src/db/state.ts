// Opens state.sqlite: two connections on one file, migrated. Its tables are in state-schema.ts.

import { chmodSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Db, openDb } from './database.js';
import { groupCommit } from './group-commit.js';
import { livingProcesses } from './living.js';
import { type MigrationOutcome, migrate } from './migrate.js';
import { stateMigrations } from './state-schema.js';

export interface State {
  /** For everything that a killed process must not lose. */
  db: Db;
  /** Syncs each commit, several writes in one: acceptance of messages, and the word that a reply was sent. */
  durable: Db;
  /** What was done to bring an older file up to date. */
  migration: MigrationOutcome;
  close(): void;
}

/**
 * Throws a StateError when the file is damaged, newer than this program, or cannot be written; and when it is older, while
 * a process that joined works on its home.
 */
export async function openState(path: string): Promise<State> {
  const db = openDb(path);
  try {
    chmodSync(path, 0o600);
    const migration = await migrate(db, stateMigrations, () => livingProcesses(join(dirname(path), 'run')).length > 0);
    const durable = groupCommit(openDb(path, { synchronous: 'FULL' }));
    return {
      db,
      durable,
      migration,
      close() {
        durable.close();
        db.close();
      },
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

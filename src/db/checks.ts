// What doctor looks at in state.sqlite: that it is whole. Reads only.

import type { Check } from '../contracts/index.js';
import type { Db } from './database.js';

export function stateChecks(db: Db): Check[] {
  return [
    {
      name: 'state.integrity',
      run() {
        const problems = db
          .sql<{ quick_check: string }>('PRAGMA quick_check(5)')
          .all()
          .map((row) => row.quick_check)
          .filter((line) => line !== 'ok');
        if (problems.length === 0) {
          const version = db.sql<{ v: string }>('SELECT sqlite_version() AS v').get()?.v ?? '?';
          return [{ check: 'state.integrity', level: 'ok', says: `state.sqlite is whole (SQLite ${version}).` }];
        }
        const says = `state.sqlite is damaged: ${problems[0]}.`;
        const remedy =
          'Stop the bot, keep a copy of the file, and restore a backup; memory and transcripts are not in it.';
        return [{ check: 'state.integrity', level: 'error', says, remedy }];
      },
    },
  ];
}

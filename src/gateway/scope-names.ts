// The names under which rows of a table know a scope: a chat that moved has those that it had before. As the texts that the
// column `scope` of conversations and messages holds.

import type { Scope } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import type { Folders } from '../memory/folders.js';
import { sameScope } from '../memory/visibility.js';

export function namesOf(
  db: Db,
  folders: Pick<Folders, 'canonical'>,
  scope: Scope,
  table: 'inbox' | 'sessions',
): string[] {
  const wanted = folders.canonical(scope);
  return db
    .sql(`SELECT DISTINCT scope FROM ${table}`)
    .column<string>()
    .filter((text) => sameScope(folders.canonical(JSON.parse(text) as Scope), wanted));
}

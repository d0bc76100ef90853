// What tells one installation from others that share a Redis server: a random id kept in state.sqlite, and where the
// home lies, since a copy of a home is another one. Must never be taken from the workspace, which may be a shared repository.

import { createHash, randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import type { Db } from '../db/database.js';

const FACT = 'installation';

/** 12 hexadecimal digits, the same at every start of a home. Rejects as `db.write` does. */
export async function installationPrefix(db: Db, home: string): Promise<string> {
  const read = () => db.sql<{ value: string }>('SELECT value FROM facts WHERE name = ?').get([FACT])?.value;
  let id = read();
  if (id === undefined) {
    await db.write(() =>
      db.sql('INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING').run([FACT, randomUUID()]),
    );
    id = read();
  }
  return createHash('sha256')
    .update(`${id}\n${realpathSync(home)}`)
    .digest('hex')
    .slice(0, 12);
}

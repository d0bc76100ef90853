// Conversations of which nothing stays: begun where nothing is remembered. They are no memory, are not searched, and leave with
// their end. Rows alone; holds no text.

import type { Db } from '../db/database.js';

/** Inside a transaction of the caller, before anything is said in it. */
export function markFleeting(db: Db, session: string): void {
  db.sql('INSERT INTO fleeting (session) VALUES (?) ON CONFLICT DO NOTHING').run([session]);
}

export function isFleeting(db: Db, session: string): boolean {
  return db.sql('SELECT 1 FROM fleeting WHERE session = ?').get([session]) !== undefined;
}

/** Whether there is any, so that nobody looks at every session in vain. */
export function anyFleeting(db: Db): boolean {
  return db.sql('SELECT 1 FROM fleeting LIMIT 1').get([]) !== undefined;
}

// Which ended sessions are still to leave a snapshot: one row each in state.sqlite. Holds no text.

import type { Db } from '../db/database.js';

/** A session that waits for its snapshot, and its key, in whose flush lane it is made. */
export interface OpenSnapshot {
  session: string;
  key: string;
}

/** Once for each session, inside a transaction of the caller. */
export function queueSnapshot(db: Db, session: string, now: number): void {
  db.sql("INSERT INTO snapshots (session, state, added_at) VALUES (?, 'queued', ?) ON CONFLICT DO NOTHING").run([
    ...[session, now],
  ]);
}

export function isSnapshotOpen(db: Db, session: string): boolean {
  return db.sql("SELECT 1 FROM snapshots WHERE session = ? AND state = 'queued'").get([session]) !== undefined;
}

/** Oldest first. */
export function openSnapshots(db: Db): OpenSnapshot[] {
  return db
    .sql<OpenSnapshot>(
      `SELECT n.session, coalesce(s.key, n.session) AS key FROM snapshots n LEFT JOIN sessions s ON s.id = n.session
       WHERE n.state = 'queued' ORDER BY n.added_at, n.session`,
    )
    .all();
}

/** It is written, to `path`, or there was nothing to write; inside a transaction of the caller. */
export function endSnapshot(db: Db, session: string, path: string | undefined, now: number): void {
  db.sql("UPDATE snapshots SET state = 'done', done_at = ?, path = ? WHERE session = ? AND state = 'queued'").run([
    ...[now, path ?? null, session],
  ]);
}

// What requests were made of, kept for a while in state.sqlite so that anybody can see why an answer was as it was. Holds
// hashes and places, never a text.

import type { Manifest } from '../contracts/index.js';
import type { Db } from '../db/database.js';

/** How long a manifest is kept. */
const MANIFESTS_KEPT_MS = 30 * 24 * 3_600_000;

interface Stored {
  manifest: string;
}

/** Inside a transaction of the caller. */
export function keepManifests(db: Db, manifests: readonly Manifest[]): void {
  for (const manifest of manifests) {
    const { session, turn, at } = manifest;
    db.sql('INSERT INTO manifests (session, turn, at, manifest) VALUES (?, ?, ?, ?)').run([
      ...[session, turn, at, JSON.stringify(manifest)],
    ]);
  }
}

/** Of the newest request of a session. */
export function lastManifest(db: Db, session: string): Manifest | undefined {
  const row = db
    .sql<Stored>('SELECT manifest FROM manifests WHERE session = ? ORDER BY row DESC LIMIT 1')
    .get([session]);
  return row && (JSON.parse(row.manifest) as Manifest);
}

/** Of the newest requests of a session, newest first. */
export function manifestsOf(db: Db, session: string, limit: number): Manifest[] {
  return db
    .sql<Stored>('SELECT manifest FROM manifests WHERE session = ? ORDER BY row DESC LIMIT ?')
    .all([session, limit])
    .map(({ manifest }) => JSON.parse(manifest) as Manifest);
}

/** The newest of all sessions, newest first. */
export function newestManifests(db: Db, limit: number): Manifest[] {
  return db
    .sql<Stored>('SELECT manifest FROM manifests ORDER BY row DESC LIMIT ?')
    .all([limit])
    .map(({ manifest }) => JSON.parse(manifest) as Manifest);
}

/** Inside a transaction of the caller. */
export function dropOldManifests(db: Db, now: number): void {
  db.sql('DELETE FROM manifests WHERE at < ?').run([now - MANIFESTS_KEPT_MS]);
}

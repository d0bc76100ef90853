// The file of the embedding cache: opened, made, and set aside when it is damaged. Must never throw away a good file,
// and never holds a text.

import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StateError } from '../../contracts/index.js';
import { type Db, openDb } from '../../db/database.js';

/** Raised when the tables change: a file of another version is replaced. */
const VERSION = 1;

/** `hash` is a SHA-256. A row without a vector is a text that the embedder refused. `used` counts days since 1970. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS embedders (id INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL UNIQUE);
  CREATE TABLE IF NOT EXISTS vectors (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    embedder INTEGER NOT NULL REFERENCES embedders(id),
    hash BLOB NOT NULL,
    vector BLOB,
    used INTEGER NOT NULL,
    UNIQUE (embedder, hash)
  );
  CREATE INDEX IF NOT EXISTS vectors_used ON vectors (used, id);
  PRAGMA user_version = ${VERSION};
`;

/** Opens the file, or makes it with its folder. Rejects with what SQLite says; isDamage tells what to set aside. */
export async function openCacheFile(path: string): Promise<Db> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // Only a new one: closing any handle of a file lets go of every lock that this process holds on it.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  const db = openDb(path);
  try {
    await makeTables(db);
  } catch (error) {
    db.close();
    throw error;
  }
  return db;
}

/** A cache that ends with the process. */
export async function openCacheInMemory(): Promise<Db> {
  const db = openDb(':memory:');
  await makeTables(db);
  return db;
}

async function makeTables(db: Db): Promise<void> {
  const version = () => db.sql<{ user_version: number }>('PRAGMA user_version').get()?.user_version ?? 0;
  if (version() === VERSION) return;
  await db.write(() => {
    if (version() > VERSION || version() < 0) throw new StateError(`${db.path} was written by another version`);
    db.exec(TABLES);
  });
}

/** How often texts were forgotten while there was this file: kept in its header. Inside a transaction it is the newest. */
export function forgetsOf(db: Db): number {
  return db.sql<{ application_id: number }>('PRAGMA application_id').get()?.application_id ?? 0;
}

/** From here on nobody keeps a vector that was asked for before. Inside a transaction. */
export function noteForget(db: Db): void {
  db.exec(`PRAGMA application_id = ${(forgetsOf(db) + 1) % 2 ** 31}`);
}

/** The inode at `path` now; undefined when nothing can be seen there. */
export function inodeOf(path: string): number | undefined {
  try {
    return statSync(path).ino;
  } catch {
    return undefined;
  }
}

/**
 * Moves the damaged file to `<path>.damaged`, in place of an older one. False when another file has taken its place
 * already: then somebody else did it.
 */
export function setAside(path: string, inode: number | undefined): boolean {
  if (inode === undefined || inodeOf(path) !== inode) return false;
  rmSync(`${path}-wal`, { force: true });
  rmSync(`${path}-shm`, { force: true });
  renameSync(path, `${path}.damaged`);
  return true;
}

// Locks between processes that the system releases when a process dies: an exclusively held, empty SQLite file.
// Measured: free 0.6 ms after kill -9. Must never be used for data.

import { chownSync, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isBusy } from './database.js';
import { openRaw } from './native.js';

export interface FileLock {
  readonly path: string;
  release(): void;
}

/** Takes the lock at once or not at all. Throws when the file cannot be created. */
export function tryLock(path: string): FileLock | undefined {
  const isNew = process.getuid?.() === 0 && !existsSync(path);
  const raw = openRaw(path, { timeout: 0 });
  if (isNew) giveToFolder(path);
  try {
    // A rollback journal in memory: the lock never leaves a file beside itself, and nothing is ever written.
    raw.pragma('journal_mode = MEMORY');
    raw.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    raw.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  let held = true;
  return {
    path,
    release() {
      if (held) raw.close();
      held = false;
    },
  };
}

/** Whether a living process, this one included, holds the lock. Creates nothing. */
export function isLocked(path: string): boolean {
  if (!existsSync(path)) return false;
  const lock = tryLock(path);
  lock?.release();
  return lock === undefined;
}

/** One that root leaves in the home of a service, as by a copy at night, is for its user to take the next time. */
function giveToFolder(path: string): void {
  const { uid, gid } = statSync(dirname(path));
  if (uid !== 0 && existsSync(path)) chownSync(path, uid, gid);
}

// One writer per file, over all processes: a queue inside this process, a lock in run/ towards the others.
// The system releases the lock when a process dies; nothing here is ever cleaned up by age.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Clock, MemoryError } from '../contracts/index.js';
import { type FileLock, tryLock } from '../db/lock.js';
import { codeOf } from './file-errors.js';

const WAIT_MS = 10_000;
const RETRY_MS = 15;

export interface FileLocks {
  /**
   * Runs `work` alone on the file, in order of the calls within this process. Rejects with a MemoryError 'busy' when
   * somebody else held the lock for `waitMs` (10 s), 'unwritable' when no lock can be made, or with what `work` threw.
   */
  hold<T>(path: string, work: () => Promise<T>, waitMs?: number): Promise<T>;
}

export function openFileLocks(options: { runDir: string; clock: Clock }): FileLocks {
  const { runDir, clock } = options;
  const tails = new Map<string, Promise<void>>();

  async function take(lockFile: string, path: string, until: number): Promise<FileLock> {
    for (;;) {
      const lock = tryLockFile(lockFile, path);
      if (lock) return lock;
      const left = until - clock.now();
      if (left <= 0) {
        throw new MemoryError('busy', `${path} is being written by another process`, {
          retryable: true,
          retryAfterMs: 1_000,
        });
      }
      await clock.sleep(Math.min(left, RETRY_MS * (0.5 + Math.random())));
    }
  }

  return {
    async hold(path, work, waitMs = WAIT_MS) {
      const until = clock.now() + waitMs;
      const lockFile = join(runDir, `file-${nameOf(path)}.lock`);
      const before = tails.get(lockFile);
      const { promise, resolve } = deferred();
      tails.set(lockFile, promise);
      await before;
      try {
        const lock = await take(lockFile, path, until);
        try {
          return await work();
        } finally {
          lock.release();
        }
      } finally {
        if (tails.get(lockFile) === promise) tails.delete(lockFile);
        resolve();
      }
    },
  };
}

/** Spellings that a disk may take for one file share a lock. */
function nameOf(path: string): string {
  return createHash('sha256').update(path.normalize('NFKC').toLowerCase()).digest('hex').slice(0, 32);
}

function tryLockFile(lockFile: string, path: string): FileLock | undefined {
  try {
    return tryLock(lockFile);
  } catch (error) {
    throw new MemoryError(
      'unwritable',
      `${path} was not written: no lock can be made (${codeOf(error) || 'unknown'})`,
      {
        remedy: 'Check that the run folder exists, is writable, and that the disk is not full.',
        cause: error,
      },
    );
  }
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

// Who uses which generation of an index: a process that has one open holds a lock that the system releases when the
// process dies. Must never take a held lock for a free one.

import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type FileLock, tryLock } from '../../db/lock.js';

export interface GenerationLocks {
  /** Keeps the generation from being swept. */
  hold(generation: number): FileLock;
  /** Whether a living process, this one included, holds it. Removes the locks of dead ones. */
  isHeld(generation: number): boolean;
  /** The right to build the next generation; undefined while another process has it. */
  tryBuild(): FileLock | undefined;
  /** Removes what dead processes left, of whatever generation. */
  sweep(): void;
}

/** Every member throws what the file system says; the folder is made when something is to be held. */
export function generationLocks(runDir: string, name: string): GenerationLocks {
  const makeFolder = () => void mkdirSync(runDir, { recursive: true, mode: 0o700 });

  function names(start: string): string[] {
    if (!existsSync(runDir)) return [];
    return readdirSync(runDir).filter((one) => one.startsWith(start) && one.endsWith('.lock'));
  }

  /** Whether it is held. A free one is removed while it is ours, so that nobody comes to hold a file without a name. */
  function heldOrGone(path: string): boolean {
    const lock = tryLock(path);
    if (!lock) return true;
    rmSync(path, { force: true });
    lock.release();
    return false;
  }

  return {
    hold(generation) {
      makeFolder();
      for (;;) {
        const path = join(runDir, `index-${name}-${generation}-${randomBytes(6).toString('hex')}.lock`);
        const lock = tryLock(path);
        // A sweep may have found it in the moment between its making and its locking.
        if (lock && existsSync(path)) return removedOnRelease(lock);
        lock?.release();
      }
    },
    isHeld(generation) {
      const locks = names(`index-${name}-${generation}-`).map((one) => join(runDir, one));
      return locks.filter(heldOrGone).length > 0;
    },
    tryBuild() {
      makeFolder();
      return tryLock(join(runDir, `index-${name}.build.lock`));
    },
    sweep() {
      for (const one of names(`index-${name}-`)) heldOrGone(join(runDir, one));
    },
  };
}

function removedOnRelease(lock: FileLock): FileLock {
  return {
    path: lock.path,
    release() {
      rmSync(lock.path, { force: true });
      lock.release();
    },
  };
}

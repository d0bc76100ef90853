// Which processes work on a home now: by the locks that they hold in its `run/` while they live. Creates nothing, and never
// trusts a pid.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isLocked } from './lock.js';

const lockName = /^process-([0-9a-f-]{36})\.lock$/;

/** The file that the process of this id holds. */
export function processLock(runDir: string, id: string): string {
  return join(runDir, `process-${id}.lock`);
}

/** The id of the process whose lock a file of this name is. */
export function processOf(file: string): string | undefined {
  return lockName.exec(file)?.[1];
}

/** Whether a process holds the lock of this id; for those who have not joined, such as doctor. */
export function isProcessAlive(runDir: string, id: string): boolean {
  return isLocked(processLock(runDir, id));
}

/** The ids of those that work on the home of this folder; nobody can, where there is no such folder. */
export function livingProcesses(runDir: string): string[] {
  return namesIn(runDir).flatMap((file) => {
    const id = processOf(file);
    return id !== undefined && isProcessAlive(runDir, id) ? [id] : [];
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

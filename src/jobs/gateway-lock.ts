// One gateway per home: a lock that the system frees when its process dies, and a note beside it that names the pid.
// The note is for people; only the lock decides.

import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FileLock, tryLock } from '../db/lock.js';

/** Takes the home's gateway role, or returns undefined when another living process has it. */
export function takeGateway(runDir: string): FileLock | undefined {
  mkdirSync(runDir, { recursive: true, mode: 0o700 });
  const lock = tryLock(join(runDir, 'gateway.lock'));
  if (!lock) return undefined;
  chmodSync(lock.path, 0o600);
  const note = notePath(runDir);
  rmSync(note, { force: true });
  writeFileSync(note, `${process.pid}\n`, { mode: 0o600 });
  let held = true;
  return {
    path: lock.path,
    release() {
      if (held) rmSync(note, { force: true });
      held = false;
      lock.release();
    },
  };
}

/** The pid that the gateway wrote down, for a sentence to a person; undefined when there is no readable note. */
export function gatewayPid(runDir: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(notePath(runDir), 'utf8'), 10);
    return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function notePath(runDir: string): string {
  return join(runDir, 'gateway.pid');
}

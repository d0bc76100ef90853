// One gateway per home: a lock that the system frees when its process dies, and a note beside it that names the pid.
// The note is for people; only the lock decides.

import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FileLock, isLocked, tryLock } from '../db/lock.js';

/** Somebody who only asks whether a gateway runs holds the lock for a moment; a real one holds on. */
const TRIES = 6;
const PAUSE_MS = 10;

/** Takes the home's gateway role, or resolves to undefined when another living process has it. */
export async function takeGateway(runDir: string): Promise<FileLock | undefined> {
  mkdirSync(runDir, { recursive: true, mode: 0o700 });
  let lock = tryLock(lockPath(runDir));
  for (let tries = 1; !lock && tries < TRIES; tries++) {
    await sleep(PAUSE_MS);
    lock = tryLock(lockPath(runDir));
  }
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

/** Whether a gateway runs on this home. Creates nothing. */
export function isGatewayUp(runDir: string): boolean {
  return isLocked(lockPath(runDir));
}

function lockPath(runDir: string): string {
  return join(runDir, 'gateway.lock');
}

function notePath(runDir: string): string {
  return join(runDir, 'gateway.pid');
}

// One installer or builder at a time per checkout: a lock file that names its holder and is taken over when that died.
// Node's own modules only; never writes to standard output.
import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const beatMs = 2_000;
/** A holder that has not stirred for this long is gone, even if its process id now belongs to somebody else. */
const silentMs = 60_000;

/**
 * Runs `work` while holding `<root>/.ready.lock`, waiting for another holder first; `onWait(pid)` is called once then.
 * Passes on what `work` returns or throws; throws the system's error when the folder cannot be written.
 */
export async function withLock(root, work, onWait) {
  const path = join(root, '.ready.lock');
  const token = `${process.pid} ${randomUUID()}`;
  let told = false;
  while (!create(path, token)) {
    const held = read(path);
    if (held === undefined) continue;
    if (isStale(held)) {
      takeOver(path, held.token);
      continue;
    }
    if (!told && held.pid) {
      told = true;
      onWait(held.pid);
    }
    await sleep(150);
  }
  const beat = setInterval(() => touch(path), beatMs);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    if (read(path)?.token === token) rmSync(path, { force: true });
  }
}

function create(path, token) {
  try {
    writeFileSync(path, token, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function read(path) {
  try {
    const token = readFileSync(path, 'utf8');
    return { token, pid: Number.parseInt(token, 10), at: statSync(path).mtimeMs };
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function isStale({ pid, at }) {
  const silent = Date.now() - at;
  if (silent > silentMs) return true;
  // Between creation and its first byte the file names nobody yet.
  if (!Number.isInteger(pid)) return silent > beatMs;
  return !isAlive(pid);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Moves the dead lock aside. Of several that try, one gets it; who grabbed a fresh lock by mistake puts it back. */
function takeOver(path, deadToken) {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  const token = readFileSync(aside, 'utf8');
  if (token !== deadToken) create(path, token);
  rmSync(aside, { force: true });
}

function touch(path) {
  try {
    const now = new Date();
    utimesSync(path, now, now);
  } catch {
    // The lock was taken over or removed by hand; there is nothing left to keep fresh.
  }
}

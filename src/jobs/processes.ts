// Which processes work on this home, and which of them are gone: a row each, and a lock file held while the process
// lives. Joining and sweeping run inside a write transaction, so that they never meet. Must never trust a pid.

import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import type { Clock } from '../contracts/index.js';
import { StateError } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { isProcessAlive, processLock, processOf } from '../db/living.js';
import { type FileLock, tryLock } from '../db/lock.js';

/** This process's place among the others. */
export interface Membership {
  /** Random, never used again: it names the holder of leases. */
  readonly id: string;
  /** True for this process and for one that holds its lock; false for every other id, known or not. Costs 0.2 ms. */
  isAlive(id: string): boolean;
  /** Whether one that joined is gone without having left. Reads only. */
  anyDied(): boolean;
  /** Removes the rows and lock files of the dead, and returns the ids that had a row. */
  sweep(): Promise<string[]>;
  /** Gives up row and lock; may be called twice. The lock goes even when the row cannot be removed. */
  leave(): Promise<void>;
}

export interface JoinOptions {
  db: Db;
  /** `run/` of the home; made when missing. Its lock files must not be opened by anything but the lock module. */
  runDir: string;
  /** What the process is, for people who look into the table: `gateway`, `terminal`, `tool`. */
  kind: string;
  clock: Clock;
}

/** Rejects with a StateError when the folder or the database cannot be written. */
export async function joinProcesses({ db, runDir, kind, clock }: JoinOptions): Promise<Membership> {
  mkdirSync(runDir, { recursive: true, mode: 0o700 });
  const id = randomUUID();
  let lock: FileLock | undefined;
  try {
    await db.write(() => {
      lock = tryLock(processLock(runDir, id));
      if (!lock) throw new StateError(`${processLock(runDir, id)} is held by another program`, { retryable: true });
      chmodSync(lock.path, 0o600);
      db.sql('INSERT INTO processes (id, pid, kind, started_at) VALUES (?, ?, ?, ?)').run([
        id,
        process.pid,
        kind,
        clock.now(),
      ]);
    });
  } catch (error) {
    lock?.release();
    rmSync(processLock(runDir, id), { force: true });
    throw error;
  }

  const alive = (other: string) => other === id || isProcessAlive(runDir, other);
  return {
    id,
    isAlive: alive,
    anyDied: () => joined(db).some((other) => !alive(other)),
    sweep: () => db.write(() => sweepDead(db, runDir, alive)),
    async leave() {
      if (!lock) return;
      lock.release();
      lock = undefined;
      rmSync(processLock(runDir, id), { force: true });
      await db.write(() => db.sql('DELETE FROM processes WHERE id = ?').run([id]));
    },
  };
}

function sweepDead(db: Db, runDir: string, alive: (id: string) => boolean): string[] {
  const dead = joined(db).filter((id) => !alive(id));
  for (const id of dead) db.sql('DELETE FROM processes WHERE id = ?').run([id]);
  // Files without a row too: their process died before it had one.
  for (const file of readdirSync(runDir)) {
    const id = processOf(file);
    if (id !== undefined && !alive(id)) rmSync(processLock(runDir, id), { force: true });
  }
  return dead;
}

function joined(db: Db): string[] {
  return db.sql('SELECT id FROM processes').column<string>();
}

// Whether the workspace is the one that this home remembers: a random id in it and in state.sqlite. Must never let a folder
// that stands where an unmounted or swapped one was be filled as if it were new.

import { type BigIntStats, lstatSync, readFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, MemoryError } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { codeOf } from './file-errors.js';
import { ID_FILE, idIn, prepareWorkspace, workspaceId } from './workspace.js';

const FACT = 'workspace.id';

export interface Attested {
  /** What goes with the workspace wherever it is moved. */
  id: string;
  /** What its owner should know, a sentence or two each. */
  notes: string[];
}

export interface AttestOptions {
  db: Db;
  dir: string;
  template: string;
  clock: Clock;
  /** state.sqlite was made just now. */
  isNewState?: boolean;
}

/** What is to be done with the ids as they were found. `used`: something of the workspace is known already. Pure. */
export function decideAttestation(
  known: string | undefined,
  found: string | undefined,
  used: boolean,
): 'same' | 'prepare' | 'record' | 'missing' | 'other' {
  if (known !== undefined) return found === known ? 'same' : found === undefined ? 'missing' : 'other';
  if (found !== undefined) return 'record';
  return used ? 'missing' : 'prepare';
}

/**
 * Prepares a workspace that is new, and makes sure of one that is not. Throws a MemoryError 'unavailable', and writes nothing,
 * where it is not the one that belongs here.
 */
export async function attestWorkspace(options: AttestOptions): Promise<Attested> {
  const { db, dir, isNewState = false } = options;
  const known = knownId(db);
  const found = await workspaceId(dir);
  const decision = decideAttestation(known, found, !isNewState && isUsed(db));
  if (decision === 'missing' || decision === 'other') throw refusal(dir, decision);
  if (decision === 'prepare') await prepareWorkspace(options);
  const id = found ?? (await workspaceId(dir));
  if (id === undefined) throw refusal(dir, 'missing');
  if (known === undefined) await db.write(() => record(db, id, false));
  // Somebody else may have recorded another one in the same moment.
  if (knownId(db) !== id) throw refusal(dir, 'other');
  return { id, notes: decision === 'record' && isNewState ? [LOST_STATE] : [] };
}

const LOST_STATE =
  'The workspace is older than state.sqlite, which was made anew: people, reminders and the queue of before are not in it. If it was lost, stop me and restore a backup.';

/**
 * Takes the folder that is there now as this home's own from now on. A folder without an id is prepared as a new one is, which
 * overwrites nothing. Returns one sentence.
 */
export async function adoptWorkspace(options: AttestOptions): Promise<string> {
  const { db, dir } = options;
  const found = await workspaceId(dir);
  if (found !== undefined && found === knownId(db)) return 'The workspace is the one of this home already.';
  if (found === undefined) {
    const unreadable = join(dir, ID_FILE);
    await rename(unreadable, `${unreadable}.unreadable-${options.clock.now()}`).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') throw error;
    });
    await prepareWorkspace(options);
  }
  const id = await workspaceId(dir);
  if (id === undefined) throw refusal(dir, 'missing');
  await db.write(() => record(db, id, true));
  return `The workspace in ${dir} is the one of this home from now on.`;
}

/** The id that state.sqlite knows. */
function knownId(db: Db): string | undefined {
  return db.sql('SELECT value FROM facts WHERE name = ?').column<string>([FACT])[0];
}

function record(db: Db, id: string, replaces: boolean): void {
  const then = replaces ? 'DO UPDATE SET value = excluded.value' : 'DO NOTHING';
  db.sql(`INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT ${then}`).run([FACT, id]);
}

/** A state that knows of writes or conversations had a workspace. */
function isUsed(db: Db): boolean {
  return db.sql('SELECT 1 FROM ledger UNION ALL SELECT 1 FROM sessions LIMIT 1').get() !== undefined;
}

function refusal(dir: string, why: 'missing' | 'other'): MemoryError {
  const says =
    why === 'missing'
      ? `the workspace of this home is not in ${dir}: the folder is missing, empty or another one`
      : `the folder ${dir} is not the workspace of this home`;
  return unavailable(says);
}

/** While it is used, a chat may be told: nothing of this machine is in it. */
function wentAway(): MemoryError {
  return unavailable('the folder with my memory is not where it was');
}

function unavailable(says: string): MemoryError {
  return new MemoryError('unavailable', `${says}; nothing was written`, {
    retryable: true,
    remedy: `If it is on a disk of its own, mount that disk; if the folder was moved, put it back. To go on with the folder that is there now: \`nightjar doctor --adopt-workspace\`.`,
  });
}

/** Throws a MemoryError 'unavailable' while the workspace is not the one that it was. */
export type WorkspaceGuard = () => void;

/** Looks at the small id file each time; reads it only when it has changed. Costs some microseconds. */
export function guardWorkspace(root: string, id: string): WorkspaceGuard {
  const file = join(root, ID_FILE);
  let good = '';
  return () => {
    const stat = lookAt(file);
    if (!stat) throw wentAway();
    const stamp = [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(':');
    if (stamp === good) return;
    if (idIn(textOf(file)) !== id) throw wentAway();
    good = stamp;
  };
}

/** A disk that went away answers with all kinds of errors; none of them says that the workspace is there. */
function lookAt(file: string): BigIntStats | undefined {
  try {
    return lstatSync(file, { bigint: true });
  } catch {
    return undefined;
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

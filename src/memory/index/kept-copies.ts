// The indexes of folders that do not belong to the home which keeps them: beside each stands which folder it was made of,
// so that no copy of somebody's texts outlives the folder, or its use. Must never remove one that a process has open.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../contracts/index.js';
import { generationFiles } from './generation-files.js';
import { generationLocks } from './generation-locks.js';
import type { IndexPlace } from './settings.js';

/** One that nobody has searched for so long is made anew when somebody does. */
const UNUSED_MS = 30 * 86_400_000;
const NOTE = '.path';

/** Notes of which folder (a real path) the index is, and that it is used now. Throws what the file system says. */
export function noteUse({ dir, name }: IndexPlace, folder: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  writeFileSync(join(dir, name + NOTE), `${folder}\n`, { mode: 0o600 });
}

/**
 * Removes the indexes whose folder is gone or that nobody has used for 30 days; those without a note are the home's own.
 * What cannot be removed is logged and left to the next time.
 */
export function removeUnused({ dir, runDir }: Pick<IndexPlace, 'dir' | 'runDir'>, log: Log): void {
  if (!existsSync(dir)) return;
  try {
    for (const one of readdirSync(dir).filter((name) => name.endsWith(NOTE))) {
      if (isWanted(join(dir, one))) continue;
      const name = one.slice(0, -NOTE.length);
      if (remove({ dir, runDir, name })) log.info('index.copy-removed', { name });
    }
  } catch (error) {
    log.warn('index.copies-not-removed', { error });
  }
}

/** The note is as old as the last use. */
function isWanted(note: string): boolean {
  if (Date.now() - statSync(note).mtimeMs > UNUSED_MS) return false;
  const folder = readFileSync(note, 'utf8').slice(0, -1);
  try {
    return statSync(folder, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // It is there, and may not be looked at.
    return true;
  }
}

/** False while somebody uses it. */
function remove({ dir, runDir, name }: IndexPlace): boolean {
  const locks = generationLocks(runDir, name);
  const building = locks.tryBuild();
  if (!building) return false;
  try {
    const held = generationFiles(dir, name).all().filter(locks.isHeld);
    if (held.length > 0) return false;
    const files = readdirSync(dir).filter((one) => one.startsWith(`${name}.`) && one !== name + NOTE);
    // The note last, so that what a killed process leaves is known.
    for (const one of [...files, name + NOTE]) rmSync(join(dir, one), { force: true });
    rmSync(building.path, { force: true });
    return true;
  } finally {
    building.release();
  }
}

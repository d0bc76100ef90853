// The end of forgetting, which needs to know no word any more: an index made anew, copies of the database, old pages. Whoever was killed
// on the way there is ended by the next start, or by the next who forgets.

import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MemoryError } from './contracts/index.js';
import { scrubDb } from './db/scrub.js';
import { clearedForgets, endForget } from './gateway/forget-log.js';
import type { House } from './house.js';
import { type FileLocks, openFileLocks } from './memory/file-locks.js';
import { openFiles } from './memory/files.js';
import { forgetInIndex } from './memory/index/forget.js';
import { indexName } from './memory/index/generation.js';
import { workspaceId } from './memory/workspace.js';

/**
 * Ends those that a kill left behind with nothing but old bytes: what is in the way, one sentence each. Rejects with a MemoryError
 * 'busy' where somebody else forgets.
 */
export async function endForgets({ house, waitMs }: { house: House; waitMs: number }): Promise<string[]> {
  const { paths, clock, state } = house;
  return await alone(openFileLocks({ runDir: paths.run, clock }), waitMs, async () => {
    // Whoever was at work may have ended them.
    const last = clearedForgets(state.db).at(-1);
    return last === undefined ? [] : await endOf(house, last);
  });
}

/** One forgetting at a time over all processes. */
export async function alone<T>(locks: FileLocks, waitMs: number, work: () => Promise<T>): Promise<T> {
  let isMine = false;
  const mine = async () => {
    isMine = true;
    return await work();
  };
  try {
    return await locks.hold('forgetting', mine, waitMs);
  } catch (error) {
    if (isMine || !isBusy(error)) throw error;
    throw new MemoryError('busy', 'something else is being forgotten', {
      retryable: true,
      remedy: 'Wait until that is done, then try again.',
    });
  }
}

export function isBusy(error: unknown): boolean {
  return error instanceof MemoryError && error.kind === 'busy';
}

/** `counts`: what went, as numbers. What is in the way, one sentence each. */
export async function endOf(house: House, id: number, counts?: string): Promise<string[]> {
  const { paths, memory, clock, state } = house;
  const left = await forgetInIndex(memory.index, await placeOf(house), clock);
  left.push(...removeOldCopies(paths.home));
  const trouble = await scrubDb(state.db, clock);
  if (trouble !== undefined) left.push(`${trouble} Put that right: it is tried again at the next start.`);
  else await state.db.write(() => endForget(state.db, id, counts, clock.now()));
  return left;
}

async function placeOf({ paths }: House): Promise<{ dir: string; runDir: string; name: string }> {
  const { root } = await openFiles(paths.workspace);
  return { dir: paths.index, runDir: paths.run, name: indexName((await workspaceId(root)) ?? root) };
}

/** Copies of the database from before an upgrade hold what it held. */
function removeOldCopies(home: string): string[] {
  const copies = readdirSync(home).filter((name) => /^state\.sqlite\..*(?:\.bak|\.partial)$/.test(name));
  for (const name of copies) rmSync(join(home, name), { force: true });
  return existsSync(join(home, 'backups')) ? ['Backups hold it as before; delete those that you need no more.'] : [];
}

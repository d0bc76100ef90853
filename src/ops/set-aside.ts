// Where repairs keep what they take away. Moves in one step, or copies and compares before anything is removed; must never
// overwrite or drop a byte.

import { createHash } from 'node:crypto';
import { constants, createReadStream, existsSync } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, open, rename, unlink, utimes } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { Clock, SetAside } from '../contracts/index.js';

/** Below the home. */
export const REPAIR_FOLDER = '.nightjar-repair';

/** All that one run moves goes to folders of the same time. `move` is for a disk that cannot rename across itself. */
export function openSetAside(home: string, clock: Pick<Clock, 'now'>, move = rename): SetAside {
  const time = new Date(clock.now()).toISOString().replace(/[:.]/g, '-');
  return async (kind, path, as) => {
    const way = relative(home, path);
    const isOutside = isAbsolute(way) || way.split(sep)[0] === '..';
    const name = as ?? (isOutside ? path.split(sep).at(-1) : way) ?? 'file';
    const wanted = join(home, REPAIR_FOLDER, kind, time, name);
    await mkdir(dirname(wanted), { recursive: true, mode: 0o700 });
    const target = free(wanted);
    try {
      await move(path, target);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
      await copyOver(path, target);
    }
    if ((await lstat(target)).isFile()) await chmod(target, 0o600);
    return relative(home, target).split(sep).join('/');
  };
}

/** For one file: between two disks there is no renaming. */
async function copyOver(path: string, target: string): Promise<void> {
  const { atime, mtime } = await lstat(path);
  await copyFile(path, target, constants.COPYFILE_EXCL);
  const handle = await open(target, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  if ((await hashOf(path)) !== (await hashOf(target))) throw new Error(`the copy ${target} is not what ${path} is`);
  await utimes(target, atime, mtime);
  await unlink(path);
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return hash.digest('hex');
}

function free(wanted: string): string {
  let target = wanted;
  for (let n = 2; existsSync(target); n++) target = `${wanted}.${n}`;
  return target;
}

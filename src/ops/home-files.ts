// Looks at the folders of a home as they are to be copied: every regular file below one, and what is none. Follows no link
// below the folder itself; changes nothing but its own copies.

import { constants, type Dirent } from 'node:fs';
import { copyFile, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface FoundFile {
  /** With the name that the folder has in the archive, parted by `/`. */
  path: string;
  /** Where it is. */
  full: string;
  bytes: number;
  /** When it was last changed, epoch ms. */
  changed: number;
  /** Changes when another file takes its place. */
  inode: bigint;
  /** The same as long as nobody touched the file. */
  print: string;
}

export interface FoundFolder {
  files: FoundFile[];
  /** Folders below it and itself. */
  folders: string[];
  /** What is neither file nor folder, or could not be looked at, and why. */
  leftOut: string[];
}

/** A folder that is not there is empty. `wants` sees each name. */
export async function filesBelow(
  root: string,
  name: string,
  wants: (name: string) => boolean = () => true,
): Promise<FoundFolder> {
  const found: FoundFolder = { files: [], folders: [], leftOut: [] };
  await enter(root, name);
  found.files.sort(byPath);
  return found;

  async function enter(full: string, path: string): Promise<void> {
    let entries: Dirent[];
    try {
      entries = await readdir(full, { withFileTypes: true });
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') found.leftOut.push(`${path} (${codeOf(error)})`);
      return;
    }
    found.folders.push(path);
    for (const entry of entries) {
      const below = { full: join(full, entry.name), path: `${path}/${entry.name}` };
      if (entry.isDirectory()) await enter(below.full, below.path);
      else if (!wants(entry.name)) continue;
      else if (entry.isFile()) await look(below.full, below.path);
      else found.leftOut.push(`${below.path} (${entry.isSymbolicLink() ? 'a link' : 'no file'})`);
    }
  }

  async function look(full: string, path: string): Promise<void> {
    try {
      const stat = await lstat(full, { bigint: true });
      const print = [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join('/');
      const changed = Number(stat.mtimeNs) / 1e6;
      found.files.push({ path, full, bytes: Number(stat.size), changed, inode: stat.ino, print });
    } catch (error) {
      // Gone meanwhile; or a name whose bytes are no text, which cannot be asked for.
      if (codeOf(error) !== 'ENOENT' || path.includes('\ufffd')) found.leftOut.push(`${path} (${codeOf(error)})`);
    }
  }
}

export interface CopiedFolder extends Omit<FoundFolder, 'files'> {
  /** `full` is the copy. */
  files: FoundFile[];
}

/**
 * Copies of a folder that changes, in the order: `prepare` takes its time; `settle` copies what has changed since, which is
 * little, and answers with the folder as it is then.
 */
export function copyTwice(root: string, name: string, into: string) {
  const copies = new Map<string, string>();
  let count = 0;

  async function pass(): Promise<CopiedFolder> {
    const found = await filesBelow(root, name);
    const files: FoundFile[] = [];
    for (const file of found.files) {
      const key = `${file.path}\0${file.print}`;
      let copy = copies.get(key);
      if (copy === undefined) {
        copy = join(into, String(count++));
        try {
          await copyFile(file.full, copy, constants.COPYFILE_FICLONE);
        } catch (error) {
          const code = codeOf(error);
          // The disk of the copies, not the file.
          if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EIO') throw error;
          if (code !== 'ENOENT') found.leftOut.push(`${file.path} (${code})`);
          continue;
        }
        copies.set(key, copy);
      }
      files.push({ ...file, full: copy });
    }
    return { ...found, files };
  }

  return {
    async prepare(): Promise<void> {
      await mkdir(into, { recursive: true, mode: 0o700 });
      await pass();
    },
    settle: pass,
  };
}

function byPath(a: FoundFile, b: FoundFile): number {
  return a.path < b.path ? -1 : Number(a.path > b.path);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown trouble';
}

// The files of the workspace that a scope may read, by name and state alone. Must never open a file, follow a link, or name
// what `read` would refuse.

import type { Dirent } from 'node:fs';
import { lstat, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileList, KnownFile, Scope } from '../contracts/index.js';
import { classify, type FolderOwners, inScopeFolders, SHARED_FOLDERS } from './paths.js';
import { NOWHERE, notFound } from './rights.js';
import { isHidden, isVendor, MAX_DEPTH } from './sources/rules.js';
import type { Sources } from './sources/sources.js';
import { canRead, type Owner } from './visibility.js';

export interface ListParts {
  /** The workspace's real path. */
  root: string;
  folders: FolderOwners;
  sources: Pick<Sources, 'ownerOfPath'>;
}

/** More is not looked at: names in folders, whatever they are. */
const MAX_SEEN = 20_000;

/** The reader, and its own folder, '' for main. */
export interface Reader {
  scope: Scope;
  folder: string;
}

/**
 * At most `limit` files at or below `below` ('' for all), those nearest to it first to be named, sorted by path. Throws a
 * MemoryError 'not-found' where there is none that the reader may read.
 */
export async function listFiles(
  parts: ListParts,
  { scope, folder: own }: Reader,
  { below, limit }: { below: string; limit: number },
): Promise<FileList> {
  const start = plainFolder(parts.folders, below);
  const found: KnownFile[] = [];
  let left = 0;
  let seen = 0;
  let more = false;
  const waiting = [start !== undefined && mayEnter(start) ? start : NOWHERE];
  if (await isStraight(parts.root, waiting[0] ?? '')) {
    for (const folder of waiting) {
      if (seen >= MAX_SEEN) more = true;
      else await enter(folder);
    }
  }
  if (found.length === 0) throw notFound(below);
  return { files: found.sort((a, b) => (a.path < b.path ? -1 : 1)), left, more };

  async function enter(folder: string): Promise<void> {
    for (const entry of await namesIn(join(parts.root, folder))) {
      if (++seen > MAX_SEEN) {
        more = true;
        return;
      }
      if (isHidden(entry.name)) continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (path.split('/').length > MAX_DEPTH) more = true;
        else if (!isVendor(entry.name) && mayEnter(path) && (start !== '' || !isOthers(path))) waiting.push(path);
      } else if (entry.isFile() && isReadable(path)) await note(path);
    }
  }

  async function note(path: string): Promise<void> {
    if (found.length >= limit) {
      left++;
      return;
    }
    const stat = await lstat(join(parts.root, path)).catch(() => undefined);
    // More than one name leads to the bytes: they may be anybody's.
    if (!stat?.isFile() || (stat.nlink > 1 && scope.kind !== 'main')) return;
    found.push({ path, bytes: stat.size, changedAt: stat.mtimeMs });
  }

  function isReadable(path: string): boolean {
    const place = classify(path, parts.folders);
    const owner: Owner | undefined = parts.sources.ownerOfPath(path) ?? place?.owner;
    return place !== undefined && owner !== undefined && canRead(scope, owner);
  }

  /** Others' folders are not even looked into; whose a file is, is asked of each file all the same. */
  function mayEnter(folder: string): boolean {
    if (scope.kind === 'main' || folder === '') return true;
    const top = folder.split('/')[0] ?? '';
    return SHARED_FOLDERS.includes(top) || `${own}/`.startsWith(`${folder}/`) || folder.startsWith(`${own}/`);
  }

  /** Main sees what belongs to others only where it asks for it. */
  function isOthers(folder: string): boolean {
    return scope.kind === 'main' && inScopeFolders(folder);
  }
}

/** The folder's plain form; undefined for what `read` would refuse whoever asks. */
function plainFolder(folders: FolderOwners, folder: string): string | undefined {
  const name = folder.replace(/\/$/, '');
  if (name === '' || name === '.') return folder === '/' ? undefined : '';
  // The folders of scopes have no owner of their own, and neither have the tops.
  const place = classify(`${name}/x/x`, folders);
  return place?.path.slice(0, -'/x/x'.length);
}

async function isStraight(root: string, folder: string): Promise<boolean> {
  const full = join(root, folder);
  return (await realpath(full).catch(() => undefined)) === full;
}

async function namesIn(full: string): Promise<Dirent[]> {
  const entries = await readdir(full, { withFileTypes: true }).catch(() => []);
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

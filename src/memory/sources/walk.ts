// Walks a folder synchronously by the rules it is given: names and states only. Never follows a link, never opens a file,
// and keeps apart what is not there from what could not be looked at.

import { type BigIntStats, type Dirent, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { readFailure } from '../file-errors.js';
import { MAX_DEPTH, type WalkRules } from './rules.js';

export interface Walked {
  /** The folders that were looked into, the first included, as full paths. */
  folders: string[];
  /** Folders and files of which nobody knows what they hold now. */
  unreadable: string[];
  /** Folders that are too deep. */
  deep: string[];
}

/**
 * Hands each regular file that the rules want to `visit`, with its path relative to `root`, a real path. A root that is not
 * there has no folders in the answer. What `visit` throws ends the walk.
 */
export function walk(root: string, rules: WalkRules, visit: (path: string, stat: BigIntStats) => void): Walked {
  const found: Walked = { folders: [], unreadable: [], deep: [] };
  enter(root, '', 0);
  return found;

  function enter(full: string, path: string, depth: number): void {
    if (depth > MAX_DEPTH) {
      found.deep.push(path);
      return;
    }
    let entries: Dirent[];
    try {
      entries = readdirSync(full, { withFileTypes: true });
    } catch (error) {
      if (!isMissing(error)) found.unreadable.push(path);
      return;
    }
    found.folders.push(full);
    let set: ReadonlySet<string> | undefined;
    const names = () => {
      set ??= new Set(entries.map((entry) => entry.name));
      return set;
    };
    for (const entry of entries) {
      const below = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) {
        if (rules.folder(below)) enter(`${full}/${entry.name}`, below, depth + 1);
      } else if (entry.isFile() && rules.file(below, names)) {
        look(`${full}/${entry.name}`, below);
      }
    }
  }

  function look(full: string, path: string): void {
    let stat: BigIntStats | undefined;
    try {
      stat = lookAt(full);
    } catch {
      found.unreadable.push(path);
    }
    if (stat?.isFile()) visit(path, stat);
  }
}

/** The state of what stands there, links not followed; undefined when nothing does. Throws what the system says else. */
export function lookAt(full: string): BigIntStats | undefined {
  try {
    return lstatSync(full, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    return readFailure(full, error);
  }
}

/** Told from what is there and does not let itself be looked at. */
function isMissing(error: unknown): boolean {
  try {
    readFailure('', error);
    return true;
  } catch {
    return false;
  }
}

/** Where a path really leads, under the name that it has on disk; undefined when nothing is there. Throws as `lookAt`. */
export function realPathOf(full: string): string | undefined {
  try {
    return realpathSync.native(full);
  } catch (error) {
    return readFailure(full, error);
  }
}

/** The names in a folder; none when it is not there or cannot be listed. */
export function namesIn(full: string): ReadonlySet<string> {
  try {
    return new Set(readdirSync(full));
  } catch {
    return new Set();
  }
}

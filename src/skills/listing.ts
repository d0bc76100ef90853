// What stands in one folder, as far as skills are concerned; remembered until the folder's stamp changes. Never follows a link.

import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { isSettled, stampOf } from '../text/stamp.js';

export const SKILL_FILE = 'SKILL.md';
/** Folders of other people's code and of what machines made: no skill of anybody's is in them. */
const FOREIGN = new Set(['node_modules', 'venv', '__pycache__', 'dist', 'build', 'target', 'vendor']);

export interface Listing {
  /** What its SKILL.md is; absent: it has none. */
  skill?: 'file' | 'link' | 'other';
  /** A SKILL.md whose name is written otherwise. */
  misnamed?: string;
  /** Sorted. */
  folders: readonly string[];
  /** Sorted; to whatever. */
  links: readonly string[];
}

export interface Listings {
  /** Throws what the system throws. `folder` is a real path. */
  of(folder: string): Listing;
  /** Forgets what was not asked for since the last time. */
  sweep(): void;
}

export function openListings(): Listings {
  const kept = new Map<string, { stamp: string; listing: Listing }>();
  let asked = new Set<string>();
  return {
    of(folder) {
      asked.add(folder);
      const stamp = stampOf(lstatSync(folder, { bigint: true }));
      const known = kept.get(folder);
      if (known?.stamp === stamp) return known.listing;
      const listing = toListing(readdirSync(folder, { withFileTypes: true }));
      // A folder that changed within the last tick may change again under the same stamp.
      if (isSettled(stamp, Date.now())) kept.set(folder, { stamp, listing });
      else kept.delete(folder);
      return listing;
    },
    sweep() {
      for (const folder of kept.keys()) if (!asked.has(folder)) kept.delete(folder);
      asked = new Set();
    },
  };
}

function toListing(entries: readonly Dirent[]): Listing {
  const skill = entries.find(({ name }) => name === SKILL_FILE);
  const misnamed = entries.find((entry) => !entry.isDirectory() && entry.name.toLowerCase() === 'skill.md');
  const visible = entries.filter(({ name }) => !isForeign(name) && name !== SKILL_FILE);
  return {
    ...(skill ? { skill: skill.isFile() ? 'file' : skill.isSymbolicLink() ? 'link' : 'other' } : {}),
    ...(misnamed && !skill ? { misnamed: misnamed.name } : {}),
    folders: namesOf(visible.filter((entry) => entry.isDirectory())),
    links: namesOf(visible.filter((entry) => entry.isSymbolicLink())),
  };
}

/** Hidden, or not written by whoever keeps skills. */
export function isForeign(name: string): boolean {
  return name.startsWith('.') || FOREIGN.has(name);
}

function namesOf(entries: readonly Dirent[]): string[] {
  return entries.map(({ name }) => name).sort();
}

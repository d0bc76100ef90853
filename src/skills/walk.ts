// Finds whatever looks like a skill below the roots, and says of each where it really is or why it is not used. Looks at the
// disk each time, in bounded steps; must never read a file, and never steps out of a root.

import { type BigIntStats, lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { type Listing, openListings, SKILL_FILE } from './listing.js';
import type { SkillRoot } from './roots.js';

/** Folders below a root, at most so deep. */
const MOST_DEPTH = 6;
const MOST_CANDIDATES = 300;
/** Of one root, whether there are skills in them or not. */
const MOST_FOLDERS = 3_000;
/** A larger SKILL.md is not read. Bytes. */
export const MOST_SKILL_BYTES = 256_000;

interface Candidate {
  root: SkillRoot;
  /** Of its SKILL.md, or of what would be or hold one, by the way it was found. */
  path: string;
  /** The name of its folder. */
  folder: string;
}

/** One that may be read. */
export interface SoundCandidate extends Candidate {
  /** Real paths of its folder and of its SKILL.md, which a link may have put elsewhere in its root. */
  dir: string;
  file: string;
  stat: BigIntStats;
  /** Real paths of other roots inside this one: what is in them is theirs. */
  nested: readonly string[];
}

export interface RefusedCandidate extends Candidate {
  state: 'refused' | 'invalid';
  reason: string;
}

export type Found = SoundCandidate | RefusedCandidate;

const NOWHERE = 'This is a link that leads nowhere.';
const OUTSIDE =
  'This is a link that leads out of its folder of skills, so it is not followed. Put the skill itself here, or name its folder under skills.dirs.';
const MANY_NAMES =
  'Its SKILL.md has a second name somewhere else on the disk (a hard link), so it may be anybody’s. Copy it instead.';

/** The nearest root's first, each root's in the order of its folders. Never throws. */
export interface Walk {
  look(roots: readonly SkillRoot[]): Found[];
}

export function openWalk(): Walk {
  const listings = openListings();

  function walkRoot(root: SkillRoot, real: string, nested: readonly string[]): Found[] {
    const found: Found[] = [];
    const seen = new Set<string>();
    const links: { path: string; real: string; depth: number }[] = [];
    let left = '';

    const refuse = (path: string, folder: string, state: RefusedCandidate['state'], reason: string) =>
      found.push({ root, path, folder, state, reason });
    const isInside = (place: string) => (place === real || place.startsWith(withSep(real))) && !isBelow(place, nested);

    /** Deals with the SKILL.md of a folder. */
    function take(path: string, dir: string, kind: Listing['skill']): void {
      const folder = basename(path);
      const shown = join(path, SKILL_FILE);
      if (kind === 'other') {
        refuse(shown, folder, 'invalid', 'Its SKILL.md is no file.');
        return;
      }
      const file = kind === 'link' ? realOf(join(dir, SKILL_FILE)) : join(dir, SKILL_FILE);
      if (file === undefined) {
        refuse(shown, folder, 'refused', NOWHERE);
        return;
      }
      if (!isInside(file)) {
        refuse(shown, folder, 'refused', OUTSIDE);
        return;
      }
      let stat: BigIntStats | undefined;
      try {
        stat = lstatSync(file, { bigint: true, throwIfNoEntry: false });
      } catch {
        // A folder may let itself be listed, and nothing in it be looked at.
        refuse(shown, folder, 'invalid', UNREADABLE);
        return;
      }
      // Gone since its folder was read: another look finds whatever comes of it.
      if (!stat) return;
      if (!stat.isFile()) refuse(shown, folder, 'invalid', 'Its SKILL.md is no file.');
      else if (stat.nlink > 1n && root.source !== 'bundled') refuse(shown, folder, 'refused', MANY_NAMES);
      else if (stat.size > MOST_SKILL_BYTES) refuse(shown, folder, 'invalid', tooLarge(stat.size));
      else found.push({ root, path: shown, folder, dir, file, stat, nested });
    }

    function visit(path: string, dir: string, depth: number): void {
      if (left !== '' || seen.has(dir) || isBelow(dir, nested)) return;
      if (seen.size >= MOST_FOLDERS) left = `Only the first ${MOST_FOLDERS} folders in this one are looked at.`;
      if (left !== '') return;
      seen.add(dir);
      let listing: Listing;
      try {
        listing = listings.of(dir);
      } catch {
        refuse(path, basename(path), 'invalid', UNREADABLE);
        return;
      }
      const isCandidate = listing.skill !== undefined || listing.misnamed !== undefined;
      if (isCandidate && found.length >= MOST_CANDIDATES) {
        left = `Only the first ${MOST_CANDIDATES} skills of this folder are used; the others are left out.`;
      } else if (listing.skill) take(path, dir, listing.skill);
      else if (listing.misnamed !== undefined) {
        refuse(join(path, listing.misnamed), basename(path), 'invalid', 'Its file must be named SKILL.md: rename it.');
      } else if (depth < MOST_DEPTH) {
        for (const name of listing.folders) visit(join(path, name), join(dir, name), depth + 1);
        for (const name of listing.links) links.push({ path: join(path, name), real: join(dir, name), depth });
      }
    }

    /** What a link leads to: a folder that is not known yet, or one that is not ours to look into. */
    function follow(link: (typeof links)[number]): void {
      const target = realOf(link.real);
      const name = basename(link.path);
      if (target === undefined) {
        if (!/\.[a-z0-9]{1,8}$/i.test(name)) refuse(link.path, name, 'refused', NOWHERE);
      } else if (isFolder(target)) {
        if (isInside(target)) visit(link.path, target, link.depth + 1);
        else if (found.length < MOST_CANDIDATES) refuse(link.path, name, 'refused', OUTSIDE);
      }
    }

    visit(root.path, real, 0);
    // After all real folders, so that each is known by its own name rather than by a link's. It may find further links.
    for (const link of links) if (left === '') follow(link);
    if (left !== '') refuse(root.path, basename(root.path), 'invalid', left);
    return found;
  }

  return {
    look(roots) {
      const placed = roots.map((root) => ({ root, real: realOf(root.path) }));
      const reals = placed.flatMap(({ real }) => (real === undefined ? [] : [real]));
      const found = placed.reverse().map(({ root, real }): Found[] => {
        if (real !== undefined) {
          try {
            return walkRoot(
              root,
              real,
              reals.filter((other) => other.startsWith(withSep(real)) && other !== real),
            );
          } catch {
            return [troubled(root, UNREADABLE)];
          }
        }
        // The usual places need not be there; one that somebody named should.
        return root.source === 'extra' ? [troubled(root, MISSING)] : [];
      });
      listings.sweep();
      return found.flat();
    },
  };
}

const UNREADABLE = 'This folder cannot be opened.';
const MISSING = 'The configuration names this folder, but it is not there.';

/** The root itself cannot be looked at. */
function troubled(root: SkillRoot, reason: string): RefusedCandidate {
  return { root, path: root.path, folder: basename(root.path), state: 'invalid', reason };
}

function tooLarge(size: bigint): string {
  const kilobytes = (bytes: number) => Math.ceil(bytes / 1_000);
  return `Its SKILL.md is too large: ${kilobytes(Number(size))} KB, and at most ${kilobytes(MOST_SKILL_BYTES)} KB are read. Put details into files beside it.`;
}

/** Whether a real path is one of these folders, or in it. */
export function isBelow(place: string, folders: readonly string[]): boolean {
  return folders.some((folder) => place === folder || place.startsWith(withSep(folder)));
}

function withSep(folder: string): string {
  return folder.endsWith(sep) ? folder : folder + sep;
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

// The sweep: every file that can be indexed now, by names and states alone. Synchronous and fast, because it runs before
// searches; must never take what it could not look at for gone.

import type { BigIntStats } from 'node:fs';
import { basename, dirname } from 'node:path';
import { MemoryError, type Scope, type TranscriptSource } from '../../contracts/index.js';
import { stampOf } from '../../text/stamp.js';
import { MAX_FILE_BYTES } from '../files.js';
import type { Folders } from '../folders.js';
import type { IndexedCorpus } from '../index/reader.js';
import { classify, inScopeFolders, type Place } from '../paths.js';
import { type Owner, scopeId } from '../visibility.js';
import { LEGACY, LONG_TERM } from './long-term.js';
import { isNamed, isText, type MountRules } from './mount-rules.js';
import type { Mount } from './mounts.js';
import { type Notices, newNotices } from './notices.js';
import { isVendor, standardRules, type WalkRules } from './rules.js';
import { lookAt, realPathOf, type Walked, walk } from './walk.js';

export interface SourceFile {
  /** As hits show it: relative to the workspace, `extra:notes/trip.md`, `wiki:handbook/a.md` or `sessions/<id>.jsonl`. */
  path: string;
  owner: Owner;
  corpus: IndexedCorpus;
  /** Changes whenever the text may have; see stamp.ts. */
  stamp: string;
  mtimeMs: number;
}

/** A folder in which something may change; where only one of its files counts, that one's name. */
export interface WatchFolder {
  path: string;
  only?: string;
}

export interface Listing {
  /** Sorted by path, each real file once. */
  files: SourceFile[];
  /** What is left out and should not go unsaid, one sentence each. */
  notices: string[];
  /** Paths (files, or folders with all below) that could not be looked at now: what is known of them stays true. */
  unreadable: string[];
  folders: WatchFolder[];
}

export interface ListingParts {
  root: string;
  folders: Pick<Folders, 'ownerOf' | 'canonical'>;
  mounts: readonly Mount[];
  rules: readonly MountRules[];
  transcripts?: TranscriptSource;
}

/**
 * A group's or person's text that no row gives to anybody, as after a lost state.sqlite: main may read it, but it must not
 * be found as if it were main's own.
 */
export function isUnclaimed({ path, owner }: Place): boolean {
  return inScopeFolders(path) && owner !== 'shared' && owner.kind === 'main';
}

/** Everything at this moment. Throws a MemoryError 'unavailable' when the workspace itself cannot be listed. */
export function listSources(parts: ListingParts): Listing {
  const sweep = newSweep(parts.folders);
  addStandard(sweep, parts.root);
  for (const [index, mount] of parts.mounts.entries()) {
    const rules = parts.rules[index];
    if (rules) addMount(sweep, mount, rules);
  }
  if (parts.transcripts) addTranscripts(sweep, parts.transcripts);
  const { listing, notices } = sweep;
  listing.files.sort((a, b) => (a.path < b.path ? -1 : 1));
  listing.notices = notices.sentences();
  return listing;
}

/** Why a file that is there is not indexed; undefined when it can be. */
export function refusalOf(stat: BigIntStats): 'kind' | 'linked' | 'large' | undefined {
  if (!stat.isFile()) return 'kind';
  if (stat.nlink > 1n) return 'linked';
  return stat.size > MAX_FILE_BYTES ? 'large' : undefined;
}

/** One pass over everything, and what it has met. */
interface Sweep {
  listing: Listing;
  notices: Notices;
  /** Rows are asked for once a pass: what a pass says of a folder is one answer. */
  ownerOf(folder: string): Scope | undefined;
  canonical(owner: Owner): Owner;
  add(path: string, stat: BigIntStats, owner: Owner, corpus: IndexedCorpus): void;
  /** What a walk could not see, under the names that its hits would have. */
  note(walked: Walked, named: (path: string) => string): void;
}

function newSweep(folders: ListingParts['folders']): Sweep {
  const listing: Listing = { files: [], notices: [], unreadable: [], folders: [] };
  const notices = newNotices();
  const seen = new Set<string>();
  const canonicals = new Map<string, Owner>();
  const owners = new Map<string, Scope | undefined>();
  return {
    listing,
    notices,
    ownerOf(folder) {
      if (!owners.has(folder)) owners.set(folder, folders.ownerOf(folder));
      return owners.get(folder);
    },
    canonical(owner) {
      if (owner === 'shared') return owner;
      const id = scopeId(owner);
      const known = canonicals.get(id) ?? folders.canonical(owner);
      canonicals.set(id, known);
      return known;
    },
    add(path, stat, owner, corpus) {
      const refusal = refusalOf(stat);
      if (refusal) return notices.add(refusal, path);
      // One row for each real file, whatever names lead to it.
      const real = `${stat.dev}:${stat.ino}`;
      if (seen.has(real)) return;
      seen.add(real);
      listing.files.push({ path, owner, corpus, stamp: stampOf(stat), mtimeMs: Number(stat.mtimeMs) });
    },
    note(walked, named) {
      for (const path of walked.unreadable) {
        listing.unreadable.push(named(path));
        notices.add('unreadable', named(path));
      }
      for (const path of walked.deep) notices.add('deep', named(path));
      for (const path of walked.folders) listing.folders.push({ path });
    },
  };
}

function addStandard(sweep: Sweep, root: string): void {
  const walked = walk(root, telling(standardRules, sweep.notices), (path, stat) => {
    const place = classify(path, sweep);
    if (place?.path !== path) sweep.notices.add('name', path);
    else if (isUnclaimed(place)) sweep.notices.add('unclaimed', path);
    else sweep.add(path, stat, place.owner, 'memory');
  });
  if (walked.folders.length === 0) {
    throw new MemoryError('unavailable', 'the workspace folder is not there or cannot be read', {
      retryable: true,
      remedy: 'Check the disk that it is on and whom it belongs to.',
    });
  }
  sweep.note(walked, (path) => path);
}

/** The same rules; says what a person may have expected to be searched. */
function telling(rules: WalkRules, notices: Notices): WalkRules {
  return {
    folder(path) {
      if (rules.folder(path)) return true;
      const parts = path.split('/');
      if (parts.length > 1 && isVendor(parts.at(-1) ?? '')) notices.add('vendor', path);
      return false;
    },
    file(path, names) {
      if (rules.file(path, names)) return true;
      const at = path.lastIndexOf('/') + 1;
      const both = path.slice(at) === LEGACY && names().has(LONG_TERM);
      if (both) notices.add('both', `${path} (beside ${path.slice(0, at)}${LONG_TERM})`);
      return false;
    },
  };
}

function addMount(sweep: Sweep, mount: Mount, rules: MountRules): void {
  const { listing, notices } = sweep;
  const owner = sweep.canonical(mount.scope);
  const found = lookAtMount(mount);
  if (found === 'unreadable') listing.unreadable.push(mount.label);
  if (typeof found === 'string') {
    notices.add(found, mount.configured);
    return;
  }
  if (!found.isDirectory()) {
    // Its folder is watched, because editors put a new file in place of the old one.
    listing.folders.push({ path: dirname(mount.root), only: basename(mount.root) });
    if (!isText(mount.root)) notices.add('kind', mount.configured);
    else if (rules.wants('')) sweep.add(mount.label, found, owner, mount.corpus);
    return;
  }
  const named = (path: string) => (path === '' ? mount.label : `${mount.label}/${path}`);
  const walked = walk(mount.root, rules, (below, stat) => {
    const path = named(below);
    if (isNamed(path, mount)) sweep.add(path, stat, owner, mount.corpus);
    else notices.add('name', path);
  });
  sweep.note(walked, named);
}

/** A link that came in its place since the configuration was read is not followed: nobody has looked where it leads. */
function lookAtMount({ root }: Mount): BigIntStats | 'missing' | 'moved' | 'unreadable' {
  try {
    const real = realPathOf(root);
    if (real === undefined) return 'missing';
    return real === root ? (lookAt(root) ?? 'missing') : 'moved';
  } catch {
    return 'unreadable';
  }
}

function addTranscripts({ listing, notices, canonical }: Sweep, transcripts: TranscriptSource): void {
  try {
    for (const { path, scope, stamp, mtimeMs } of transcripts.list()) {
      listing.files.push({ path, owner: canonical(scope), corpus: 'sessions', stamp, mtimeMs });
    }
  } catch {
    listing.unreadable.push('sessions');
    notices.add('unreadable', 'sessions');
  }
}

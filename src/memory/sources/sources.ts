// What can be searched now, and whose it is: the standard places of the workspace, the configured folders, transcripts.
// Asks the path table for every file of the workspace; must never guess an owner, follow a link, or hand out a file whose
// bytes have a second name.

import { dirname, join } from 'node:path';
import type { TranscriptSource } from '../../contracts/index.js';
import { stampOf } from '../../text/stamp.js';
import type { WorkspaceGuard } from '../attestation.js';
import type { Folders } from '../folders.js';
import type { IndexedCorpus } from '../index/reader.js';
import { newFileText } from '../memory-files.js';
import { classify, foldPath } from '../paths.js';
import type { Owner } from '../visibility.js';
import { isUnclaimed, type Listing, listSources, refusalOf, type SourceFile } from './listing.js';
import { isNamed, mountRules } from './mount-rules.js';
import type { Mount } from './mounts.js';
import { readText } from './read-file.js';
import { isStandard } from './rules.js';
import { lookAt, namesIn, realPathOf } from './walk.js';

export type { SourceFile } from './listing.js';

export interface Sources {
  /** Everything that can be indexed now. Throws a MemoryError 'unavailable' when the workspace itself is not there. */
  list(): Listing;
  /** One file, by the same rules; undefined for what is not there or not searched. Throws when it cannot be looked at. */
  find(path: string): SourceFile | undefined;
  /**
   * Whose a path is of which the path table knows nothing. In a configured folder that is so by the configuration alone,
   * whether or not a file is there, but not for what is not searched; a transcript has an owner while it is there.
   */
  ownerOfPath(path: string): Owner | undefined;
  /** Whether it leads to a configured folder or below, searched or not, under any spelling that some disk takes for it. */
  isMounted(path: string): boolean;
  /** As `find`, for the paths that `ownerOfPath` knows. Undefined also when it cannot be looked at. */
  outside(path: string): SourceFile | undefined;
  /**
   * The text as its lines are counted: ends of line `\n`, no byte order mark, transcripts as people said them. Undefined
   * when it is gone or became something else; a MemoryError when it is there and cannot be read.
   */
  read(file: Pick<SourceFile, 'path'>): string | undefined;
  /** Lines, trimmed, that explain the file and are nobody's memory; a line that its owner changed is none of them. */
  templateLines(path: string): ReadonlySet<string>;
}

export interface SourceOptions {
  /** The workspace's real path. */
  root: string;
  folders: Pick<Folders, 'ownerOf' | 'canonical'>;
  mounts: readonly Mount[];
  transcripts?: TranscriptSource;
  /** What the template came with, by path, trimmed (template-lines.ts). */
  templateLines: ReadonlyMap<string, ReadonlySet<string>>;
  /** Throws while another folder stands in the workspace's place: what is known of its files stays true meanwhile. */
  guard?: WorkspaceGuard | undefined;
}

/** Where a path leads, and by which rule. */
interface Spot {
  full: string;
  owner: Owner;
  corpus: IndexedCorpus;
}

const SESSIONS = 'sessions/';

export function openSources(options: SourceOptions): Sources {
  const { root, folders, mounts, transcripts, templateLines, guard = () => {} } = options;
  const rules = mountRules(mounts);

  function standard(path: string): Spot | undefined {
    const place = classify(path, folders);
    if (place?.path !== path || isUnclaimed(place) || !isStandard(path, () => namesIn(dirname(join(root, path)))))
      return undefined;
    return { full: join(root, path), owner: place.owner, corpus: 'memory' };
  }

  function mounted(path: string): Spot | undefined {
    for (const [index, mount] of mounts.entries()) {
      if (!isBelow(mount.label, path)) continue;
      const below = path.slice(mount.label.length + 1);
      if (!rules[index]?.wants(below) || !isNamed(path, mount)) continue;
      return { full: join(mount.root, below), owner: canonical(mount.scope), corpus: mount.corpus };
    }
    return undefined;
  }

  function canonical(owner: Owner): Owner {
    return owner === 'shared' ? owner : folders.canonical(owner);
  }

  function look(path: string, spot: Spot | undefined): SourceFile | undefined {
    const stat = spot && lookAt(spot.full);
    if (!spot || !stat || refusalOf(stat) || realPathOf(spot.full) !== spot.full) return undefined;
    return { path, owner: spot.owner, corpus: spot.corpus, stamp: stampOf(stat), mtimeMs: Number(stat.mtimeMs) };
  }

  function transcript(path: string): SourceFile | undefined {
    const found = transcripts?.find(path);
    if (!found) return undefined;
    const { stamp, mtimeMs, scope } = found;
    return { path, owner: canonical(scope), corpus: 'sessions', stamp, mtimeMs };
  }

  function outside(path: string): SourceFile | undefined {
    try {
      return path.startsWith(SESSIONS) ? transcript(path) : look(path, mounted(path));
    } catch {
      return undefined;
    }
  }

  const parts = { root, folders, mounts, rules, ...(transcripts ? { transcripts } : {}) };
  return {
    list() {
      guard();
      return listSources(parts);
    },
    find(path) {
      if (path.startsWith(SESSIONS)) return transcript(path);
      guard();
      return look(path, standard(path) ?? mounted(path));
    },
    ownerOfPath: (path) => (path.startsWith(SESSIONS) ? outside(path) : mounted(path))?.owner,
    isMounted: (path) => mounts.some(({ label }) => isBelow(foldPath(label), foldPath(path))),
    outside,
    read({ path }) {
      if (path.startsWith(SESSIONS)) return transcripts?.text(path);
      const spot = standard(path) ?? mounted(path);
      return spot && readText(spot.full, path);
    },
    templateLines(path) {
      const own = newFileText(path).trim();
      const given = templateLines.get(path);
      return own === '' ? (given ?? new Set()) : new Set([...(given ?? []), own]);
    },
  };
}

function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

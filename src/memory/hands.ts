// Looks for edits by hand in all files that the ledger could write: at a start, when somebody asks for revisions, and when the
// system says that a folder changed. What an edit becomes is the ledger's. Opens no file whose state says that it is as before.

import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Log } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { isSettled, stampOf } from '../text/stamp.js';
import type { FileContent, Files } from './files.js';
import { openWatcher, type WatchCall, type Watcher } from './index/watcher.js';
import { type KnownState, knownFiles } from './known-files.js';
import type { Ledger } from './ledger.js';
import { classify, type FolderOwners } from './paths.js';
import { isUnclaimed } from './sources/listing.js';
import { isHidden, isVendor, MAX_DEPTH } from './sources/rules.js';
import type { Sources } from './sources/sources.js';
import { type Owner, scopeId } from './visibility.js';

export interface Hands {
  /** Looks at everything, beginning after this call. Never rejects: what cannot be looked at now is left to the next time. */
  sweep(): Promise<void>;
  /** Looks at one file. Never rejects. */
  look(path: string): Promise<void>;
  /** Sweeps whenever something changes, until `close`. */
  watch(): void;
  close(): Promise<void>;
}

export interface HandsParts {
  db: Db;
  files: Pick<Files, 'root' | 'read'>;
  folders: FolderOwners;
  sources: Pick<Sources, 'isMounted'>;
  ledger: Pick<Ledger, 'look'>;
  clock: Clock;
  log: Log;
  watchCall?: WatchCall;
}

/** The template's invitation, which goes away by itself once it has served. */
const INVITATION = 'BOOTSTRAP.md';
/** More names are not looked at. */
const MAX_SEEN = 20_000;
/** Files that are first seen, in one transaction. */
const AT_ONCE = 20;

interface Seen {
  /** State by path, of what is followed. */
  stamps: Map<string, string>;
  /** Full paths of all folders that were looked into. */
  folders: string[];
}

export function openHands(parts: HandsParts): Hands {
  const { db, files, folders, sources, ledger, clock, log } = parts;
  const known = knownFiles(db);
  let tail = Promise.resolve();
  let watcher: Watcher | undefined;
  let watched: readonly string[] = [files.root];
  let isClosed = false;

  /** Whose a file is that is followed. */
  function followed(path: string): Owner | undefined {
    if (!path.endsWith('.md') || path === INVITATION || sources.isMounted(path)) return undefined;
    const place = classify(path, folders);
    return place?.path === path && !isUnclaimed(place) ? place.owner : undefined;
  }

  async function once(): Promise<void> {
    const seen = await walk(files.root, (path) => followed(path) !== undefined);
    // Nothing at all is no work of a hand but a disk that is not there.
    if (!seen) return;
    const states = new Map(known.states().map((state) => [state.path, state]));
    const isWhole = known.isWhole();
    const first: [string, Owner][] = [];
    for (const [path, stamp] of seen.stamps) {
      const owner = followed(path);
      if (owner === undefined || isClosed) continue;
      const state = states.get(path);
      if (!state && !isWhole) first.push([path, owner]);
      else if (!state || (state.stamp !== stamp && !(await isAsKnown(state, stamp)))) await ledger.look(path, owner);
    }
    await begin(first);
    for (const path of states.keys()) {
      const owner = seen.stamps.has(path) ? undefined : followed(path);
      if (owner !== undefined && !isClosed) await ledger.look(path, owner);
    }
    if (!isWhole && !isClosed) await db.write(() => known.setWhole());
    watched = seen.folders;
  }

  /** Read once more without a lock: what another process writes meanwhile has another revision, and is looked at with it. */
  async function isAsKnown({ path, revision }: KnownState, stamp: string): Promise<boolean> {
    const now = Date.now();
    const file = await read(path);
    if (file?.revision !== revision) return false;
    if (isSettled(stamp, now)) await db.write(() => known.stamp(path, revision, stamp));
    return true;
  }

  /** What is there before anything is known of it is nobody's edit. */
  async function begin(first: readonly [string, Owner][]): Promise<void> {
    for (let at = 0; at < first.length && !isClosed; at += AT_ONCE) {
      const some = first.slice(at, at + AT_ONCE);
      const texts = await Promise.all(some.map(async ([path, owner]) => ({ path, owner, file: await read(path) })));
      await db.write(() => {
        for (const { path, owner, file } of texts) {
          if (!file?.exact || file.linked) continue;
          const { revision, text } = file;
          known.begin(path, { scope: scopeId(owner), revision, text }, clock.now());
        }
      });
    }
  }

  async function read(path: string): Promise<FileContent | undefined> {
    return await files.read(path).catch(() => undefined);
  }

  function sweep(): Promise<void> {
    tail = tail.then(once).catch((error: unknown) => {
      if (!isClosed) log.warn('memory.sweep-failed', { error });
    });
    return tail;
  }

  async function afterChange(): Promise<void> {
    const before = new Set(watched);
    await sweep();
    watcher?.update();
    // What was put into a new folder before it was watched.
    if (watched.some((folder) => !before.has(folder))) await sweep();
  }

  return {
    sweep,
    async look(path) {
      const owner = followed(path);
      if (owner !== undefined) await ledger.look(path, owner);
    },
    watch() {
      watcher ??= openWatcher({
        folders: () => watched.map((path) => ({ path })),
        onChange: () => void afterChange(),
        clock,
        log,
        ...(parts.watchCall ? { watch: parts.watchCall } : {}),
      });
    },
    async close() {
      isClosed = true;
      watcher?.close();
      await tail;
    },
  };
}

/** Undefined where the workspace is empty or cannot be listed. Links are not followed. */
async function walk(root: string, isWanted: (path: string) => boolean): Promise<Seen | undefined> {
  const seen: Seen = { stamps: new Map(), folders: [] };
  const waiting = [''];
  let names = 0;
  for (const folder of waiting) {
    const full = folder === '' ? root : join(root, folder);
    const entries: Dirent[] = await readdir(full, { withFileTypes: true }).catch(() => []);
    if (folder === '' && entries.length === 0) return undefined;
    seen.folders.push(full);
    for (const entry of entries) {
      if (++names > MAX_SEEN) return seen;
      if (isHidden(entry.name)) continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!isVendor(entry.name) && path.split('/').length <= MAX_DEPTH) waiting.push(path);
      } else if (entry.isFile() && isWanted(path)) {
        const stat = await lstat(join(root, path), { bigint: true }).catch(() => undefined);
        if (stat) seen.stamps.set(path, stampOf(stat));
      }
    }
  }
  return seen;
}

// Notices that something changed below the searched folders, and says so after a short quiet; what changed, a sweep finds
// out. One descriptor a folder and none a file. Where the system gives no more of them it looks every few seconds instead.

import { type FSWatcher, watch as watchFolder } from 'node:fs';
import { basename } from 'node:path';
import type { Clock, Log } from '../../contracts/index.js';
import type { WatchFolder } from '../sources/listing.js';

/** As node:fs `watch`; throws, or emits `error`, when the system refuses. */
export type WatchCall = (
  path: string,
  options: { persistent: false },
  listener: (event: string, name: string | null) => void,
) => Pick<FSWatcher, 'close' | 'on'>;

export interface WatcherParts {
  /** What is to be watched now. */
  folders(): readonly WatchFolder[];
  /** After a change; called again for changes during the call. Never throws. */
  onChange(): void;
  clock: Clock;
  log: Log;
  watch?: WatchCall;
}

export interface Watcher {
  /** Why it looks from time to time instead of being told, one sentence; undefined when it is told. */
  readonly trouble: string | undefined;
  /** Watches folders that came by another way than below a watched one. */
  update(): void;
  close(): void;
}

/** So long nothing more may happen before a change is told, and so long it is held back at most. */
export const QUIET_MS = 300;
const HELD_MS = 2_000;
/** Without a watch: how often to look. */
export const POLL_MS = 10_000;
/** More folders are not watched one by one. */
const MAX_FOLDERS = 2_000;

/** Never throws: what cannot be watched is looked at from time to time, with one warning. */
export function openWatcher({ folders, onChange, clock, log, watch = watchFolder }: WatcherParts): Watcher {
  const watched = new Map<string, { only: ReadonlySet<string> | undefined; close(): void }>();
  let trouble: string | undefined;
  let closed = false;
  let heldSince: number | undefined;
  let cancel = () => {};
  update();

  function update(): void {
    if (closed || trouble !== undefined) return;
    let wanted: ReadonlyMap<string, ReadonlySet<string> | undefined>;
    try {
      wanted = byPath(folders());
    } catch {
      // The workspace itself cannot be listed; whoever compares says so.
      return;
    }
    if (wanted.size > MAX_FOLDERS) {
      poll(`there are more than ${MAX_FOLDERS} folders`);
      return;
    }
    for (const path of [...watched.keys()]) if (!wanted.has(path)) drop(path);
    for (const [path, only] of wanted) if (!watched.has(path)) add(path, only);
  }

  function add(path: string, only: ReadonlySet<string> | undefined): void {
    if (trouble !== undefined) return;
    try {
      const handle = watch(path, { persistent: false }, (event, name) => noticed(path, event, name));
      const entry = { only, close: () => handle.close() };
      watched.set(path, entry);
      handle.on('error', (error) => {
        if (watched.get(path) === entry) refused(path, error);
      });
    } catch (error) {
      refused(path, error);
    }
  }

  function drop(path: string): void {
    watched.get(path)?.close();
    watched.delete(path);
  }

  function refused(path: string, error: unknown): void {
    drop(path);
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    // Gone or closed to us: the sweep finds out. Windows says EPERM for a watched folder that was deleted.
    if (!['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(code)) poll(`the system gives no more watches (${code})`);
  }

  function noticed(path: string, event: string, name: string | null): void {
    const entry = watched.get(path);
    if (!entry) return;
    // The folder itself was moved or deleted; whatever has its name now is another one.
    if (event === 'rename' && name === basename(path)) drop(path);
    if (name !== null && (name.startsWith('.') || entry.only?.has(name) === false)) return;
    heldSince ??= clock.now();
    const left = heldSince + HELD_MS - clock.now();
    after(Math.max(0, Math.min(QUIET_MS, left)), () => {
      heldSince = undefined;
      // First the folders: what is put into a new one from here on is noticed, what is there already is found.
      update();
      onChange();
    });
  }

  function poll(reason: string): void {
    if (trouble !== undefined) return;
    trouble = `Memory’s folders are looked at every ${POLL_MS / 1000} s instead of being watched: ${reason}.`;
    for (const path of [...watched.keys()]) drop(path);
    log.warn('memory.watch-refused', {
      reason,
      remedy: 'Raise the system’s limit of watches, or watch fewer folders.',
    });
    tick();
  }

  function tick(): void {
    after(POLL_MS, () => {
      tick();
      onChange();
    });
  }

  function after(ms: number, run: () => void): void {
    cancel();
    if (!closed) cancel = clock.after(ms, run);
  }

  return {
    get trouble() {
      return trouble;
    },
    update,
    close() {
      closed = true;
      cancel();
      for (const path of [...watched.keys()]) drop(path);
    },
  };
}

/** A folder may stand in several entries; where one of them wants all of it, the others add nothing. */
function byPath(folders: readonly WatchFolder[]): Map<string, ReadonlySet<string> | undefined> {
  const found = new Map<string, Set<string> | undefined>();
  for (const { path, only } of folders) {
    if (only === undefined) found.set(path, undefined);
    else if (!found.has(path)) found.set(path, new Set([only]));
    else found.get(path)?.add(only);
  }
  return found;
}

// Keeps the store in step with the disk: passes over the files, rebuilds beside it, damage, old generations. Whoever works
// on the store does so through `onStore`. Must never take trouble with the files for trouble with the index.

import type { Clock, Log } from '../../contracts/index.js';
import { MemoryError } from '../../contracts/index.js';
import { coolDown } from '../embedders/cool-down.js';
import { dayOfName } from '../sources/day.js';
import type { SourceFile, Sources } from '../sources/sources.js';
import { scopeId } from '../visibility.js';
import { type ChunkSize, cutChunks, sha256 } from './chunk.js';
import { IndexDamage } from './index-errors.js';
import type { IndexHint } from './memory-index.js';
import type { Shelf } from './shelf.js';
import type { ExpectedFile, IndexStore, NewChunk } from './store.js';
import { type ChunkHints, type SyncReport, syncOnce } from './sync.js';
import { openTriggers, type SyncSettings } from './triggers.js';
import { openWatcher } from './watcher.js';

/** How an index lives; see EngineParts. */
export type Manner = 'resident' | 'errand';

export interface KeeperParts {
  shelf: Shelf;
  /** Guarded (guarded-sources.ts). */
  sources: Sources;
  chunk: ChunkSize;
  sync: SyncSettings;
  manner: Manner;
  /** Whether an index that was made in another way is made anew without being asked. */
  rebuilds: boolean;
  /** There may be chunks that nobody has embedded. */
  onChunks(): void;
  /** Files done of those that a pass or a rebuild has to read. */
  onProgress?: ((done: number, total: number) => void) | undefined;
  clock: Clock;
  log: Log;
}

export interface Keeper {
  /** Runs `work` on the store, and again on the one that takes its place if it was damaged, full or replaced under it. */
  onStore<T>(work: (store: IndexStore) => T | Promise<T>): Promise<T>;
  sync(): Promise<SyncReport>;
  refresh(paths: readonly string[]): Promise<void>;
  rebuild(): Promise<SyncReport>;
  hint(event: IndexHint): void;
  /**
   * Resolves when what is on disk can be found, at the latest after `waitMs` where the index is resident. Never rejects.
   * Resolves to the files that are not indexed as they are; undefined when nobody has looked.
   */
  upToDate(waitMs: number): Promise<readonly SourceFile[] | undefined>;
  /** Every file as it should stand in the index. */
  expected(): Generator<ExpectedFile>;
  notices(): string[];
  close(): Promise<void>;
}

/** Steps of upkeep after a pass that changed something. */
const TEND_STEPS = 20;
/** How often the index reads its file through, and how large that may be: 10 ms for a year of notes. */
const EXAMINE_MS = 3_600_000;
const EXAMINE_BYTES = 64_000_000;
/** Up to this size it proves what it reads by itself too: 75 ms for a year of notes (7 MB), while searches wait. */
const PROVE_BYTES = 10_000_000;
/** How often one piece of work is begun again because its store was replaced under it. */
const MAX_REPEATS = 3;
/** After a rebuild that failed, another one is not begun so soon. */
const REBUILD_REST = { firstMs: 60_000, longestMs: 3_600_000, finalMs: 3_600_000 };

export function openKeeper(parts: KeeperParts): Keeper {
  const { shelf, sources, chunk, manner, onChunks, onProgress, clock, log } = parts;
  const ending = new AbortController();
  const rest = coolDown(clock, REBUILD_REST);
  /** Pieces of work that hold a store. */
  let working = 0;
  let rebuilding: Promise<SyncReport | undefined> | undefined;
  /** The generation in use when the old ones were last removed. */
  let swept: number | undefined;
  /** When the file is next looked at, and when what it holds is next proven. */
  const due = { quick: 0, whole: 0 };
  let first = true;

  const triggers = openTriggers({
    settings: parts.sync,
    clock,
    log,
    sync: compare,
    watch: (onChange) => openWatcher({ folders: () => sources.list().folders, onChange, clock, log }),
  });
  if (manner === 'resident') {
    triggers.start();
    inBackground();
  }

  /** What goes wrong is told by the triggers. */
  function inBackground(): void {
    triggers.sync().catch(() => undefined);
  }

  async function onStore<T>(work: (store: IndexStore) => T | Promise<T>): Promise<T> {
    for (let repeats = 0; ; repeats++) {
      if (ending.signal.aborted) throw closed();
      const store = shelf.store();
      working++;
      try {
        return await work(store);
      } catch (error) {
        if (ending.signal.aborted) throw closed();
        if (repeats >= MAX_REPEATS) throw error;
        if (shelf.failed(store, error)) {
          // What takes its place is empty.
          if (manner === 'resident') inBackground();
        } else if (shelf.store() === store) throw error;
      } finally {
        working--;
        sweep(store);
      }
    }
  }

  /** Removes old generations at the start and after each change of them, in a moment when no work holds any. */
  function sweep(store: IndexStore): void {
    if (working > 0 || store.generation === swept || ending.signal.aborted) return;
    swept = store.generation;
    try {
      shelf.sweep();
    } catch (error) {
      log.warn('index.sweep-failed', { error });
    }
  }

  async function compare(signal: AbortSignal, only?: readonly string[]): Promise<SyncReport> {
    if (!only) await examine(manner === 'resident' ? 'whole' : 'quick');
    for (let repeats = 0; ; repeats++) {
      const { report, store: compared } = await onStore(async (store) => {
        const done = await syncOnce(store, sources, { chunker, signal, ...(only ? { only } : { onProgress }) });
        // Not by itself: another store may be in its place then, which is empty and would pass for compared.
        if (!only && !signal.aborted) await store.setSynced(clock.now());
        return { report: done, store };
      });
      if (!only) await afterPass(report, signal);
      // What another process has gone over to meanwhile, or what took the place of a damaged one, knows nothing of this.
      if (repeats < MAX_REPEATS && !signal.aborted && !(await onStore((store) => store === compared))) continue;
      if (report.indexed > 0) onChunks();
      return report;
    }
  }

  /** Damage that no search has come across yet. Only a `whole` look sees other letters, terms or vectors on sound pages. */
  async function examine(depth: 'quick' | 'whole'): Promise<void> {
    if (clock.now() < due[depth]) return;
    due[depth] = due.quick = clock.now() + EXAMINE_MS;
    await onStore((store) => {
      const size = store.bytes();
      // Who asks an errand for a pass waits for the proof.
      const proves = depth === 'whole' && (manner === 'errand' || size <= PROVE_BYTES);
      if (!proves && size > EXAMINE_BYTES) return;
      const [trouble] = proves ? store.selfCheck() : store.quickCheck();
      if (trouble !== undefined) throw new IndexDamage(trouble);
    });
  }

  async function afterPass(report: SyncReport, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    if (report.indexed + report.removed > 0) await tend(signal);
    if (first) onChunks();
    first = false;
    if (parts.rebuilds && !rest.resting() && shelf.isOutdated()) void rebuildInBackground();
  }

  async function tend(signal: AbortSignal): Promise<void> {
    for (let step = 0; step < TEND_STEPS && !signal.aborted; step++) {
      if (!(await onStore((store) => store.tend()))) return;
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }

  function chunker(text: string, { day, skip }: Pick<ChunkHints, 'day' | 'skip'>): NewChunk[] {
    return cutChunks(text, { ...chunk, day, skip });
  }

  /** Undefined when another process is at it. One at a time. */
  function build(): Promise<SyncReport | undefined> {
    rebuilding ??= buildOnce().finally(() => {
      rebuilding = undefined;
    });
    return rebuilding;
  }

  async function buildOnce(): Promise<SyncReport | undefined> {
    const { signal } = ending;
    let report: SyncReport | undefined;
    const fill = async (store: IndexStore) => {
      const done = await syncOnce(store, sources, { chunker, signal, onProgress });
      if (signal.aborted) throw closed();
      report ??= done;
    };
    try {
      if (!(await shelf.rebuild(fill))) return undefined;
      rest.worked();
      // What was written into the old one after the last look and before everybody had gone over.
      await onStore(async (store) => {
        await syncOnce(store, sources, { chunker, signal });
        await store.setSynced(clock.now());
      });
    } catch (error) {
      rest.failed('rebuild', { retryable: true });
      throw error;
    }
    onChunks();
    return report;
  }

  async function rebuildInBackground(): Promise<void> {
    await build().catch((error: unknown) => {
      if (!ending.signal.aborted) log.warn('index.rebuild-failed', { error });
    });
  }

  async function upToDate(waitMs: number): Promise<readonly SourceFile[] | undefined> {
    if (manner === 'errand') {
      const report = await triggers.sync().catch(() => undefined);
      await rebuilding?.catch(() => undefined);
      return report?.behind;
    }
    const done = new AbortController();
    const late = clock.sleep(waitMs, done.signal).then(() => undefined);
    try {
      return await Promise.race([look(), late]);
    } finally {
      done.abort();
    }
  }

  /** An index that was never compared, as after somebody deleted it, is filled whatever the settings say. */
  async function look(): Promise<readonly SourceFile[] | undefined> {
    const report = isCompared() ? await triggers.beforeSearch() : await triggers.sync().catch(() => undefined);
    return report?.behind;
  }

  function isCompared(): boolean {
    try {
      return shelf.store().synced !== undefined;
    } catch {
      return false;
    }
  }

  return {
    onStore,
    async sync() {
      if (manner === 'errand') await examine('whole');
      const report = await triggers.sync();
      if (manner === 'errand') await rebuilding?.catch(() => undefined);
      return report;
    },
    refresh: (paths) => triggers.refresh(paths),
    async rebuild() {
      const report = await build();
      if (report) return report;
      throw new MemoryError('busy', 'the index is being built anew by another process', { retryable: true });
    },
    hint: (event) => triggers.hint(event),
    upToDate,
    *expected() {
      for (const file of sources.list().files) {
        const text = textOf(file);
        if (text === undefined) continue;
        const { path, corpus, owner } = file;
        const chunks = chunker(text, { day: dayOfName(path), skip: sources.templateLines(path) });
        yield { path, corpus, owner: scopeId(owner), hash: sha256(text), chunks };
      }
    },
    notices: () => [...triggers.notices, ...shelf.notices()],
    async close() {
      ending.abort();
      await triggers.close();
      await rebuilding?.catch(() => undefined);
      shelf.close();
    },
  };

  /** Undefined for what cannot be read now; the listing's notices and the passes name it. */
  function textOf(file: SourceFile): string | undefined {
    try {
      return sources.read(file);
    } catch {
      return undefined;
    }
  }
}

export function closed(): MemoryError {
  return new MemoryError('unavailable', 'the search index is closed');
}

// The index at work, in whichever thread it is opened: keeps its store in step with the disk, searches it, heals it.
// Must never search rows outside the spaces of the reader, and never let trouble with the index stop an answer.

import { join } from 'node:path';
import {
  type Clock,
  type Embedder,
  type Log,
  MemoryError,
  type Scope,
  type SearchAnswer,
  type SearchOptions,
} from '../../contracts/index.js';
import { tryLock } from '../../db/lock.js';
import type { EmbeddingCache } from '../embedders/cache.js';
import type { Folders } from '../folders.js';
import { searchIndex } from '../search/search.js';
import { dayOfName } from '../sources/day.js';
import type { SourceFile, Sources } from '../sources/sources.js';
import { type Owner, scopeId } from '../visibility.js';
import { cutChunks, sha256 } from './chunk.js';
import { assertReadable, assertWhole, toHits } from './hits.js';
import { IndexDamage } from './index-errors.js';
import type { MemoryIndex } from './memory-index.js';
import type { IndexedCorpus } from './reader.js';
import type { IndexSettings } from './settings.js';
import { openShelf } from './shelf.js';
import { statusOf } from './status.js';
import type { ExpectedFile, IndexStore } from './store.js';
import { isCurrent, type SyncReport, syncOnce } from './sync.js';
import { openTriggers } from './triggers.js';
import { openVectorLeg } from './vector-leg.js';
import { openWatcher } from './watcher.js';
import { boundsOf, corporaOf, limitOf, ownersFor } from './wish.js';

export interface EngineParts {
  settings: IndexSettings;
  folders: Pick<Folders, 'all'>;
  sources: Sources;
  embedding?: { embedder: Embedder; cache: EmbeddingCache } | undefined;
  /** What was found when the settings were read, for the status. */
  notices?: readonly string[];
  /**
   * `resident`: watches, keeps the intervals, embeds in the background, and answers from what is indexed when a look at
   * the disk takes long. `errand`: does nothing by itself, and brings everything up to date before it answers.
   */
  manner: 'resident' | 'errand';
  clock: Clock;
  log: Log;
}

/** Of all snippets of one answer, UTF-16 units. */
const ANSWER_CHARS = 7_000;
/** How long a search waits for the comparison with the disk; then it answers from what is indexed. */
const SWEEP_WAIT_MS = 1_500;
/** Steps of upkeep after a pass that changed something. */
const TEND_STEPS = 20;
/** How often a resident index reads its file through, and how large that may be: 10 ms for a year of notes. */
const EXAMINE_MS = 3_600_000;
const EXAMINE_BYTES = 64_000_000;
/** How often one piece of work is begun again because its store was replaced under it. */
const MAX_REPEATS = 3;

export function openIndex(parts: EngineParts): MemoryIndex {
  const { settings, sources, folders, clock, log, manner } = parts;
  const { place, chunk, embedding } = settings;
  const model = parts.embedding?.embedder.fingerprint ?? '';
  const shelf = openShelf({ chunk, model, clock, log, ...(place ? { place } : {}) });
  const ending = new AbortController();
  /** Pieces of work that hold a store. */
  let working = 0;
  let rebuilding: Promise<SyncReport | undefined> | undefined;
  let lastReport: SyncReport | undefined;
  /** The generation in use when the old ones were last removed. */
  let swept: number | undefined;
  let examineAt = 0;

  const leg = openVectorLeg({
    embedder: parts.embedding?.embedder,
    cache: parts.embedding?.cache,
    queryBudgetMs: embedding?.queryBudgetMs ?? 0,
    batchSize: embedding?.batchSize ?? 64,
    claim: () => (place ? tryLock(join(place.runDir, `index-${place.name}.embed.lock`)) : { release() {} }),
    store: () => (ending.signal.aborted ? undefined : shelf.store()),
    resized: () => void refillVectors(),
    clock,
    log,
  });
  const triggers = openTriggers({
    settings: settings.sync,
    clock,
    log,
    sync: compare,
    watch: (onChange) => openWatcher({ folders: () => sources.list().folders, onChange, clock, log }),
  });

  if (manner === 'resident') {
    triggers.start();
    triggers.sync().catch(() => undefined);
  }

  /** Runs `work` on the store, and once more on the one that takes its place if it was damaged, full or replaced. */
  async function using<T>(work: (store: IndexStore) => T | Promise<T>): Promise<T> {
    for (let repeats = 0; ; repeats++) {
      if (ending.signal.aborted) throw closed();
      const store = shelf.store();
      working++;
      try {
        return await work(store);
      } catch (error) {
        if (repeats >= MAX_REPEATS || ending.signal.aborted) throw error;
        if (shelf.failed(error)) {
          // What takes its place is empty.
          if (manner === 'resident') triggers.sync().catch(() => undefined);
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

  /** Damage on pages that no search has come across yet. Small files are read through now and then. */
  async function examine(): Promise<void> {
    if (manner !== 'resident' || clock.now() < examineAt) return;
    examineAt = clock.now() + EXAMINE_MS;
    await using((store) => {
      if (store.bytes() > EXAMINE_BYTES) return;
      const [trouble] = store.quickCheck();
      if (trouble !== undefined) throw new IndexDamage(trouble);
    });
  }

  /** The embedder's vectors have another size than before: all are made anew, and until then words alone are searched. */
  async function refillVectors(): Promise<void> {
    try {
      await using((store) => store.dropVectors());
      leg.kick();
    } catch (error) {
      if (!ending.signal.aborted) log.warn('index.resize-failed', { error });
    }
  }

  async function compare(signal: AbortSignal, only?: readonly string[]): Promise<SyncReport> {
    for (let repeats = 0; ; repeats++) {
      const report = await using(async (store) => {
        const done = await syncOnce(store, sources, { chunker, signal, ...(only ? { only } : {}) });
        // Another process may have gone over to a new generation meanwhile, which does not know of this.
        return shelf.store() === store || repeats >= MAX_REPEATS ? done : undefined;
      });
      if (!report) continue;
      if (!only) await afterPass(report, signal);
      if (report.indexed > 0) leg.kick();
      return report;
    }
  }

  async function afterPass(report: SyncReport, signal: AbortSignal): Promise<void> {
    const first = lastReport === undefined;
    lastReport = report;
    if (signal.aborted) return;
    if (report.failed.length === 0) await using((store) => store.setSynced(clock.now()));
    if (report.indexed + report.removed > 0) await tend(signal);
    if (first) leg.kick();
    await examine();
    if (shelf.isOutdated()) void rebuildInBackground();
  }

  async function tend(signal: AbortSignal): Promise<void> {
    for (let step = 0; step < TEND_STEPS && !signal.aborted; step++) {
      if (!(await using((store) => store.tend()))) return;
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }

  function chunker(text: string, { day, skip }: { day: string | undefined; skip: ReadonlySet<string> }) {
    return cutChunks(text, { ...chunk, day, skip });
  }

  /** Undefined when another process is at it. One at a time. */
  function build(): Promise<SyncReport | undefined> {
    rebuilding ??= (async () => {
      let report: SyncReport | undefined;
      const { signal } = ending;
      await shelf.rebuild(async (store) => {
        const done = await syncOnce(store, sources, { chunker, signal });
        if (signal.aborted) throw closed();
        report ??= done;
      });
      leg.kick();
      // Whoever holds the old one lets it go by itself.
      await using(() => undefined);
      return report;
    })().finally(() => {
      rebuilding = undefined;
    });
    return rebuilding;
  }

  async function rebuildInBackground(): Promise<void> {
    await build().catch((error: unknown) => {
      if (!ending.signal.aborted) log.warn('index.rebuild-failed', { error });
    });
  }

  async function upToDate(): Promise<void> {
    if (manner === 'resident') {
      const done = new AbortController();
      const late = clock.sleep(SWEEP_WAIT_MS, done.signal);
      await Promise.race([triggers.beforeSearch(), late]);
      done.abort();
      return;
    }
    await triggers.sync().catch(() => undefined);
    await rebuilding?.catch(() => undefined);
  }

  async function search(scope: Scope, query: string, options: SearchOptions): Promise<SearchAnswer> {
    const corpora = corporaOf(options);
    const owners = ownersFor(scope, options, () => folders.all().map((one) => one.scope));
    let ready: IndexStore | undefined;
    return await using(async (store) => {
      const spacesNow = () => store.spacesOf([...owners.keys()], corpora);
      const asking = leg.ofQuery(query, store, spacesNow());
      // A store that took the place of another one may be empty.
      if (store !== ready) await upToDate();
      ready = store;
      const asked = await asking;
      const spaces = spacesNow();
      const share = asked.vector ? (embedding?.vectorWeight ?? 0) : 0;
      const found = searchIndex(store, spaces, {
        query,
        limit: limitOf(options),
        budget: ANSWER_CHARS,
        now: clock.now(),
        timezone: settings.timezone,
        weights: { text: 1 - share, vector: share },
        ...(asked.vector ? { vector: asked.vector } : {}),
        ...boundsOf(options),
      });
      assertReadable(found, owners);
      assertWhole(found);
      const hits = toHits(found, scope, options, owners);
      return { mode: leg.mode(store, spaces, asked.why), hits, pending: pendingOf(store, owners, corpora) };
    });
  }

  function pendingOf(store: IndexStore, owners: ReadonlyMap<string, Owner>, corpora: readonly IndexedCorpus[]): number {
    if (lastReport?.failed.length === 0 && !triggers.busy) return 0;
    const spaces = new Map(store.spaces().map((space) => [space.id, space]));
    const rows = store.files();
    return sources
      .list()
      .files.filter(
        (file) =>
          owners.has(scopeId(file.owner)) &&
          corpora.includes(file.corpus) &&
          !isCurrent(rows.get(file.path), file, spaces),
      ).length;
  }

  return {
    search(scope, query, options) {
      return ending.signal.aborted ? Promise.reject(closed()) : search(scope, query, options);
    },
    refresh: (paths) => triggers.refresh(paths),
    async sync() {
      const report = await triggers.sync();
      if (manner === 'errand') {
        await rebuilding?.catch(() => undefined);
        await leg.settled();
      }
      return report;
    },
    async rebuild() {
      const report = await build();
      if (manner === 'errand') await leg.settled();
      if (report) return report;
      throw new MemoryError('busy', 'the index is being built anew by another process', { retryable: true });
    },
    hint: (event) => triggers.hint(event),
    async status() {
      return await using((store) => {
        const spaces = store.spaces().map(({ id }) => id);
        const notices = [...(parts.notices ?? []), ...triggers.notices, ...shelf.notices()];
        if (parts.embedding?.cache.trouble) notices.push(parts.embedding.cache.trouble);
        if (model !== '' && store.vectorTrouble) notices.push(`Search goes by words alone: ${store.vectorTrouble}`);
        return statusOf(store, sources.list(), { mode: leg.mode(store, spaces, leg.standing(store, spaces)), notices });
      });
    },
    async verify() {
      return await using((store) => {
        const report = store.verify(expected());
        if (shelf.isOutdated()) report.problems.unshift('The index was made in another way than this version would.');
        return report;
      });
    },
    async close() {
      ending.abort();
      await triggers.close();
      await rebuilding?.catch(() => undefined);
      await leg.close();
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

  /** Every file as it should stand in the index. */
  function* expected(): Generator<ExpectedFile> {
    for (const file of sources.list().files) {
      const text = textOf(file);
      if (text === undefined) continue;
      const { path, corpus, owner } = file;
      const chunks = cutChunks(text, { ...chunk, day: dayOfName(path), skip: sources.templateLines(path) });
      yield { path, corpus, owner: scopeId(owner), hash: sha256(text), chunks };
    }
  }
}

function closed(): MemoryError {
  return new MemoryError('unavailable', 'the search index is closed');
}

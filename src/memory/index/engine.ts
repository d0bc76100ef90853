// The index at work, in whichever thread it is opened: answers searches from a store that its keeper keeps in step with the
// disk. Must never search rows outside the spaces of the reader, and never let trouble with the index stop an answer.

import { join } from 'node:path';
import type { Clock, Embedder, Log, Scope, SearchAnswer, SearchOptions } from '../../contracts/index.js';
import { tryLock } from '../../db/lock.js';
import type { EmbeddingCache } from '../embedders/cache.js';
import type { Folders } from '../folders.js';
import { searchIndex } from '../search/search.js';
import type { SourceFile, Sources } from '../sources/sources.js';
import { canRead, type Owner, scopeId } from '../visibility.js';
import { embedderNote } from './embedder-note.js';
import { guardedSources } from './guarded-sources.js';
import { assertReadable, toHits } from './hits.js';
import { diskTrouble, isDamage, SourceTrouble } from './index-errors.js';
import { closed, type Manner, openKeeper } from './keeper.js';
import type { MemoryIndex } from './memory-index.js';
import type { IndexedCorpus } from './reader.js';
import type { IndexSettings } from './settings.js';
import { openShelf } from './shelf.js';
import { statusOf } from './status.js';
import type { IndexStore } from './store.js';
import { isCurrent } from './sync.js';
import { openVectorLeg } from './vector-leg.js';
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
  manner: Manner;
  /**
   * Whether an index that was made with other settings is made anew without being asked; default true. An errand beside a
   * running bot must not: the two would do so in turn.
   */
  rebuilds?: boolean;
  /** Files done of those that have to be read, for whoever waits. */
  onProgress?: ((done: number, total: number) => void) | undefined;
  clock: Clock;
  log: Log;
}

/** Of all snippets of one answer, UTF-16 units. */
const ANSWER_CHARS = 7_000;
/** How long a search waits for the comparison with the disk; then it answers from what is indexed. */
const WAIT_MS = 1_500;

export function openIndex(parts: EngineParts): MemoryIndex {
  const { settings, folders, clock, log, manner, rebuilds = true } = parts;
  const sources = guardedSources(parts.sources);
  const { place, chunk, embedding } = settings;
  const model = parts.embedding?.embedder.fingerprint ?? '';
  const shelf = openShelf({ chunk, model, clock, log, ...(place ? { place } : {}) });
  let isClosed = false;

  const leg = openVectorLeg({
    embedder: parts.embedding?.embedder,
    cache: parts.embedding?.cache,
    queryBudgetMs: embedding?.queryBudgetMs ?? 0,
    batchSize: embedding?.batchSize ?? 64,
    note: embedderNote(place && join(place.runDir, `index-${place.name}.embedder`), clock),
    claim: () => claimEmbedding(place),
    store: () => (isClosed ? undefined : shelf.store()),
    clear: () => keeper.onStore((store) => store.dropVectors()),
    clock,
    log,
  });
  const keeper = openKeeper({
    shelf,
    sources,
    chunk,
    sync: settings.sync,
    manner,
    rebuilds,
    onChunks: leg.kick,
    onProgress: parts.onProgress,
    clock,
    log,
  });

  async function search(scope: Scope, query: string, options: SearchOptions): Promise<SearchAnswer> {
    const corpora = corporaOf(options);
    const owners = ownersFor(scope, options, everybody);
    const spacesOf = (store: IndexStore) => store.spacesOf([...owners.keys()], corpora);
    const vectorFor = () => keeper.onStore((store) => leg.ofQuery(query, store, spacesOf(store)));
    // Side by side, because both may wait for somebody else.
    let [look, asked] = await Promise.all([lookFor(options.waitMs ?? WAIT_MS), vectorFor()]);
    return await keeper.onStore(async (store) => {
      if (store !== look.store) {
        // It took the place of the one that was looked at, and may be empty.
        [look, asked] = await Promise.all([lookFor(WAIT_MS), leg.ofQuery(query, store, spacesOf(store))]);
      }
      const spaces = spacesOf(store);
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
      const hits = toHits(found, scope, options, owners);
      const { pending, trouble } = pendingOf(store, owners, corpora, look.behind);
      const mode = leg.mode(store, spaces, asked.why);
      return { mode: trouble === undefined ? mode : `${mode}; ${trouble}`, hits, pending };
    });
  }

  /** What is behind, and in which store: of another one it says nothing. */
  async function lookFor(waitMs: number): Promise<{ behind: readonly SourceFile[] | undefined; store: IndexStore }> {
    const behind = await keeper.upToDate(waitMs);
    return { behind, store: shelf.store() };
  }

  /** Everybody of whom there is a file: a configured folder may belong to somebody who has never written. */
  function everybody(): Scope[] {
    try {
      return sources.list().files.flatMap(({ owner }) => (owner === 'shared' ? [] : [owner]));
    } catch {
      return folders.all().map(({ scope }) => scope);
    }
  }

  /** Of the reader's files alone: nothing about another's may show in an answer. */
  function pendingOf(
    store: IndexStore,
    owners: ReadonlyMap<string, Owner>,
    corpora: readonly IndexedCorpus[],
    behind: readonly SourceFile[] | undefined,
  ): { pending: number; trouble?: string } {
    const isTheirs = ({ owner, corpus }: SourceFile) => owners.has(scopeId(owner)) && corpora.includes(corpus);
    if (behind) return { pending: behind.filter(isTheirs).length };
    try {
      const spaces = new Map(store.spaces().map((space) => [space.id, space]));
      const rows = store.files();
      const { files } = sources.list();
      return { pending: files.filter((one) => isTheirs(one) && !isCurrent(rows.get(one.path), one, spaces)).length };
    } catch (error) {
      if (!(error instanceof SourceTrouble)) throw error;
      return { pending: 0, trouble: 'the files cannot be looked at' };
    }
  }

  return {
    search: (scope, query, options) => (isClosed ? Promise.reject(closed()) : search(scope, query, options)),
    refresh: (paths) => keeper.refresh(paths),
    async sync() {
      const { behind: _, ...report } = await keeper.sync();
      if (manner === 'resident') return report;
      await leg.settled();
      const vectors = await keeper.onStore((store) => leg.report(store));
      return { ...report, ...(vectors ? { vectors } : {}) };
    },
    async rebuild() {
      const { behind: _, ...report } = await keeper.rebuild();
      if (manner === 'resident') return report;
      await leg.settled();
      const vectors = await keeper.onStore((store) => leg.report(store));
      return { ...report, ...(vectors ? { vectors } : {}) };
    },
    hint: (event) => keeper.hint(event),
    async status(reader) {
      // One that had to be made in memory just now is filled before it is told of.
      if (manner === 'errand' && place && (await keeper.onStore(({ generation }) => generation)) === 0) {
        await keeper.upToDate(WAIT_MS);
      }
      const isTold = (owner: Owner) => reader === undefined || canRead(reader, owner);
      return await keeper.onStore((store) => {
        const status = statusOf(store, sources.list());
        const scopes = status.scopes.filter(({ owner }) => isTold(owner));
        const spaces = store.spacesOf(
          scopes.map(({ owner }) => scopeId(owner)),
          ['memory', 'sessions', 'wiki'],
        );
        const isMain = reader === undefined || reader.kind === 'main';
        const health = isMain && store.vectors(spaces).chunks > 0 ? leg.health() : undefined;
        const mode = leg.mode(store, spaces, leg.standing(store, spaces) ?? health);
        if (!isMain) return { ...status, mode, scopes, notices: [], skipped: [] };
        const other = shelf.isOutdated() && !rebuilds ? [OTHER_SETTINGS] : [];
        return {
          ...status,
          mode,
          scopes,
          notices: [...(parts.notices ?? []), ...keeper.notices(), ...leg.notices(store), ...other],
        };
      });
    },
    async verify() {
      // Not through the keeper: a damaged file is told and left as it is.
      try {
        const report = shelf.asItIs().verify(keeper.expected());
        if (shelf.isOutdated()) report.problems.unshift(OTHER_SETTINGS);
        return report;
      } catch (error) {
        const why = isDamage(error) ? 'it is damaged' : diskTrouble(error);
        if (why === undefined) throw error;
        return { files: 0, chunks: 0, vectors: 0, problems: [`The index file cannot be read through: ${why}.`] };
      }
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await leg.close();
      await keeper.close();
    },
  };
}

/** Undefined while another process embeds. Where no lock can be made, nobody else can embed either. */
function claimEmbedding(place: IndexSettings['place']): { release(): void } | undefined {
  const free = { release() {} };
  if (!place) return free;
  try {
    return tryLock(join(place.runDir, `index-${place.name}.embed.lock`));
  } catch {
    return free;
  }
}

const OTHER_SETTINGS = 'The index was made with other settings, or by another version.';

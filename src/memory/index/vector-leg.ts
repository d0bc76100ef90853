// The embedder's part of an index: gives vectors to chunks in the background, and to queries within their budget. Without
// an embedder it does nothing and says so. Must never hold up a search or a pass over the files.

import type { Clock, Embedder, Log } from '../../contracts/index.js';
import type { EmbeddingCache } from '../embedders/cache.js';
import { BACKGROUND_REST, coolDown } from '../embedders/cool-down.js';
import { embedPending } from '../embedders/pass.js';
import { queryVectors } from '../embedders/query-vector.js';
import type { EmbedderNote } from './embedder-note.js';
import type { VectorReport } from './memory-index.js';
import type { SpaceId } from './reader.js';
import type { IndexStore } from './store.js';

export interface VectorLeg {
  /** The query's vector for a search of these spaces, or why there is none; neither without an embedder or chunks. */
  ofQuery(
    query: string,
    store: IndexStore,
    spaces: readonly SpaceId[],
  ): Promise<{ vector?: Float32Array; why?: string }>;
  /** Why a query would get no vector, as far as that is known without asking for one. Knows only these spaces. */
  standing(store: IndexStore, spaces: readonly SpaceId[]): string | undefined;
  /** Why the embedder does not do its part, whoever's texts showed it; for main. */
  health(): string | undefined;
  /** Looks for chunks without vectors, now and again later while there is trouble. Returns at once. */
  kick(): void;
  /** How far the vectors are; undefined without an embedder. */
  report(store: IndexStore): VectorReport | undefined;
  /** What a person should know, one sentence each. */
  notices(store: IndexStore): string[];
  /** Resolves when the background has nothing left to do, or has given up for now. */
  settled(): Promise<void>;
  /** `hybrid`, or `lexical only: …`. */
  mode(store: IndexStore, spaces: readonly SpaceId[], why: string | undefined): string;
  close(): Promise<void>;
}

export interface VectorLegParts {
  embedder: Embedder | undefined;
  cache: EmbeddingCache | undefined;
  queryBudgetMs: number;
  /** Texts of one request to the embedder. */
  batchSize: number;
  note: EmbedderNote;
  /** Only one process embeds: two would pay twice. Undefined while another one does. */
  claim(): { release(): void } | undefined;
  /** The store to fill, which may be another one at each question; undefined while there is none. */
  store(): IndexStore | undefined;
  /** Takes all vectors out of the store. */
  clear(): Promise<void>;
  clock: Clock;
  log: Log;
}

const LEXICAL = 'lexical only';
/** When another process embeds, it is looked at again after so long. */
const CLAIM_MS = 15_000;
const FAILED_MS = 5_000;
/** Vectors are not made anew more often. */
const REFILL_MS = 3_600_000;

export function openVectorLeg(parts: VectorLegParts): VectorLeg {
  const { embedder, cache, note, clock, log } = parts;
  if (!embedder || !cache) {
    return {
      ofQuery: async () => ({}),
      standing: () => undefined,
      health: () => undefined,
      report: () => undefined,
      notices: () => [],
      kick() {},
      settled: async () => {},
      mode: () => LEXICAL,
      close: async () => {},
    };
  }
  const model = embedder;
  const kept = cache;
  const ending = new AbortController();
  const { signal } = ending;
  const rest = coolDown(clock, BACKGROUND_REST);
  const queries = queryVectors(model, kept, { budgetMs: parts.queryBudgetMs, clock, log, signal });
  let running: Promise<void> | undefined;
  let wanted = false;
  let cancelRetry = () => {};
  /** What the last pass over the chunks ended with. */
  let trouble: string | undefined;
  let refilledAt: number | undefined;

  /** The embedder's vectors have another size than before: all are made anew, and until then words alone are searched. */
  async function refill(): Promise<void> {
    // Some servers give queries another size than documents, and would have everything embedded with each search.
    if (refilledAt !== undefined && clock.now() - refilledAt < REFILL_MS) return;
    refilledAt = clock.now();
    try {
      await parts.clear();
      kick();
    } catch (error) {
      if (!signal.aborted) log.warn('index.resize-failed', { error });
    }
  }

  async function run(): Promise<void> {
    do {
      wanted = false;
      const store = parts.store();
      if (!store) return;
      const claim = parts.claim();
      if (!claim) {
        later(CLAIM_MS);
        return;
      }
      const report = await embedPending(store, model, kept, { rest, batch: parts.batchSize, log, signal }).finally(() =>
        claim.release(),
      );
      trouble = signal.aborted ? undefined : report.stopped;
      if (!signal.aborted && report.embedded + report.left > 0) note.write(trouble);
      if (report.resized !== undefined) {
        await refill();
        continue;
      }
      if (report.embedded > 0) log.info('embedding.done', { embedded: report.embedded, left: report.left });
      if (report.retryAt !== undefined) later(report.retryAt - clock.now());
    } while (wanted && !signal.aborted);
  }

  function later(ms: number): void {
    cancelRetry();
    if (!signal.aborted) cancelRetry = clock.after(Math.max(1_000, ms), kick);
  }

  function kick(): void {
    wanted = true;
    if (signal.aborted) return;
    running ??= run()
      .catch((error: unknown) => {
        // A store that was swapped or set aside under the pass, most often: then another one is to be filled.
        log.warn('embedding.pass-failed', { error });
        later(FAILED_MS);
      })
      .finally(() => {
        running = undefined;
      });
  }

  function standing(store: IndexStore, spaces: readonly SpaceId[]): string | undefined {
    if (store.vectorTrouble !== undefined) return 'no vector extension';
    const { embedded, chunks } = store.vectors(spaces);
    if (embedded === 0 && chunks > 0) return trouble ?? 'nothing is embedded yet';
    return undefined;
  }

  const health = () => queries.resting() ?? trouble ?? note.read();

  return {
    standing,
    health,
    report(store) {
      const { embedded, chunks } = store.vectors(store.spaces().map(({ id }) => id));
      const why = store.vectorTrouble ?? trouble;
      return { embedded, left: chunks - embedded, ...(embedded < chunks && why !== undefined ? { trouble: why } : {}) };
    },
    notices(store) {
      const why = health();
      return [
        ...(store.vectorTrouble === undefined ? [] : [`There can be no vectors here: ${store.vectorTrouble}`]),
        ...(why === undefined
          ? []
          : [`The embedder does not do its part (${why}): what it lacks is found by words alone.`]),
        ...(kept.trouble === undefined ? [] : [kept.trouble]),
      ];
    },
    async ofQuery(query, store, spaces) {
      const why = standing(store, spaces);
      if (why !== undefined) return { why };
      if (store.vectors(spaces).chunks === 0) return {};
      const answer = await queries.of(query, store.dims);
      if ('vector' in answer) {
        note.write(undefined);
        return answer;
      }
      const resting = queries.resting();
      if (resting !== undefined) note.write(resting);
      if (answer.resized !== undefined) void refill();
      return { why: answer.why };
    },
    kick,
    async settled() {
      while (running) await running;
    },
    mode(store, spaces, why) {
      // An index that was empty when the vector was asked for may be full of words by now.
      const reason = why ?? standing(store, spaces);
      if (reason !== undefined) return `${LEXICAL}: ${reason}`;
      const { embedded, chunks } = store.vectors(spaces);
      if (embedded >= chunks) return 'hybrid';
      return `hybrid, ${Math.floor((embedded / chunks) * 100)} % embedded so far`;
    },
    async close() {
      ending.abort();
      cancelRetry();
      await running;
      await kept.close();
    },
  };
}

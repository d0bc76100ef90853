// The vector of a search query, within a budget or not at all. Must never hold a search up longer than that, and asks an
// embedder in trouble only now and then.

import { createHash } from 'node:crypto';
import { type Clock, type Embedder, type Log, ModelError } from '../../contracts/index.js';
import { truncate } from '../../text/truncate.js';
import type { EmbeddingCache } from './cache.js';
import { coolDown, SEARCH_REST } from './cool-down.js';
import { BadAnswerError } from './errors.js';
import { OTHER_SIZE, plainReason, SLOW } from './reasons.js';
import { isUnit } from './unit-vector.js';

/** Characters of a query that are embedded; the rest of a longer one says nothing more. */
const LONGEST_QUERY = 2_000;
/** Queries whose vectors are kept at hand. */
const RECENT = 200;

export type QueryVector =
  | { vector: Float32Array }
  /** Plain words for the answer's mode. `resized`: the embedder's vectors have this size now, not the index's. */
  | { why: string; resized?: number };

export interface QueryVectors {
  /** Resolves always, at the latest after the budget. `dims`: the size of the vectors in the index, if it has any. */
  of(query: string, dims?: number): Promise<QueryVector>;
  /** Why the embedder is left alone at the moment, if it is. */
  resting(): string | undefined;
}

export interface QueryVectorOptions {
  budgetMs: number;
  clock: Clock;
  log: Log;
  /** Ends with the index; calls under way are given up then. */
  signal: AbortSignal;
}

/**
 * Query vectors from memory, the cache or the embedder. A call that outlives the budget goes on in the background: a
 * model that was still loading answers the next search.
 */
export function queryVectors(
  embedder: Embedder,
  cache: EmbeddingCache,
  { budgetMs, clock, log, signal }: QueryVectorOptions,
): QueryVectors {
  const { fingerprint } = embedder;
  const rest = coolDown(clock, SEARCH_REST);
  const recent = new Map<string, Float32Array>();

  function remember(hash: string, vector: Float32Array): void {
    recent.delete(hash);
    recent.set(hash, vector);
    for (const oldest of recent.keys()) {
      if (recent.size <= RECENT) break;
      recent.delete(oldest);
    }
  }

  async function known(hash: string, dims: number | undefined): Promise<Float32Array | undefined> {
    const fits = (one: Float32Array) => dims === undefined || one.length === dims;
    const near = recent.get(hash);
    if (near && fits(near)) return near;
    const kept = (await cache.get(fingerprint, [hash])).get(hash);
    return kept !== undefined && kept !== 'refused' && fits(kept) ? kept : undefined;
  }

  async function find(text: string, dims: number | undefined, race: { late: boolean }): Promise<QueryVector> {
    const hash = createHash('sha256').update(`query\n${text}`).digest('hex');
    const kept = await known(hash, dims);
    if (kept) {
      remember(hash, kept);
      return { vector: kept };
    }
    const resting = rest.resting();
    if (resting) return { why: resting.why };
    if (signal.aborted) return { why: 'closed' };
    try {
      const [vector] = await embedder.embed([text], 'query', signal);
      if (!vector || !isUnit(vector)) throw new BadAnswerError('the embedder', 'that of a query is none');
      // Slow once is a model that was loading; slow again is a slow model, which is left alone for a while.
      if (!race.late) rest.worked();
      else if (rest.failures === 1) rest.wake();
      remember(hash, vector);
      void cache.put(fingerprint, [{ hash, known: vector }]);
      if (dims === undefined || vector.length === dims) return { vector };
      recent.clear();
      await cache.keepSize(fingerprint, vector.length);
      return { why: OTHER_SIZE, resized: vector.length };
    } catch (error) {
      return { why: signal.aborted ? 'closed' : failed(error, race.late) };
    }
  }

  function failed(error: unknown, late: boolean): string {
    const why = plainReason(error);
    // A query that no model takes says nothing of the next one.
    if (error instanceof ModelError && error.kind === 'overflow') return why;
    // Searches that fail together are one failure; what a slow call ended with is the better reason.
    if (rest.resting() && !late) return why;
    const { retryable, retryAfterMs } =
      error instanceof ModelError ? error : { retryable: true, retryAfterMs: undefined };
    if (rest.failed(why, { retryable, retryAfterMs }).news) log.warn('embedding.query-failed', { why, error });
    return why;
  }

  return {
    resting: () => rest.resting()?.why,
    of(query, dims) {
      const text = truncate(query.trim(), LONGEST_QUERY, '');
      if (text === '') return Promise.resolve({ why: 'no words' });
      const race = { late: false };
      return new Promise((resolve) => {
        const cancel = clock.after(budgetMs, () => {
          race.late = true;
          if (!rest.resting() && rest.failed(SLOW, { retryable: true }).news)
            log.warn('embedding.query-slow', { budgetMs });
          resolve({ why: SLOW });
        });
        void find(text, dims, race).then((found) => {
          cancel();
          resolve(found);
        });
      });
    },
  };
}

// The background pass: gives vectors to the chunks that have none, a few at a time, from the cache or the embedder.
// Never holds a transaction while it waits for the network, and never touches anything but vectors.

import { type Embedder, type Log, ModelError } from '../../contracts/index.js';
import { DimensionsError } from '../index/index-errors.js';
import type { IndexStore } from '../index/store.js';
import type { EmbeddingCache, Known } from './cache.js';
import type { CoolDown, Rest } from './cool-down.js';
import { BadAnswerError, RefusedTextsError } from './errors.js';
import { OTHER_SIZE, plainReason } from './reasons.js';
import { isUnit } from './unit-vector.js';

/** What the pass needs of an index. */
export type PassStore = Pick<IndexStore, 'unembedded' | 'putVectors' | 'dims' | 'spaces' | 'vectors' | 'vectorTrouble'>;

export interface PassOptions {
  /** How long failures keep the background away; one object for the life of the embedder. */
  rest: CoolDown;
  /** Chunks of one step. Default 64. */
  batch?: number;
  log: Log;
  signal: AbortSignal;
}

export interface PassReport {
  /** Vectors put into the store now. */
  embedded: number;
  /** Chunks that the embedder will not take. */
  skipped: number;
  /** Chunks without a vector after the pass, the skipped ones included. */
  left: number;
  /** Why it ended before all had been tried, in plain words; 'stopped' after an abort. */
  stopped?: string;
  /** When another pass may get further, epoch milliseconds. */
  retryAt?: number;
  /** The embedder's vectors have this size now and the store's another: the store has to be filled anew. */
  resized?: number;
}

/** Chunks that are passed over for now, at most: they are read again at every step. */
const MOST_ASIDE = 2_000;

type Pending = ReturnType<PassStore['unembedded']>[number];

/**
 * Embeds until nothing is left, the signal aborts, or trouble; while the embedder rests, only the cache is used. Rejects
 * with what the store throws, nothing else; what was paid for is in the cache by then. The caller starts it again after
 * a sync and at `retryAt`.
 */
export async function embedPending(
  store: PassStore,
  embedder: Embedder,
  cache: EmbeddingCache,
  { rest, batch = 64, log, signal }: PassOptions,
): Promise<PassReport> {
  const { fingerprint } = embedder;
  /** Passed over: chunks that were refused, and chunks that wait for the embedder. */
  const aside = new Set<number>();
  const count = { embedded: 0, skipped: 0 };
  let trouble: Rest | undefined;
  /** Those of the last step that put any. */
  let put: ReadonlySet<number> = new Set();

  for (;;) {
    if (signal.aborted) return report({ stopped: 'stopped' });
    if (store.vectorTrouble !== undefined) return report({ stopped: store.vectorTrouble });
    const rows = store
      .unembedded(batch + aside.size)
      .filter(({ id }) => !aside.has(id))
      .slice(0, batch);
    if (rows.length === 0) return report(ending());
    if (aside.size >= MOST_ASIDE) return report(ending('embedder refuses many texts'));
    if (rows.some(({ id }) => put.has(id))) return report({ stopped: 'vectors are not kept' });
    const resized = await step(rows);
    if (resized !== undefined) return report({ stopped: OTHER_SIZE, resized });
    await new Promise<void>((resolve) => setImmediate(resolve));
  }

  function report(more: Partial<PassReport>): PassReport {
    const { embedded, chunks } = store.vectors(store.spaces().map(({ id }) => id));
    return { ...count, left: chunks - embedded, ...more };
  }

  function ending(otherwise?: string): Partial<PassReport> {
    if (trouble) return { stopped: trouble.why, retryAt: trouble.until };
    return otherwise === undefined ? {} : { stopped: otherwise };
  }

  /** One step; the new size where the embedder's vectors do not fit those in the store. */
  async function step(rows: readonly Pending[]): Promise<number | undefined> {
    const known = await cache.get(fingerprint, [...new Set(rows.map(({ hash }) => hash))]);
    const size = store.dims ?? sizeOf(known.values());
    for (const [hash, one] of known) if (one !== 'refused' && one.length !== size) known.delete(hash);
    const missing = new Map(rows.filter(({ hash }) => !known.has(hash)).map(({ hash, text }) => [hash, text]));
    const fresh = await ask(missing);
    const now = sizeOf(fresh.values());
    if (now !== undefined && now !== size && size !== undefined) {
      // The cache is of a model that the endpoint no longer has.
      await cache.keepSize(fingerprint, now);
      known.clear();
    }
    if (fresh.size > 0)
      await cache.put(
        fingerprint,
        [...fresh].map(([hash, one]) => ({ hash, known: one })),
      );
    if (now !== undefined && store.dims !== undefined && now !== store.dims) return now;
    return await keep(rows, new Map([...known, ...fresh]), missing);
  }

  async function keep(
    rows: readonly Pending[],
    found: ReadonlyMap<string, Known>,
    missing: ReadonlyMap<string, string>,
  ): Promise<number | undefined> {
    const ready: { id: number; vector: Float32Array }[] = [];
    for (const { id, hash } of rows) {
      const one = found.get(hash);
      if (one === 'refused') count.skipped += 1;
      if (one === 'refused' || (one === undefined && missing.has(hash))) aside.add(id);
      else if (one !== undefined) ready.push({ id, vector: one });
    }
    if (ready.length === 0 || signal.aborted) return undefined;
    try {
      await store.putVectors(ready);
    } catch (error) {
      // Another process was quicker, with vectors of another size.
      if (error instanceof DimensionsError) return error.given;
      throw error;
    }
    put = new Set(ready.map(({ id }) => id));
    count.embedded += ready.length;
    return undefined;
  }

  /** What the embedder says of these texts by hash; nothing while it rests or when it fails. */
  async function ask(texts: ReadonlyMap<string, string>): Promise<Map<string, Known>> {
    if (texts.size === 0) return new Map();
    const resting = rest.resting();
    if (resting) {
      trouble ??= resting;
      return new Map();
    }
    try {
      const answer = await vectorsOf([...texts.values()]);
      rest.worked();
      return new Map([...texts.keys()].map((hash, i) => [hash, answer[i] ?? 'refused']));
    } catch (error) {
      if (!signal.aborted) trouble = failed(error);
      return new Map();
    }
  }

  async function vectorsOf(texts: readonly string[]): Promise<readonly (Float32Array | undefined)[]> {
    try {
      const vectors = await embedder.embed(texts, 'document', signal);
      if (vectors.length !== texts.length) throw new BadAnswerError('the embedder', 'their count is wrong');
      if (!vectors.every(isUnit)) throw new BadAnswerError('the embedder', 'their length is not 1');
      return vectors;
    } catch (error) {
      if (error instanceof RefusedTextsError) return error.vectors;
      throw error;
    }
  }

  function failed(error: unknown): Rest {
    const { retryable, retryAfterMs, remedy } = error instanceof ModelError ? error : unknownTrouble;
    const { news, ...begun } = rest.failed(plainReason(error), { retryable, retryAfterMs });
    const details = { why: begun.why, until: new Date(begun.until).toISOString(), remedy, error };
    if (news) log.warn('embedding.stopped', details);
    else log.debug('embedding.stopped', details);
    return begun;
  }
}

const unknownTrouble = { retryable: true, retryAfterMs: undefined, remedy: undefined };

/** The size of the first vector. */
function sizeOf(known: Iterable<Known>): number | undefined {
  for (const one of known) if (one !== 'refused') return one.length;
  return undefined;
}

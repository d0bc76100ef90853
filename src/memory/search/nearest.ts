// The chunks that mean what the question means, by their vectors: of those that may be an answer, so many.

import type { IndexReader, SpaceId } from '../index/reader.js';

/** Chunks that the vectors may add. */
const MAX_NEAREST = 60;
/** The widest search, when a range of days leaves out most of what is near; sqlite-vec allows 4,096. */
const WIDEST = 4_000;

export interface Near {
  /** Cosine by chunk id, the nearest first. */
  similarities: ReadonlyMap<number, number>;
  /** What a chunk that is not among them has at most; undefined when such a chunk has no vector at all. */
  farthest: number | undefined;
}

/** Nothing without a vector. Asks the index for more while `allowed` leaves too few. */
export function nearestOf(
  reader: IndexReader,
  spaces: readonly SpaceId[],
  vector: Float32Array | undefined,
  allowed: ReadonlySet<number> | undefined,
): Near {
  if (!vector) return { similarities: new Map(), farthest: undefined };
  for (let count = MAX_NEAREST; ; count = Math.min(count * 8, WIDEST)) {
    const all = reader.nearest(spaces, vector, count);
    const near = all.filter(({ id }) => !allowed || allowed.has(id)).slice(0, MAX_NEAREST);
    const complete = all.length < count;
    if (near.length < MAX_NEAREST && !complete && count < WIDEST) continue;
    return {
      similarities: new Map(near.map(({ id, similarity }) => [id, similarity])),
      farthest: complete && near.length < MAX_NEAREST ? undefined : near.at(-1)?.similarity,
    };
  }
}

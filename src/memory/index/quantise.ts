// Turns unit vectors into bytes that can be compared by squared distance. Pure; a table of vectors is read with the
// quantiser it was written with, so whoever changes this raises SCHEMA_VERSION.

import { MemoryError } from '../../contracts/index.js';

/** More than the vector table can hold. */
const MAX_DIMS = 8192;
/** A rotated component reaches this many standard deviations before it is cut off; 1 in 16,000 does. */
const REACH = 4;
const ROUNDS = 2;

export interface Quantiser {
  /**
   * The vector at unit length, turned. Throws a MemoryError 'invalid' for another size, NaN, infinity and the zero
   * vector, which have no direction.
   */
  turn(vector: Float32Array): Float32Array;
  /** Bytes of a turned vector. */
  bytes(turned: Float32Array): Int8Array;
}

/**
 * For vectors of so many numbers. A model may put much of its weight on a few numbers, where one scale for all would lose
 * the others; after a random rotation (signs and Walsh–Hadamard transforms: Ailon and Chazelle 2006) every number is of
 * the same size, so one scale fits, all byte vectors have nearly the same length, and the order by squared distance is
 * that by cosine: it costs a third less than cosine in sqlite-vec.
 */
export function quantiser(dims: number): Quantiser {
  if (!Number.isInteger(dims) || dims < 1 || dims > MAX_DIMS)
    throw new MemoryError('invalid', `a vector of ${dims} numbers cannot be indexed`);
  const block = 2 ** Math.floor(Math.log2(dims));
  const flips = signs(dims * ROUNDS);
  const scale = (127 * Math.sqrt(dims)) / REACH;

  return {
    turn(vector) {
      if (vector.length !== dims)
        throw new MemoryError('invalid', `a vector of ${vector.length} numbers among vectors of ${dims}`);
      const length = lengthOf(vector);
      if (!hasDirection(vector))
        throw new MemoryError('invalid', 'a vector that is zero or holds NaN has no direction');
      const turned = vector.map((x) => x / length);
      for (let round = 0; round < ROUNDS; round++) {
        for (let i = 0; i < dims; i++) turned[i] = (turned[i] ?? 0) * (flips[round * dims + i] ?? 1);
        // Two blocks of a power of two that overlap, where the size is none itself.
        transform(turned, 0, block);
        if (block < dims) transform(turned, dims - block, block);
      }
      return turned;
    },
    bytes: (turned) => Int8Array.from(turned, (x) => Math.max(-127, Math.min(127, Math.round(x * scale)))),
  };
}

/** False for the zero vector and for NaN or infinity among the numbers. */
export function hasDirection(vector: Float32Array): boolean {
  const length = lengthOf(vector);
  return Number.isFinite(length) && length > 0;
}

function lengthOf(vector: Float32Array): number {
  return Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));
}

/** Cosine of a turned vector and the bytes of another. */
export function cosine(turned: Float32Array, bytes: Int8Array): number {
  let dot = 0;
  let square = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    dot += (turned[i] ?? 0) * byte;
    square += byte * byte;
  }
  return square === 0 ? 0 : Math.max(-1, Math.min(1, dot / Math.sqrt(square)));
}

/** The fast Walsh–Hadamard transform of `size` numbers from `start`, in place, with lengths kept. */
function transform(values: Float32Array, start: number, size: number): void {
  for (let half = 1; half < size; half *= 2) {
    for (let left = start; left < start + size; left += half * 2) {
      for (let i = left; i < left + half; i++) {
        const a = values[i] ?? 0;
        const b = values[i + half] ?? 0;
        values[i] = a + b;
        values[i + half] = a - b;
      }
    }
  }
  const norm = 1 / Math.sqrt(size);
  for (let i = start; i < start + size; i++) values[i] = (values[i] ?? 0) * norm;
}

/** The same signs in every process (xorshift32, Marsaglia 2003). */
function signs(count: number): Int8Array {
  let state = 0x9e3779b9;
  return Int8Array.from({ length: count }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state & 1 ? 1 : -1;
  });
}

// An answer of POST /v1/embeddings → unit vectors, or the reason why it cannot be used. Pure; never takes a part of an
// answer, because vectors that belong to other texts would be found for ever.

import { z } from 'zod';

const answer = z.object({
  data: z.array(
    z.object({ index: z.int().nonnegative().optional(), embedding: z.union([z.string(), z.array(z.unknown())]) }),
  ),
});

/** `count` vectors of length 1 and of one size, in the order of the texts; or the fault in words. */
export function readAnswer(raw: unknown, count: number): { vectors: Float32Array[] } | { fault: string } {
  const parsed = answer.safeParse(raw);
  if (!parsed.success) return { fault: 'the answer has another shape' };
  const rows = parsed.data.data;
  if (rows.length !== count) return { fault: `${rows.length} vectors for ${count} texts` };
  const vectors = new Array<Float32Array | undefined>(count).fill(undefined);
  for (const [position, { index = position, embedding }] of rows.entries()) {
    if (index >= count || vectors[index] !== undefined) return { fault: 'the vectors are numbered wrongly' };
    const vector = unitVector(typeof embedding === 'string' ? fromBase64(embedding) : embedding);
    if (vector === undefined) return { fault: 'a vector is empty, zero or not made of numbers' };
    vectors[index] = vector;
  }
  const whole = vectors.filter((vector) => vector !== undefined);
  if (new Set(whole.map(({ length }) => length)).size > 1) return { fault: 'the vectors differ in size' };
  return { vectors: whole };
}

/** The numbers scaled to length 1; undefined when they are none, not finite, or all zero. */
function unitVector(numbers: ArrayLike<unknown> | undefined): Float32Array | undefined {
  if (numbers === undefined || numbers.length === 0) return undefined;
  let sum = 0;
  for (let i = 0; i < numbers.length; i++) {
    const value = numbers[i];
    if (typeof value !== 'number') return undefined;
    sum += value * value;
  }
  const length = Math.sqrt(sum);
  if (!Number.isFinite(length) || length === 0) return undefined;
  return Float32Array.from({ length: numbers.length }, (_, i) => Number(numbers[i]) / length);
}

/** Little-endian 32-bit floats. */
function fromBase64(text: string): Float32Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length % 4 !== 0) return undefined;
  return new Float32Array(new Uint8Array(bytes).buffer);
}

// An Embedder for tests: hashed character n-grams, the same vector for the same text on every machine. Texts that share
// words or runs of characters, in any script, are near each other. Counts what it was asked.

import type { Embedder } from '../../../src/contracts/index.js';

export interface HashingEmbedder extends Embedder {
  /** Every call so far, with its texts. */
  calls: { kind: 'query' | 'document'; texts: readonly string[] }[];
  /** Texts of all calls. */
  embedded(): number;
}

export interface HashingOptions {
  /** Default 256. */
  dims?: number;
  /** Part of the fingerprint. Default 'hashing'. */
  name?: string;
}

export function hashingEmbedder({ dims = 256, name = 'hashing' }: HashingOptions = {}): HashingEmbedder {
  const calls: HashingEmbedder['calls'] = [];
  return {
    fingerprint: `${name}|${dims}`,
    calls,
    embedded: () => calls.reduce((sum, { texts }) => sum + texts.length, 0),
    async embed(texts, kind, signal) {
      signal.throwIfAborted();
      calls.push({ kind, texts: [...texts] });
      return texts.map((text) => hashedVector(text, dims));
    },
  };
}

/** The unit vector of a text; that of an empty one points along the first axis. */
export function hashedVector(text: string, dims: number): Float32Array {
  const sums = new Float64Array(dims);
  // So that no text, however empty, is a zero vector.
  sums[0] = 0.01;
  for (const gram of grams(text)) {
    const hash = fnv1a(gram);
    const at = hash % dims;
    sums[at] = (sums[at] ?? 0) + (hash & 0x80000000 ? 1 : -1);
  }
  const length = Math.hypot(...sums);
  return Float32Array.from(sums, (value) => value / length);
}

const RUN = /[\p{Script=Latin}\p{N}]+|(?:(?!\p{Script=Latin})[\p{L}\p{M}])+|[^\s\p{P}]/gu;

/** Three to five characters of ` word `; of other scripts one and two characters, for they say more. */
function* grams(text: string): Generator<string> {
  for (const [run] of text.normalize('NFKC').toLowerCase().matchAll(RUN)) {
    const latin = /^[\p{Script=Latin}\p{N}]/u.test(run);
    const characters = [...(latin ? ` ${run} ` : run)];
    for (let size = latin ? 3 : 1; size <= (latin ? 5 : 2); size++) {
      for (let at = 0; at + size <= characters.length; at++) yield characters.slice(at, at + size).join('');
    }
  }
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  // The low bits of FNV are weak; the end of murmur3 mixes them.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

// The sums that stand beside the rows of an index file: SQLite keeps none, and reads bytes that something else overwrote as
// if they were the row. Pure. Whoever changes one raises SCHEMA_VERSION: every row would look damaged.

import { crc32 } from 'node:zlib';
import { isIntact, sha256 } from './chunk.js';
import type { ChunkRow } from './reader.js';
import type { FileRow } from './store.js';

/** Of all that search reads of a chunk beside its text, which has its hash. Hex. */
export function chunkSum(row: Omit<ChunkRow, 'id' | 'text'>): string {
  const { owner, corpus, path, space, startLine, endLine, heading, terms, length, day, hash } = row;
  const rest = JSON.stringify([owner, corpus, path, space, startLine, endLine, heading, length, day, hash]);
  return sha256(`${rest}\n${terms}`);
}

/** Of what is noted of a file. Hex. */
export function fileSum({ path, space, stamp, hash, mtimeMs, lines, day }: FileRow): string {
  return sha256(JSON.stringify([path, space, stamp, hash, mtimeMs, lines, day]));
}

/** Whether a chunk is what was written. */
export function isWhole(row: ChunkRow, sum: string): boolean {
  return isIntact(row) && chunkSum(row) === sum;
}

/** Of the bytes of a vector. */
export function vectorSum(bytes: Uint8Array): number {
  return crc32(bytes);
}

/**
 * Of the tokens of a chunk, in any order: the sum of their hashes, 32 bits. Because it is a sum, those of all chunks must
 * come out of the full-text table as well, where the same tokens stand the other way round.
 */
export function tokenSum(tokens: Iterable<string>): number {
  let sum = 0;
  for (const token of tokens) sum = (sum + tokenHash(token, 0, token.length)) >>> 0;
  return sum;
}

/**
 * Of a piece of a text: FNV-1a with the last step of MurmurHash3. Odd, so that no number below 2³² it is multiplied by
 * makes it nothing.
 */
export function tokenHash(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) | 1) >>> 0;
}

// Short texts, vectors and spaces for tests of the index store.

import { cutChunks, sha256 } from '../../../src/memory/index/chunk.js';
import type { SpaceId } from '../../../src/memory/index/reader.js';
import type { IndexStore } from '../../../src/memory/index/store.js';

/** An open store with two spaces. */
export type All = () => { store: IndexStore; main: SpaceId; group: SpaceId };

export const SIZE = { tokens: 60, overlap: 10 };
export const MAIN = '["main"]';
export const GROUP = '["group","telegram","-100"]';

/** Indexes the text as sync does. */
export async function putText(store: IndexStore, space: SpaceId, path: string, text: string, day?: string) {
  const chunks = cutChunks(text, { ...SIZE, day });
  const file = { path, space, stamp: '1', hash: sha256(text), mtimeMs: 1, lines: text.split('\n').length };
  await store.putFile(day === undefined ? file : { ...file, day }, chunks);
}

export const lines = (count: number, word: string) =>
  Array.from({ length: count }, (_, i) => `- ${word} number ${i} came by`);
/** The files of these chunks. */
export const pathsOf = (store: IndexStore, ids: readonly number[]) => store.chunks(ids).map(({ path }) => path);

/** A vector along one axis, tilted towards the next. */
export const axis = (size: number, at: number, tilt = 0) =>
  Float32Array.from({ length: size }, (_, i) => (i === at ? 1 : i === (at + 1) % size ? tilt : 0));

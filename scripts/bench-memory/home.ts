// Homes for the benchmark: a workspace of a given size, opened as the built product opens it.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Scope } from '../../src/contracts/index.js';
import type { House } from '../../src/house.js';
import { writer } from './text.js';

/** One scope holds everything, or fifty hold the same share each and a reader sees two of them. */
export type Layout = 'one' | 'fifty';

/** A file as long as a busy year's notes on one matter: so that a hundred thousand chunks are a thousand files. */
const FILE_CHARACTERS = 110_000;
/** New text of a chunk behind the overlap; measured on this text with the default size. */
const CHUNK_CHARACTERS = 985;
export const SCOPES = 50;

export function scopeOf(n: number): Scope {
  return { kind: 'group', channel: 'console', chat: `g${n}` };
}

/** Who asks: the owner, or one of the groups, who reads its own fiftieth and the shared one. */
export function readerOf(layout: Layout): Scope {
  return layout === 'one' ? { kind: 'main' } : scopeOf(1);
}

/** Paths of a workspace of about so many chunks. Scope 0 is what is shared. */
export function fillWorkspace(workspace: string, chunks: number, layout: Layout): void {
  const { document } = writer(1);
  const total = chunks * CHUNK_CHARACTERS;
  const files = Math.max(layout === 'one' ? 1 : SCOPES, Math.round(total / FILE_CHARACTERS));
  for (let n = 0; n < files; n++) {
    const scope = n % SCOPES;
    const folder = layout === 'one' ? 'memory/notes' : scope === 0 ? 'shared' : `groups/console-g${scope}/memory/notes`;
    put(join(workspace, folder, `matter-${n}.md`), document(total / files));
  }
}

/** A year of daily logs, 1.5 MB. */
export function fillYear(workspace: string): number {
  const { document } = writer(2);
  let bytes = 0;
  for (let day = 0; day < 366; day++) {
    const text = document(3_650);
    bytes += Buffer.byteLength(text);
    put(join(workspace, 'memory', `${new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10)}.md`), text);
  }
  return bytes;
}

function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The built house, so that its threads run what is shipped. */
export async function openBuiltHouse(home: string, resident: boolean): Promise<House> {
  const dist = (path: string) => new URL(`../../dist/src/${path}`, import.meta.url).href;
  const { openHouse } = (await import(dist('house.js'))) as typeof import('../../src/house.js');
  const { loadConfig } = (await import(dist('config/load.js'))) as typeof import('../../src/config/load.js');
  const loaded = loadConfig({ home, env: {}, defaultTimezone: 'UTC' });
  return await openHouse({ home, loaded, version: 'bench', resident });
}

// What an index still holds of texts that were forgotten once it has been made anew: the files of earlier generations, damaged copies,
// and the vectors of texts that stand nowhere any more. Must never touch the live generation.

import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, MemoryError } from '../../contracts/index.js';
import { openDb } from '../../db/database.js';
import { scrubDb } from '../../db/scrub.js';
import { noteForget, openCacheFile } from '../embedders/cache-file.js';
import { generationFiles } from './generation-files.js';
import { generationLocks } from './generation-locks.js';
import type { MemoryIndex } from './memory-index.js';
import type { IndexPlace } from './settings.js';

const WAIT_MS = 60_000;
const LOOK_MS = 200;
const DELETED_AT_ONCE = 200;

/**
 * Makes the index anew from what the files say by now, and removes all that was there before, whoever has it open: who does goes
 * over to the new one with their next look. What is in the way, one sentence each.
 */
export async function forgetInIndex(index: MemoryIndex, place: IndexPlace, clock: Clock): Promise<string[]> {
  if (!existsSync(place.dir)) return [];
  const until = clock.now() + WAIT_MS;
  for (;;) {
    try {
      await index.rebuild();
      break;
    } catch (error) {
      // Whoever builds may have read files as they were before.
      if (!(error instanceof MemoryError) || error.kind !== 'busy' || clock.now() >= until) throw error;
      await clock.sleep(LOOK_MS);
    }
  }
  removeEarlier(place);
  const trouble = await forgetVectors(place, clock);
  return trouble === undefined ? [] : [trouble];
}

function removeEarlier({ dir, runDir, name }: IndexPlace): void {
  const building = generationLocks(runDir, name).tryBuild();
  if (!building) throw new MemoryError('busy', 'the index is being built anew by another process', { retryable: true });
  try {
    const files = generationFiles(dir, name);
    const live = files.pointed();
    for (const generation of files.all()) if (generation !== live) files.remove(generation);
    for (const one of readdirSync(dir)) {
      const isOurs = one.startsWith(`${name}.`) || one.startsWith('embeddings.sqlite');
      if (isOurs && /\.(?:damaged(?:-wal|-journal|-shm)?|partial)$/.test(one)) rmSync(join(dir, one), { force: true });
    }
  } finally {
    building.release();
  }
}

async function forgetVectors({ dir, runDir: _, name }: IndexPlace, clock: Clock): Promise<string | undefined> {
  const path = join(dir, 'embeddings.sqlite');
  const files = generationFiles(dir, name);
  const live = files.pointed();
  if (!existsSync(path)) return undefined;
  const wanted = new Set<string>();
  if (live !== undefined) {
    const store = openDb(files.path(live), { readonly: true });
    for (const hash of store.sql('SELECT DISTINCT hash FROM chunks').column<string>()) wanted.add(hash);
    store.close();
  }
  const cache = await openCacheFile(path);
  try {
    // Who embeds meanwhile has read the texts as they were before.
    await cache.write(() => noteForget(cache));
    const gone = cache
      .sql<{ id: number; hash: Buffer }>('SELECT id, hash FROM vectors')
      .all()
      .filter(({ hash }) => !wanted.has(hash.toString('hex')));
    for (let from = 0; from < gone.length; from += DELETED_AT_ONCE) {
      await cache.write(() => {
        const remove = cache.sql('DELETE FROM vectors WHERE id = ?');
        for (const { id } of gone.slice(from, from + DELETED_AT_ONCE)) remove.run([id]);
      });
    }
    return gone.length === 0 ? undefined : await scrubDb(cache, clock);
  } finally {
    cache.close();
  }
}

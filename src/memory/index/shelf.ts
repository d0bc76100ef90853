// Which store is used now: the live generation on the disk, or one in memory while the disk cannot be used. Damage is set
// aside, and a disk that works again is gone back to. Must never let either stop a search.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock, Log } from '../../contracts/index.js';
import { type Generations, type IndexMaking, openGenerations, openMemoryGeneration } from './generation.js';
import { diskTrouble, isDamage } from './index-errors.js';
import type { IndexPlace } from './settings.js';
import type { IndexStore } from './store.js';

export interface ShelfOptions extends IndexMaking {
  /** Absent: in memory from the start. */
  place?: IndexPlace;
  clock: Clock;
  log: Log;
}

export interface Shelf {
  /** The store to use for the next piece of work; another one than before when there was trouble, or a new generation. */
  store(): IndexStore;
  /** Work on a store failed with this. True when another store is in its place now, so that a repeat makes sense. */
  failed(error: unknown): boolean;
  /** Whether the store was made in another way than this program would. */
  isOutdated(): boolean;
  /** As Generations.rebuild; in memory the store is simply filled anew. */
  rebuild(fill: (store: IndexStore) => Promise<void>): Promise<IndexStore | undefined>;
  /** Removes what nobody uses any more. Only when no work is under way. */
  sweep(): void;
  /** What a person should know, one sentence each. */
  notices(): string[];
  close(): void;
}

/** After disk trouble the disk is tried again so much later; doubled up to the longest. */
const FIRST_RETRY_MS = 60_000;
const LONGEST_RETRY_MS = 900_000;
/** A disk that takes less has no room for an index. Bytes. */
const PROBE = 1_000_000;

export function openShelf(options: ShelfOptions): Shelf {
  const { place, clock, log } = options;
  const generations: Generations | undefined = place && openGenerations({ ...options, ...place });
  let memory: IndexStore | undefined;
  let trouble: string | undefined;
  let wait = FIRST_RETRY_MS;
  let retryAt = 0;
  let damaged = false;

  function toMemory(why: string | undefined, error?: unknown): IndexStore {
    if (why !== undefined && trouble !== why) log.warn('index.in-memory', { why, error });
    trouble = why;
    retryAt = clock.now() + wait;
    wait = Math.min(LONGEST_RETRY_MS, wait * 2);
    memory ??= openMemoryGeneration(options);
    return memory;
  }

  /** The disk, when it is time to try it again and it takes a file. */
  function isBack(): boolean {
    if (!memory) return true;
    if (!place || clock.now() < retryAt) return false;
    retryAt = clock.now() + wait;
    const probe = join(place.dir, `probe-${process.pid}`);
    try {
      writeFileSync(probe, Buffer.alloc(PROBE), { mode: 0o600 });
      return true;
    } catch {
      return false;
    } finally {
      rmSync(probe, { force: true });
    }
  }

  function store(): IndexStore {
    if (!generations) return memory ?? toMemory(undefined);
    if (memory && !isBack()) return memory;
    for (let attempt = 0; ; attempt++) {
      try {
        const current = generations.current();
        if (memory) log.info('index.on-disk-again', { why: trouble });
        memory?.close();
        memory = trouble = undefined;
        return current;
      } catch (error) {
        if (attempt >= 2 || !failed(error)) throw error;
        if (memory) return memory;
      }
    }
  }

  function failed(error: unknown): boolean {
    if (isDamage(error)) {
      if (!generations || memory) {
        memory?.close();
        memory = undefined;
        return true;
      }
      damaged = true;
      try {
        generations.setAside(error instanceof Error ? error.message : 'damaged');
        return true;
      } catch (second) {
        toMemory(diskTrouble(second) ?? 'the damaged index cannot be set aside', second);
        return true;
      }
    }
    const why = diskTrouble(error);
    if (why === undefined || memory) return false;
    toMemory(why, error);
    return true;
  }

  return {
    store,
    failed,
    isOutdated: () => generations !== undefined && memory === undefined && generations.isOutdated(),
    async rebuild(fill) {
      if (generations && store() !== memory) return await generations.rebuild(fill);
      memory?.close();
      memory = openMemoryGeneration(options);
      await fill(memory);
      return memory;
    },
    sweep() {
      if (!memory) generations?.sweep();
    },
    notices() {
      return [
        ...(damaged ? ['The search index was damaged; it was set aside and built anew.'] : []),
        ...(trouble === undefined
          ? []
          : [`The search index is kept in memory for now: ${trouble}. Search finds everything all the same.`]),
      ];
    },
    close() {
      memory?.close();
      memory = undefined;
      generations?.close();
    },
  };
}

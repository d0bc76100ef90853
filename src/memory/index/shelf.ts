// Which store is used now: the live generation on the disk, or one in memory while the disk cannot be used. Damage is set
// aside, and a disk that works again is gone back to. Must never let either stop a search.

import { accessSync, constants, rmSync, writeFileSync } from 'node:fs';
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
  /** As `store`, but what is wrong is thrown, and nothing is mended. */
  asItIs(): IndexStore;
  /** Work on this store failed. True when another store is in its place now, so that a repeat makes sense. */
  failed(store: IndexStore, error: unknown): boolean;
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
/** A file that is damaged so soon after another one was lies on a disk that is not to be trusted. */
const DAMAGED_AGAIN_MS = 60_000;
/** A disk that takes less has no room for an index. Bytes. */
const PROBE = 1_000_000;

export function openShelf(options: ShelfOptions): Shelf {
  const { place, clock, log } = options;
  const generations: Generations | undefined = place && openGenerations({ ...options, ...place });
  let memory: IndexStore | undefined;
  /** The store that was handed out last. */
  let given: IndexStore | undefined;
  let trouble: string | undefined;
  let wait = FIRST_RETRY_MS;
  let retryAt = 0;
  let damagedAt: number | undefined;

  function toMemory(why: string | undefined, error?: unknown): IndexStore {
    const told = why === undefined ? undefined : (folderTrouble(place?.dir) ?? why);
    if (told !== undefined && trouble !== told) log.warn('index.in-memory', { why: told, error });
    trouble = told;
    retryAt = clock.now() + wait;
    memory ??= openMemoryGeneration(options, why === undefined ? undefined : generations?.content());
    return memory;
  }

  /** An empty store in memory in place of the one there. */
  function startAnew(): IndexStore {
    memory?.close();
    memory = openMemoryGeneration(options);
    return memory;
  }

  /** Whether it is time to try the disk again, and it takes a file. */
  function isBack(): boolean {
    const left = retryAt - clock.now();
    // A clock that was set back makes no wait longer.
    if (!place || (left > 0 && left <= LONGEST_RETRY_MS)) return false;
    // A name that a sweep knows, should the process be killed meanwhile.
    const probe = join(place.dir, `${place.name}.probe-${process.pid}.partial`);
    try {
      writeFileSync(probe, Buffer.alloc(PROBE), { mode: 0o600 });
      return true;
    } catch {
      restLonger();
      return false;
    } finally {
      rmSync(probe, { force: true });
    }
  }

  function restLonger(): void {
    wait = Math.min(LONGEST_RETRY_MS, wait * 2);
    retryAt = clock.now() + wait;
  }

  function store(): IndexStore {
    given = pick();
    return given;
  }

  function pick(): IndexStore {
    if (!generations) return memory ?? toMemory(undefined);
    if (memory) return backOnDisk(generations) ?? memory;
    for (let attempt = 0; ; attempt++) {
      try {
        return generations.current();
      } catch (error) {
        if (attempt >= 2 || !recover(error)) throw error;
        if (memory) return memory;
      }
    }
  }

  /** The disk's store in place of the one in memory; undefined while that does not work. */
  function backOnDisk(disk: Generations): IndexStore | undefined {
    if (!isBack()) return undefined;
    try {
      const current = disk.current();
      log.info('index.on-disk-again', { why: trouble });
      memory?.close();
      memory = trouble = undefined;
      wait = FIRST_RETRY_MS;
      return current;
    } catch {
      restLonger();
      return undefined;
    }
  }

  /** True when another store can take the place of the one that failed so. */
  function recover(error: unknown): boolean {
    if (memory) {
      // It came from the disk, where what it holds was damaged already.
      if (isDamage(error)) startAnew();
      return isDamage(error);
    }
    if (!isDamage(error)) {
      const why = diskTrouble(error);
      if (why === undefined) return false;
      toMemory(why, error);
      return true;
    }
    const again = damagedAt !== undefined && clock.now() - damagedAt < DAMAGED_AGAIN_MS;
    damagedAt = clock.now();
    try {
      if (again) toMemory('its file was damaged twice in a minute', error);
      else generations?.setAside(error instanceof Error ? error.message : 'damaged');
    } catch (second) {
      toMemory(diskTrouble(second) ?? 'its damaged file cannot be set aside', second);
    }
    return true;
  }

  return {
    store,
    asItIs: () => memory ?? generations?.current() ?? store(),
    // Of several pieces of work that meet the same damage, the first one sets the file aside.
    failed: (failing, error) => (failing === given ? recover(error) : given !== undefined),
    isOutdated: () => generations !== undefined && memory === undefined && generations.isOutdated(),
    async rebuild(fill) {
      if (generations && store() !== memory) return await generations.rebuild(fill);
      const fresh = startAnew();
      await fill(fresh);
      return fresh;
    },
    sweep() {
      if (!memory) generations?.sweep();
    },
    notices() {
      return [
        ...(damagedAt !== undefined ? ['The search index was damaged; it was set aside and built anew.'] : []),
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

/** What the system says of the folder itself, which is plainer than what SQLite makes of it. */
function folderTrouble(dir: string | undefined): string | undefined {
  if (dir === undefined) return undefined;
  try {
    accessSync(dir, constants.W_OK);
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EROFS') return 'its folder is on a read-only disk';
    return code === 'EACCES' ? 'its folder may not be written' : undefined;
  }
}

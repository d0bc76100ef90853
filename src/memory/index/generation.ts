// Which file is the index: generations beside each other, and a pointer that is renamed over when a new one is whole.
// A process killed at any moment leaves a live generation and at most garbage. Must never remove a generation that a
// living process has open.

import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { type Log, MemoryError } from '../../contracts/index.js';
import type { FileLock } from '../../db/lock.js';
import { TERMS_VERSION } from '../../text/index-terms.js';
import { CHUNKS_VERSION, type ChunkSize } from './chunk.js';
import { generationFiles } from './generation-files.js';
import { generationLocks } from './generation-locks.js';
import { IndexDamage } from './index-errors.js';
import { openStore } from './open-store.js';
import { SCHEMA_VERSION } from './schema.js';
import type { IndexStore } from './store.js';

/** A larger file is not taken into memory. Bytes. */
const MOST_COPIED = 128_000_000;

/** How an index is made; with anything else here it is another index. */
export interface IndexMaking {
  chunk: ChunkSize;
  /** Fingerprint of the embedder, '' without. */
  model: string;
  /** Another file than the vector extension of the package. */
  vectorExtension?: string | undefined;
}

export interface GenerationOptions extends IndexMaking {
  /** Folder of the index files, and that of locks; both are made. */
  dir: string;
  runDir: string;
  /** See indexName. */
  name: string;
  log: Log;
}

/**
 * Every member may throw an error that isDamage or isDiskTrouble knows. Stores that were handed out stay open until the
 * next sweep, so that work under way comes to its end; after it they throw.
 */
export interface Generations {
  /** The live one: looks at the pointer, goes over to where it points, makes the first when there is none. Cheap. */
  current(): IndexStore;
  /** The bytes of the live file, for a copy in memory; undefined without a readable one of moderate size. Never throws. */
  content(): Buffer | undefined;
  /** The live one was made in another way than this program would make it. */
  isOutdated(): boolean;
  /**
   * Makes the next generation beside the live one. `fill` is called twice: to fill it, and to catch up before everybody
   * goes over to it. It must reject when it was stopped: then nothing changes, and the error is passed on. Undefined when
   * another process is building.
   */
  rebuild(fill: (store: IndexStore) => Promise<void>): Promise<IndexStore | undefined>;
  /** Puts the damaged live one aside (one is kept); the next `current` is empty. Where others did already, goes over to theirs. */
  setAside(reason: string): void;
  /** Removes what no living process uses, and closes what this one used before. Call it when no work is under way. */
  sweep(): void;
  close(): void;
}

interface Opened {
  generation: number;
  store: IndexStore;
  lock: FileLock;
  /** Identity of the file: one of the same name may be another after somebody deleted the folder. */
  inode: number | undefined;
}

/** The name of a workspace's index files, from the workspace's id, or its real path where there is none. */
export function indexName(workspace: string): string {
  return createHash('sha256').update(workspace).digest('hex').slice(0, 8);
}

/**
 * An index that lives in this process alone, for a disk that cannot be used. Its generation is 0. It begins with what a
 * file of the same making holds, whose `content` may be anything.
 */
export function openMemoryGeneration(making: IndexMaking, content?: Buffer): IndexStore {
  const options = { ...storeOptions(making), path: ':memory:', generation: 0 };
  return (content && copyOf({ ...options, content })) ?? made(openStore(options));
}

/** Undefined where the bytes are no index that can be used as it is. */
function copyOf(options: Parameters<typeof openStore>[0]): IndexStore | undefined {
  let copy: IndexStore | undefined;
  try {
    copy = openStore(options);
    if (copy?.fingerprint === options.fingerprint && copy.quickCheck().length === 0) return copy;
  } catch {
    // Damaged, or of another program.
  }
  copy?.close();
  return undefined;
}

export function openGenerations(options: GenerationOptions): Generations {
  const { log } = options;
  const files = generationFiles(options.dir, options.name);
  const locks = generationLocks(options.runDir, options.name);
  const making = storeOptions(options);
  let opened: Opened | undefined;
  /** Open until nobody can be at work with them any more. */
  let retired: Opened[] = [];
  /** The generation that was last tried, should it turn out not to open. */
  let tried: number | undefined;
  let closed = false;

  const inodeOf = (generation: number) => statSync(files.path(generation), { throwIfNoEntry: false })?.ino;

  function open(generation: number, lock: FileLock): Opened | undefined {
    try {
      const store = openStore({ ...making, path: files.path(generation), generation });
      if (store) return { generation, store, lock, inode: inodeOf(generation) };
    } catch (error) {
      lock.release();
      throw error;
    }
    lock.release();
    return undefined;
  }

  /** False, and the lock is let go, when another process has taken the number since we looked. */
  function take(generation: number, lock: FileLock): boolean {
    let mine = false;
    try {
      mine = files.claim(generation);
      return mine;
    } finally {
      if (!mine) lock.release();
    }
  }

  /** The next generation, empty. Nobody knows of it yet. */
  function create(): Opened {
    files.makeFolder();
    for (let generation = Math.max(0, ...files.all()) + 1; ; generation++) {
      // A pointer to nothing may say any number; to make that one would put it to use before it is filled.
      if (generation === files.pointed()) continue;
      // The lock before the file: what a sweep finds without a lock is garbage.
      const lock = locks.hold(generation);
      if (take(generation, lock)) return made(open(generation, lock));
    }
  }

  function openLive(): Opened {
    for (;;) {
      const live = files.pointed();
      if (live === undefined || inodeOf(live) === undefined) return createLive();
      tried = live;
      const lock = locks.hold(live);
      // Between reading the pointer and holding the lock it may have moved on, and a sweep have come.
      if (files.pointed() !== live || inodeOf(live) === undefined) {
        lock.release();
        continue;
      }
      return open(live, lock) ?? createLive();
    }
  }

  function createLive(): Opened {
    const first = create();
    files.point(first.generation);
    log.info('index.created', { generation: first.generation });
    return first;
  }

  function leave(one: Opened): void {
    try {
      one.store.close();
    } catch (error) {
      log.warn('index.close-failed', { error });
    }
    one.lock.release();
  }

  function retire(): void {
    if (opened) retired.push(opened);
    opened = undefined;
  }

  function assertOpen(): void {
    if (closed) throw new MemoryError('unavailable', 'the index is closed');
  }

  function current(): IndexStore {
    assertOpen();
    if (opened && files.pointed() === opened.generation && inodeOf(opened.generation) === opened.inode)
      return opened.store;
    retire();
    opened = openLive();
    return opened.store;
  }

  function isUsed(generation: number): boolean {
    // First the locks, then the pointer: a builder moves the pointer before it lets its lock go.
    return locks.isHeld(generation) || files.pointed() === generation;
  }

  function sweepFiles(): void {
    for (const generation of files.whole()) {
      if (isUsed(generation)) continue;
      files.remove(generation);
      log.info('index.swept', { generation });
    }
    files.removePartial();
    locks.sweep();
  }

  return {
    current,
    content() {
      try {
        const live = files.pointed();
        const path = live === undefined ? undefined : files.path(live);
        return path !== undefined && statSync(path).size <= MOST_COPIED ? readFileSync(path) : undefined;
      } catch {
        return undefined;
      }
    },
    isOutdated: () => current().fingerprint !== making.fingerprint,
    async rebuild(fill) {
      assertOpen();
      const building = locks.tryBuild();
      if (!building) return undefined;
      let next: Opened | undefined;
      try {
        next = create();
        await fill(next.store);
        await fill(next.store);
        assertOpen();
        files.point(next.generation);
      } catch (error) {
        if (next) leave(next);
        if (next && !isUsed(next.generation)) files.remove(next.generation);
        throw error;
      } finally {
        building.release();
      }
      retire();
      opened = next;
      log.info('index.rebuilt', { generation: next.generation });
      return next.store;
    },
    setAside(reason) {
      assertOpen();
      const damaged = opened?.generation ?? tried;
      const isLive = damaged !== undefined && files.pointed() === damaged;
      if (opened) leave(opened);
      opened = undefined;
      if (!isLive) return;
      log.warn('index.set-aside', { generation: damaged, reason });
      files.unpoint();
      files.keepDamaged(damaged);
    },
    sweep() {
      assertOpen();
      for (const one of retired) leave(one);
      retired = [];
      sweepFiles();
    },
    close() {
      retire();
      for (const one of retired) leave(one);
      retired = [];
      closed = true;
    },
  };
}

function storeOptions({ chunk, model, vectorExtension }: IndexMaking) {
  const versions = [SCHEMA_VERSION, CHUNKS_VERSION, TERMS_VERSION, chunk.tokens, chunk.overlap];
  return { fingerprint: JSON.stringify([...versions, model]), model, vectorExtension };
}

/** A file that was empty a moment ago has our tables now. */
function made<T>(one: T | undefined): T {
  if (one === undefined) throw new IndexDamage('a new index file is not as it was made');
  return one;
}

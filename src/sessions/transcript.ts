// Transcript files: sessions/<session>.jsonl, one entry a line, appended and never changed here (forget.ts). Only a lane's holder writes;
// every entry carries the holder's fence, and what a former holder still writes is dropped by readers.

import { randomBytes } from 'node:crypto';
import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, type Entry, type EntryBody, type Log, StateError } from '../contracts/index.js';
import { newReading, type Reading, readLines } from './parse.js';

/** The right to write: a lane held under a fence. */
export interface Hold {
  process: string;
  fence: number;
  /** Called when the file holds a higher fence than ours; returns one above it for the same hold. */
  raise(atLeast: number): Promise<number>;
}

/** What to append; an id makes a repeated append harmless, without one it is random. */
export type NewEntry = EntryBody & { id?: string; turn?: string };

export interface Transcript {
  readonly session: string;
  readonly fence: number;
  readonly entries: readonly Entry[];
  /** One O_APPEND write for all of them. Throws a StateError when the disk refuses; nothing of them counts then. */
  append(entries: NewEntry[]): Entry[];
}

export interface Transcripts {
  /** Marks the file with the new holder, then reads it. Creates it for a new session. */
  hold(session: { id: string; key: string }, hold: Hold): Promise<Transcript>;
  /** Reads without writing; a missing file is empty. */
  read(session: string): Entry[];
  /** The same, with the line of the file (from 0) on which each begins. */
  reading(session: string): Pick<Reading, 'entries' | 'lines'>;
  /** The file is gone, with the copies of it that were damaged. Nobody holds it any more. */
  remove(session: string): void;
}

interface Cached {
  reading: Reading;
  /** Which file it was: its number, and when that was made, since a number may be used again. */
  inode: string;
  offset: number;
  /** The file ends inside a line; the next append must begin one. */
  open: boolean;
}

/** What is kept of transcripts that were read, in bytes of their files; the one in use always is. */
const CACHED_BYTES = 2_500_000;

export function openTranscripts(dir: string, deps: { clock: Clock; log: Log }): Transcripts {
  /** The least recently used first. */
  const cache = new Map<string, Cached>();
  /** The sum of their offsets. */
  let cachedBytes = 0;

  /** Brings the cached reading up to the file's end, from the start if the file is another or shorter than before. */
  function refresh(session: string): Cached {
    const before = cache.get(session);
    // Looked at often by whoever holds the lane: the same file at the same length says the same.
    if (before && !before.open && isUnchanged(pathOf(session), before)) {
      remember(session, before);
      return before;
    }
    const file = openFile(pathOf(session), constants.O_RDONLY | constants.O_NOFOLLOW);
    if (file === undefined) return { reading: newReading(), inode: '', offset: 0, open: false };
    try {
      const stat = fstatSync(file, { bigint: true });
      const size = Number(stat.size);
      const known = cache.get(session);
      const usable = known && known.inode === nameOf(stat) && known.offset <= size && !known.open;
      const cached: Cached = usable ? known : { reading: newReading(), inode: nameOf(stat), offset: 0, open: false };
      const tail = readFrom(file, cached.offset, size);
      readLines(cached.reading, tail.toString('utf8'));
      forget(session);
      cached.offset += tail.length;
      if (tail.length > 0) cached.open = tail[tail.length - 1] !== 0x0a;
      remember(session, cached);
      return cached;
    } finally {
      closeSync(file);
    }
  }

  function remember(session: string, cached: Cached): void {
    forget(session);
    cache.set(session, cached);
    cachedBytes += cached.offset;
    for (const oldest of cache.keys()) {
      if (cachedBytes <= CACHED_BYTES || cache.size === 1) return;
      forget(oldest);
    }
  }

  function forget(session: string): void {
    cachedBytes -= cache.get(session)?.offset ?? 0;
    cache.delete(session);
  }

  /**
   * What was just written at the end of what had been read. From the lines, not from the entries: their strings may be pieces
   * of larger ones, which would stay in memory with them.
   */
  function addOwn(session: string, cached: Cached, lines: string, length: number): void {
    forget(session);
    readLines(cached.reading, lines);
    cached.offset += length;
    remember(session, cached);
  }

  function pathOf(session: string): string {
    return join(dir, `${session}.jsonl`);
  }

  function write(session: string, cached: Cached, entries: Entry[]): void {
    const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    const bytes = Buffer.from(cached.open ? `\n${lines}` : lines);
    const path = pathOf(session);
    try {
      const file = openSync(
        path,
        constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW,
        0o600,
      );
      try {
        const { size } = fstatSync(file);
        const written = writeSync(file, bytes);
        if (written < bytes.length) {
          // Half of what belongs together must not count; the lane is ours, so nobody else wrote behind it.
          ftruncateSync(file, size);
          throw new Error(`only ${written} of ${bytes.length} bytes fitted`);
        }
        // Nobody wrote between our last look and these lines: they need not be read back.
        const stat = fstatSync(file, { bigint: true });
        const alone = nameOf(stat) === cached.inode && Number(stat.size) === cached.offset + bytes.length;
        if (alone && !cached.open) addOwn(session, cached, lines, bytes.length);
      } finally {
        closeSync(file);
      }
    } catch (error) {
      forget(session);
      throw new StateError(`the transcript ${path} could not be written`, {
        retryable: true,
        remedy: 'Check that the disk has space and is not read-only.',
        cause: error,
      });
    }
  }

  async function keepDamagedCopy(session: string, damaged: number): Promise<void> {
    // One copy for each damage: the count of unreadable lines only grows.
    const copy = join(dir, `${session}.damaged-${damaged}.jsonl`);
    try {
      await copyFile(pathOf(session), copy, constants.COPYFILE_EXCL);
      deps.log.warn('transcript.damaged', { session, damaged, copy });
    } catch (error) {
      if (!isCode(error, 'EEXIST')) deps.log.warn('transcript.damaged-copy-failed', { session, error });
    }
  }

  async function hold(session: { id: string; key: string }, hold: Hold): Promise<Transcript> {
    const before = refresh(session.id);
    // A torn last line is what a killed process leaves; anything worse is worth a copy for somebody to look at.
    if (before.reading.damaged > (before.open ? 1 : 0)) await keepDamagedCopy(session.id, before.reading.damaged);
    const seen = before.reading.fence;
    let fence = seen > hold.fence ? await hold.raise(seen) : hold.fence;

    function stamp(entries: NewEntry[]): Entry[] {
      const at = deps.clock.now();
      return entries.map((entry) => ({ ...entry, id: entry.id ?? randomBytes(8).toString('hex'), at, fence }));
    }

    const marker: NewEntry[] = [{ type: 'holder', process: hold.process }];
    if (before.reading.entries.length === 0) {
      marker.unshift({ type: 'session', session: session.id, key: session.key, version: 1 });
    }
    write(session.id, before, stamp(marker));
    // What an earlier holder wrote between our look and our marker is read now; what it writes later is dropped.
    const raced = refresh(session.id).reading.fence;
    if (raced > fence) {
      fence = await hold.raise(raced);
      write(session.id, refresh(session.id), stamp([{ type: 'holder', process: hold.process }]));
      refresh(session.id);
    }

    return {
      session: session.id,
      get fence() {
        return fence;
      },
      get entries() {
        return refresh(session.id).reading.entries;
      },
      append(entries) {
        const stamped = stamp(entries);
        write(session.id, refresh(session.id), stamped);
        return stamped;
      },
    };
  }

  return {
    hold,
    read: (session) => refresh(session).reading.entries,
    reading: (session) => refresh(session).reading,
    remove(session) {
      forget(session);
      const copies = readdirSync(dir).filter((name) => name.startsWith(`${session}.damaged-`));
      for (const name of [`${session}.jsonl`, ...copies]) rmSync(join(dir, name), { force: true });
    },
  };
}

function isUnchanged(path: string, { inode, offset }: Cached): boolean {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stat?.isFile() === true && nameOf(stat) === inode && Number(stat.size) === offset;
}

function nameOf({ ino, birthtimeNs }: BigIntStats): string {
  return `${ino}:${birthtimeNs}`;
}

/** A file descriptor, or undefined when there is no such file. */
function openFile(path: string, flags: number): number | undefined {
  try {
    return openSync(path, flags);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw new StateError(`the transcript ${path} could not be read`, { retryable: true, cause: error });
  }
}

/** The bytes from `offset` to `size`; fewer if the file shrank meanwhile. */
function readFrom(file: number, offset: number, size: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, size - offset));
  let filled = 0;
  while (filled < bytes.length) {
    const read = readSync(file, bytes, filled, bytes.length - filled, offset + filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

// Opens a file by its real path and gives its bytes: never a link, never behind one, never a pipe or a device, and never bytes
// to which a second name leads. The one way by which this module reads a file.

import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';

export interface PlainBytes {
  bytes: Buffer;
  /** Of the whole file, bytes. */
  size: number;
  mtimeMs: number;
}

export interface Bounds {
  /** A larger file is not read at all. Bytes. */
  most: number;
  /** Only so many bytes of its beginning; absent: all. */
  head?: number;
  /** Bytes with several names are fine, as packages are often laid out. */
  manyNames: boolean;
}

/** Undefined for everything that is not such a file, whatever the reason. Never throws. */
export function readPlain(path: string, { most, head = most, manyNames }: Bounds): PlainBytes | undefined {
  let file: number | undefined;
  try {
    // Non-blocking, so that a named pipe cannot hold the turn.
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = fstatSync(file, { bigint: true });
    if (!stat.isFile() || stat.size > most || (stat.nlink > 1n && !manyNames)) return undefined;
    // Looked at after opening: a folder that was swapped for a link meanwhile is seen here, or was not used.
    const folder = dirname(path);
    if (realpathSync.native(folder) !== folder) return undefined;
    const there = lstatSync(path, { bigint: true });
    if (there.ino !== stat.ino || there.dev !== stat.dev) return undefined;
    // One that is swapped to and fro between these looks is known by where the open file itself stands.
    if ((placeOf(file) ?? path) !== path) return undefined;
    const bytes = readFrom(file, Math.min(head, most), Number(stat.size));
    if (!bytes) return undefined;
    return { bytes, size: Number(stat.size), mtimeMs: Number(stat.mtimeMs) };
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Where an open file stands, on systems that tell. */
function placeOf(file: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${file}`);
  } catch {
    return undefined;
  }
}

/** Undefined when the file grows while it is read: its next look is a better one. */
function readFrom(file: number, most: number, expected: number): Buffer | undefined {
  const buffer = Buffer.allocUnsafe(Math.min(most, expected) + 1);
  let size = 0;
  while (size < buffer.length) {
    const read = readSync(file, buffer, size, buffer.length - size, null);
    if (read === 0) return buffer.subarray(0, size);
    size += read;
  }
  return expected > most ? buffer.subarray(0, most) : undefined;
}

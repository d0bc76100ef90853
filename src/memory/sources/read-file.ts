// Reads one file's text for the index as memory reads it (files.ts), synchronously: opened without following links, then
// checked. Must never read through a link, a second name of the bytes, or beyond the size that counts as memory.

import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { MemoryError } from '../../contracts/index.js';
import { readFailure } from '../file-errors.js';
import { MAX_FILE_BYTES } from '../files.js';

const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
/** A file that is replaced between two looks, as editors do, is looked at again. */
const LOOKS = 3;

/**
 * The text with `\n` at the ends of lines and no byte order mark; bytes that are no UTF-8 become replacement characters.
 * Undefined for what is missing, a link, behind a link, or no regular file with one name. Throws a MemoryError for what is
 * there but unreadable or too large. `full` is the real path; `path` is its name in errors.
 */
export function readText(full: string, path: string): string | undefined {
  for (let look = 0; look < LOOKS; look++) {
    const bytes = readOnce(full, path);
    if (bytes !== 'replaced') return bytes && plainText(bytes);
  }
  return undefined;
}

function plainText(bytes: Buffer): string {
  return bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n');
}

function readOnce(full: string, path: string): Buffer | 'replaced' | undefined {
  let file: number | undefined;
  try {
    file = openSync(full, FLAGS);
    const stat = fstatSync(file, { bigint: true });
    // Looked at after opening: a folder that was swapped for a link meanwhile is seen here, or was not used.
    if (!stat.isFile() || stat.nlink > 1n || !isStraight(dirname(full))) return undefined;
    const there = lstatSync(full, { bigint: true });
    if (there.ino !== stat.ino || there.dev !== stat.dev) return 'replaced';
    return readBounded(file, path, Number(stat.size));
  } catch (error) {
    return readFailure(path, error);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Whether the way there is made of real folders only, under the names that they have on disk. */
function isStraight(folder: string): boolean {
  return realpathSync.native(folder) === folder;
}

/** Reads to the end, which may be behind the size that the file had a moment ago. */
function readBounded(file: number, path: string, expected: number): Buffer {
  const parts: Buffer[] = [];
  let size = 0;
  for (;;) {
    if (Math.max(size, expected) > MAX_FILE_BYTES) {
      throw new MemoryError('invalid', `${path} is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB`, {
        remedy: 'Split the file.',
      });
    }
    const part = Buffer.allocUnsafe(Math.max(1_024, expected - size + 1));
    const count = readSync(file, part, 0, part.length, null);
    parts.push(part.subarray(0, count));
    // A regular file gives less than was asked for only at its end.
    if (count < part.length) return Buffer.concat(parts);
    size += count;
  }
}

// The disk under memory: opens without following links, reads within bounds, replaces files atomically.
// Paths come from `classify`; must never decide who may see a file, and never leaves the workspace.

import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { type BigIntStats, constants, lstatSync, renameSync, unlinkSync } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { MemoryError, type RevisionId } from '../contracts/index.js';
import type { WorkspaceGuard } from './attestation.js';
import { codeOf, readFailure, writeFailure } from './file-errors.js';

/** The revision of a file that does not exist. */
export const ABSENT: RevisionId = 'absent';
/** Larger files are no memory. Bytes. */
export const MAX_FILE_BYTES = 4 * 1024 * 1024;
const MAX_DEPTH = 8;

export interface FileContent {
  /** UTF-8; what is no UTF-8 is shown as replacement characters. Byte order mark and CRLF are still in it. */
  text: string;
  /** False when `text` cannot be written back without harm. */
  exact: boolean;
  revision: RevisionId;
  /** More than one name leads to the bytes, so they may be anybody's: main's. */
  linked: boolean;
}

export interface FileStat {
  path: string;
  /** Changes whenever the content may have changed. */
  stamp: string;
  mtimeMs: number;
  linked: boolean;
}

export interface Files {
  /** The workspace's real path. */
  readonly root: string;
  /** Undefined for what is missing, a link, behind a link, or no regular file. Throws for what is there but unreadable. */
  read(path: string): Promise<FileContent | undefined>;
  /** As `read`, from memory where the file is certainly the one that was read before. For what is only shown. */
  glance(path: string): Promise<FileContent | undefined>;
  /** The regular file's state without opening it; undefined as in `read`, links in the folders aside. */
  stat(path: string): Promise<FileStat | undefined>;
  /** Nothing stands at the path, and what stands on the way to it are real folders. Never rejects. */
  isVacant(path: string): Promise<boolean>;
  /**
   * Puts `text` where the file is, in one step: a reader sees the old file or the new one. `stillGood` is asked right
   * before the swap; on false nothing changes and the answer is false. Throws a MemoryError 'unwritable'.
   */
  replace(path: string, text: string, stillGood: () => Promise<boolean>): Promise<boolean>;
  /** Takes the file away if it still is that one; false, and nothing changes, where it is not. Throws a MemoryError 'unwritable'. */
  remove(path: string, revision: RevisionId): Promise<boolean>;
  /** Removes what a killed `replace` left beside the file. */
  sweep(path: string): Promise<void>;
  /** Regular files below a folder, sorted by path; hidden ones and links are left out. */
  walk(folder: string): Promise<FileStat[]>;
}

/** What is kept for glances: files, and characters of one. */
const MAX_GLANCED = 200;
const GLANCED_CHARS = 32_000;
/** File systems stamp in steps of some ms: what changed so lately may change again under the same stamp. */
const FRESH_MS = 50;

/** Changes with whatever is there. Throws nothing: what cannot be looked at is for the reading to explain. */
function stampNow(path: string): string {
  let found: BigIntStats | undefined;
  try {
    found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    return `unknown:${codeOf(error)}`;
  }
  if (!found) return 'missing';
  return [found.dev, found.ino, found.size, found.mtimeNs, found.ctimeNs, found.nlink].join(':');
}

function isFresh(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return !found || Math.abs(Date.now() - found.ctimeMs) < FRESH_MS;
}

/** SHA-256 of the bytes, hex. */
export function revisionOf(text: string | Buffer): RevisionId {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Throws a MemoryError 'unavailable' when the folder is not there. `guard` throws while another folder stands in its place:
 * then nothing is read or written.
 */
export async function openFiles(workspace: string, guard: WorkspaceGuard = () => {}): Promise<Files> {
  const root = await realpath(workspace).catch((error: unknown) => {
    throw new MemoryError('unavailable', 'the workspace folder is not there', {
      remedy: 'Check where NIGHTJAR_HOME points, or restore the folder from a backup.',
      cause: error,
    });
  });
  const full = (path: string) => join(root, path);

  /** Whether the way to the file is made of real folders only. */
  async function isStraight(folder: string): Promise<boolean> {
    return (await realpath(folder)) === folder;
  }

  async function read(path: string): Promise<FileContent | undefined> {
    let handle: FileHandle | undefined;
    guard();
    try {
      // Non-blocking, so that a named pipe cannot hold the turn.
      handle = await open(full(path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      const stat = await handle.stat();
      // Looked at after opening: a folder that was swapped for a link meanwhile is seen here, or was not used.
      if (!stat.isFile() || !(await isStraight(dirname(full(path))))) return undefined;
      const there = await lstat(full(path));
      if (there.ino !== stat.ino || there.dev !== stat.dev) return await again(path);
      const bytes = await readBounded(handle, path, stat.size);
      const text = bytes.toString('utf8');
      return { text, exact: isUtf8(bytes), revision: revisionOf(bytes), linked: stat.nlink > 1 };
    } catch (error) {
      return readFailure(path, error);
    } finally {
      await handle?.close();
    }
  }

  /** The file was replaced between two looks, as editors do; the second look is the newer truth. */
  async function again(path: string): Promise<FileContent | undefined> {
    await new Promise((resolve) => setImmediate(resolve));
    return read(path);
  }

  const glanced = new Map<string, { stamp: string; content: FileContent }>();

  async function glance(path: string): Promise<FileContent | undefined> {
    guard();
    const before = stampNow(full(path));
    if (before === 'missing') return undefined;
    const known = glanced.get(path);
    if (known?.stamp === before) return known.content;
    const content = await read(path);
    const isSettled = before === stampNow(full(path)) && !isFresh(full(path));
    if (content && isSettled && content.text.length <= GLANCED_CHARS) {
      glanced.delete(path);
      glanced.set(path, { stamp: before, content });
      const oldest = glanced.keys().next().value;
      if (glanced.size > MAX_GLANCED && oldest !== undefined) glanced.delete(oldest);
    }
    return content;
  }

  async function stat(path: string): Promise<FileStat | undefined> {
    try {
      const found = await lstat(full(path));
      if (!found.isFile()) return undefined;
      const stamp = `${found.dev}:${found.ino}:${found.size}:${found.mtimeMs}:${found.ctimeMs}`;
      return { path, stamp, mtimeMs: found.mtimeMs, linked: found.nlink > 1 };
    } catch (error) {
      return readFailure(path, error);
    }
  }

  async function isVacant(path: string): Promise<boolean> {
    const parts = path.split('/');
    for (let length = 1; length <= parts.length; length++) {
      try {
        const found = await lstat(full(parts.slice(0, length).join('/')));
        if (length === parts.length || !found.isDirectory()) return false;
      } catch (error) {
        return codeOf(error) === 'ENOENT';
      }
    }
    return false;
  }

  /** Makes the folders one by one, so that none of them is made behind a link. */
  async function ensureFolder(path: string): Promise<void> {
    const folder = dirname(path);
    if (folder === '.') return;
    await ensureFolder(folder);
    try {
      await mkdir(full(folder), { mode: 0o700 });
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      if (!(await lstat(full(folder))).isDirectory()) {
        throw new MemoryError('unwritable', `${folder} is a link or no folder, so nothing is written below it`, {
          remedy: `Put a real folder in place of ${folder}.`,
        });
      }
    }
  }

  async function replace(path: string, text: string, stillGood: () => Promise<boolean>): Promise<boolean> {
    const target = full(path);
    const temporary = temporaryOf(target);
    guard();
    try {
      await ensureFolder(path);
      const mode = await modeOf(target, path);
      await rm(temporary, { force: true });
      const handle = await open(temporary, 'wx', mode);
      try {
        await handle.chmod(mode);
        await handle.writeFile(text);
        await handle.sync();
      } finally {
        await handle.close();
      }
      // Looked at before and after it was asked, and the swap follows in the same moment: an editor that saves in between
      // is seen.
      const before = stampNow(target);
      if (!(await stillGood()) || stampNow(target) !== before) {
        await rm(temporary, { force: true });
        return false;
      }
      guard();
      renameSync(temporary, target);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw writeFailure(path, error);
    }
    await syncFolder(dirname(target));
    return true;
  }

  async function remove(path: string, revision: RevisionId): Promise<boolean> {
    const target = full(path);
    // As in `replace`: looked at before and after it was read, and taken away in the same moment.
    const before = stampNow(target);
    if ((await read(path))?.revision !== revision || stampNow(target) !== before) return false;
    try {
      unlinkSync(target);
    } catch (error) {
      throw writeFailure(path, error);
    }
    await syncFolder(dirname(target));
    return true;
  }

  async function walk(folder: string, depth = 0): Promise<FileStat[]> {
    if (depth > MAX_DEPTH) return [];
    if (depth === 0 && !(await isStraight(full(folder)).catch(() => false))) return [];
    const entries = await readdir(full(folder), { withFileTypes: true }).catch(() => []);
    const found = await Promise.all(
      entries.map(async (entry): Promise<FileStat[]> => {
        const path = `${folder}/${entry.name}`;
        if (entry.name.startsWith('.')) return [];
        if (entry.isDirectory()) return walk(path, depth + 1);
        const file = entry.isFile() ? await stat(path).catch(() => undefined) : undefined;
        return file ? [file] : [];
      }),
    );
    return found.flat().sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  const sweep = (path: string) => rm(temporaryOf(full(path)), { force: true });
  return { root, read, glance, stat, isVacant, replace, remove, sweep, walk };
}

/** One name per file: its lock is held by whoever writes, so whatever stands there is left over. */
function temporaryOf(target: string): string {
  return join(dirname(target), `.${basename(target)}.nightjar.tmp`);
}

/** The permissions that the new file gets: the old one's, or private. A link or a folder is never replaced. */
async function modeOf(target: string, path: string): Promise<number> {
  const found = await lstat(target).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (found && !found.isFile()) {
    throw new MemoryError('unwritable', `${path} is a link or no regular file, so it is left alone`, {
      remedy: `Put a regular file in place of ${path}.`,
    });
  }
  return found ? found.mode & 0o777 : 0o600;
}

/** Reads to the end, which may be behind the size that the file had a moment ago. */
async function readBounded(handle: FileHandle, path: string, expected: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    if (Math.max(size, expected) > MAX_FILE_BYTES) {
      throw new MemoryError('invalid', `${path} is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB`, {
        remedy: 'Split the file.',
      });
    }
    const chunk = Buffer.allocUnsafe(Math.max(1_024, expected - size + 1));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, null);
    chunks.push(chunk.subarray(0, bytesRead));
    // A regular file gives less than was asked for only at its end.
    if (bytesRead < chunk.length) return Buffer.concat(chunks);
    size += bytesRead;
  }
}

/** Makes the swap itself survive a power cut, on systems that can. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY).catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

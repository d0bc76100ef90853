// Turns what the system says about a file into what a person can act on. Pure; names only paths of the workspace.

import { MemoryError } from '../contracts/index.js';

/** The system's short code of an error, '' when it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Nothing is there, or nothing that counts as a file. */
const MISSING = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'EISDIR', 'ENAMETOOLONG', 'ENXIO', 'EMLINK', 'EINVAL']);

/** Undefined for a missing file; throws a MemoryError for one that is there and cannot be read. */
export function readFailure(path: string, error: unknown): undefined {
  if (error instanceof MemoryError) throw error;
  if (MISSING.has(codeOf(error))) return undefined;
  throw new MemoryError('unavailable', `${path} cannot be read (${codeOf(error) || 'unknown reason'})`, {
    remedy: 'Check that the file belongs to the user that runs Nightjar.',
    cause: error,
  });
}

/** A MemoryError 'unwritable' in plain words. */
export function writeFailure(path: string, error: unknown): MemoryError {
  if (error instanceof MemoryError) return error;
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new MemoryError('unwritable', `${path} was not written: the disk is full`, {
      retryable: true,
      remedy: 'Free some disk space.',
      cause: error,
    });
  }
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') {
    return new MemoryError('unwritable', `${path} was not written: its folder is read-only`, {
      remedy: 'Give the user that runs Nightjar the right to write in the workspace.',
      cause: error,
    });
  }
  return new MemoryError('unwritable', `${path} was not written (${code || 'unknown reason'})`, {
    remedy: 'Check the workspace folder and its disk.',
    cause: error,
  });
}

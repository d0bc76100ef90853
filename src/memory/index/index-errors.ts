// Tells what an error of the index means: the file is damaged, or the disk is in trouble. Pure; decides nothing.

import { MemoryError, NightjarError } from '../../contracts/index.js';

/** Vectors of another size than those in the index: the index has to be filled anew. */
export class DimensionsError extends MemoryError {
  readonly there: number;
  readonly given: number;
  constructor(there: number, given: number) {
    super('invalid', `the index holds vectors of ${there} numbers, these have ${given}`);
    this.there = there;
    this.given = given;
  }
}

/** The file says what it cannot say; what the index holds is derived, so it is set aside and filled anew. */
export class IndexDamage extends MemoryError {
  constructor(message: string, cause?: unknown) {
    super('unavailable', message, { cause });
  }
}

/** What is to be indexed cannot be looked at: state.sqlite, a folder, the workspace. The index itself is not to blame. */
export class SourceTrouble extends MemoryError {
  constructor(cause: unknown) {
    super('unavailable', cause instanceof NightjarError ? cause.message : 'the files cannot be looked at', {
      retryable: true,
      cause,
    });
  }
}

/** A short read is a file that lost its end. A table that is gone never went by our hand, but that of vectors may. */
const DAMAGE = /^SQLITE_(?:CORRUPT|NOTADB|IOERR_SHORT_READ)/;
const GONE =
  /^(?:no such table: (?!.*vectors)|no such column|malformed|unsupported file format|vtable constructor failed)/i;

/** Whether the index file is to blame: set it aside and build another. */
export function isDamage(error: unknown): boolean {
  return chain(error).some(
    (one) =>
      one instanceof IndexDamage ||
      DAMAGE.test(codeOf(one)) ||
      (codeOf(one) === 'SQLITE_ERROR' && GONE.test(one.message)),
  );
}

/** What is wrong with the disk, in words; undefined when the error is about something else. */
export function diskTrouble(error: unknown): string | undefined {
  if (isDamage(error)) return undefined;
  for (const code of chain(error).map(codeOf)) {
    if (/^(?:SQLITE_FULL|SQLITE_IOERR_(?:WRITE|SHMSIZE)|ENOSPC|EDQUOT)/.test(code)) return 'the disk is full';
    if (/^(?:SQLITE_READONLY|SQLITE_PERM|EROFS|EACCES|EPERM)/.test(code)) return 'the index folder cannot be written';
    if (/^(?:SQLITE_CANTOPEN|ENOTDIR|ENOENT|EISDIR|EEXIST)/.test(code)) return 'the index file cannot be opened';
    if (/^(?:SQLITE_IOERR|EIO$|EMFILE|ENFILE)/.test(code)) return `the disk reports an error (${code})`;
  }
  return undefined;
}

/** Whether nothing can be read or written there for now. */
export function isDiskTrouble(error: unknown): boolean {
  return diskTrouble(error) !== undefined;
}

/** The error and what caused it, as far as the index is concerned. */
function chain(error: unknown): Error[] {
  const found: Error[] = [];
  for (let one = error; one instanceof Error && found.length < 8; one = one.cause) {
    if (one instanceof SourceTrouble) return [];
    found.push(one);
  }
  return found;
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

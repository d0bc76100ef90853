// One SQLite connection: pragmas, cached statements, and write transactions that never block the event loop for long.
// Must never hold a transaction across an await.

import { ConfigError, StateError } from '../contracts/index.js';
import { noFullText, openRaw, type RawDatabase } from './native.js';

/** How long a statement may block the main thread for another process's lock; then we wait asynchronously. */
const BUSY_MS = 15;
/** How long a write is tried altogether. */
const GIVE_UP_MS = 30_000;
/** How long opening may block the thread: another process may be just creating or recovering the file. */
const OPEN_MS = 2_000;
const CACHE_KB = 2_000;
/** How long `writeNow` may. */
const WRITE_NOW_MS = 5_000;

export type SqlValue = string | number | bigint | Buffer | null;
export type SqlParams = readonly SqlValue[] | Readonly<Record<string, SqlValue>>;

/** What a prepared statement can do. Rows are typed by the caller, who wrote the columns. */
export interface Sql<Row> {
  get(params?: SqlParams): Row | undefined;
  all(params?: SqlParams): Row[];
  /** The first column of every row, for long lists: 100 ns a row. */
  column<T extends SqlValue>(params?: SqlParams): T[];
  run(params?: SqlParams): { changes: number; lastInsertRowid: number | bigint };
}

export interface Db {
  readonly path: string;
  /** The statement for this text, prepared once per connection. Writing ones belong inside `write`. */
  sql<Row = unknown>(text: string): Sql<Row>;
  /**
   * Runs `work` in one immediate transaction: all of it or nothing. `work` is synchronous and runs once; the wait for the
   * lock is asynchronous. Rejects with what `work` threw, or a StateError: full disk, read-only, locked for 30 s.
   */
  write<T>(work: () => T): Promise<T>;
  /** The same at once, for threads that may be held up: waits for the lock with the thread, at most 5 s. Throws. */
  writeNow<T>(work: () => T): T;
  /** Runs several statements of schema text. */
  exec(text: string): void;
  /** Loads an SQLite extension from a file. Throws what the system's loader says. */
  loadExtension(file: string): void;
  close(): void;
}

export interface OpenOptions {
  /** FULL syncs every commit to the disk; NORMAL survives a killed process, not always a power cut. */
  synchronous?: 'NORMAL' | 'FULL';
  readonly?: boolean;
  /** How long one attempt may block the thread for a lock, default 15 ms. */
  busyMs?: number;
  /** The bytes of a database file, opened as a copy in memory; `path` is only its name then. */
  content?: Buffer;
  /** How much of the file a connection may keep in memory, in KiB, default 2,000. The system caches the file anyway. */
  cacheKb?: number;
  /** A new file can give free pages back by `PRAGMA incremental_vacuum`; an old one stays as it is. */
  shrinks?: boolean;
}

/** Opens or creates the file in WAL mode; ':memory:' ends with the connection. Throws a StateError when it is no database or cannot be opened. */
export function openDb(path: string, options: OpenOptions = {}): Db {
  let raw: RawDatabase;
  try {
    raw = openRaw(options.content ? rollbackMode(options.content) : path, {
      timeout: options.busyMs ?? BUSY_MS,
      readonly: options.readonly ?? false,
    });
  } catch (error) {
    throw explain(path, error);
  }
  try {
    retryBusy(OPEN_MS, () => {
      // Only before the first page is written, so before WAL.
      if (options.shrinks && !options.readonly) raw.pragma('auto_vacuum = INCREMENTAL');
      if (!options.readonly) raw.pragma('journal_mode = WAL');
      raw.pragma(`synchronous = ${options.synchronous ?? 'NORMAL'}`);
      raw.pragma('foreign_keys = ON');
      raw.pragma('secure_delete = ON');
      raw.pragma(`cache_size = -${options.cacheKb ?? CACHE_KB}`);
    });
  } catch (error) {
    raw.close();
    throw explain(path, error);
  }
  return wrap(path, raw);
}

function wrap(path: string, raw: RawDatabase): Db {
  const statements = new Map<string, Sql<unknown>>();

  function sql<Row>(text: string): Sql<Row> {
    let statement = statements.get(text);
    if (!statement) {
      const prepared = raw.prepare(text);
      let plucked: typeof prepared | undefined;
      // A statement without parameters refuses an empty argument, so it is called with none.
      const spread = (params?: SqlParams) => (params === undefined ? [] : [params]);
      statement = {
        get: (params) => explained(() => prepared.get(...spread(params))),
        all: (params) => explained(() => prepared.all(...spread(params))),
        column: <T>(params?: SqlParams) =>
          explained(() => {
            plucked ??= raw.prepare(text).pluck();
            return plucked.all(...spread(params)) as T[];
          }),
        run: (params) => explained(() => prepared.run(...spread(params))),
      };
      statements.set(text, statement);
    }
    return statement as Sql<Row>;
  }

  function explained<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw explain(path, error);
    }
  }

  async function write<T>(work: () => T): Promise<T> {
    const giveUpAt = Date.now() + GIVE_UP_MS;
    for (let attempt = 0; ; attempt++) {
      try {
        raw.exec('BEGIN IMMEDIATE');
        break;
      } catch (error) {
        if (!isBusy(error)) throw explain(path, error);
        if (Date.now() > giveUpAt) {
          throw new StateError(`${path} has been locked by another process for ${GIVE_UP_MS / 1000} s`, {
            retryable: true,
            remedy: 'Close the program that holds it open (a database browser, a backup), then try again.',
            cause: error,
          });
        }
        await new Promise((resolve) => setTimeout(resolve, Math.min(50, 2 + attempt * 2) * (0.5 + Math.random())));
      }
    }
    return finish(work);
  }

  function writeNow<T>(work: () => T): T {
    explained(() => retryBusy(WRITE_NOW_MS, () => raw.exec('BEGIN IMMEDIATE')));
    return finish(work);
  }

  /** Inside the transaction. */
  function finish<T>(work: () => T): T {
    try {
      const result = work();
      if (result instanceof Promise) throw new StateError('a transaction must be synchronous');
      raw.exec('COMMIT');
      return result;
    } catch (error) {
      // SQLite may have rolled back by itself, on a full disk for one.
      if (raw.inTransaction) raw.exec('ROLLBACK');
      throw explain(path, error);
    }
  }

  return {
    path,
    sql,
    write,
    writeNow,
    exec: (text) => explained(() => void raw.exec(text)),
    loadExtension: (file) => void raw.loadExtension(file),
    close: () => void raw.close(),
  };
}

/** A database in memory knows no write-ahead log, and refuses a file that says it has one (file format, bytes 18 and 19). */
function rollbackMode(content: Buffer): Buffer {
  const copy = Buffer.from(content);
  copy.fill(1, 18, 20);
  return copy;
}

/** Tries again while another process holds the lock, with the thread blocked. */
function retryBusy(ms: number, work: () => void): void {
  const giveUpAt = Date.now() + ms;
  for (;;) {
    try {
      work();
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > giveUpAt) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error));
}

/** Turns what an operator can do something about into a StateError; hands everything else back as it was. */
export function explain(path: string, error: unknown): unknown {
  if (error instanceof ConfigError) return error;
  const code = codeOf(error);
  if (/^SQLITE_(FULL|IOERR_SHMSIZE|IOERR_WRITE)/.test(code)) {
    return new StateError(`there is no room to write ${path}`, {
      retryable: true,
      remedy: 'Free some disk space.',
      cause: error,
    });
  }
  if (/^SQLITE_(READONLY|PERM|CANTOPEN|IOERR)/.test(code)) {
    return new StateError(`${path} cannot be opened or written (${code})`, {
      remedy: 'Check that the folder exists, belongs to this user and is not on a read-only disk.',
      cause: error,
    });
  }
  if (error instanceof Error && /^no such module: fts5/i.test(error.message)) {
    const { says, remedy } = noFullText();
    return new StateError(says.replace(/\.$/, ''), { remedy, cause: error });
  }
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(code)) {
    return new StateError(`${path} is damaged or is no SQLite database; it was left untouched`, {
      remedy:
        'Move it aside and restore a backup, or start without it: Markdown memory and transcripts are not in it; reminders and people are.',
      cause: error,
    });
  }
  return error;
}

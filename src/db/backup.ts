// A copy of a database as it is at one moment, made while others write. Between `freezeDb` and `thaw` nobody else can commit,
// so that files beside the database can be looked at in the same moment. Must never change the database.

import { chmodSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { StateError } from '../contracts/index.js';
import { explain, isBusy } from './database.js';
import { openRaw, type RawDatabase } from './native.js';

/** How long others may keep us from the write lock. */
const GIVE_UP_MS = 30_000;
const BUSY_MS = 15;
/** So many pages are copied before everything else in this process gets a turn. */
const PAGES = 2_000;

export interface FrozenDb {
  /** `PRAGMA user_version`: how many migrations it has seen. */
  readonly version: number;
  /** Lets the others write again; the moment itself stays. May be called twice. */
  thaw(): void;
  /** Writes the database as it was when it was frozen to a new file, mode 0600. Rejects with a StateError. */
  copyTo(path: string): Promise<void>;
  /** Thaws too. May be called twice. */
  close(): void;
}

/** Rejects with a StateError when the file cannot be opened, or somebody writes for 30 s. */
export async function freezeDb(path: string): Promise<FrozenDb> {
  const opened: RawDatabase[] = [];
  function close(): void {
    for (const raw of opened.splice(0).reverse()) raw.close();
  }
  try {
    const gate = openRaw(path, { timeout: BUSY_MS, fileMustExist: true });
    opened.push(gate);
    await takeWriteLock(path, gate);
    const reader = openRaw(path, { timeout: GIVE_UP_MS, readonly: true });
    opened.push(reader);
    // What a read transaction has seen once it sees until its end, and so does the copy that is made inside it.
    reader.exec('BEGIN');
    const [version = 0] = reader.prepare('PRAGMA user_version').pluck().all() as number[];
    reader.prepare('SELECT count(*) FROM sqlite_schema').get();
    return {
      version,
      thaw() {
        if (gate.inTransaction) gate.exec('ROLLBACK');
      },
      async copyTo(target) {
        try {
          await reader.backup(target, { progress: () => PAGES });
          chmodSync(target, 0o600);
          mustBeWhole(path, target);
        } catch (error) {
          throw explain(target, error);
        }
      },
      close,
    };
  } catch (error) {
    close();
    throw explain(path, error);
  }
}

/** A copy of damage that says nothing is found out when it is needed. */
function mustBeWhole(path: string, copy: string): void {
  const found = faultOf(copy);
  if (found === undefined) return;
  throw new StateError(`${path} is damaged (${found}), so there is no backup of it`, {
    remedy: 'Restore an earlier one; to keep what there is, copy the whole folder while nothing runs.',
  });
}

/** One line; undefined: it is whole. */
function faultOf(path: string): string | undefined {
  const raw = openRaw(path, { readonly: true });
  try {
    const [found] = raw.prepare('PRAGMA quick_check(1)').pluck().all();
    return found === 'ok' ? undefined : String(found).replace(/\s+/g, ' ').trim();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    raw.close();
  }
}

async function takeWriteLock(path: string, gate: RawDatabase): Promise<void> {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  for (;;) {
    try {
      gate.exec('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() > giveUpAt) {
        throw new StateError(`${path} has been locked by another process for ${GIVE_UP_MS / 1_000} s`, {
          retryable: true,
          remedy: 'Close the program that holds it open (a database browser), then try again.',
          cause: error,
        });
      }
    }
    await sleep(2 + Math.random() * 10);
  }
}

// The only hand that writes memory: lock, intended row, atomic swap, done row; and the end of what a killed process began.
// Must never overwrite a change that somebody made meanwhile, and never carry the same call out twice.

import {
  type Clock,
  type LineOrigin,
  type Log,
  MemoryError,
  type Patch,
  type Provenance,
  type Revision,
  type RevisionId,
  StateError,
  type Trust,
} from '../contracts/index.js';
import type { Db } from '../db/database.js';
import type { FileLocks } from './file-locks.js';
import { ABSENT, type FileContent, type Files } from './files.js';
import { chainOf } from './ledger-chain.js';
import { type IntendedRow, intentOf, type LedgerRow, ledgerRows, type Outcome } from './ledger-rows.js';
import { lineOrigins } from './ledger-trust.js';
import { decideRecovery, mergedOutcome, outcomeOf } from './outcome.js';
import { countRuns } from './patch.js';
import { changedLines } from './patch-lines.js';
import type { Owner } from './visibility.js';

/** How often a file may change under our hands before we give up. */
const MAX_TRIES = 8;
/** So many writes back is a change followed; what comes of more is no diff that anybody reads. */
const MAX_STEPS = 300;

export interface WriteRequest {
  /** Whose file it is; decided by the caller. */
  owner: Owner;
  /** Its path is already classified. */
  patch: Patch;
  /** Needed for `replace`: the revision that the new text was made from. */
  base?: RevisionId | undefined;
  why: Provenance;
  /** Somebody agreed to that exact text on that exact file: nothing is merged. */
  exact?: boolean;
  /** Looks at the file before it is written and throws where this writer may not have it. */
  guard?: (file: FileContent | undefined) => void;
  /** Runs in the transaction that marks the row done, or in one of its own on a repeat; so it must be idempotent. */
  onDone?: (() => void) | undefined;
}

export interface RecoveryReport {
  /** Had been written already. */
  done: number;
  /** Written now, on the file they were meant for. */
  redone: number;
  /** Written now, into a file that had changed. */
  merged: number;
  /** Copies of texts that did not fit any more, below `.nightjar/conflicts/`. */
  conflicts: string[];
}

export interface Ledger {
  /** Resolves once the text is on disk and its row is done. MemoryError 'conflict', 'busy', 'unwritable', 'invalid'. */
  write(request: WriteRequest): Promise<Revision>;
  recover(): Promise<RecoveryReport>;
  /** The write of that call, if it was carried out or is under way. */
  earlier(why: Pick<Provenance, 'session' | 'call'>): { row: number; path: string } | undefined;
  list(path: string | undefined, limit: number): LedgerRow[];
  /**
   * What the ledger's own writes changed between two revisions of a file: their diff. `stale` when `to` has been left behind
   * meanwhile; undefined when the ledger does not explain the change.
   */
  changes(path: string, from: RevisionId, to: RevisionId): { diff: string } | 'stale' | undefined;
  /** How far lines of a file can be relied on, `otherwise` where it says nothing of one. */
  trustOf(path: string, lines: readonly string[], otherwise: Trust): Trust[];
  /** The same with who brought them. */
  originsOf(path: string, lines: readonly string[], otherwise: Trust): LineOrigin[];
  /** Paths with a write that is neither done nor given up. */
  unfinished(): string[];
}

export function openLedger(parts: { db: Db; files: Files; locks: FileLocks; clock: Clock; log: Log }): Ledger {
  const { db, files, locks, clock, log } = parts;
  const rows = ledgerRows(db);
  const origins = lineOrigins(rows);

  async function write(request: WriteRequest): Promise<Revision> {
    const path = rows.byCall(request.why)?.path ?? request.patch.path;
    return locks.hold(path, async () => {
      const earlier = rows.byCall(request.why);
      // We hold the lock, so whoever began these is dead.
      for (const row of rows.intended(path)) await settle(row, emptyReport());
      return earlier ? repeat(earlier.row, request) : carryOut(request);
    });
  }

  async function repeat(row: number, request: WriteRequest): Promise<Revision> {
    const stored = rows.get(row);
    if (stored?.state !== 'done') throw conflict(request.patch.path);
    if (request.onDone) await transact(request.patch.path, request.onDone);
    return { id: stored.after, row, path: stored.path, line: stored.line, repeated: true };
  }

  async function carryOut(request: WriteRequest): Promise<Revision> {
    const { owner, patch, why, exact = owner === 'shared', guard, onDone } = request;
    const { path } = patch;
    checkLines(request);
    const started = await files.read(path);
    guard?.(started);
    if (patch.kind === 'replace' && (request.base ?? ABSENT) !== (started?.revision ?? ABSENT)) throw conflict(path);
    const had = patch.kind === 'append' ? countRuns(started?.text ?? '', patch.lines) : 0;
    const intent = intentOf(patch, { had, exact });
    const first = outcomeOf(path, intent, started);
    const row = await transact(path, () => rows.insert({ owner, path, why, intent, at: clock.now() }, first));
    const again = (now: FileContent | undefined): Outcome | undefined => {
      guard?.(now);
      if (patch.kind === 'append') return outcomeOf(path, intentOf(patch, { had: 0 }), now);
      return exact ? undefined : mergedOutcome(path, patch.text, started, now);
    };
    let out: Outcome;
    try {
      out = await swap(row, path, first, again);
    } catch (error) {
      // Nothing was written, and the caller is told so: the row must not come to life at the next start.
      await db.write(() => rows.remove(row)).catch(() => log.warn('memory.row-left', { path, row }));
      throw error;
    }
    await transact(path, () => {
      rows.end(row, 'done');
      onDone?.();
    });
    return { id: out.after, row, path, line: out.line, repeated: false };
  }

  /** Brings the outcome to disk; computes it anew with `again` as often as the file changes under our hands. */
  async function swap(
    row: number,
    path: string,
    first: Outcome,
    again: (now: FileContent | undefined) => Outcome | undefined,
  ): Promise<Outcome> {
    let out = first;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      if (out.after === out.base) return out;
      let now: FileContent | undefined;
      const swapped = await files.replace(path, out.text, async () => {
        now = await files.read(path);
        return (now?.revision ?? ABSENT) === out.base;
      });
      if (swapped) return out;
      const next = again(now);
      if (!next) throw conflict(path);
      out = next;
      await transact(path, () => rows.update(row, next));
    }
    throw new MemoryError('busy', `${path} keeps changing`, { retryable: true, retryAfterMs: 1_000 });
  }

  /** Ends one row that a dead process left; the lock is held. */
  async function settle(row: IntendedRow, report: RecoveryReport): Promise<void> {
    await files.sweep(row.path);
    const decision = decideRecovery(row, await files.read(row.path));
    if (decision.kind === 'conflict') return giveUp(row, report);
    if (decision.kind === 'write') {
      await transact(row.path, () => rows.update(row.row, decision.out));
      try {
        await swap(row.row, row.path, decision.out, (now) => {
          const next = decideRecovery(row, now);
          return next.kind === 'write' ? next.out : undefined;
        });
      } catch (error) {
        if (error instanceof MemoryError && error.kind === 'conflict') return giveUp(row, report);
        throw error;
      }
    }
    await transact(row.path, () => rows.end(row.row, 'done'));
    report[decision.kind === 'done' ? 'done' : decision.merged ? 'merged' : 'redone']++;
    log.info('memory.recovered', { path: row.path, row: row.row, how: decision.kind });
  }

  /** The file stays as the person left it; what we wanted to write is kept beside, out of everybody's sight. */
  async function giveUp(row: IntendedRow, report: RecoveryReport): Promise<void> {
    const time = new Date(clock.now()).toISOString().replace(/[:.]/g, '-');
    const copy = `.nightjar/conflicts/${row.path.replaceAll('/', '__')}.conflict-${time}-${row.row}`;
    const text = row.intent.kind === 'replace' ? row.intent.text : `${row.intent.lines.join('\n')}\n`;
    await files.replace(copy, text, async () => true);
    await transact(row.path, () => rows.end(row.row, 'conflict'));
    report.conflicts.push(copy);
    log.warn('memory.conflict', { path: row.path, row: row.row, copy });
  }

  async function recover(): Promise<RecoveryReport> {
    const report = emptyReport();
    for (const path of rows.intendedPaths()) {
      try {
        await locks.hold(
          path,
          async () => {
            for (const row of rows.intended(path)) await settle(row, report);
          },
          0,
        );
      } catch (error) {
        // Held by a living process, which ends its own rows; or not writable now, then the next writer tries again.
        const isHeld = error instanceof MemoryError && error.kind === 'busy';
        log[isHeld ? 'debug' : 'warn']('memory.recovery-put-off', { path, error });
      }
    }
    return report;
  }

  async function transact<T>(path: string, work: () => T): Promise<T> {
    try {
      return await db.write(work);
    } catch (error) {
      if (!(error instanceof StateError)) throw error;
      throw new MemoryError('unwritable', `${path} was not written, because the disk refused`, {
        retryable: error.retryable,
        ...(error.remedy === undefined ? {} : { remedy: error.remedy }),
        cause: error,
      });
    }
  }

  function earlier(why: Pick<Provenance, 'session' | 'call'>): { row: number; path: string } | undefined {
    const row = rows.byCall(why);
    return row && { row: row.row, path: row.path };
  }

  function changes(path: string, from: RevisionId, to: RevisionId): { diff: string } | 'stale' | undefined {
    const chain = chainOf(rows.steps(path, MAX_STEPS), from, to);
    if (!Array.isArray(chain)) return chain;
    return { diff: changedLines(rows.patches(chain.map(({ row }) => row))) };
  }

  return {
    write,
    recover,
    earlier,
    changes,
    trustOf: (path, lines, otherwise) => origins(path, lines, otherwise).map(({ trust }) => trust),
    originsOf: origins,
    list: (path, limit) => rows.list(path, limit),
    unfinished: () => rows.intendedPaths(),
  };
}

function emptyReport(): RecoveryReport {
  return { done: 0, redone: 0, merged: 0, conflicts: [] };
}

/** What is said of single lines must be said of each. */
function checkLines({ patch, why }: WriteRequest): void {
  if (why.lines === undefined) return;
  // In a replacement those that are spoken of are known by their words.
  if (patch.kind === 'replace' && why.lines.every(({ text }) => text !== undefined)) return;
  const count = patch.kind === 'append' ? patch.lines.flatMap((line) => line.split(/\r?\n/)).length : 0;
  if (patch.kind === 'append' && why.lines.length === count) return;
  throw new MemoryError(
    'invalid',
    `the write to ${patch.path} says where ${why.lines.length} lines come from, not ${count}`,
  );
}

function conflict(path: string): MemoryError {
  return new MemoryError('conflict', `${path} has changed since it was read; read it again and repeat the change`);
}

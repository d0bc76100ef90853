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
  type Undone,
} from '../contracts/index.js';
import type { Db } from '../db/database.js';
import type { FileLocks } from './file-locks.js';
import { ABSENT, type FileContent, type Files } from './files.js';
import { knownFiles } from './known-files.js';
import { chainOf } from './ledger-chain.js';
import { handEdits } from './ledger-hand.js';
import { textsAround, withoutRevision } from './ledger-past.js';
import { type RecoveryReport, recovery } from './ledger-recovery.js';
import { FORGOTTEN_REASON, intentOf, type LedgerRow, ledgerRows, type Outcome } from './ledger-rows.js';
import { changed, type OpenRow, said, swapper } from './ledger-swap.js';
import { lineOrigins } from './ledger-trust.js';
import { mergedOutcome, outcomeOf } from './outcome.js';
import { countRuns } from './patch.js';
import { changedLines } from './patch-lines.js';
import { type Owner, scopeId } from './visibility.js';

/** So many writes back is a change followed; what comes of more is no diff that anybody reads. */
const MAX_STEPS = 300;
/** So many writes back is a text made out that is to be put back; then the words around it must do. */
const MAX_PAST = 5_000;

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

export interface UndoRequest {
  /** The row that is to be taken back. */
  row: number;
  /** Whose file it is; decided by the caller. */
  owner: Owner;
  why: Provenance;
  /** As in WriteRequest. */
  guard?: (file: FileContent | undefined) => void;
}

/** Takes a file away whose text is kept elsewhere. */
export interface RemoveRequest {
  owner: Owner;
  path: string;
  /** The text that is kept: any other stays where it is. */
  base: RevisionId;
  why: Provenance;
  /** The row that is taken back by it. */
  undoes?: number;
}

export interface Ledger {
  /** Resolves once the text is on disk and its row is done. MemoryError 'conflict', 'busy', 'unwritable', 'invalid'. */
  write(request: WriteRequest): Promise<Revision>;
  /**
   * Takes a revision back, whatever was written since, as a write of its own that can be taken back in turn. What a file said
   * that the revision had made becomes an empty file; one that it had removed is made again. MemoryErrors as of `write`;
   * 'conflict' names the lines that were changed since, 'invalid' says that it was taken back already or changed nothing, and
   * 'not-found' that there is no such revision.
   */
  undo(request: UndoRequest): Promise<Undone>;
  /** Looks whether somebody has edited the file by hand, and writes that down. Waits for no other process. */
  look(path: string, owner: Owner): Promise<void>;
  /** Resolves to its row once the file is gone. MemoryError 'conflict' where it changed, 'busy', 'unwritable'. */
  remove(request: RemoveRequest): Promise<number>;
  recover(): Promise<RecoveryReport>;
  /** What was carried out under that number; of these owners alone. */
  get(row: number): LedgerRow | undefined;
  getOf(owners: readonly Owner[], row: number): LedgerRow | undefined;
  /** The write of that call, if it was carried out or is under way. */
  earlier(why: Pick<Provenance, 'session' | 'call'>): { row: number; path: string } | undefined;
  list(path: string | undefined, limit: number): LedgerRow[];
  /** Those of these owners alone that were carried out, newest first. */
  listOf(owners: readonly Owner[], path: string | undefined, limit: number): LedgerRow[];
  /** Taken back, and that not taken back in turn. */
  isUndone(row: number): boolean;
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
  const known = knownFiles(db);
  const origins = lineOrigins(rows);
  const hand = handEdits({ files, rows, known, transact, clock });
  const swap = swapper({ files, rows, hand, transact });
  const { settle, recover, putOff } = recovery({ files, rows, known, hand, locks, swap, transact, clock, log });

  async function write(request: WriteRequest): Promise<Revision> {
    const path = rows.byCall(request.why)?.path ?? request.patch.path;
    return alone(path, async () => {
      const earlier = rows.byCall(request.why);
      return earlier ? repeat(earlier.row, request) : begin(request);
    });
  }

  /** Runs `work` with the file's lock held and nothing under way. */
  async function alone<T>(path: string, work: () => Promise<T>, waitMs?: number): Promise<T> {
    return locks.hold(
      path,
      async () => {
        // We hold the lock, so whoever began these is dead.
        for (const row of rows.intended(path)) await settle(row);
        return await work();
      },
      waitMs,
    );
  }

  async function repeat(row: number, { patch, onDone }: Pick<WriteRequest, 'patch' | 'onDone'>): Promise<Revision> {
    const stored = rows.get(row);
    if (stored?.state !== 'done') throw changed(patch.path);
    if (onDone) await transact(patch.path, onDone);
    return { id: stored.after, row, path: stored.path, line: stored.line, repeated: true };
  }

  async function begin(request: WriteRequest): Promise<Revision> {
    const { owner, patch, guard } = request;
    const { path } = patch;
    checkLines(request);
    const started = await files.read(path);
    guard?.(started);
    await hand.follow(path, scopeId(owner), started);
    if (patch.kind === 'replace' && (request.base ?? ABSENT) !== said(started).revision) throw changed(path);
    return await carryOut(request, started);
  }

  /** On the file as it was read under the lock. */
  async function carryOut(
    { owner, patch, why, exact = owner === 'shared', guard, onDone }: WriteRequest,
    started: FileContent | undefined,
    undoes?: number,
  ): Promise<Revision> {
    const { path } = patch;
    const scope = scopeId(owner);
    const had = patch.kind === 'append' ? countRuns(started?.text ?? '', patch.lines) : 0;
    const intent = intentOf(patch, { had, exact, verbatim: undoes !== undefined });
    const first = outcomeOf(path, intent, started);
    const row = await transact(path, () => rows.insert({ owner, path, why, intent, undoes, at: clock.now() }, first));
    const open: OpenRow = { row, path, scope };
    const again = (now: FileContent | undefined): Outcome | undefined => {
      guard?.(now);
      if (intent.kind === 'append') return outcomeOf(path, { ...intent, had: 0 }, now);
      return exact ? undefined : mergedOutcome(path, intent, started, now);
    };
    let out: Outcome;
    try {
      out = await swap.run(open, said(started), first, again);
    } catch (error) {
      // Nothing was written, and the caller is told so: the row must not come to life at the next start.
      await db.write(() => rows.remove(open.row)).catch(() => log.warn('memory.row-left', { path, row: open.row }));
      throw error;
    }
    await transact(path, () => {
      rows.end(open.row, 'done');
      hand.know(path, scope, said(out));
      onDone?.();
    });
    return { id: out.after, row: open.row, path, line: out.line, repeated: false };
  }

  async function remove({ owner, path, base, why, undoes }: RemoveRequest): Promise<number> {
    return await alone(path, async () => {
      const file = await files.read(path);
      const scope = scopeId(owner);
      await hand.follow(path, scope, file);
      if (file?.revision !== base) throw changed(path);
      const intent = { kind: 'remove' } as const;
      const out = outcomeOf(path, intent, file);
      const row = await transact(path, () => rows.insert({ owner, path, why, intent, undoes, at: clock.now() }, out));
      try {
        if (!(await files.remove(path, base))) throw changed(path);
      } catch (error) {
        await db.write(() => rows.remove(row)).catch(() => log.warn('memory.row-left', { path, row }));
        throw error;
      }
      await transact(path, () => {
        rows.end(row, 'done');
        hand.know(path, scope, said(undefined));
      });
      return row;
    });
  }

  function done(row: number): LedgerRow | undefined {
    const found = rows.get(row);
    return found?.state === 'done' ? found : undefined;
  }

  async function look(path: string, owner: Owner): Promise<void> {
    const follow = async () => hand.follow(path, scopeId(owner), await files.read(path));
    await alone(path, follow, 0).catch((error: unknown) => putOff(path, error));
  }

  async function undo({ row, owner, why, guard }: UndoRequest): Promise<Undone> {
    const asked = done(row);
    if (!asked) throw new MemoryError('not-found', `there is no revision ${row}`);
    const { path } = asked;
    return await alone(path, async () => {
      const earlier = rows.byCall(why);
      if (earlier) {
        const again = await repeat(earlier.row, { patch: { kind: 'replace', path, text: '' } });
        return { ...again, undoes: row, changed: earlier.base !== earlier.after };
      }
      if (asked.reason === FORGOTTEN_REASON && asked.who === 'system') {
        throw new MemoryError('invalid', `with revision ${row} something was forgotten, and nothing brings that back`);
      }
      if (asked.base === asked.after) {
        throw new MemoryError('invalid', `revision ${row} changed nothing, so there is nothing to take back`);
      }
      if (rows.isUndone(row)) throw new MemoryError('invalid', `revision ${row} was taken back already`);
      const file = await files.read(path);
      guard?.(file);
      await hand.follow(path, scopeId(owner), file);
      const now = said(file);
      const past = await textsAround(row, now, rows.steps(path, MAX_PAST), rows.inverse);
      const text = withoutRevision(asked, now, past);
      const request = { owner, patch: { kind: 'replace', path, text }, why, ...(guard ? { guard } : {}) } as const;
      const revision = await carryOut(request, file, row);
      return { ...revision, undoes: row, changed: revision.id !== now.revision };
    });
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
    undo,
    look,
    remove,
    recover,
    get: done,
    getOf: (owners, row) => {
      const found = done(row);
      return owners.some((owner) => scopeId(owner) === found?.scope) ? found : undefined;
    },
    listOf: (owners, path, limit) => rows.listOf(owners.map(scopeId), path, limit),
    isUndone: rows.isUndone,
    earlier,
    changes,
    trustOf: (path, lines, otherwise) => origins(path, lines, otherwise).map(({ trust }) => trust),
    originsOf: origins,
    list: (path, limit) => rows.list(path, limit),
    unfinished: () => rows.intendedPaths(),
  };
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

// The end of what a killed process began: written now, found written, or put aside where it fits no more. Must never carry the
// same call out twice, and never write over what a person left there.

import { type Clock, type Log, MemoryError } from '../contracts/index.js';
import { conflictCopy } from './conflict-copies.js';
import type { FileLocks } from './file-locks.js';
import { ABSENT, type FileContent, type Files, revisionOf } from './files.js';
import type { KnownFiles } from './known-files.js';
import type { HandEdits, Said } from './ledger-hand.js';
import type { IntendedRow, LedgerRows } from './ledger-rows.js';
import { type OpenRow, type Swap, said } from './ledger-swap.js';
import { decideRecovery } from './outcome.js';
import { patched } from './patch.js';

export interface RecoveryReport {
  /** Had been written already. */
  done: number;
  /** Written now, on the file they were meant for. */
  redone: number;
  /** Written now, into a file that had changed. */
  merged: number;
  /** Copies of texts that did not fit any more, by their paths. */
  conflicts: string[];
}

export interface Recovery {
  /** Ends one row that a dead process left; the lock is held. */
  settle(row: IntendedRow, report?: RecoveryReport): Promise<void>;
  recover(): Promise<RecoveryReport>;
  /** Notes why a file is left to the next who comes by. */
  putOff(path: string, error: unknown): void;
}

export function recovery(parts: {
  files: Files;
  rows: LedgerRows;
  known: KnownFiles;
  hand: HandEdits;
  locks: FileLocks;
  swap: Swap;
  transact<T>(path: string, work: () => T): Promise<T>;
  clock: Clock;
  log: Log;
}): Recovery {
  const { files, rows, known, hand, locks, swap, transact, clock, log } = parts;

  async function settle(row: IntendedRow, report = emptyReport()): Promise<void> {
    const { path, scope } = row;
    await files.sweep(path);
    const file = await files.read(path);
    const decision = decideRecovery(row, file);
    if (decision.kind === 'conflict') return giveUp(row, report);
    if (decision.kind === 'dropped') return transact(path, () => rows.remove(row.row));
    const open: OpenRow = { row: row.row, path, scope };
    let there = said(file);
    if (decision.kind === 'write') {
      await swap.overtaken(open, lastKnown(row, file), file, decision.out);
      try {
        there = said(
          await swap.run(open, there, decision.out, (now) => {
            const next = decideRecovery(row, now);
            return next.kind === 'write' ? next.out : undefined;
          }),
        );
      } catch (error) {
        if (error instanceof MemoryError && error.kind === 'conflict') return giveUp({ ...row, row: open.row }, report);
        throw error;
      }
    } else there = written(row) ?? there;
    await transact(path, () => {
      rows.end(open.row, 'done');
      hand.know(path, scope, there);
    });
    report[decision.kind === 'done' ? 'done' : decision.merged ? 'merged' : 'redone']++;
    log.info('memory.recovered', { path, row: open.row, how: decision.kind });
  }

  /** What the file said when the write began. */
  function lastKnown({ path, base }: IntendedRow, file: FileContent | undefined): Said {
    return known.get(path) ?? said(base === ABSENT ? undefined : file);
  }

  /** What the file said right behind a write that reached the disk; it may have been edited since. */
  function written({ path, base, after, patch }: IntendedRow): Said | undefined {
    const before = known.get(path) ?? { revision: ABSENT, text: '' };
    const text = before.revision === base ? patched(before.text, patch) : undefined;
    return text !== undefined && revisionOf(text) === after ? { revision: after, text } : undefined;
  }

  /** The file stays as the person left it; what we wanted to write is kept beside, out of everybody's sight. */
  async function giveUp(row: IntendedRow, report: RecoveryReport): Promise<void> {
    const copy = conflictCopy(row.path, clock.now(), row.row);
    const { intent } = row;
    const text =
      intent.kind === 'append' ? `${intent.lines.join('\n')}\n` : intent.kind === 'replace' ? intent.text : '';
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
        putOff(path, error);
      }
    }
    return report;
  }

  /** Held by a living process, which ends its own rows; or not to be had now, then the next writer tries again. */
  function putOff(path: string, error: unknown): void {
    const isHeld = error instanceof MemoryError && error.kind === 'busy';
    log[isHeld ? 'debug' : 'warn']('memory.recovery-put-off', { path, error });
  }

  return { settle, recover, putOff };
}

function emptyReport(): RecoveryReport {
  return { done: 0, redone: 0, merged: 0, conflicts: [] };
}

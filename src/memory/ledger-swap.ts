// The step from an intended row to the file: swapped whole, or computed anew where somebody was faster. Whoever calls holds the
// file's lock. Must never overwrite a change that somebody made meanwhile.

import { MemoryError } from '../contracts/index.js';
import { ABSENT, type FileContent, type Files } from './files.js';
import type { HandEdits, Said } from './ledger-hand.js';
import type { LedgerRows, Outcome } from './ledger-rows.js';

/** How often a file may change under our hands before we give up. */
const MAX_TRIES = 8;

/** A row that is intended, under the number that it has now. */
export interface OpenRow {
  row: number;
  path: string;
  scope: string;
}

export function said(of: FileContent | Outcome | undefined): Said {
  if (of === undefined) return { revision: ABSENT, text: '' };
  return { revision: 'after' in of ? of.after : of.revision, text: of.text };
}

export function changed(path: string): MemoryError {
  return new MemoryError('conflict', `${path} has changed since it was read; read it again and repeat the change`);
}

export interface Swap {
  /**
   * Brings the outcome to disk; computes it anew with `again` as often as the file changes under our hands. Such a change comes
   * before this one, so that the row gets another number. `before`: the file as it was seen last.
   */
  run(
    open: OpenRow,
    before: Said,
    first: Outcome,
    again: (now: FileContent | undefined) => Outcome | undefined,
  ): Promise<Outcome>;
  /** Somebody changed the file before the open row was written: theirs is the earlier revision. */
  overtaken(open: OpenRow, before: Said, now: FileContent | undefined, next: Outcome): Promise<void>;
}

export function swapper(parts: {
  files: Pick<Files, 'read' | 'replace'>;
  rows: LedgerRows;
  hand: HandEdits;
  transact<T>(path: string, work: () => T): Promise<T>;
}): Swap {
  const { files, rows, hand, transact } = parts;

  async function run(
    open: OpenRow,
    before: Said,
    first: Outcome,
    again: (now: FileContent | undefined) => Outcome | undefined,
  ): Promise<Outcome> {
    const { path } = open;
    let out = first;
    let seen = before;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      if (out.after === out.base) return out;
      let now: FileContent | undefined;
      const swapped = await files.replace(path, out.text, async () => {
        now = await files.read(path);
        return (now?.revision ?? ABSENT) === out.base;
      });
      if (swapped) return out;
      const next = again(now);
      if (!next) throw changed(path);
      await overtaken(open, seen, now, next);
      seen = said(now);
      out = next;
    }
    throw new MemoryError('busy', `${path} keeps changing`, { retryable: true, retryAfterMs: 1_000 });
  }

  async function overtaken(open: OpenRow, before: Said, now: FileContent | undefined, next: Outcome): Promise<void> {
    const keep = await hand.between(open.path, open.scope, before, now);
    open.row = await transact(open.path, () => {
      const row = keep() ? rows.moveToEnd(open.row) : open.row;
      rows.update(row, next);
      return row;
    });
  }

  return { run, overtaken };
}

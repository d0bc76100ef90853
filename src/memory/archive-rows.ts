// How the ledger tells that a file was put away: the row of its copy, and the row of its removal behind that. Pure.

import type { RevisionId } from '../contracts/index.js';
import { ABSENT } from './files.js';
import { archivedFrom } from './memory-files.js';

/** Why both writes are made, as the ledger has it. */
export const ARCHIVED = 'archived';

/** What tells them. */
export interface MoveRow {
  row: number;
  path: string;
  base: RevisionId;
  after: RevisionId;
  by: string;
  reason: string;
  /** The row that it takes back. */
  undoes: number | null;
}

type Told = Pick<MoveRow, 'reason' | 'by' | 'base' | 'after'>;

export function isCopy({ reason, by, base }: Told): boolean {
  return reason === ARCHIVED && by === 'command' && base === ABSENT;
}

export function isRemoval({ reason, by, after, base }: Told): boolean {
  return reason === ARCHIVED && by === 'command' && after === ABSENT && base !== ABSENT;
}

/** From that row on the lines of a file stand in another, under the same numbers. */
export interface Move {
  row: number;
  path: string;
  to: string;
}

/** Into the archive, and out of it where that was taken back. `rows`: of all files, oldest first. */
export function movesOf(rows: Iterable<MoveRow>): Move[] {
  const copies = new Map<string, string>();
  const away = new Map<number, Move>();
  const moves: Move[] = [];
  for (const one of rows) {
    const { row, path } = one;
    if (isCopy(one)) for (const from of archivedFrom(path)) copies.set(from, path);
    const to = isRemoval(one) ? copies.get(path) : undefined;
    const back = one.undoes === null ? undefined : away.get(one.undoes);
    if (to !== undefined) {
      const move = { row, path, to };
      away.set(row, move);
      moves.push(move);
    } else if (back) moves.push({ row, path: back.to, to: back.path });
  }
  return moves;
}

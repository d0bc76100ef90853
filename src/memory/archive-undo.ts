// A file that was put away is two revisions: the copy, and the removal. Either one taken back alone would leave its text twice, or
// nowhere; so both go together. Knows rows; must never take a copy away whose text does not stand at its old place.

import { MemoryError, type Provenance, type Undone } from '../contracts/index.js';
import { isCopy, isRemoval } from './archive-rows.js';
import type { Files } from './files.js';
import type { Ledger, UndoRequest } from './ledger.js';
import type { LedgerRow } from './ledger-rows.js';
import { archivedFrom, archivePath } from './memory-files.js';
import type { Owner } from './visibility.js';

interface Parts {
  ledger: Pick<Ledger, 'get' | 'list' | 'isUndone' | 'undo' | 'remove' | 'earlier'>;
  files: Pick<Files, 'read'>;
}

interface Move {
  copy: LedgerRow;
  removal: LedgerRow;
}

/** So many writes of one file are looked through, and so many copies of one name. */
const MOST_ROWS = 50;
const MOST_COPIES = 20;

/** As `ledger.undo`, of both revisions of a move where the row is one of them; undefined where it is none. */
export async function undoMove(
  { ledger, files }: Parts,
  row: number,
  owner: Owner,
  why: Provenance,
  guard: NonNullable<UndoRequest['guard']>,
): Promise<(Undone & { also: string }) | undefined> {
  const asked = ledger.get(row);
  if (!asked) return undefined;
  const back = asked.undoes === null ? undefined : ledger.get(asked.undoes);
  if (back && isRemoval(back)) {
    throw new MemoryError('invalid', `revision ${row} has put ${asked.path} back where it was, out of the archive`, {
      remedy: 'The next `nightjar memory archive` puts it away again.',
    });
  }
  const move = moveOf(ledger, asked);
  // What was begun under the same call is ended.
  if (!move || (ledger.isUndone(move.removal.row) && !ledger.earlier(why))) return undefined;
  const { copy, removal } = move;
  const undone = await ledger.undo({ row: removal.row, owner, why, guard });
  const there = await files.read(copy.path);
  if (there?.revision === copy.after && !there.linked && !ledger.isUndone(copy.row)) {
    const { who, by, reason, trust } = why;
    const request = { owner, path: copy.path, base: copy.after, why: { who, by, reason, trust }, undoes: copy.row };
    await ledger.remove(request).catch((error: unknown) => {
      // Somebody writes there: then it stays, and nothing is lost.
      if (!(error instanceof MemoryError && (error.kind === 'conflict' || error.kind === 'busy'))) throw error;
    });
  }
  return { ...undone, undoes: row, also: copy.path };
}

function moveOf(ledger: Parts['ledger'], asked: LedgerRow): Move | undefined {
  if (isRemoval(asked)) {
    const copy = copyFor(ledger, asked);
    return copy && { copy, removal: asked };
  }
  if (!isCopy(asked)) return undefined;
  const removals = archivedFrom(asked.path).flatMap((path) => ledger.list(path, MOST_ROWS).filter(isRemoval));
  const removal = removals.find((one) => one.row > asked.row && copyFor(ledger, one)?.row === asked.row);
  return removal && { copy: asked, removal };
}

/** The newest copy from before the removal. */
function copyFor(ledger: Parts['ledger'], removal: LedgerRow): LedgerRow | undefined {
  let newest: LedgerRow | undefined;
  for (let copy = 1; copy <= MOST_COPIES; copy++) {
    const path = archivePath(removal.path, copy);
    const found = path === undefined ? [] : ledger.list(path, MOST_ROWS);
    if (found.length === 0) break;
    const one = found.find((row) => isCopy(row) && row.row < removal.row);
    if (one && one.row > (newest?.row ?? 0)) newest = one;
  }
  return newest;
}

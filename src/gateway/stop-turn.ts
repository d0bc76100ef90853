// /stop: which turn it means, and the row that its holder will see.

import type { Principal, SessionKey } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { openTurns } from './inbox.js';
import { turnId } from './turn-id.js';

/**
 * Asks the session's turn that runs, or else the oldest that waits, to end; only what was written before `row` is meant, and
 * with `mine` only what this person began. False when there is none.
 */
export async function stopTurn(
  db: Db,
  requestStop: (lane: string, turn: string) => void,
  { session, row }: { session: SessionKey; row: number },
  mine?: Principal,
): Promise<boolean> {
  const turn = openTurns(db, session).find(
    (turn) => turn.row < row && (!mine || turn.principal.account === mine.account),
  );
  if (!turn?.lane) return false;
  const { lane, event } = turn;
  await db.write(() => requestStop(lane, turnId(event)));
  return true;
}

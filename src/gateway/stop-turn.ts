// /stop: which turn or summing up it means, and the row that its holder will see.

import type { Principal, SessionKey } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { openCommands, openTurns } from './inbox.js';
import { turnId } from './turn-id.js';

/** The command that takes as long as a turn. */
const SLOW = 'compact';

/**
 * Asks the session's turn or /compact that runs, or else the oldest turn that waits, to end; only what was written before `row` is meant, and
 * with `mine` only what this person began. False when there is none.
 */
export async function stopTurn(
  db: Db,
  requestStop: (lane: string, turn: string) => void,
  { session, row }: { session: SessionKey; row: number },
  mine?: Principal,
): Promise<boolean> {
  const turns = openTurns(db, session);
  const begun = turns.filter(({ lead }) => lead !== undefined);
  const waiting = turns.filter(({ lead }) => lead === undefined);
  const turn = [...begun, ...openCommands(db, session, SLOW), ...waiting].find(
    (one) => one.row < row && (!mine || one.principal.account === mine.account),
  );
  if (!turn?.lane) return false;
  const { lane, event } = turn;
  await db.write(() => requestStop(lane, turnId(event)));
  return true;
}

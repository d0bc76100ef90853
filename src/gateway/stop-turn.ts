// /stop: which turn it means, and the row that its holder will see.

import type { Principal, SessionKey } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { openTurns } from './inbox.js';
import { turnId } from './turn-id.js';

/** Asks the session's oldest unfinished turn to end. With `mine` only if that person began it. False when there is none. */
export async function stopTurn(
  db: Db,
  requestStop: (lane: string, turn: string) => void,
  session: SessionKey,
  mine?: Principal,
): Promise<boolean> {
  const [running] = openTurns(db, session);
  if (!running?.lane) return false;
  if (mine && running.principal.account !== mine.account) return false;
  const { lane, event } = running;
  await db.write(() => requestStop(lane, turnId(event)));
  return true;
}

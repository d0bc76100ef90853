// Words that the house has for an account, unasked, which the account's person has lost by the time they could leave: the
// owner's go to another account of theirs, and whose person was shut out gets none. Inside the caller's transaction.

import type { Db } from '../db/database.js';
import { accountOfDirect, directTo } from './chat-key.js';
import { markDropped, type OutboxRow, type Outgoing, redirectOutbox } from './outbox.js';
import { isNotice, noticeTurn, type OwnerReach, ownerToTell } from './owner-notice.js';
import { isDenied, personOf } from './people.js';
import { RUN } from './run-name.js';

/** How the turn of a message that a model wrote for another chat begins in the outbox. */
const MESSAGE = 'message/';

/** Of one to the owner's own chat, by the call that sent it. */
export function ownMessageTurn(session: string, call: string): string {
  return noticeTurn(`${MESSAGE}${session}/${call}`);
}

/** What stands around the session and the id of the proposal in the turn of one that the owner agreed to. */
export const AGREED = [MESSAGE, '/agreed/'] as const;

export function agreedMessageTurn({ session, id }: { session: string; id: number }): string {
  return `${AGREED[0]}${session}${AGREED[1]}${id}`;
}

/** Whether the row is for an account that may not read it any more. Reads only. */
export function isForLostAccount(db: Db, row: Pick<OutboxRow, 'turn' | 'chat'>, { owners }: OwnerReach): boolean {
  const account = accountOfDirect(row.chat);
  if (account === undefined) return false;
  if (isNotice(row)) return !owners.includes(account);
  const isUnasked = row.turn.startsWith(RUN) || row.turn.startsWith(MESSAGE);
  return isUnasked && (isDenied(db, account) || personOf(db, account) === undefined);
}

/** What is to be sent elsewhere instead; of which a part stands already is not said again. */
export function passOn(db: Db, row: OutboxRow, reach: OwnerReach, now: number): Outgoing[] {
  const next = isNotice(row) && row.refs.length === 0 ? ownerToTell(db, reach, row.chat.channel) : undefined;
  if (next !== undefined) return [redirectOutbox(db, row, directTo(next))];
  markDropped(db, row.row, 'its account was taken away', now);
  return [];
}

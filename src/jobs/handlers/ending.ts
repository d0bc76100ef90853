// How a row of the inbox ends: its replies, its state and what it used, in one transaction.

import type { Clock, Job, OutboundMessage } from '../../contracts/index.js';
import type { Db } from '../../db/database.js';
import { friendlyFailure } from '../../gateway/friendly.js';
import { endInbox, type InboxRow, type InboxState, inboxRow, reopenInbox } from '../../gateway/inbox.js';
import { insertOutbox, type OutboxRow } from '../../gateway/outbox.js';
import { turnId } from '../../gateway/turn-id.js';
import type { WakeUps } from '../../gateway/wake-ups.js';

export interface EndingDeps {
  db: Db;
  clock: Clock;
  wakeUps: WakeUps;
}

type Waking = Pick<OutboxRow, 'row' | 'sender' | 'chat'>;

/** The row a job serves, ready to be worked on; undefined when there is nothing left to do. */
export async function claimRow({ db }: EndingDeps, job: Job): Promise<InboxRow | undefined> {
  const row = inboxRow(db, Number(job.data.row));
  // A failed row has a job only when somebody asked for another try.
  if (row?.state === 'failed') {
    await db.write(() => reopenInbox(db, row.row));
    return inboxRow(db, row.row);
  }
  return row?.state === 'accepted' ? row : undefined;
}

/**
 * Ends a row with its replies, once: a row that has ended already gets nothing more. `check` runs first, inside the
 * transaction, and stops it by throwing.
 */
export async function endRow(
  { db, clock, wakeUps }: EndingDeps,
  row: InboxRow,
  end: { state: Exclude<InboxState, 'accepted'>; replies: OutboundMessage[]; check?: () => void; also?: () => void },
): Promise<void> {
  const waking: Waking[] = [];
  await db.write(() => {
    end.check?.();
    // Read again: the chat's rows may have been handed to another terminal meanwhile.
    const current = inboxRow(db, row.row);
    if (!current || !endInbox(db, row.row, end.state, clock.now())) return;
    for (const [index, message] of end.replies.entries()) {
      const sent = insertReply(db, current, turnId(row.event), index + 1, message, clock.now());
      if (sent) waking.push(sent);
    }
    end.also?.();
  });
  for (const reply of waking) await wakeUps.send(reply);
}

/**
 * Ends a row whose job was given up, inside the transaction that records the dead letter: it fails, and the person is
 * told so.
 */
export function failRow({ db, clock, wakeUps }: EndingDeps, job: Job, error: unknown): void {
  const row = inboxRow(db, Number(job.data.row));
  if (!row || !endInbox(db, row.row, 'failed', clock.now())) return;
  const text = friendlyFailure(error, row.principal, row.scope);
  // Another try after this failure may fail again and then has its own notice.
  const reply = insertReply(db, row, `${turnId(row.event)}/failed/${job.firstRunAt}`, 0, { text }, clock.now());
  if (reply) setImmediate(() => void wakeUps.send(reply));
}

function insertReply(
  db: Db,
  row: InboxRow,
  turn: string,
  part: number,
  message: OutboundMessage,
  queuedAt: number,
): Waking | undefined {
  const { receiver: sender, event } = row;
  const sent = insertOutbox(db, { turn, part, sender, chat: event.chat, message, inbox: row.row, queuedAt });
  return sent === undefined ? undefined : { row: sent, sender, chat: event.chat };
}

// How a row of the inbox ends: its replies, its state and what it used, in one transaction.

import { type Clock, type Job, type Log, type OutboundMessage, QueueError } from '../../contracts/index.js';
import type { Db } from '../../db/database.js';
import { friendlyFailure } from '../../gateway/friendly.js';
import { endInbox, endWhole, type InboxRow, type InboxState, inboxRow } from '../../gateway/inbox.js';
import { insertOutbox, type Outgoing } from '../../gateway/outbox.js';
import { closeDraft } from '../../gateway/outbox-drafts.js';
import { turnId } from '../../gateway/turn-id.js';
import type { WakeUps } from '../../gateway/wake-ups.js';
import type { Hold } from '../../sessions/transcript.js';
import type { Lanes } from '../lanes.js';

export interface EndingDeps {
  db: Db;
  clock: Clock;
  log: Log;
  wakeUps: WakeUps;
}

/** What becomes of a reply that was shown while it grew, and then was none. */
const NOTHING = { note: '(Nothing to add.)', instead: true } as const;

/** The right to end rows of a lane. */
export interface LaneHolder {
  lanes: Lanes;
  /** The id under which this process holds lanes. */
  process: string;
}

/** Throws unless this process still holds the lane under that fence. Inside a transaction. */
export function mustHold({ lanes, process }: LaneHolder, lane: string, fence: number): void {
  if (!lanes.holds(lane, process, fence)) throw lostLane();
}

/** The right to write a transcript of the lane, as long as this process holds it. */
export function transcriptHold(
  { db, lanes, process }: LaneHolder & Pick<EndingDeps, 'db'>,
  lane: string,
  fence: number,
): Hold {
  return {
    process,
    fence,
    async raise(atLeast: number): Promise<number> {
      const raised = await db.write(() => lanes.raise(lane, process, fence, atLeast));
      if (raised === undefined) throw lostLane();
      return raised;
    },
  };
}

function lostLane(): QueueError {
  return new QueueError('this session is in another process’s hands now', { retryable: true });
}

/** The row a job serves; undefined when it has ended. */
export function rowToServe({ db }: EndingDeps, job: Job): InboxRow | undefined {
  const row = inboxRow(db, Number(job.data.row));
  return row?.state === 'accepted' ? row : undefined;
}

/**
 * Ends a row with its replies, once: a row that has ended already gets nothing more. `check` runs first, inside the
 * transaction, and stops it by throwing.
 */
export async function endRow(
  { db, clock, log, wakeUps }: EndingDeps,
  row: InboxRow,
  end: {
    state: Exclude<InboxState, 'accepted'>;
    replies: OutboundMessage[];
    check?: () => void;
    /** Given the outbox rows of the replies, in their order. */
    also?: (replies: number[]) => void;
  },
): Promise<void> {
  const waking: Outgoing[] = [];
  await db.write(() => {
    end.check?.();
    // Read again: the chat's rows may have been handed to another terminal meanwhile.
    const current = inboxRow(db, row.row);
    if (!current || !endInbox(db, row.row, end.state, clock.now())) return;
    for (const [index, message] of end.replies.entries()) {
      const sent = insertReply(db, current, { turn: turnId(row.event), part: index + 1, message }, clock.now());
      if (sent) waking.push(sent);
    }
    end.also?.(waking.map(({ row }) => row));
    const left = end.replies.length === 0 ? closeDraft(db, row.event, NOTHING, clock.now()) : undefined;
    if (left) waking.push(left);
  });
  for (const reply of waking) {
    log.info('reply.queued', { turn: turnId(row.event), row: reply.row, channel: reply.chat.channel });
    await wakeUps.send(reply);
  }
}

/**
 * Ends a row whose job was given up, inside the transaction that records the dead letter: it fails with its whole turn, and
 * the person is told so once, below what they saw of the reply.
 */
export function failRow({ db, clock, wakeUps }: EndingDeps, job: Job, error: unknown): void {
  const row = inboxRow(db, Number(job.data.row));
  if (!row || !endWhole(db, row.row, 'failed', clock.now())) return;
  const text = friendlyFailure(error, row.principal, row.scope);
  // Another try after this failure may fail again and then has its own notice.
  const turn = `${turnId(row.event)}/failed/${job.firstRunAt}`;
  const reply =
    closeDraft(db, row.event, { note: text }, clock.now()) ??
    insertReply(db, row, { turn, part: 0, message: { text } }, clock.now());
  if (reply) setImmediate(() => void wakeUps.send(reply));
}

/** Queues one message for the row's chat, inside a transaction. Undefined when it was queued before. */
export function insertReply(
  db: Db,
  row: InboxRow,
  { turn, part, message }: { turn: string; part: number; message: OutboundMessage },
  queuedAt: number,
): Outgoing | undefined {
  const { receiver: sender, event } = row;
  const sent = insertOutbox(db, { turn, part, sender, chat: event.chat, message, inbox: row.row, queuedAt });
  return sent === undefined ? undefined : { row: sent, sender, chat: event.chat };
}

// Replies that are shown while they grow: a row of the outbox from their first piece on, which the end of the turn makes
// part 1 of its reply. Every function runs inside the caller's transaction.

import type { ChatRef } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { openFence } from '../text/open-fence.js';
import { chatKey, outboxLane } from './chat-key.js';
import type { InboxRow } from './inbox.js';
import { OPEN, type OutboxRow, type Outgoing } from './outbox.js';
import { turnId } from './turn-id.js';

/** The part of a turn's reply that can grow in front of its reader. */
const PART = 1;

/** `text` and what it answers, as the closing reply will say it. */
export interface Draft {
  text: string;
  replyTo?: string;
}

/**
 * Begins the reply of a turn, or lets it grow; also that of a turn whose process died. Undefined once the turn has ended or
 * its reply stands.
 */
export function writeDraft(db: Db, { row, event }: InboxRow, draft: Draft, now: number): Outgoing | undefined {
  const stored = db
    .sql<{ row: number; sender: string; chat: string }>(
      `INSERT INTO outbox (turn, part, sender, chat, lane, message, state, inbox, queued_at, draft)
       SELECT :turn, ${PART}, receiver, :chat, :lane, :message, 'queued', row, :now, 1 FROM inbox
       WHERE row = :row AND state = 'accepted'
       ON CONFLICT (turn, part) DO UPDATE SET message = excluded.message WHERE draft = 1 AND outbox.${OPEN}
       RETURNING row, sender, chat`,
    )
    .get({
      turn: turnId(event),
      chat: chatKey(event.chat),
      lane: outboxLane(event.chat),
      message: JSON.stringify(draft),
      row,
      now,
    });
  return stored && { row: stored.row, sender: stored.sender, chat: JSON.parse(stored.chat) as ChatRef };
}

/** The first attempt to show a draft begins. False when it may not: it has ended, or there was one already. */
export function markDrafting(db: Db, { row, sender, message }: OutboxRow, now: number): boolean {
  return (
    db
      .sql(
        `UPDATE outbox SET state = 'sending', since = ?, shown = ?
         WHERE row = ? AND sender = ? AND draft = 1 AND state = 'queued' AND refs = '[]'`,
      )
      .run([now, message.text, row, sender]).changes > 0
  );
}

/** A message shows that much of the reply, whatever became of the draft meanwhile. */
export function markShowing(db: Db, row: number, ref: string, text: string): void {
  db.sql(`UPDATE outbox SET state = 'queued', since = NULL, refs = ?, shown = ? WHERE row = ? AND ${OPEN}`).run([
    JSON.stringify([ref]),
    text,
    row,
  ]);
}

/** The attempt certainly showed nothing. */
export function markHidden(db: Db, row: number): void {
  db.sql("UPDATE outbox SET state = 'queued', since = NULL, shown = NULL WHERE row = ? AND state = 'sending'").run([
    row,
  ]);
}

/** What the reader of a draft is told instead of a reply: below what they saw, or in its place. */
export interface DraftEnd {
  note: string;
  instead?: true;
}

/** The end of a draft whose turn somebody ended, or that was left behind. */
const BROKEN_OFF: DraftEnd = { note: '(Stopped.)' };

/**
 * Ends the draft of a turn that has no reply. Returns the row to send; undefined when nothing of it was shown, and then
 * there is no row any more.
 */
export function closeDraft(db: Db, event: InboxRow['event'], end: DraftEnd, now: number): Outgoing | undefined {
  const turn = turnId(event);
  const [row] = db.sql(`SELECT row FROM outbox WHERE turn = ? AND part = ${PART} AND draft = 1`).column<number>([turn]);
  return row === undefined ? undefined : close(db, row, end, now);
}

/** The same for every draft whose turn ended without a word about it. Returns the rows to send. */
export function closeLeftDrafts(db: Db, senders: readonly string[]): Outgoing[] {
  return db
    .sql(
      `SELECT outbox.row FROM outbox JOIN inbox ON inbox.row = outbox.inbox
       WHERE outbox.draft = 1 AND outbox.${OPEN} AND inbox.state <> 'accepted'
         AND outbox.sender IN (SELECT value FROM json_each(?))`,
    )
    .column<number>([JSON.stringify(senders)])
    .flatMap((row) => close(db, row, BROKEN_OFF) ?? []);
}

/** A turn that is tried again has a reply of its own: what stands of the last try keeps its row under another name. */
export function releaseReplies(db: Db, event: InboxRow['event'], now: number): void {
  db.sql(`UPDATE outbox SET turn = turn || '/until/' || ? WHERE turn = ? AND part >= ${PART}`).run([
    now,
    turnId(event),
  ]);
}

function close(db: Db, row: number, { note, instead }: DraftEnd, now?: number): Outgoing | undefined {
  const draft = db
    .sql<{ sender: string; chat: string; message: string; shown: string | null }>(
      `SELECT sender, chat, message, shown FROM outbox WHERE row = ? AND draft = 1 AND ${OPEN}`,
    )
    .get([row]);
  if (!draft) return undefined;
  const { sender, shown } = draft;
  if (shown === null) {
    db.sql('DELETE FROM outbox WHERE row = ?').run([row]);
    return undefined;
  }
  const text = instead ? note : `${shown}${openFence(shown)}\n\n${note}`;
  const message = JSON.stringify({ ...(JSON.parse(draft.message) as Draft), text });
  db.sql('UPDATE outbox SET message = ?, draft = 0, queued_at = coalesce(?, queued_at) WHERE row = ?').run([
    message,
    now ?? null,
    row,
  ]);
  return { row, sender, chat: JSON.parse(draft.chat) as ChatRef };
}

// Which messages one turn answers, as rows: its own, the later ones of the same author in the same chat, and what was said
// around them. Every function runs inside the caller's transaction; what a turn has taken stays its own after a crash.

import type { InboundMessage } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { chatKey } from './chat-key.js';
import { COMMENT_MS, isForward, LONGEST_WAIT_MS } from './fragments.js';
import { type InboxRow, type NewInboxRow, readInbox, type ServedRow, type Stored } from './inbox.js';

/** After a restart a platform is heard of again within this, so long as the restart itself took. */
const RESTART_MS = 3_000;
const LOST_MS = 60_000;

/** A row that begins or joins a turn. */
export interface MessageRow extends InboxRow {
  event: InboundMessage;
}

/** What a row shares with those it may form one turn with. */
type Place = Pick<InboxRow, 'session' | 'event'>;

const SAME_PLACE = 'session_key = :session AND chat = :chat';

/** Open messages of one author in one chat that are no part of another's turn yet, oldest first. */
function openOf(db: Db, { session, event }: Place): MessageRow[] {
  return db
    .sql<Stored>(
      `SELECT * FROM inbox WHERE state = 'accepted' AND ${SAME_PLACE} AND job = 'turn' AND author = :author ORDER BY row`,
    )
    .all({ session, chat: chatKey(event.chat), author: event.from.account })
    .map(readInbox)
    .filter(isMessageRow);
}

/** Until when the turn of this row waits for more of its message, epoch ms; undefined when it can begin. */
export function waitsUntil(db: Db, row: MessageRow, now: number): number | undefined {
  const open = openOf(db, row).filter(({ lead }) => lead === undefined);
  const due = Math.max(0, ...open.map(({ dueAt = 0 }) => dueAt));
  const first = Math.min(...open.map(({ acceptedAt }) => acceptedAt));
  const until = Math.min(due, first + LONGEST_WAIT_MS);
  // A plain message ends the wait: it is the end of the paste, or the question about the pictures.
  return row.dueAt !== undefined && until > now ? until : undefined;
}

/**
 * Makes the later open messages of the author part of this row's turn, and up to `context` of what was said in the chat
 * since the last turn. A script's lines stay apart: each has its own answer.
 */
export function gatherTurn(db: Db, row: MessageRow, context: number): void {
  // What comes while a turn is tried again is for the next one: it must not fail with this.
  db.sql('UPDATE inbox SET lead = row WHERE row = ?').run([row.row]);
  if (!row.event.scripted) {
    for (const { row: other, lead, event } of openOf(db, row)) {
      if (lead !== undefined || event.scripted) continue;
      db.sql('UPDATE inbox SET lead = ? WHERE row = ?').run([row.row, other]);
    }
  }
  const place = { session: row.session, chat: chatKey(row.event.chat) };
  const waiting = db
    .sql(`SELECT row FROM inbox WHERE state = 'context' AND ${SAME_PLACE} AND lead IS NULL ORDER BY row DESC`)
    .column<number>(place);
  for (const [index, other] of waiting.entries()) {
    db.sql('UPDATE inbox SET lead = ? WHERE row = ?').run([index < context ? row.row : 0, other]);
  }
}

/** The messages of a turn, oldest first, and what was said around them. */
export function turnRows(db: Db, lead: number): { messages: MessageRow[]; around: MessageRow[] } {
  const rows = db
    .sql<Stored>('SELECT * FROM inbox WHERE row = :lead OR lead = :lead ORDER BY row')
    .all({ lead })
    .map(readInbox)
    .filter(isMessageRow);
  return {
    messages: rows.filter(({ state }) => state !== 'context'),
    around: rows.filter(({ state, event }) => state === 'context' && event.text !== ''),
  };
}

/** A sum that changes when a message joins the turn, or one of it is edited. */
export function turnChanges(db: Db, lead: number): number {
  const [sum = 0] = db
    .sql("SELECT sum(1 + revision) FROM inbox WHERE (row = :lead OR lead = :lead) AND state = 'accepted'")
    .column<number>({ lead });
  return sum;
}

/** Frees the messages that came too late for their turn; they are answered by the next. Returns what serves them. */
export function releaseLate(db: Db, lead: number, answered: readonly number[]): ServedRow[] {
  const late = turnRows(db, lead).messages.filter(({ row, state }) => state === 'accepted' && !answered.includes(row));
  for (const { row } of late) db.sql('UPDATE inbox SET lead = NULL, due_at = NULL WHERE row = ?').run([row]);
  return late.map(({ row, job, lane }) => ({ row, job, ...(lane === undefined ? {} : { lane }) }));
}

/** The open turn of the same author in the same chat that a new message joins, by what queueing asks for. */
export function leadFor(db: Db, row: NewInboxRow & { event: InboundMessage }, steers: boolean): number | undefined {
  const [first, ...rest] = openOf(db, row);
  if (!first || row.event.scripted) return undefined;
  const last = rest.at(-1) ?? first;
  const soon = isForward(row.event) && !isForward(last.event) && row.acceptedAt - last.acceptedAt <= COMMENT_MS;
  // What still waits gathers what comes by itself.
  return steers || (soon && first.dueAt === undefined) ? (first.lead ?? first.row) : undefined;
}

/** After a restart the rest of an album may still be on its way: what waited waits a little more. */
export function extendWaits(db: Db, now: number): void {
  db.sql(
    "UPDATE inbox SET due_at = :until WHERE state = 'accepted' AND lead IS NULL AND due_at > :since AND due_at < :until",
  ).run({ until: now + RESTART_MS, since: now - LOST_MS });
}

function isMessageRow(row: InboxRow): row is MessageRow {
  return row.event.type === 'message';
}

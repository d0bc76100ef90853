// Which messages one turn answers, as rows: its own, the later ones of the same author in the same chat, and what was said
// around them. Every function runs inside the caller's transaction; what a turn has taken stays its own after a crash.
// Of open rows only those of a turn that has begun carry a lead, and they are ended or released with it.

import type { InboundMessage } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { chatKey } from './chat-key.js';
import { COMMENT_MS, isForward, LONGEST_WAIT_MS, mayBeCut } from './fragments.js';
import {
  type InboxRow,
  inboxRow,
  type NewInboxRow,
  readInbox,
  type ServedRow,
  type Stored,
  servedBy,
} from './inbox.js';

/** After a restart a platform is heard of again within this, so long as the restart itself took. */
const RESTART_MS = 3_000;
const LOST_MS = 60_000;

/** A row that begins or joins a turn. */
export interface MessageRow extends InboxRow {
  event: InboundMessage;
}

/** What a row shares with those it may form one turn with: two windows on one chat are answered each in its own. */
type Place = Pick<InboxRow, 'session' | 'receiver' | 'event'>;

/** Open messages of one author in one chat. */
const OPEN_OF = `state = 'accepted' AND job = 'turn' AND session_key = :session AND receiver = :receiver AND chat = :chat
  AND author = :author`;

function valuesOf({ session, receiver, event }: Place): Record<string, string> {
  return { session, receiver, chat: chatKey(event.chat), author: event.from.account };
}

/** Those that are no part of a turn that has begun, oldest first. */
function waitingWith(db: Db, place: Place): MessageRow[] {
  return db
    .sql<Stored>(`SELECT * FROM inbox WHERE ${OPEN_OF} AND lead IS NULL ORDER BY row`)
    .all(valuesOf(place))
    .map(readInbox)
    .filter(isMessageRow);
}

/**
 * What the turn of this row waits for: 'files', which will wake it when they are here, or more of the message, until that
 * time (epoch ms); undefined when it can begin.
 */
export function waitsFor(db: Db, row: MessageRow, now: number): 'files' | number | undefined {
  const waiting = waitingWith(db, row);
  if (waiting.some(({ kept }) => kept === undefined)) return 'files';
  const until = Math.max(0, ...waiting.map(({ dueAt = 0 }) => dueAt));
  // A plain message ends the wait: it is the end of the paste, or the question about the pictures. And a clock that was
  // set back makes no wait longer.
  return row.dueAt !== undefined && until > now && until <= now + LONGEST_WAIT_MS ? until : undefined;
}

/**
 * Begins the turn of this row: the later open messages of the author become part of it, and up to `context` of what was
 * said in the chat since the last turn. A script's lines stay apart: each has its own answer. False when the row has ended
 * meanwhile.
 */
export function gatherTurn(db: Db, row: MessageRow, context: number): boolean {
  // What comes while a turn is tried again is for the next one: it must not fail with this.
  const begun = db.sql("UPDATE inbox SET lead = row WHERE row = ? AND state = 'accepted'").run([row.row]);
  if (begun.changes === 0) return false;
  if (!row.event.scripted) {
    for (const { row: other, kept, event } of waitingWith(db, row)) {
      if (kept === undefined || event.scripted) continue;
      db.sql('UPDATE inbox SET lead = ? WHERE row = ?').run([row.row, other]);
    }
  }
  boundAround(db, row.session, context);
  db.sql(`UPDATE inbox SET lead = :row WHERE ${WAITS_AROUND}`).run({ row: row.row, session: row.session });
  return true;
}

/** What was said in a conversation and no turn was shown yet, also under an id that its group had before. */
const WAITS_AROUND = "session_key = :session AND state = 'context' AND lead IS NULL";

/** No turn will be shown it, so the words go; who spoke stays, so that a redelivery is recognised. */
const SPENT = "lead = 0, event = json_remove(json_set(event, '$.text', '', '$.files', json('[]')), '$.quoted')";

/** What was said around leaves no words, though no turn was shown it; `scopes` as the table has them. In a transaction. */
export function dropAround(db: Db, scopes: readonly string[]): void {
  db.sql(
    `UPDATE inbox SET ${SPENT} WHERE state = 'context' AND lead IS NULL
       AND scope IN (SELECT value FROM json_each(?))`,
  ).run([JSON.stringify(scopes)]);
}

/** What so many others came behind is delivered by no platform again. */
const FOLLOWED = 10_000;

/**
 * Only the newest so many of what was said around wait for a turn. In a busy group the rows of the others go as quickly as
 * they come.
 */
export function boundAround(db: Db, session: InboxRow['session'], context: number): void {
  db.sql(
    `UPDATE inbox SET ${SPENT} WHERE row IN (
       SELECT row FROM inbox WHERE ${WAITS_AROUND} ORDER BY row DESC LIMIT -1 OFFSET :context)`,
  ).run({ session, context });
  forgetFollowed(db);
}

/** To be called for each row that nobody will be shown: two of the oldest such go for it. */
export function forgetFollowed(db: Db): void {
  db.sql(
    `DELETE FROM inbox WHERE row IN (SELECT row FROM inbox WHERE lead = 0 ORDER BY row LIMIT 2)
       AND state IN ('context', 'refused') AND row < (SELECT max(row) FROM inbox) - ${FOLLOWED}`,
  ).run();
}

/** What was said around a turn stands in its transcript. */
export function spendAround(db: Db, lead: number): void {
  db.sql(`UPDATE inbox SET ${SPENT} WHERE lead = ? AND state = 'context'`).run([lead]);
}

/** A turn that read nothing: the next one is shown what was said around it. */
export function freeAround(db: Db, lead: number): void {
  db.sql("UPDATE inbox SET lead = NULL WHERE lead = ? AND state = 'context'").run([lead]);
}

/** So many rows a time: a transaction stays short. */
const FORGET_AT_ONCE = 50;

/** Rows whose words are gone, once no platform delivers them again. */
export function forgetSpent(db: Db, before: number): void {
  db.sql(
    `DELETE FROM inbox WHERE row IN (SELECT row FROM inbox WHERE lead = 0 ORDER BY row LIMIT ${FORGET_AT_ONCE})
       AND state IN ('context', 'refused') AND accepted_at < ?`,
  ).run([before]);
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
    around: rows.filter(({ state }) => state === 'context'),
  };
}

/** A sum that changes when a message or its files join the turn, or one of it is edited. */
export function turnChanges(db: Db, lead: number): number {
  const [sum = 0] = db
    .sql(
      `SELECT sum(1 + revision + (kept IS NOT NULL)) FROM inbox
       WHERE (row = :lead OR lead = :lead) AND state = 'accepted'`,
    )
    .column<number>({ lead });
  return sum;
}

/** Frees messages that came too late for their turn; they are answered by the next. Returns what serves them. */
export function release(db: Db, late: readonly MessageRow[]): ServedRow[] {
  return late.map(({ lead: _, dueAt: __, ...row }) => {
    db.sql('UPDATE inbox SET lead = NULL, due_at = NULL WHERE row = ?').run([row.row]);
    return servedBy(row);
  });
}

/** What became of a message that was just written: into the turn that runs, or a turn of its own, not before `dueAt`. */
export function placeOf(
  db: Db,
  row: NewInboxRow & { event: InboundMessage },
  { wait, steers }: { wait: number; steers: boolean },
): Pick<InboxRow, 'lead' | 'dueAt'> {
  if (row.event.scripted) return {};
  const lead = steers || followsItsComment(db, row) ? begunTurn(db, row)?.row : undefined;
  if (lead !== undefined) return { lead };
  if (wait <= 0) return {};
  const [first = row.acceptedAt] = db
    .sql(`SELECT accepted_at FROM inbox WHERE ${OPEN_OF} AND lead IS NULL ORDER BY row LIMIT 1`)
    .column<number>(valuesOf(row));
  return { dueAt: Math.min(row.acceptedAt + wait, first + LONGEST_WAIT_MS) };
}

/** The turn of this author in this chat that has begun and not ended. */
export function begunTurn(db: Db, place: Place): InboxRow | undefined {
  const stored = db
    .sql<Stored>(`SELECT * FROM inbox WHERE ${OPEN_OF} AND lead = row ORDER BY row LIMIT 1`)
    .get(valuesOf(place));
  return stored && readInbox(stored);
}

/** A message that was not written yet. */
type Arriving = Pick<NewInboxRow, 'session' | 'receiver' | 'acceptedAt'> & { event: InboundMessage };

/**
 * Whether a message that does not call the bot is a piece of one that does: of its album, the rest of a text that was cut
 * at `textUnits`, or what it is a comment on.
 */
export function completesCall(db: Db, row: Arriving, textUnits: number): boolean {
  if (row.event.scripted) return false;
  const last = lastOpen(db, row);
  if (!last) return false;
  if (followsItsComment(db, row)) return true;
  if (last.lead !== undefined || last.dueAt === undefined || row.acceptedAt > last.dueAt) return false;
  const { album } = last.event;
  if (album !== undefined) return album === row.event.album;
  return mayBeCut(last.event, textUnits) || (isForward(last.event) && isForward(row.event));
}

/**
 * The earlier pieces of an album whose caption, which calls the bot, stands further on: what was taken for said to others
 * is open now, and waits or joins a turn as that piece does. Returns what serves them, oldest first.
 */
export function callAlbum(db: Db, { row, event, session, receiver, acceptedAt, dueAt, lead }: MessageRow): ServedRow[] {
  if (event.album === undefined) return [];
  const pieces = db
    .sql<Stored>(
      `SELECT * FROM inbox WHERE ${WAITS_AROUND} AND job = 'turn' AND receiver = :receiver AND chat = :chat
         AND author = :author AND row < :row AND accepted_at >= :since ORDER BY row`,
    )
    .all({ ...valuesOf({ session, receiver, event }), row, since: acceptedAt - LONGEST_WAIT_MS })
    .map(readInbox)
    .filter(isMessageRow)
    .filter((piece) => piece.event.album === event.album);
  return pieces.flatMap(({ row: piece, event: { files } }) => {
    db.sql("UPDATE inbox SET state = 'accepted', ended_at = NULL, due_at = ?, lead = ?, kept = ? WHERE row = ?").run([
      dueAt ?? null,
      lead ?? null,
      files.length > 0 ? null : '[]',
      piece,
    ]);
    const open = inboxRow(db, piece);
    return open ? servedBy(open) : [];
  });
}

/** A comment begins a turn at once; what it speaks of is sent right behind it. */
function followsItsComment(db: Db, row: Arriving): boolean {
  if (!isForward(row.event)) return false;
  const last = lastOpen(db, row);
  if (last === undefined || row.acceptedAt - last.acceptedAt > COMMENT_MS) return false;
  // One forward more: it goes with the one before it, which has joined the turn of its comment.
  return !isForward(last.event) || (last.lead !== undefined && last.lead !== last.row);
}

/** The newest open message of this author in this chat. */
function lastOpen(db: Db, place: Place): MessageRow | undefined {
  const stored = db.sql<Stored>(`SELECT * FROM inbox WHERE ${OPEN_OF} ORDER BY row DESC LIMIT 1`).get(valuesOf(place));
  const last = stored && readInbox(stored);
  return last && isMessageRow(last) ? last : undefined;
}

/** After a restart the rest of an album may still be on its way: what waited waits a little more. */
export function extendWaits(db: Db, receiver: string, now: number): void {
  db.sql(
    `UPDATE inbox SET due_at = :until WHERE state = 'accepted' AND lead IS NULL AND receiver = :receiver
       AND due_at > :since AND due_at < :until`,
  ).run({ receiver, until: now + RESTART_MS, since: now - LOST_MS });
}

/** After the clock was set back nothing waits for its old time. */
export function dropWaits(db: Db, now: number): void {
  db.sql("UPDATE inbox SET due_at = NULL WHERE state = 'accepted' AND lead IS NULL AND due_at > ?").run([
    now + LONGEST_WAIT_MS,
  ]);
}

export function isMessageRow(row: InboxRow): row is MessageRow {
  return row.event.type === 'message';
}

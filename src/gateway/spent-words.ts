// Takes the words out of what has ended in the queues: messages, commands and replies. The rows stay, so that nothing is done
// twice. Must never touch one that is still to be served or sent. In small transactions with pauses between them.

import { setImmediate as breathe } from 'node:timers/promises';
import type { Db } from '../db/database.js';

export interface Spent {
  /** A session's key. */
  session: string;
  /** Epoch ms: what came later stays as it is. */
  until: number;
}

const AT_ONCE = 200;

/** A message or command with words, or anything else that came with it. */
const IN_HAS_WORDS = `state <> 'accepted' AND event ->> '$.type' IN ('message', 'command') AND (
  coalesce(event ->> '$.text', event ->> '$.args') <> '' OR event -> '$.quoted' IS NOT NULL
  OR coalesce(event ->> '$.files', '[]') <> '[]' OR coalesce(kept, '[]') <> '[]')`;

const WITHOUT_WORDS = `json_remove(CASE event ->> '$.type' WHEN 'command' THEN json_set(event, '$.args', '')
  ELSE json_set(event, '$.text', '', '$.files', json('[]')) END, '$.quoted')`;

/** An owner's question is found through its row as long as it can be answered. */
const OUT_HAS_WORDS = `state IN ('sent', 'dropped') AND message ->> '$.text' <> ''
  AND row NOT IN (SELECT question FROM proposals WHERE state IN ('drafted', 'asked') AND question IS NOT NULL)`;

/** What is said into a chat from outside its conversation. */
const OF_NO_MESSAGE = `inbox IS NULL AND state = 'sent' AND queued_at <= :until
  AND chat IN (SELECT chat FROM inbox WHERE session_key = :session)`;

/** Rejects with a StateError where the disk refuses; to be tried again then. */
export async function blankWords(db: Db, { session, until }: Spent): Promise<void> {
  const look = db.sql(
    `SELECT row FROM inbox WHERE session_key = ? AND row > ? AND accepted_at <= ? ORDER BY row LIMIT ${AT_ONCE}`,
  );
  for (let after = 0; ; ) {
    const rows = look.column<number>([session, after, until]);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last;
    const among = JSON.stringify(rows);
    const came = db
      .sql(`SELECT row FROM inbox WHERE row IN (SELECT value FROM json_each(?)) AND ${IN_HAS_WORDS}`)
      .column<number>([among]);
    const went = db
      .sql(`SELECT row FROM outbox WHERE inbox IN (SELECT value FROM json_each(?)) AND ${OUT_HAS_WORDS}`)
      .column<number>([among]);
    await blank(db, came, went);
    await breathe();
  }
  const others = db
    .sql(`SELECT row FROM outbox WHERE ${OF_NO_MESSAGE} AND ${OUT_HAS_WORDS}`)
    .column<number>({ session, until });
  await blank(db, [], others);
}

/** Asked again inside: a row may have been taken up meanwhile. */
async function blank(db: Db, came: readonly number[], went: readonly number[]): Promise<void> {
  if (came.length + went.length === 0) return;
  await db.write(() => {
    db.sql(
      `UPDATE inbox SET kept = '[]', event = ${WITHOUT_WORDS}
       WHERE row IN (SELECT value FROM json_each(?)) AND ${IN_HAS_WORDS}`,
    ).run([JSON.stringify(came)]);
    db.sql(
      `UPDATE outbox SET message = json_remove(json_set(message, '$.text', ''), '$.files', '$.buttons')
       WHERE row IN (SELECT value FROM json_each(?)) AND ${OUT_HAS_WORDS}`,
    ).run([JSON.stringify(went)]);
  });
}

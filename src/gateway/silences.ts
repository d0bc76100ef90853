// Why the bot kept silent: the last time for each rule of each chat, so that `/why ignored` can say it. Keeps no words of
// anybody.

import type { InboundEvent } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { oneLine } from '../text/truncate.js';
import { chatKey } from './chat-key.js';
import type { Silence } from './route.js';

export interface SilenceRow {
  /** A chat key. */
  chat: string;
  rule: Silence;
  title: string | null;
  /** Who was not answered. */
  name: string;
  at: number;
  count: number;
}

/** Inside the caller's transaction. */
export function noteSilence(
  db: Db,
  event: Pick<InboundEvent, 'chat' | 'title' | 'from'>,
  rule: Silence,
  now: number,
): void {
  db.sql(
    `INSERT INTO silences (chat, rule, title, name, at, count) VALUES (:chat, :rule, :title, :name, :now, 1)
     ON CONFLICT DO UPDATE SET title = excluded.title, name = excluded.name, at = excluded.at, count = count + 1`,
  ).run({
    chat: chatKey(event.chat),
    rule,
    title: event.title === undefined ? null : oneLine(event.title, 60),
    name: oneLine(event.from.name, 60),
    now,
  });
}

/** Newest first; of one chat or of all. */
export function silences(db: Db, chat?: string, limit = 10): SilenceRow[] {
  const where = chat === undefined ? '' : 'WHERE chat = :chat';
  return db
    .sql<SilenceRow>(`SELECT chat, rule, title, name, at, count FROM silences ${where} ORDER BY at DESC LIMIT :limit`)
    .all(chat === undefined ? { limit } : { chat, limit });
}

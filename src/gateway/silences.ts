// Why the bot kept silent: the last time for each rule of each chat, so that `/why ignored` can say it. Keeps no words of
// anybody.

import type { InboundEvent } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { oneLine } from '../text/truncate.js';
import { chatKey } from './chat-key.js';
import type { Silence } from './route.js';

/** What a router never decides: it was to be answered, and no more might be spent. */
type SilenceRule = Silence | 'spent';

export interface SilenceRow {
  /** A chat key. */
  chat: string;
  /** The larger places that it stands in, nearest first, as a JSON array. */
  inside: string;
  rule: SilenceRule;
  title: string | null;
  /** Who was not answered. */
  name: string;
  at: number;
  count: number;
}

/** Inside the caller's transaction. */
export function noteSilence(
  db: Db,
  event: Pick<InboundEvent, 'chat' | 'inside' | 'title' | 'from'>,
  rule: SilenceRule,
  now: number,
): void {
  db.sql(
    `INSERT INTO silences (chat, inside, rule, title, name, at, count)
     VALUES (:chat, :inside, :rule, :title, :name, :now, 1)
     ON CONFLICT DO UPDATE SET inside = excluded.inside, title = excluded.title, name = excluded.name, at = excluded.at, count = count + 1`,
  ).run({
    chat: chatKey(event.chat),
    inside: JSON.stringify(event.inside ?? []),
    rule,
    title: event.title === undefined ? null : oneLine(event.title, 60),
    name: oneLine(event.from.name, 60),
    now,
  });
}

/** Newest first; of one chat or of all. */
export function silences(db: Db, chat?: string, limit = 100): SilenceRow[] {
  const where = chat === undefined ? '' : 'WHERE chat = :chat';
  return db
    .sql<SilenceRow>(
      `SELECT chat, inside, rule, title, name, at, count FROM silences ${where} ORDER BY at DESC LIMIT :limit`,
    )
    .all(chat === undefined ? { limit } : { chat, limit });
}

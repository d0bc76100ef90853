// The text that somebody wanted forgotten in a chat a moment ago, as their own command says it: nothing else keeps it. Reads only.

import type { WishedText } from '../commands/forget-desk.js';
import { isYes } from '../commands/forget-words.js';
import type { Principal, SessionKey } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { type Finds, FORGOTTEN } from '../text/forgetting.js';

/** A yes after so long may be about something else. */
const PATIENCE_MS = 10 * 60_000;

/** How many requests to forget that text are on record in a conversation, besides that of `row`. */
export function forgetRequests(db: Db, { session, row }: { session: SessionKey; row: number }, finds: Finds): number {
  return db
    .sql(
      `SELECT event ->> '$.args' FROM inbox
       WHERE session_key = ? AND row <> ? AND job = 'command' AND event ->> '$.name' = 'forget' AND event ->> '$.args' IS NOT NULL`,
    )
    .column<string>([session, row])
    .filter(finds).length;
}

/** Undefined where the last such command of theirs before `row` is older than that by too much, or was a yes itself. */
export function lastForget(
  db: Db,
  { session, who, row }: { session: SessionKey; who: Principal; row: number },
): WishedText | undefined {
  const found = db
    .sql<{ row: number; args: string | null; before: number | null }>(
      `SELECT row, event ->> '$.args' AS args, (SELECT accepted_at FROM inbox WHERE row = :row) - accepted_at AS before
       FROM inbox
       WHERE session_key = :session AND row < :row AND author = :author AND job = 'command'
         AND event ->> '$.name' = 'forget'
       ORDER BY row DESC LIMIT 1`,
    )
    .get({ session, row, author: who.account });
  if (!found || (found.before ?? 0) > PATIENCE_MS) return undefined;
  const text = found.args?.trim() ?? '';
  return text === '' || text === FORGOTTEN || isYes(text) ? undefined : { text, row: found.row };
}

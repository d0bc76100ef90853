// The text that somebody wanted forgotten in a chat a moment ago, as their own command says it: nothing else keeps it. Reads only.

import type { Principal, SessionKey } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { type Finds, FORGOTTEN } from '../text/forgetting.js';

/** A yes after so long may be about something else. */
const PATIENCE_MS = 10 * 60_000;

/** How many requests to forget that text are on record in a conversation. */
export function forgetRequests(db: Db, session: SessionKey, finds: Finds): number {
  return db
    .sql(
      `SELECT event ->> '$.args' FROM inbox
       WHERE session_key = ? AND job = 'command' AND event ->> '$.name' = 'forget' AND event ->> '$.args' IS NOT NULL`,
    )
    .column<string>([session])
    .filter(finds).length;
}

/** Undefined where the last such command of theirs before `row` is too old, or was a yes itself. */
export function lastForget(
  db: Db,
  { session, who, row, now }: { session: SessionKey; who: Principal; row: number; now: number },
): string | undefined {
  const found = db
    .sql<{ args: string | null; accepted_at: number }>(
      `SELECT event ->> '$.args' AS args, accepted_at FROM inbox
       WHERE session_key = ? AND row < ? AND author = ? AND job = 'command' AND event ->> '$.name' = 'forget'
       ORDER BY row DESC LIMIT 1`,
    )
    .get([session, row, who.account]);
  if (!found || now - found.accepted_at > PATIENCE_MS) return undefined;
  const text = found.args?.trim() ?? '';
  return text === '' || text === FORGOTTEN || text.toLowerCase() === 'yes' ? undefined : text;
}

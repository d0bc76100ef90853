// What runs of schedules said in a chat since its conversation went on: the next turn is told of it, so that "done" or "later"
// can be understood. Nothing of it enters a transcript. Reads only, and only the turn's own scope.

import type { OutboundMessage, Schedule, Scope } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import type { Folders } from '../memory/folders.js';
import { sameScope } from '../memory/visibility.js';
import { asData } from '../text/as-data.js';
import { localClock } from '../text/local-time.js';
import { outboxTurnOf } from './lost-account.js';
import { noticeTurn } from './owner-notice.js';

/** What is older is not what somebody answers. */
const AS_OLD_AS_MS = 24 * 3_600_000;
const MOST = 5;
const MOST_CHARS = 500;

/** The turn of a run's message in the outbox; what the owner is told goes to another account where one cannot be written to. */
export function runTurn(run: { schedule: string; slot: number }, scope: Scope): string {
  const name = outboxTurnOf(run);
  return scope.kind === 'main' ? noticeTurn(name) : name;
}

export interface Where {
  scope: Scope;
  thread: string | undefined;
  /** When the conversation last went on (epoch ms), if it did. */
  since: number | undefined;
  timezone: string;
}

/** One line for each, oldest first. */
export function deliveredNotes(
  { db, folders }: { db: Db; folders: Pick<Folders, 'canonical'> },
  { scope, thread, since, timezone }: Where,
  now: number,
): string[] {
  const rows = db
    .sql<{ schedule: string; slot: number; at: number; chat: string; scope: string }>(
      `SELECT runs.schedule, runs.slot, runs.ended_at AS at, schedules.chat, schedules.scope
       FROM runs JOIN schedules ON schedules.id = runs.schedule
       WHERE runs.ended_at > ? AND runs.outcome = 'said' ORDER BY runs.ended_at DESC LIMIT 100`,
    )
    .all([Math.max(since ?? 0, now - AS_OLD_AS_MS)]);
  return rows
    .filter((run) => {
      const chat = JSON.parse(run.chat) as Schedule['chat'];
      const theirs = folders.canonical(JSON.parse(run.scope) as Scope);
      return sameScope(theirs, folders.canonical(scope)) && (scope.kind !== 'group' || chat.thread === thread);
    })
    .slice(0, MOST)
    .reverse()
    .flatMap((run) => {
      const [message] = db
        .sql('SELECT message FROM outbox WHERE turn = ? AND part = 0 AND state = ?')
        .column<string>([runTurn(run, scope), 'sent']);
      if (message === undefined) return [];
      const { text } = JSON.parse(message) as OutboundMessage;
      const when = localClock(run.at, timezone);
      return [
        `Sent here by schedule ${run.schedule} at ${when}, outside this conversation; data: ${asData(text, MOST_CHARS)}`,
      ];
    });
}

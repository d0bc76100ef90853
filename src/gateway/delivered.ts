// What runs of schedules, and messages that the owner agreed to, said in a chat since its conversation went on: the next turn is
// told of it, so that "done" or "later" can be understood. Nothing of it enters a transcript. Reads only, and only the turn's
// own scope.

import type { ChatRef, OutboundMessage, Scope } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import type { Folders } from '../memory/folders.js';
import { sameScope } from '../memory/visibility.js';
import { asData } from '../text/as-data.js';
import { localClock } from '../text/local-time.js';
import { AGREED } from './lost-account.js';
import { noticeTurn } from './owner-notice.js';
import { outboxTurnOf } from './run-name.js';

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

/** Something that was sent into the chat from outside its conversation. */
interface Sent {
  at: number;
  by: string;
  text: string;
}

type Parts = { db: Db; folders: Pick<Folders, 'canonical'> };

/** One line for each, oldest first. */
export function deliveredNotes(parts: Parts, where: Where, now: number): string[] {
  const since = Math.max(where.since ?? 0, now - AS_OLD_AS_MS);
  return [...runsSince(parts, where, since), ...messagesSince(parts, where, since)]
    .sort((a, b) => a.at - b.at)
    .slice(-MOST)
    .map(
      ({ at, by, text }) =>
        `Sent here by ${by} at ${localClock(at, where.timezone)}, outside this conversation; data: ${asData(text, MOST_CHARS)}`,
    );
}

function isThere({ folders }: Parts, { scope, thread }: Where, chat: ChatRef, theirs: Scope): boolean {
  const same = sameScope(folders.canonical(theirs), folders.canonical(scope));
  return same && (scope.kind !== 'group' || chat.thread === thread);
}

function runsSince(parts: Parts, where: Where, since: number): Sent[] {
  const { db } = parts;
  return db
    .sql<{ schedule: string; slot: number; at: number; chat: string; scope: string }>(
      `SELECT runs.schedule, runs.slot, runs.ended_at AS at, schedules.chat, schedules.scope
       FROM runs JOIN schedules ON schedules.id = runs.schedule
       WHERE runs.ended_at > ? AND runs.outcome = 'said' ORDER BY runs.ended_at DESC LIMIT 100`,
    )
    .all([since])
    .filter((run) => isThere(parts, where, JSON.parse(run.chat) as ChatRef, JSON.parse(run.scope) as Scope))
    .slice(0, MOST)
    .flatMap((run) => {
      const [message] = db
        .sql('SELECT message FROM outbox WHERE turn = ? AND part = 0 AND state = ?')
        .column<string>([runTurn(run, where.scope), 'sent']);
      return message === undefined ? [] : [{ at: run.at, by: `schedule ${run.schedule}`, text: textOf(message) }];
    });
}

function messagesSince(parts: Parts, where: Where, since: number): Sent[] {
  return parts.db
    .sql<{ at: number; chat: string; scope: string; message: string }>(
      `SELECT outbox.ended_at AS at, outbox.chat, proposals.message ->> '$.scope' AS scope, outbox.message
       FROM proposals JOIN outbox ON outbox.turn = ? || proposals.session || ? || proposals.id AND outbox.part = 0
       WHERE proposals.message IS NOT NULL AND proposals.state = 'applied' AND outbox.state = 'sent' AND outbox.ended_at > ?
       ORDER BY outbox.ended_at DESC LIMIT 100`,
    )
    .all([...AGREED, since])
    .filter(({ chat, scope }) => isThere(parts, where, JSON.parse(chat) as ChatRef, JSON.parse(scope) as Scope))
    .map(({ at, message }) => ({ at, by: 'the owner’s wish', text: textOf(message) }));
}

function textOf(message: string): string {
  return (JSON.parse(message) as OutboundMessage).text;
}

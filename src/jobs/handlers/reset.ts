// The end of a session that is over by itself, without a word: at the beginning of the first turn after that, and by a job that
// looks again once it holds the lane. A turn that has begun is never parted from its session.

import type { Clock, JobHandler } from '../../contracts/index.js';
import type { Db } from '../../db/database.js';
import { type InboxRow, openTurns } from '../../gateway/inbox.js';
import { keptHere, mayEnd } from '../../gateway/resets.js';
import { turnId } from '../../gateway/turn-id.js';
import type { WakeUps } from '../../gateway/wake-ups.js';
import type { Memory } from '../../memory/memory.js';
import { endSession } from '../../sessions/endings.js';
import { overBy, type ResetSettings } from '../../sessions/reset.js';
import { currentSession, type SessionRow, sessionById } from '../../sessions/rows.js';
import type { Transcripts } from '../../sessions/transcript.js';
import { type LaneHolder, mustHold } from './ending.js';

export interface ResetDeps extends LaneHolder {
  db: Db;
  clock: Clock;
  wakeUps: Pick<WakeUps, 'ended'>;
  transcripts: Pick<Transcripts, 'read'>;
  memory: Pick<Memory, 'privacy'>;
  timezone: string;
  reset: ResetSettings;
}

export function resetHandler(deps: ResetDeps): JobHandler {
  return {
    retry: { baseMs: 1_000, capMs: 60_000, withinMs: 600_000 },
    background: true,
    async run(job, { fence }) {
      const session = sessionById(deps.db, String(job.data.session));
      // What came before the end is still to be answered in it.
      if (!session || session.closedAt !== undefined || openTurns(deps.db, session.key).length > 0) return;
      await endIfOver(deps, session, deps.clock.now(), undefined, () => mustHold(deps, session.key, fence));
    },
  };
}

/** Before the session of a turn is opened: a message that came after the end begins another. */
export async function beginAnew(deps: ResetDeps, row: InboxRow, check: () => void): Promise<void> {
  if (!mayEnd(deps.db, deps.reset, deps.memory.privacy)) return;
  const session = currentSession(deps.db, row.session);
  if (session) await endIfOver(deps, session, row.acceptedAt, turnId(row.event), check);
}

async function endIfOver(
  { db, clock, wakeUps, transcripts, memory, timezone, reset }: ResetDeps,
  session: SessionRow,
  at: number,
  turn: string | undefined,
  check: () => void,
): Promise<void> {
  const by = overBy(session, reset, at, timezone, keptHere(db, memory.privacy, session));
  if (!by) return;
  const entries = transcripts.read(session.id);
  if (turn !== undefined && entries.some((entry) => entry.turn === turn)) return;
  const ended = await db.write(() => {
    check();
    return endSession(db, session, entries, by, clock.now());
  });
  if (ended) await wakeUps.ended(ended);
}

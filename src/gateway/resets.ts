// Finds the sessions that are over by themselves, so that they end without waiting for a message.

import type { Db } from '../db/database.js';
import { endsSessions, overBy, type ResetSettings } from '../sessions/reset.js';
import { openSessions } from '../sessions/rows.js';
import { openTurns } from './inbox.js';
import type { WakeUps } from './wake-ups.js';

/** The job looks again, once it holds the lane. */
export async function sweepResets(
  { db, wakeUps, timezone }: { db: Db; wakeUps: Pick<WakeUps, 'reset'>; timezone: string },
  settings: ResetSettings,
  now: number,
): Promise<void> {
  if (!endsSessions(settings)) return;
  for (const session of openSessions(db)) {
    const isOver = overBy(session, settings, now, timezone) !== undefined;
    if (isOver && openTurns(db, session.key).length === 0)
      await wakeUps.reset({ session: session.id, key: session.key });
  }
}

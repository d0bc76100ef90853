// Finds the sessions that are over by themselves, so that they end without waiting for a message.

import type { Db } from '../db/database.js';
import type { PrivacySettings } from '../memory/privacy.js';
import { anyFleeting, isFleeting } from '../sessions/fleeting.js';
import { endsSessions, type KeptHere, overBy, type ResetSettings } from '../sessions/reset.js';
import { openSessions, type SessionRow } from '../sessions/rows.js';
import { openTurns } from './inbox.js';
import type { WakeUps } from './wake-ups.js';

type Privacy = Pick<PrivacySettings, 'of' | 'isPlain'>;

/** Whether any session can be over by itself. */
export function mayEnd(db: Db, settings: ResetSettings, privacy: Pick<PrivacySettings, 'isPlain'>): boolean {
  return endsSessions(settings) || !privacy.isPlain() || anyFleeting(db);
}

/** What is remembered where a session is, and of it. */
export function keptHere(
  db: Db,
  privacy: Pick<PrivacySettings, 'of'>,
  { id, scope }: Pick<SessionRow, 'id' | 'scope'>,
): KeptHere {
  const { remember, days } = privacy.of(scope);
  const kept = { fleeting: isFleeting(db, id), remembers: remember !== 'off' };
  return days === undefined ? kept : { ...kept, days };
}

/** The job looks again, once it holds the lane. */
export async function sweepResets(
  { db, wakeUps, timezone, privacy }: { db: Db; wakeUps: Pick<WakeUps, 'reset'>; timezone: string; privacy: Privacy },
  settings: ResetSettings,
  now: number,
): Promise<void> {
  if (!mayEnd(db, settings, privacy)) return;
  for (const session of openSessions(db)) {
    const isOver = overBy(session, settings, now, timezone, keptHere(db, privacy, session)) !== undefined;
    if (isOver && openTurns(db, session.key).length === 0)
      await wakeUps.reset({ session: session.id, key: session.key });
  }
}

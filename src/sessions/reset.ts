// When a session is over by itself: after a silence, or at a time of day. Pure.

import { addDays, localClock, localDay } from '../text/local-time.js';
import type { EndedBy, SessionRow } from './rows.js';

export interface ResetSettings {
  /** 0: never. */
  idleMinutes: number;
  /** 'HH:MM' in the owner's zone; absent: never. */
  dailyAt?: string | undefined;
}

const DAY_MS = 24 * 3_600_000;
/** After such a silence nobody goes on with what leaves nothing behind. */
const FLEETING_MS = DAY_MS;
const REMEMBERED: KeptHere = { fleeting: false, remembers: true };
const QUARTER_MS = 15 * 60_000;
/** Farther than the clocks of any zone are ever turned. */
const TURNED_MS = 2 * 3_600_000;

/** What is remembered where the session is. */
export interface KeptHere {
  /** Nothing stays of it when it has ended. */
  fleeting: boolean;
  /** What is said there now may become memory. */
  remembers: boolean;
  /** So long anything is kept there. */
  days?: number;
}

/** Whether any session can be over. */
export function endsSessions({ idleMinutes, dailyAt }: ResetSettings): boolean {
  return idleMinutes > 0 || dailyAt !== undefined;
}

/** Why the session is over at `now`; undefined while it is not. A clock that was set back ends nothing. */
export function overBy(
  { lastTurnAt, openedAt }: Pick<SessionRow, 'lastTurnAt' | 'openedAt'>,
  { idleMinutes, dailyAt }: ResetSettings,
  now: number,
  timezone: string,
  kept: KeptHere = REMEMBERED,
): Exclude<EndedBy, 'command'> | undefined {
  const last = lastTurnAt ?? openedAt;
  const { fleeting, remembers, days } = kept;
  if (fleeting === remembers || (fleeting && now - last >= FLEETING_MS)) return 'privacy';
  // It is removed when its first words are that old: those who talk without a pause keep the half of it at least.
  if (!fleeting && days !== undefined && now - openedAt >= (days * DAY_MS) / 2) return 'privacy';
  if (idleMinutes > 0 && now - last >= idleMinutes * 60_000) return 'idle';
  if (dailyAt !== undefined && last < now && last < latest(dailyAt, now, timezone)) return 'daily';
  return undefined;
}

/** The last moment up to `now` at which it was that time of day. */
function latest(clock: string, now: number, timezone: string): number {
  const today = localDay(now, timezone);
  const moment = momentOf(today, clock, timezone);
  return moment <= now ? moment : momentOf(addDays(today, -1), clock, timezone);
}

/** The first moment of a day at which a clock on the wall has reached that time, even where it skips it or shows it twice. */
function momentOf(day: string, clock: string, timezone: string): number {
  const wanted = `${day} ${clock}`;
  const asUtc = Date.parse(`${day}T${clock}:00Z`);
  const onWall = (at: number) => `${localDay(at, timezone)} ${localClock(at, timezone)}`;
  const guess = asUtc - (Date.parse(`${onWall(asUtc).replace(' ', 'T')}:00Z`) - asUtc);
  for (let at = guess - TURNED_MS; at < guess + TURNED_MS; at += QUARTER_MS) if (onWall(at) >= wanted) return at;
  return guess;
}

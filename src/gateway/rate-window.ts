// How often something may happen at the wish of people whom nobody vouched for: so often altogether and so often each,
// counted over a sliding span. One small row a window, whatever happens.

import type { Db } from '../db/database.js';

export interface Limits {
  /** The span that is looked at, in milliseconds, and how often it may happen within it. */
  spanMs: number;
  atMost: number;
  /** The same for one of those who ask; at most as long as `spanMs`. */
  eachMs: number;
  eachAtMost: number;
}

type Happened = [at: number, who: string];

/** True when it may happen once more, which is noted; inside the caller's transaction. */
export function takePlace(db: Db, window: string, who: string, limits: Limits, now: number): boolean {
  const name = `window/${window}`;
  const stored = db.sql<{ value: string }>('SELECT value FROM facts WHERE name = ?').get([name]);
  const all = stored ? (JSON.parse(stored.value) as Happened[]) : [];
  // What seems to come from the future was noted before a clock was set back, and would hold for ever.
  const within = all.filter(([at]) => at <= now && at > now - limits.spanMs);
  const own = within.filter(([at, whose]) => whose === who && at > now - limits.eachMs);
  if (within.length >= limits.atMost || own.length >= limits.eachAtMost) return false;
  db.sql('INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value').run([
    name,
    JSON.stringify([...within, [now, who]]),
  ]);
  return true;
}

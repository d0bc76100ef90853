// Skills that an admin switched off in a scope. A switch only takes away: what the configuration denies stays denied.

import type { AccountId, Scope } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { scopeId } from '../memory/visibility.js';

/** Names. `scope` as the folders know it (aliases resolved). */
export function skillsOff(db: Db, scope: Scope): ReadonlySet<string> {
  return new Set(db.sql('SELECT skill FROM skill_switches WHERE scope = ?').column<string>([scopeId(scope)]));
}

/** Inside the caller's transaction. */
export function switchSkill(
  db: Db,
  { scope, skill, on }: { scope: Scope; skill: string; on: boolean },
  { by, now }: { by: AccountId; now: number },
): void {
  if (on) {
    db.sql('DELETE FROM skill_switches WHERE scope = ? AND skill = ?').run([scopeId(scope), skill]);
    return;
  }
  db.sql(
    'INSERT INTO skill_switches (scope, skill, by, at) VALUES (?, ?, ?, ?) ON CONFLICT (scope, skill) DO NOTHING',
  ).run([scopeId(scope), skill, by, now]);
}

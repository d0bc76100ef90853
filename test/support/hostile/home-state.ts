// What a home holds of a den that somebody could know who looked over the operator's shoulder, and what is still on its way.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '../../../src/db/database.js';
import { canariesIn } from './canaries.js';
import { type Den, folderOf } from './cast.js';
import type { Known } from './wishes.js';

/** A terminal shows what others put there when its own process looks for it, at its own pace. */
const UNDER_WAY = `
  SELECT 'not answered' AS what, event AS of FROM inbox WHERE state = 'accepted'
  UNION ALL SELECT 'not sent', chat || message FROM outbox
  WHERE state IN ('queued', 'sending') AND chat ->> '$.channel' <> 'console'`;
const SHOWN = 300;

/** A line for each message that is not answered, or not known to have been sent. */
export function underWay(db: Db): string[] {
  const rows = db.sql<{ what: string; of: string }>(UNDER_WAY).all();
  return rows.map(({ what, of }) => `${what}: ${of.slice(0, SHOWN)}`);
}

export function knownOf(db: Db, home: string, den: Den, files: string[]): Known {
  const scope = Object.entries(den.scope);
  const where = scope.map(([key]) => `scope ->> '$.${key}' = ?`).join(' AND ');
  const values = scope.map(([, value]) => String(value));
  const folder = join('media', folderOf(den) === '' ? 'main' : folderOf(den));
  let media: string[] = [];
  try {
    media = readdirSync(join(home, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => canariesIn(name).length === 0)
      .map((name) => join(folder, name));
  } catch {
    // It was sent nothing.
  }
  return {
    sessions: db.sql(`SELECT id FROM sessions WHERE ${where}`).column<string>(values),
    schedules: db.sql(`SELECT id FROM schedules WHERE ${where}`).column<string>(values),
    media,
    files,
  };
}

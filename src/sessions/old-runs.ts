// Forgets the sessions of runs, of schedules and of skills, that ended long ago, transcript and all: nobody goes on with them, and what they said
// stands where it was delivered. Never touches a conversation.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '../db/database.js';
import { dropEpoch } from './epochs.js';

const BATCH = 50;
/** A run that is open for so long has lost whoever began it. */
const LONGEST_RUN_MS = 30 * 24 * 3_600_000;

/** Forgets a batch that ended before `before` (epoch ms); `dir` holds the transcripts. False: there may be more. */
export async function dropOldRuns(db: Db, dir: string, before: number): Promise<boolean> {
  const ids = db
    .sql(
      `SELECT id FROM sessions WHERE purpose = 'run' AND coalesce(closed_at, opened_at + ?) < ?
       ORDER BY coalesce(closed_at, opened_at + ?) LIMIT ?`,
    )
    .column<string>([LONGEST_RUN_MS, before, LONGEST_RUN_MS, BATCH]);
  if (ids.length === 0) return true;
  // Files first: a row without one is found again, a file without a row is not.
  for (const id of ids) rmSync(join(dir, `${id}.jsonl`), { force: true });
  await db.write(() => {
    for (const id of ids) {
      dropEpoch(db, id);
      db.sql("DELETE FROM sessions WHERE id = ? AND purpose = 'run'").run([id]);
    }
  });
  return ids.length < BATCH;
}

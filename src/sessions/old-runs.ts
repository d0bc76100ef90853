// Forgets the sessions of scheduled runs that ended long ago, transcript and all: nobody goes on with them, and what they said
// stands where it was delivered. Never touches a conversation.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '../db/database.js';
import { dropEpoch } from './epochs.js';

const BATCH = 50;

/** Forgets a batch that ended before `before` (epoch ms); `dir` holds the transcripts. False: there may be more. */
export async function dropOldRuns(db: Db, dir: string, before: number): Promise<boolean> {
  const ids = db
    .sql("SELECT id FROM sessions WHERE purpose = 'run' AND closed_at < ? ORDER BY closed_at LIMIT ?")
    .column<string>([before, BATCH]);
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

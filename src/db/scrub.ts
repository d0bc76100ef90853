// Makes a database give up every byte that its rows do not hold: free pages, gaps in pages, the write-ahead log. Others may have
// the file open meanwhile. Must never say that it is done while an old page can still be read.

import { type Clock, StateError } from '../contracts/index.js';
import { sentences } from '../text/sentence.js';
import { type Db, explain, isBusy } from './database.js';

/** How long others may keep us from it. */
const GIVE_UP_MS = 30_000;

/** Undefined when it is done; else what stands in the way, one sentence. */
export async function scrubDb(db: Db, clock: Clock, giveUpMs = GIVE_UP_MS): Promise<string | undefined> {
  const until = clock.now() + giveUpMs;
  try {
    return await scrub(db, clock, until);
  } catch (error) {
    const explained = explain(db.path, error);
    if (!(explained instanceof StateError)) throw error;
    return `${sentences(explained.message)} Old pages of it are not gone yet.`;
  }
}

async function scrub(db: Db, clock: Clock, until: number): Promise<string | undefined> {
  const vacuumed = await repeatedly(clock, until, () => {
    db.exec('VACUUM');
    return true;
  });
  const emptied = vacuumed && (await repeatedly(clock, until, () => isLogEmpty(db)));
  return emptied ? undefined : `${db.path} is being read by another program, so old pages of it are not gone yet.`;
}

/** Everybody who reads has to be at the newest state for that. */
function isLogEmpty(db: Db): boolean {
  const found = db.sql<{ busy: number; log: number }>('PRAGMA wal_checkpoint(TRUNCATE)').get();
  return found?.busy === 0 && found.log <= 0;
}

async function repeatedly(clock: Clock, until: number, work: () => boolean): Promise<boolean> {
  for (;;) {
    try {
      if (work()) return true;
    } catch (error) {
      if (!isBusy(error) && !isBusy(causeOf(error))) throw error;
    }
    if (clock.now() >= until) return false;
    await clock.sleep(20 + Math.random() * 30);
  }
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}

// Keeps an index file small: vectors together, free pages given back, the log emptied. In bounded steps, so that a search
// never waits long for one. Never changes what is found. The full-text table needs no help: it merges by itself once a
// tenth of a part is deleted (rewriting 100 notes 200 times ends at 1.2 times a fresh file).

import { statSync } from 'node:fs';
import type { Db } from '../../db/database.js';
import type { VectorTable } from './vector-table.js';

/** Free pages that one step gives back. */
const VACUUM_PAGES = 1_000;
/** Given back when more pages are free than this share of the file. */
const FREE_SHARE = 0.1;
const FREE_LEAST = 256;
/** A longer log is emptied. Bytes. */
const LOG_BYTES = 1_000_000;

/** One step; true when another is worth it now. */
export async function tend(db: Db, vectors: VectorTable): Promise<boolean> {
  const moved = await db.write(() => {
    vectors.removeLeftovers();
    return vectors.compact();
  });
  const loose = moved ? 0 : loosePages(db);
  if (loose > 0) await db.write(() => db.exec(`PRAGMA incremental_vacuum(${VACUUM_PAGES})`));
  // The file itself only shrinks when the log is written back.
  if (loose > 0 || logBytes(db) > LOG_BYTES) db.sql('PRAGMA wal_checkpoint(TRUNCATE)').all();
  return moved || loose > VACUUM_PAGES;
}

/** Pages to give back; none while they are too few to matter. */
function loosePages(db: Db): number {
  const number = (text: string) => db.sql(text).column<number>()[0] ?? 0;
  const free = number('PRAGMA freelist_count');
  return free > Math.max(FREE_LEAST, number('PRAGMA page_count') * FREE_SHARE) ? free : 0;
}

function logBytes(db: Db): number {
  return statSync(`${db.path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

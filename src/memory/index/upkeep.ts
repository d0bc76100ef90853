// Keeps an index file small: merges what deletions left in the full-text table, gives free pages back, empties the log.
// In bounded steps, so that a search never waits long for one. Never changes what is found.

import { statSync } from 'node:fs';
import type { Db } from '../../db/database.js';
import type { VectorTable } from './vector-table.js';

/** Pages that one step of merging may write. */
const MERGE_PAGES = 250;
/** Free pages that one step gives back. */
const VACUUM_PAGES = 1_000;
/** Merged when more chunks were deleted than this share of those there. */
const DEAD_SHARE = 0.25;
const DEAD_LEAST = 200;
/** Given back when more pages are free than this share of the file. */
const FREE_SHARE = 0.1;
const FREE_LEAST = 256;

/** A longer log is emptied. */
const LOG_BYTES = 1_000_000;

const DEAD = "SELECT value FROM meta WHERE name = 'dead'";
const MERGING = "SELECT value FROM meta WHERE name = 'merging'";

export interface Upkeep {
  /** Inside a transaction: so many chunks were deleted or changed. */
  died(count: number): void;
  /** One step; true when another is worth it now. */
  step(): Promise<boolean>;
}

export function openUpkeep(db: Db, vectors: VectorTable): Upkeep {
  const logBytes = () => statSync(`${db.path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const number = (text: string) => Number(db.sql(text).column<string | number>()[0] ?? 0);
  const note = (name: string, value: number) =>
    db.sql('INSERT OR REPLACE INTO meta VALUES (?, ?)').run([name, String(value)]);

  /** True when there is more to merge. Follows "the merge command" of the FTS5 manual, 6.9. */
  function merge(): boolean {
    const going = number(MERGING) === 1;
    if (!going) {
      const chunks = number('SELECT total(chunks) FROM spaces');
      if (number(DEAD) < Math.max(DEAD_LEAST, chunks * DEAD_SHARE)) return false;
      note('dead', 0);
      note('merging', 1);
    }
    const before = number('SELECT total_changes()');
    // Negative: begin to merge everything into one; then on until nothing changes any more.
    db.sql("INSERT INTO terms (terms, rank) VALUES ('merge', ?)").run([going ? MERGE_PAGES : -MERGE_PAGES]);
    const more = number('SELECT total_changes()') - before >= 2;
    if (!more) note('merging', 0);
    return more;
  }

  /** Pages to give back; none while they are too few to matter. */
  function loosePages(): number {
    const free = number('PRAGMA freelist_count');
    return free > Math.max(FREE_LEAST, number('PRAGMA page_count') * FREE_SHARE) ? free : 0;
  }

  return {
    died(count) {
      if (count > 0) note('dead', number(DEAD) + count);
    },
    async step() {
      const more = await db.write(() => {
        vectors.removeLeftovers();
        return merge() || vectors.compact();
      });
      const loose = more ? 0 : loosePages();
      if (loose > 0) await db.write(() => db.exec(`PRAGMA incremental_vacuum(${VACUUM_PAGES})`));
      // The file itself only shrinks when the log is written back.
      if (loose > 0 || logBytes() > LOG_BYTES) db.sql('PRAGMA wal_checkpoint(TRUNCATE)').all();
      return more || loose > VACUUM_PAGES;
    },
  };
}

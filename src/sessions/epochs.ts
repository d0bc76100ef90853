// How requests of a session begin, byte for byte, for as long as its epoch lasts; in state.sqlite, so that every process
// continues it.

import type { EpochCause, ManifestPart, RevisionId } from '../contracts/index.js';
import type { Db } from '../db/database.js';

export interface Epoch {
  /** Counted from 1 in a session. */
  number: number;
  cause: EpochCause;
  /** Epoch ms. */
  since: number;
  /** YYYY-MM-DD in the owner's zone. */
  day: string;
  /** The last entry of the transcript when it was made. */
  entry?: string;
  /** A digest of what it was made from besides files. */
  print: string;
  system: string;
  files: Record<string, RevisionId>;
  /** What `system` is made of. */
  parts: ManifestPart[];
  /** Tool results up to this entry are shortened. */
  pruned?: string;
  /** The history up to this entry has no room. */
  leftOut?: string;
}

export interface Epochs {
  get(session: string): Epoch | undefined;
  set(session: string, epoch: Epoch): Promise<void>;
}

interface Stored {
  number: number;
  cause: EpochCause;
  since: number;
  day: string;
  entry: string | null;
  print: string;
  system: string;
  files: string;
  parts: string;
  pruned: string | null;
  left_out: string | null;
}

/** What a session that ended began with is of no more use, and no place for words that somebody may want gone. In a transaction. */
export function dropEpoch(db: Db, session: string): void {
  db.sql('DELETE FROM epochs WHERE session = ?').run([session]);
}

/** So many are kept in memory, each with its prompt: every request of a session begins with one. */
const MAX_KEPT = 128;

export function openEpochs(db: Db): Epochs {
  /** The least recently used first. */
  const kept = new Map<string, Epoch>();

  function keep(session: string, epoch: Epoch): Epoch {
    kept.delete(session);
    kept.set(session, epoch);
    const oldest = kept.keys().next().value;
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    return epoch;
  }

  return {
    get(session) {
      // Another process may have gone on meanwhile.
      const now = db
        .sql<Pick<Stored, 'number' | 'since'>>('SELECT number, since FROM epochs WHERE session = ?')
        .get([session]);
      const known = kept.get(session);
      if (!now) return undefined;
      if (known?.number === now.number && known.since === now.since) return keep(session, known);
      const row = db.sql<Stored>('SELECT * FROM epochs WHERE session = ?').get([session]);
      if (!row) return undefined;
      const { number, cause, since, day, entry, print, system, files, parts, pruned, left_out } = row;
      return keep(session, {
        ...{ number, cause, since, day, print, system },
        files: JSON.parse(files) as Epoch['files'],
        parts: JSON.parse(parts) as ManifestPart[],
        ...(entry === null ? {} : { entry }),
        ...(pruned === null ? {} : { pruned }),
        ...(left_out === null ? {} : { leftOut: left_out }),
      });
    },
    async set(session, epoch) {
      const { number, cause, since, day, entry, print, system, files, parts, pruned, leftOut } = epoch;
      await db.write(() => {
        db.sql(
          `INSERT INTO epochs (session, number, cause, since, day, entry, print, system, files, parts, pruned,
             left_out)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (session) DO UPDATE SET number = excluded.number, cause = excluded.cause, since = excluded.since,
             day = excluded.day, entry = excluded.entry, print = excluded.print, system = excluded.system,
             files = excluded.files, parts = excluded.parts, pruned = excluded.pruned, left_out = excluded.left_out`,
        ).run([
          ...[session, number, cause, since, day, entry ?? null, print, system],
          ...[JSON.stringify(files), JSON.stringify(parts), pruned ?? null, leftOut ?? null],
        ]);
      });
      keep(session, epoch);
    },
  };
}

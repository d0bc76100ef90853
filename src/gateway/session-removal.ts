// Takes a conversation out of the house: its transcript, the files that came with it, and what the queues still say of it. Rows
// that tell of something that is still to be done stay. Safe to run again after a kill at any point.

import { rmSync } from 'node:fs';
import { join, posix } from 'node:path';
import { z } from 'zod';
import type { Entry, EntryFile } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { dropEpoch } from '../sessions/epochs.js';
import type { SessionRow } from '../sessions/rows.js';
import type { Transcripts } from '../sessions/transcript.js';
import { heldFiles } from './media-retention.js';
import { blankWords } from './spent-words.js';

export interface SessionRemovalParts {
  db: Db;
  /** The home, below which media/ lies. */
  home: string;
  transcripts: Pick<Transcripts, 'read' | 'remove'>;
}

const sentFile = z.object({ file: z.object({ path: z.string() }) });

/** Of one that has ended. With `files` what came and went with it goes, too. Rejects with a StateError where the disk refuses. */
export async function removeSession(parts: SessionRemovalParts, session: SessionRow, files: boolean): Promise<void> {
  const { db, home, transcripts } = parts;
  const { id, key } = session;
  const until = session.closedAt ?? 0;
  if (files) {
    const held = heldFiles(db);
    const named = new Set([...filesIn(transcripts.read(id)), ...filesOfRows(db, key, until)]);
    for (const path of named) if (!held.has(path) && isMedia(path)) rmSync(join(home, path), { force: true });
  }
  // Files first: a row without one is found again, a file without a row is not.
  transcripts.remove(id);
  await blankWords(db, { session: key, until });
  await db.write(() => {
    dropEpoch(db, id);
    for (const table of ['manifests', 'flushes', 'snapshots', 'recalls', 'fleeting']) {
      db.sql(`DELETE FROM ${table} WHERE session = ?`).run([id]);
    }
    db.sql('DELETE FROM sessions WHERE id = ? AND closed_at IS NOT NULL').run([id]);
  });
}

function filesIn(entries: readonly Entry[]): string[] {
  return entries.flatMap((entry) => {
    if (entry.type === 'user') return (entry.files ?? []).flatMap(({ path }) => path ?? []);
    const sent = entry.type === 'tool_result' ? sentFile.safeParse(entry.details) : undefined;
    return sent?.success ? [sent.data.file.path] : [];
  });
}

/** Those of messages that no turn came to read. */
function filesOfRows(db: Db, key: string, until: number): string[] {
  return db
    .sql("SELECT kept FROM inbox WHERE session_key = ? AND accepted_at <= ? AND kept IS NOT NULL AND kept <> '[]'")
    .column<string>([key, until])
    .flatMap((text) => JSON.parse(text) as EntryFile[])
    .flatMap(({ path }) => path ?? []);
}

/** A transcript is text: what it names must not lead out of the folder of received files. */
function isMedia(path: string): boolean {
  return posix.normalize(path) === path && path.startsWith('media/');
}

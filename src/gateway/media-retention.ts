// Received files that are old enough to go. What an open message or an unsent reply has with it stays; a transcript that names
// one that is gone says so when somebody asks for it. Follows no link and removes nothing but regular files below media/.

import { lstat, opendir, unlink } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { EntryFile, Log, OutboundMessage } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { OPEN } from './outbox.js';

export interface MediaRetentionParts {
  db: Db;
  home: string;
  log: Log;
  /** Below the home. Default: all of media/. */
  folder?: string;
  signal?: AbortSignal;
}

/** What is left over waits for the next time. */
const MAX_FILES = 2_000;
const DAY_MS = 24 * 3_600_000;
/** The day at the beginning of a name is that of a time zone. */
const ZONES_MS = 2 * DAY_MS;
const DAY = /^(\d{4}-\d{2}-\d{2})-/;

/** Removes files that were last written or used before `before` (epoch ms). Resolves to how many went; never rejects. */
export async function pruneMedia(
  { db, home, log, folder: top = 'media', signal }: MediaRetentionParts,
  before: number,
): Promise<number> {
  const held = heldFiles(db);
  let removed = 0;
  async function enter(folder: string): Promise<void> {
    for await (const entry of await opendir(join(home, folder))) {
      if (signal?.aborted || removed >= MAX_FILES) return;
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) await enter(path);
      else if (entry.isFile() && !isYoung(entry.name, before) && !held.has(path) && (await remove(path))) removed++;
    }
  }

  async function remove(path: string): Promise<boolean> {
    const full = join(home, path);
    // Looked at last: whoever sends an old file again makes it young.
    const stat = await lstat(full);
    if (!stat.isFile() || stat.mtimeMs >= before) return false;
    await unlink(full);
    return true;
  }

  try {
    await enter(top);
  } catch (error) {
    if (!isMissing(error)) log.warn('retention.media-failed', { error });
  }
  return removed;
}

/** A name of ours says the day; then the file need not be asked. */
function isYoung(name: string, before: number): boolean {
  const day = DAY.exec(name)?.[1];
  return day !== undefined && Date.parse(day) > before + ZONES_MS;
}

/** What messages that are not answered yet came with, and what unsent replies carry. */
export function heldFiles(db: Db): ReadonlySet<string> {
  const kept = db
    .sql("SELECT kept FROM inbox WHERE state = 'accepted' AND kept IS NOT NULL AND kept <> '[]'")
    .column<string>()
    .flatMap((text) => JSON.parse(text) as EntryFile[]);
  const sent = db
    .sql(`SELECT message FROM outbox WHERE ${OPEN} AND message ->> '$.files' IS NOT NULL`)
    .column<string>()
    .flatMap((text) => (JSON.parse(text) as OutboundMessage).files ?? []);
  return new Set([...kept, ...sent].flatMap(({ path }) => path ?? []));
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

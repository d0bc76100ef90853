// The job that fetches what came with a message, in the process whose connection has it and beside the conversation: nobody's
// turn waits for a slow platform but that of the message itself.

import type { EntryFile, JobHandler } from '../../contracts/index.js';
import type { Db } from '../../db/database.js';
import type { MessageRow } from '../../gateway/gather.js';
import { type InboxRow, inboxRow, keepFiles, servedBy } from '../../gateway/inbox.js';
import type { Media } from '../../gateway/media.js';
import type { WakeUps } from '../../gateway/wake-ups.js';
import { safeFileName } from '../../text/file-name.js';

export interface FetchDeps {
  db: Db;
  media: Pick<Media, 'receive'>;
  wakeUps: Pick<WakeUps, 'serve'>;
}

/** What fetches is mostly waiting, but what it has is in memory whole. */
export const FETCHES_AT_ONCE = 4;

export function fetchHandler({ db, media, wakeUps }: FetchDeps): JobHandler {
  /** The row whose turn can begin now; undefined where that has ended, or has begun and looks by itself. */
  function kept(row: number, files: readonly EntryFile[]): InboxRow | undefined {
    keepFiles(db, row, files);
    const now = inboxRow(db, row);
    return now?.state === 'accepted' && now.lead === undefined ? now : undefined;
  }

  return {
    retry: { baseMs: 1_000, capMs: 10_000, withinMs: 120_000 },
    atOnce: FETCHES_AT_ONCE,
    async run(job, { signal }) {
      const row = inboxRow(db, Number(job.data.row));
      if (row?.state !== 'accepted' || !isMessageRow(row)) return;
      const files = row.kept ?? (await media.receive(row, signal));
      const ready = await db.write(() => kept(row.row, files));
      if (ready) await wakeUps.serve(servedBy(ready));
    },
    dead(job) {
      const row = inboxRow(db, Number(job.data.row));
      if (row?.event.type !== 'message') return;
      const missing = row.event.files.map(({ kind, name, mime }) => ({
        kind,
        name: safeFileName(name),
        mime,
        missing: 'it could not be kept',
      }));
      const ready = kept(row.row, missing);
      if (ready) setImmediate(() => void wakeUps.serve(servedBy(ready)));
    },
  };
}

function isMessageRow(row: InboxRow): row is MessageRow {
  return row.event.type === 'message';
}

// The job that tells a transcript of an edit: a message that was answered before its author changed it. Appends, never
// rewrites; many edits of one message are one entry.

import { userEntryId } from '../../agent/turn-parts.js';
import type { EntryOf, JobHandler } from '../../contracts/index.js';
import type { Db } from '../../db/database.js';
import { isDeleted, markNoted } from '../../gateway/edits.js';
import type { MessageRow } from '../../gateway/gather.js';
import { inboxRow } from '../../gateway/inbox.js';
import { turnId } from '../../gateway/turn-id.js';
import { sessionsOfKey } from '../../sessions/rows.js';
import type { Transcripts } from '../../sessions/transcript.js';
import { type LaneHolder, transcriptHold } from './ending.js';
import { wordsOf } from './turn-mail.js';

export interface EditDeps extends LaneHolder {
  db: Db;
  transcripts: Transcripts;
}

/** How many earlier conversations of a chat are searched for the message. */
const MAX_SESSIONS = 5;

export function editHandler(deps: EditDeps): JobHandler {
  const { db } = deps;
  return {
    retry: { baseMs: 1_000, capMs: 60_000, withinMs: 600_000 },
    async run(job, { fence, signal }) {
      // Another edit may come meanwhile, and finds this job still there.
      for (let noted = -1; ; ) {
        const row = inboxRow(db, Number(job.data.row));
        if (row?.event.type !== 'message' || row.state !== 'answered' || row.revision === noted) return;
        signal.throwIfAborted();
        await tell(deps, { ...row, event: row.event }, fence);
        await db.write(() => markNoted(db, row));
        noted = row.revision;
      }
    },
  };
}

async function tell(deps: EditDeps, row: MessageRow, fence: number): Promise<void> {
  const { transcripts } = deps;
  const target = userEntryId(turnId(row.event));
  for (const session of sessionsOfKey(deps.db, row.session, MAX_SESSIONS)) {
    const entries = transcripts.read(session.id);
    const said = entries.find((entry): entry is EntryOf<'user'> => entry.type === 'user' && entry.id === target);
    if (!said) continue;
    const text = isDeleted(row) ? undefined : row.event.text;
    if (wordsOf(said, entries) === text) return;
    const transcript = await transcripts.hold(session, transcriptHold(deps, row.session, fence));
    transcript.append([{ type: 'edit', target, ...(text === undefined ? {} : { text }) }]);
    return;
  }
}

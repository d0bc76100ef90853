// The job that tells a transcript of an edit: a message that was answered before its author changed it. Appends, never
// rewrites; many edits of one message are one entry.

import { userEntryId } from '../../agent/turn.js';
import type { Clock, EntryOf, JobHandler } from '../../contracts/index.js';
import type { Db } from '../../db/database.js';
import { markNoted } from '../../gateway/edits.js';
import { inboxRow } from '../../gateway/inbox.js';
import { turnId } from '../../gateway/turn-id.js';
import { sessionsOfKey } from '../../sessions/rows.js';
import type { Transcripts } from '../../sessions/transcript.js';
import { type LaneHolder, lostLane } from './ending.js';

export interface EditDeps extends LaneHolder {
  db: Db;
  clock: Clock;
  transcripts: Transcripts;
}

/** How many earlier conversations of a chat are searched for the message. */
const MAX_SESSIONS = 5;

export function editHandler({ db, transcripts, lanes, process }: EditDeps): JobHandler {
  return {
    retry: { baseMs: 1_000, capMs: 60_000, withinMs: 600_000 },
    async run(job, { fence }) {
      const row = inboxRow(db, Number(job.data.row));
      if (row?.event.type !== 'message' || row.state !== 'answered' || row.lane === undefined) return;
      const { lane, event } = row;
      const target = userEntryId(turnId(event));
      for (const session of sessionsOfKey(db, row.session, MAX_SESSIONS)) {
        const entries = transcripts.read(session.id);
        const said = entries.find((entry): entry is EntryOf<'user'> => entry.type === 'user' && entry.id === target);
        if (!said) continue;
        const edit = entries.findLast((entry) => entry.type === 'edit' && entry.target === target);
        const stands = edit?.type === 'edit' ? edit.text : said.text;
        const gone = event.text === '' && event.files.length === 0;
        if (stands === (gone ? undefined : event.text)) break;
        const hold = {
          process,
          fence,
          async raise(atLeast: number): Promise<number> {
            const raised = await db.write(() => lanes.raise(lane, process, fence, atLeast));
            if (raised === undefined) throw lostLane();
            return raised;
          },
        };
        const transcript = await transcripts.hold(session, hold);
        transcript.append([{ type: 'edit', target, ...(gone ? {} : { text: event.text }) }]);
        break;
      }
      await db.write(() => markNoted(db, row));
    },
  };
}

// The job that makes room in a conversation behind a turn, before anybody has to wait for it. Holds the session's lane as a turn
// does. Must never sum up what somebody else has summed up meanwhile; that it is lost loses nothing, since a turn makes room
// itself where it has to.

import {
  type ChatModel,
  type ContextEngine,
  type Entry,
  type JobHandler,
  type Log,
  NightjarError,
} from '../../contracts/index.js';
import { type InboxRow, inboxRow } from '../../gateway/inbox.js';
import { currentSession } from '../../sessions/rows.js';
import type { Transcripts } from '../../sessions/transcript.js';
import { type ContextSessionDeps, contextSession } from './context-session.js';
import { type EndingDeps, type LaneHolder, transcriptHold } from './ending.js';

export interface CompactJobDeps extends EndingDeps, LaneHolder, ContextSessionDeps {
  log: Log;
  context: ContextEngine;
  transcripts: Transcripts;
  chatOf(row: InboxRow): { model: ChatModel };
}

export function compactHandler(deps: CompactJobDeps): JobHandler {
  return {
    retry: { baseMs: 5_000, capMs: 60_000, attempts: 3 },
    background: true,
    atOnce: 2,
    async run(job, { fence, signal }) {
      // The turn that found the window full.
      const row = inboxRow(deps.db, Number(job.data.row));
      const session = row && currentSession(deps.db, row.session);
      if (row?.lane === undefined || session === undefined || session.id !== job.data.session) return;
      const transcript = await deps.transcripts.hold(session, transcriptHold(deps, row.lane, fence));
      if (cutsIn(transcript.entries) !== job.data.cuts) return;
      const { model } = deps.chatOf(row);
      await model.ready?.(signal);
      const held = { session, transcript, who: row.principal, model, signal };
      try {
        const { done, says } = await deps.context.compact(contextSession(deps, held), 'threshold');
        deps.log.info('compact.ended', { session: session.id, done, says });
      } catch (error) {
        if (signal.aborted || (error instanceof NightjarError && error.retryable)) throw error;
        // An engine that cannot do it now could not the next time; what it said is for whoever reads the log.
        deps.log.warn('compact.failed', { session: session.id, error });
      }
    },
  };
}

/** How often the history was cut so far: another number than before means that somebody was quicker. */
export function cutsIn(entries: readonly Entry[]): number {
  return entries.filter(({ type }) => type === 'compaction').length;
}

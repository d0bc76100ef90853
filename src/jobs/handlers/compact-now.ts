// /compact, carried out under the lane that its command holds. Says what happened, in one sentence.

import { compactionWords } from '../../commands/context-words.js';
import type { ChatModel, ContextEngine, JobContext, Log } from '../../contracts/index.js';
import type { InboxRow } from '../../gateway/inbox.js';
import { turnId } from '../../gateway/turn-id.js';
import { currentSession } from '../../sessions/rows.js';
import type { Transcripts } from '../../sessions/transcript.js';
import { type ContextSessionDeps, contextSession } from './context-session.js';
import { type EndingDeps, type LaneHolder, transcriptHold } from './ending.js';
import { watchTurn } from './watch-turn.js';

export interface CompactNowDeps extends EndingDeps, LaneHolder, ContextSessionDeps {
  log: Log;
  context: ContextEngine;
  transcripts: Transcripts;
}

const NOTHING = 'There is nothing to sum up yet.';
const STOPPED = 'Stopped. The conversation stays as it was.';
/** A summary has its own time limit; nothing else in here takes long. */
const LIMIT_MS = 3_600_000;

export async function compactNow(
  deps: CompactNowDeps,
  { lane, session: key, principal: who, event }: InboxRow,
  model: ChatModel,
  { fence, signal }: JobContext,
  focus: string | undefined,
): Promise<string> {
  const session = currentSession(deps.db, key);
  if (!session || lane === undefined) return NOTHING;
  const transcript = await deps.transcripts.hold(session, transcriptHold(deps, lane, fence));
  await model.ready?.(signal);
  const id = turnId(event);
  const watch = watchTurn({ ...deps, lane, turn: id, limitMs: LIMIT_MS, typing: async () => {}, look: () => {} });
  const held = { session, transcript, who, model, signal: AbortSignal.any([signal, watch.stop]) };
  try {
    return compactionWords(await deps.context.compact(contextSession(deps, held), 'command', focus));
  } catch (error) {
    if (signal.aborted || !watch.stop.aborted) throw error;
    return STOPPED;
  } finally {
    await watch.end();
    await deps.db.write(() => deps.lanes.clearStop(lane, id));
  }
}

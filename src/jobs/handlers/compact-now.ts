// /compact, carried out under the lane that its command holds. Says what happened, in one sentence.

import { compactionWords } from '../../commands/context-words.js';
import type { ChatModel, ContextEngine, JobContext } from '../../contracts/index.js';
import type { InboxRow } from '../../gateway/inbox.js';
import { currentSession } from '../../sessions/rows.js';
import type { Transcripts } from '../../sessions/transcript.js';
import { type ContextSessionDeps, contextSession } from './context-session.js';
import { type EndingDeps, type LaneHolder, transcriptHold } from './ending.js';

export interface CompactNowDeps extends EndingDeps, LaneHolder, ContextSessionDeps {
  context: ContextEngine;
  transcripts: Transcripts;
}

const NOTHING = 'There is nothing to sum up yet.';

export async function compactNow(
  deps: CompactNowDeps,
  { lane, session: key, principal: who }: InboxRow,
  model: ChatModel,
  { fence, signal }: JobContext,
  focus: string | undefined,
): Promise<string> {
  const session = currentSession(deps.db, key);
  if (!session || lane === undefined) return NOTHING;
  const transcript = await deps.transcripts.hold(session, transcriptHold(deps, lane, fence));
  await model.ready?.(signal);
  const held = contextSession(deps, { session, transcript, who, model, signal });
  return compactionWords(await deps.context.compact(held, 'command', focus));
}

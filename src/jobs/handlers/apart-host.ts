// Where a skill runs apart from a turn: a session of purpose `run` under the turn's own lane and fence, in the turn's scope.
// Must never write the turn's own session.

import type { ApartHost } from '../../agent/apart/run.js';
import type { RunBounds } from '../../agent/run-limits.js';
import { type ChatModel, type Clock, type Principal, QueueError } from '../../contracts/index.js';
import { apartKey } from '../../sessions/keys.js';
import { keepManifests } from '../../sessions/manifests.js';
import { closeSession, openSession, type SessionRow, sessionsOfKey } from '../../sessions/rows.js';
import type { Transcripts } from '../../sessions/transcript.js';
import { type ContextSessionDeps, contextSession } from './context-session.js';

export interface ApartHostDeps extends ContextSessionDeps {
  clock: Clock;
  transcripts: Transcripts;
  /** The id under which this process holds lanes. */
  process: string;
  /** What one run may take. */
  apart: RunBounds;
}

/** The turn that calls. */
export interface ApartCaller {
  session: SessionRow;
  /** Under which it holds its lane. */
  fence: number;
  who: Principal;
  model: ChatModel;
  /** Tokens that are left to it; absent: nobody counts. */
  left?: () => number;
}

export function apartHost(deps: ApartHostDeps, caller: ApartCaller): ApartHost {
  const { db, clock, transcripts, process, apart } = deps;
  const { session: parent, fence, who, model, left = () => apart.maxTokens } = caller;
  return {
    bounds: () => ({ ...apart, maxTokens: Math.min(apart.maxTokens, left()) }),
    async open(call, signal) {
      const key = apartKey(parent.id, call);
      const { scope, chat } = parent;
      // One that has ended, and whose result was lost with a process, is not run again.
      const [before] = sessionsOfKey(db, key, 1);
      const session = before ?? (await openSession(db, { key, scope, chat, purpose: 'run' }, clock.now()));
      const transcript = await transcripts.hold(session, { process, fence, raise: superseded });
      return {
        session: contextSession(deps, { session, transcript, who, model, signal }),
        transcript,
        keep: async (manifest) => await db.write(() => keepManifests(db, [manifest])),
        close: async () => await db.write(() => void closeSession(db, session.id, 'run', clock.now())),
      };
    },
  };
}

/** Nobody writes it but under the lane of its caller: who holds that under a higher fence goes on with both. */
async function superseded(): Promise<never> {
  throw new QueueError('this session is in another process’s hands now', { retryable: true });
}

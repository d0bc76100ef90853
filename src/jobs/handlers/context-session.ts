// A session as its context engine sees it, for whoever holds its lane: the transcript, the scope's memory, and the promise
// that what is cut off has been written down.

import type { ChatModel, ContextSession, Entry, FlushCause, Principal } from '../../contracts/index.js';
import type { Memory } from '../../memory/memory.js';
import type { SessionRow } from '../../sessions/rows.js';
import type { Transcript } from '../../sessions/transcript.js';

export interface ContextSessionDeps {
  memory: Memory;
  /** Resolves once everything up to the entry `through` is written down or sure to be. */
  ensureFlushed(session: string, entries: readonly Entry[], through: string, cause: FlushCause): Promise<void>;
}

export function contextSession(
  { memory, ensureFlushed }: ContextSessionDeps,
  held: { session: SessionRow; transcript: Transcript; who: Principal; model: ChatModel; signal: AbortSignal },
): ContextSession {
  const { session, transcript, who, model, signal } = held;
  const { id, scope } = session;
  return {
    id,
    scope,
    model,
    signal,
    memory: memory.view(scope, who),
    get entries() {
      return transcript.entries;
    },
    append: (entries) => transcript.append(entries),
    flush: (through, cause) => ensureFlushed(id, transcript.entries, through, cause),
  };
}

// A session as its context engine sees it, for whoever holds its lane: the transcript, the scope's memory, and the promise
// that what is cut off has been written down.

import type { ChatModel, ContextSession, Entry, FlushCause, Principal } from '../../contracts/index.js';
import type { Db } from '../../db/database.js';
import type { Memory } from '../../memory/memory.js';
import { isFleeting } from '../../sessions/fleeting.js';
import { cutOff, isCovered } from '../../sessions/flushes.js';
import type { SessionRow } from '../../sessions/rows.js';
import type { Transcript } from '../../sessions/transcript.js';

export interface ContextSessionDeps {
  db: Db;
  memory: Memory;
  /** Resolves once everything up to the entry `through` is written down or sure to be. */
  ensureFlushed(session: string, entries: readonly Entry[], through: string, cause: FlushCause): Promise<void>;
}

export function contextSession(
  { db, memory, ensureFlushed }: ContextSessionDeps,
  held: {
    session: SessionRow;
    transcript: Transcript;
    who: Principal;
    model: ChatModel;
    signal: AbortSignal;
  },
): ContextSession {
  const { session, transcript, who, model, signal } = held;
  const isRun = session.purpose === 'run';
  // Of these nothing is written down: an empty flush counts as done.
  const isUnkept = isRun || isFleeting(db, session.id);
  const { id, scope } = session;

  /** Whoever's engine it is: history is not cut off before it is flushed. */
  function mustBeWritten(firstKept: string): void {
    const last = cutOff(transcript.entries, firstKept).at(-1);
    if (isUnkept || last === undefined || isCovered(db, id, transcript.entries, last.id)) return;
    throw new Error('history is cut off that is not flushed: await session.flush(its last entry, "cut") first');
  }

  return {
    id,
    scope,
    model,
    signal,
    ...(isRun ? { light: true } : {}),
    memory: memory.view(scope, who),
    // A copy: an engine that takes something out of it must not take it from whoever reads the transcript next.
    get entries() {
      return [...transcript.entries];
    },
    append(entries) {
      for (const entry of entries) if (entry.type === 'compaction') mustBeWritten(entry.firstKept);
      return transcript.append(entries);
    },
    flush: async (through, cause) => {
      if (!isUnkept) await ensureFlushed(id, transcript.entries, through, cause);
    },
  };
}

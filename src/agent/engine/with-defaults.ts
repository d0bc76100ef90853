// A user's own engine over the built-in one: what it lacks, and what throws, is the built-in's, and nobody has to guess when
// that happened.

import { type ContextEngine, type ContextSession, type Log, NightjarError } from '../../contracts/index.js';
import { oneLine } from '../../text/truncate.js';
import { wholeDue, wholeOutcome, wholeRequest, wholeSubagent } from './answers.js';

export interface Composed {
  engine: ContextEngine;
  /** What went wrong with the user's own, one sentence a member. */
  troubles(): string[];
}

/** `name` is what the operator wrote in nightjar.yaml. */
export function withDefaults(
  own: Partial<ContextEngine>,
  builtIn: ContextEngine,
  { name, log }: { name: string; log: Log },
): Composed {
  const troubles = new Map<string, string>();

  /** The user's member, or the built-in's in its stead. A turn that was ended ends here too. */
  async function either<T>(
    member: keyof ContextEngine,
    mine: () => Promise<T>,
    theirs: () => Promise<T>,
    session?: ContextSession,
  ): Promise<T> {
    if (typeof own[member] !== 'function') return await theirs();
    try {
      return await mine();
    } catch (error) {
      if (session?.signal.aborted || error instanceof NightjarError) throw error;
      const why = oneLine(error instanceof Error ? error.message : String(error), 120);
      if (!troubles.has(member)) log.error('engine.failed', { engine: name, member, error });
      troubles.set(member, `The engine ${name} failed in ${member} (${why}); the built-in one stood in.`);
      return await theirs();
    }
  }

  return {
    troubles: () => [...troubles.values()],
    engine: {
      bootstrap: (session) =>
        either(
          'bootstrap',
          async () => await own.bootstrap?.(session),
          () => builtIn.bootstrap(session),
          session,
        ),
      ingest: (session, message) =>
        either(
          'ingest',
          async () => await own.ingest?.(session, message),
          () => builtIn.ingest(session, message),
          session,
        ),
      assemble: (turn) =>
        either(
          'assemble',
          async () => wholeRequest(await own.assemble?.(turn), turn),
          () => builtIn.assemble(turn),
          turn.session,
        ),
      compact: (session, cause, focus) =>
        either(
          'compact',
          async () => wholeOutcome(await own.compact?.(session, cause, focus)),
          () => builtIn.compact(session, cause, focus),
          session,
        ),
      afterTurn: (turn) =>
        either(
          'afterTurn',
          async () => wholeDue(await own.afterTurn?.(turn)),
          () => builtIn.afterTurn(turn),
          turn.session,
        ),
      prepareSubagent: (parent) =>
        either(
          'prepareSubagent',
          async () => wholeSubagent(await own.prepareSubagent?.(parent)),
          () => builtIn.prepareSubagent(parent),
          parent,
        ),
      subagentEnded: (parent, result) =>
        either(
          'subagentEnded',
          async () => await own.subagentEnded?.(parent, result),
          () => builtIn.subagentEnded(parent, result),
          parent,
        ),
      async dispose() {
        if (own.dispose)
          await either(
            'dispose',
            async () => await own.dispose?.(),
            async () => {},
          );
        await builtIn.dispose();
      },
    },
  };
}

// The question whether a file may change, under the exact difference, and the change after a yes. What belongs to the
// conversation is decided there by whoever runs it; all else (shared files, in main those of others) by the owner, in main.

import { userEntryId } from '../../../agent/turn-parts.js';
import { MemoryError } from '../../../contracts/index.js';
import type { InboxRow } from '../../../gateway/inbox.js';
import { type Proposal, proposalText } from '../../../gateway/proposals.js';
import { type Decision, decidesFor, type QuestionDeps, type QuestionKind } from './kind.js';

export function fileQuestions({ memory }: QuestionDeps): QuestionKind {
  return {
    // From elsewhere than main no question about a shared file can come: memory refuses the change.
    mayAnswer: decidesFor,
    async text(proposal, { scope }) {
      try {
        return proposalText(proposal, (await memory.changeable(scope, proposal.path)).text);
      } catch (error) {
        if (isRefused(error)) return undefined;
        throw error;
      }
    },
    async decide(proposal, yes, row) {
      const outcome = yes ? await apply(proposal, row) : declined(`${proposal.path} stays as it is.`);
      return { ...outcome, also: () => {} };
    },
    drop: () => {},
    stays: ({ path }) => `${path} stays as it is`,
    stands: ({ path }, yes) => `${path} ${yes ? 'is changed' : 'stays as it is'}.`,
    wanted: 'the change',
  };

  async function apply(proposal: Proposal, { scope, principal }: InboxRow): Promise<Omit<Decision, 'also'>> {
    const { path, text, base, session, call, turn, reason } = proposal;
    const why = {
      who: principal.account,
      by: 'tool' as const,
      ...{ session, call, entry: userEntryId(turn), reason },
      // Whoever agreed to these very words vouches for them.
      trust: principal.role === 'owner' ? ('owner' as const) : ('member' as const),
    };
    try {
      await memory.replaceConfirmed({ scope, path, text, base, why });
      return { state: 'applied', text: `${path} is changed.` };
    } catch (error) {
      if (error instanceof MemoryError && error.kind === 'conflict') {
        return declined(`${path} was edited meanwhile, so I left it alone. Ask me again if you still want this.`);
      }
      if (isRefused(error)) return declined(`${path} cannot be changed from here any more, so it stays as it is.`);
      throw error;
    }
  }
}

function declined(text: string): Omit<Decision, 'also'> {
  return { state: 'declined', text };
}

/** It is another's by now, or something else stands in its place. */
function isRefused(error: unknown): boolean {
  return error instanceof MemoryError && (error.kind === 'not-found' || error.kind === 'invalid');
}

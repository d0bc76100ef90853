// The question under a turn's reply, and the answer to it, typed or by a button: asked once, answered once by whoever may, in
// the conversation where it was shown. What the kinds of questions are about stands in questions/.

import type { CommandReply } from '../../commands/command.js';
import type { OutboundMessage } from '../../contracts/index.js';
import { newButtons, type Press } from '../../gateway/buttons.js';
import { release, turnRows } from '../../gateway/gather.js';
import type { InboxRow, ServedRow } from '../../gateway/inbox.js';
import {
  type AskedProposal,
  askedProposals,
  askProposal,
  draftsOf,
  endProposal,
  openQuestions,
  type Proposal,
  proposalById,
  readAnswer,
} from '../../gateway/proposals.js';
import { turnId } from '../../gateway/turn-id.js';
import { sameScope } from '../../memory/visibility.js';
import { endRow, insertReply } from './ending.js';
import type { QuestionDeps } from './questions/kind.js';
import { questionKind } from './questions/table.js';

export interface ProposalDeps extends QuestionDeps {
  /** Whether the process of that role still runs. */
  isSenderAlive(role: string): boolean;
}

/** The question that belongs under a turn's reply, and what to do in the transaction that queues it. */
export async function questionOf(
  deps: ProposalDeps,
  row: InboxRow,
  session: string,
): Promise<{ messages: OutboundMessage[]; asked(question: number | undefined): void }> {
  const [newest, ...others] = draftsOf(deps.db, session, turnId(row.event));
  const text = newest && (await questionKind(deps, newest).text(newest, row));
  if (!newest || text === undefined) return { messages: [], asked: () => {} };
  const { id } = newest;
  const press = { kind: 'proposal', id, scope: row.scope } as const;
  const { buttons, store } = newButtons(
    `proposal/${id}`,
    [
      { label: 'Yes', press: { ...press, yes: true } },
      { label: 'No', press: { ...press, yes: false } },
    ],
    deps.clock.now(),
  );
  return {
    messages: [{ text, buttons }],
    asked(question) {
      if (question === undefined) return;
      for (const other of others) letLapse(deps, other);
      askProposal(deps.db, id, question);
      store(deps.db);
    },
  };
}

/**
 * True when the message was a yes or no to a question that had been shown here, from somebody who may answer it. Any other
 * word of theirs lets the questions of this window lapse; in a group only what is said to the bot counts.
 */
export async function answerProposal(
  deps: ProposalDeps,
  row: InboxRow,
  session: string,
  check: () => void,
): Promise<boolean> {
  const { event, principal: who, scope } = row;
  if (event.type !== 'message' || (event.place !== 'direct' && !event.addressed)) return false;
  // Another window of the same chat has its own questions, as long as it is open.
  const isOurs = (one: AskedProposal) =>
    (one.sender === row.receiver || !deps.isSenderAlive(one.sender)) && questionKind(deps, one).mayAnswer(who, scope);
  const open = openQuestions(deps.db, session, event.chat).filter(isOurs);
  const [newest] = askedProposals(deps.db, session, row).filter(isOurs);
  const said = readAnswer(event.text);
  if (!newest || said === undefined) {
    await lapse(deps, row, open, check);
    return false;
  }
  const outcome = await questionKind(deps, newest).decide(newest, said === 'yes', row);
  let late: ServedRow[] = [];
  await endRow(deps, row, {
    state: 'command',
    replies: [{ text: outcome.text }],
    check,
    also: () => {
      endProposal(deps.db, newest.id, outcome.state);
      outcome.also();
      for (const other of open) if (other.id !== newest.id) letLapse(deps, other);
      // What was written behind the answer is a turn of its own.
      const others = turnRows(deps.db, row.row).messages.filter(({ state }) => state === 'accepted');
      late = release(deps.db, others);
    },
  });
  await outcome.after?.();
  for (const one of late) await deps.wakeUps.serve(one);
  return true;
}

/** Whether a button is for whoever pressed it, there. */
export function mayPressProposal(
  deps: QuestionDeps,
  { id, scope = { kind: 'main' } }: Press & { kind: 'proposal' },
  row: Pick<InboxRow, 'principal' | 'scope'>,
): boolean {
  const asked = proposalById(deps.db, id);
  return (
    sameScope(scope, row.scope) && asked !== undefined && questionKind(deps, asked).mayAnswer(row.principal, scope)
  );
}

/** The answer by a button of somebody who may give it; undefined where another answer was given before. */
export async function pressProposal(
  deps: ProposalDeps,
  row: InboxRow,
  { id, yes }: { id: number; yes: boolean },
): Promise<CommandReply | undefined> {
  const asked = proposalById(deps.db, id);
  if (!asked) return undefined;
  if (asked.state === 'lapsed') {
    return {
      text: `${questionKind(deps, asked).stays(asked)}: we spoke of something else since. Ask me again if you still want it.`,
    };
  }
  if (asked.state !== 'asked') return undefined;
  const { text, state, also, after } = await questionKind(deps, asked).decide(asked, yes, row);
  return {
    text,
    also() {
      endProposal(deps.db, id, state);
      also();
    },
    ...(after ? { after } : {}),
  };
}

/** Inside a transaction. */
function letLapse(deps: ProposalDeps, proposal: Proposal): void {
  if (endProposal(deps.db, proposal.id, 'lapsed')) questionKind(deps, proposal).drop(proposal);
}

/** Says once, above the answer to what was written instead, that nothing was changed. */
async function lapse(deps: ProposalDeps, row: InboxRow, open: AskedProposal[], check: () => void): Promise<void> {
  const [newest] = open;
  if (!newest) return;
  const { stays, wanted } = questionKind(deps, newest);
  const message = { text: `(${stays(newest)}. Ask me again if you still want ${wanted}.)` };
  const reply = await deps.db.write(() => {
    check();
    for (const one of open) letLapse(deps, one);
    return insertReply(deps.db, row, { turn: `${turnId(row.event)}/lapsed`, part: 0, message }, deps.clock.now());
  });
  if (reply) await deps.wakeUps.send(reply);
}

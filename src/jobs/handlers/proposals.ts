// What a turn proposes, for a shared file or for another chat, the question under its reply, and the owner's answer to it,
// typed or by a button. Writes the file, or lets the schedule run, only for a yes of the owner, in the chat where they were
// shown the exact difference, or the exact text and where it goes.

import type { CommandReply } from '../../commands/command.js';
import {
  type ChangeProposal,
  MemoryError,
  type OutboundMessage,
  type Schedule,
  ScopeError,
  ToolError,
} from '../../contracts/index.js';
import { newButtons } from '../../gateway/buttons.js';
import type { Delivery } from '../../gateway/delivery.js';
import { release, turnRows } from '../../gateway/gather.js';
import type { InboxRow, ServedRow } from '../../gateway/inbox.js';
import {
  type AskedProposal,
  askedProposals,
  askProposal,
  draftProposal,
  draftsOf,
  endProposal,
  openQuestions,
  type Proposal,
  proposalById,
  proposalText,
  readAnswer,
} from '../../gateway/proposals.js';
import { turnId } from '../../gateway/turn-id.js';
import type { Memory } from '../../memory/memory.js';
import { oneLine } from '../../text/truncate.js';
import { hasUnseen } from '../../text/visible.js';
import { type EndingDeps, endRow, insertReply } from './ending.js';
import { type Decision, decideSchedule, dropAsked, scheduleQuestion } from './schedule-question.js';

export interface ProposalDeps extends EndingDeps {
  memory: Memory;
  /** Whether the process of that role still runs. */
  isSenderAlive(role: string): boolean;
  /** Where a schedule is delivered by now, or in a sentence why nowhere. */
  deliveryOf(schedule: Schedule): Delivery | string;
}

/** The tool's side: kept until the turn ends well. Throws a ScopeError outside main. */
export async function propose(
  deps: ProposalDeps,
  row: InboxRow,
  { session, call }: { session: string; call: string },
  change: ChangeProposal,
): Promise<void> {
  if (row.scope.kind !== 'main')
    throw new ScopeError(`${change.path} is shared; only the owner changes it, in private`);
  const { revision: base, text } = await readShared(deps, row, change.path);
  if (hasUnseen(change.text)) {
    throw new ToolError('The text holds characters that cannot be seen. Write it again without them.');
  }
  const proposed = {
    path: change.path,
    reason: oneLine(change.reason, 200),
    text: keepingFirstLine(text, change.text),
  };
  if (text === proposed.text) throw new ToolError(`${change.path} says exactly that already; there is nothing to ask.`);
  await deps.db.write(() =>
    draftProposal(deps.db, { ...proposed, session, call, turn: turnId(row.event), base }, deps.clock.now()),
  );
}

/** The line that says who reads the file is not the model's to drop. */
function keepingFirstLine(current: string, text: string): string {
  const [first = ''] = current.split('\n');
  return first === '' || text.split('\n')[0] === first ? text : `${first}\n\n${text}`;
}

/** The question that belongs under a turn's reply, and what to do in the transaction that queues it. */
export async function questionOf(
  deps: ProposalDeps,
  row: InboxRow,
  session: string,
): Promise<{ messages: OutboundMessage[]; asked(question: number | undefined): void }> {
  const [newest, ...others] = draftsOf(deps.db, session, turnId(row.event));
  const text = newest && (await questionText(deps, row, newest));
  if (!newest || text === undefined) return { messages: [], asked: () => {} };
  const { id } = newest;
  const { buttons, store } = newButtons(
    `proposal/${id}`,
    [
      { label: 'Yes', press: { kind: 'proposal', id, yes: true } },
      { label: 'No', press: { kind: 'proposal', id, yes: false } },
    ],
    deps.clock.now(),
  );
  return {
    messages: [{ text, buttons }],
    asked(question) {
      if (question === undefined) return;
      for (const other of others) if (other.schedule !== null) letLapse(deps, other);
      askProposal(deps.db, id, question);
      store(deps.db);
    },
  };
}

async function questionText(deps: ProposalDeps, row: InboxRow, proposal: Proposal): Promise<string | undefined> {
  if (proposal.schedule !== null) return scheduleQuestion(deps.db, proposal.schedule, deps.clock.now());
  const { text } = await readShared(deps, row, proposal.path);
  return proposalText(proposal, text);
}

/**
 * True when the message was the owner's yes or no to a change that had been shown to them here. Any other word lets the
 * questions of this window lapse.
 */
export async function answerProposal(
  deps: ProposalDeps,
  row: InboxRow,
  session: string,
  check: () => void,
): Promise<boolean> {
  const { event, principal: who, scope } = row;
  if (event.type !== 'message' || scope.kind !== 'main' || who.role !== 'owner') return false;
  // Another window of the same chat has its own questions, as long as it is open.
  const isOurs = ({ sender }: AskedProposal) => sender === row.receiver || !deps.isSenderAlive(sender);
  const open = openQuestions(deps.db, session, event.chat).filter(isOurs);
  const [newest] = askedProposals(deps.db, session, row).filter(isOurs);
  const said = readAnswer(event.text);
  if (!newest || said === undefined) {
    await lapse(deps, row, open, check);
    return false;
  }
  const outcome = await decide(deps, row, newest, said === 'yes');
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
  for (const one of late) await deps.wakeUps.serve(one);
  return true;
}

/** The owner's answer by a button, in main; undefined where another answer was given before. */
export async function pressProposal(
  deps: ProposalDeps,
  row: InboxRow,
  { id, yes }: { id: number; yes: boolean },
): Promise<CommandReply | undefined> {
  const asked = proposalById(deps.db, id);
  if (!asked) return undefined;
  if (asked.state === 'lapsed') {
    return {
      text: `${stays(asked)}: we spoke of something else since. Ask me again if you still want it.`,
    };
  }
  if (asked.state !== 'asked') return undefined;
  const { text, state, also } = await decide(deps, row, asked, yes);
  return {
    text,
    also() {
      endProposal(deps.db, id, state);
      also();
    },
  };
}

async function decide(deps: ProposalDeps, row: InboxRow, proposal: Proposal, yes: boolean): Promise<Decision> {
  if (proposal.schedule !== null) {
    return decideSchedule(deps.db, proposal.schedule, { yes, now: deps.clock.now(), reach: deps.deliveryOf });
  }
  const outcome = yes
    ? await apply(deps, row, proposal)
    : { state: 'declined' as const, text: `${proposal.path} stays as it is.` };
  return { ...outcome, also: () => {} };
}

/** What was asked about, as it stands without a yes. */
function stays({ path, schedule }: Proposal): string {
  return schedule === null ? `${path} stays as it is` : 'Nothing was scheduled';
}

/** Inside a transaction. */
function letLapse({ db }: ProposalDeps, { id, schedule }: Proposal): void {
  if (endProposal(db, id, 'lapsed') && schedule !== null) dropAsked(db, schedule);
}

/** Says once, above the answer to what was written instead, that nothing was changed. */
async function lapse(deps: ProposalDeps, row: InboxRow, open: AskedProposal[], check: () => void): Promise<void> {
  const [newest] = open;
  if (!newest) return;
  const still = newest.schedule === null ? 'the change' : 'it';
  const message = { text: `(${stays(newest)}. Ask me again if you still want ${still}.)` };
  const reply = await deps.db.write(() => {
    check();
    for (const one of open) letLapse(deps, one);
    return insertReply(deps.db, row, { turn: `${turnId(row.event)}/lapsed`, part: 0, message }, deps.clock.now());
  });
  if (reply) await deps.wakeUps.send(reply);
}

async function apply(
  deps: ProposalDeps,
  row: InboxRow,
  { id, session, path, text, base, reason }: Proposal,
): Promise<{ state: 'applied' | 'declined'; text: string }> {
  const why = {
    who: row.principal.account,
    by: 'command' as const,
    session: 'proposal',
    call: `${session}:${id}`,
    reason,
    trust: 'owner' as const,
  };
  try {
    await deps.memory.replaceShared({ path, text, base, why });
    return { state: 'applied', text: `${path} is changed.` };
  } catch (error) {
    if (!(error instanceof MemoryError) || error.kind !== 'conflict') throw error;
    const left = `${path} was edited meanwhile, so I left it alone. Ask me again if you still want this.`;
    return { state: 'declined', text: left };
  }
}

async function readShared(
  deps: ProposalDeps,
  row: InboxRow,
  path: string,
): Promise<{ text: string; revision: string }> {
  try {
    return await deps.memory.view(row.scope).read(path);
  } catch (error) {
    if (error instanceof MemoryError && error.kind === 'not-found') return { text: '', revision: 'absent' };
    throw error;
  }
}

// The job that answers a message: holds the session's transcript, runs the turn of the agent, and ends the inbox row
// with its reply in one transaction under the lane's fence. Safe to run again after a kill at any point.

import { runTurn, type TurnDeps } from '../../agent/turn.js';
import {
  type AgentEvent,
  type JobContext,
  type JobHandler,
  MemoryError,
  type OutboundMessage,
  QueueError,
  ScopeError,
} from '../../contracts/index.js';
import type { Db } from '../../db/database.js';
import type { InboxRow } from '../../gateway/inbox.js';
import {
  endProposal,
  insertProposal,
  type Proposal,
  proposalText,
  readAnswer,
  waitingProposals,
} from '../../gateway/proposals.js';
import { turnId } from '../../gateway/turn-id.js';
import type { Memory } from '../../memory/memory.js';
import { openSession, recordTurn, type SessionRow } from '../../sessions/rows.js';
import type { Transcript, Transcripts } from '../../sessions/transcript.js';
import { localDay } from '../../text/local-time.js';
import type { Lanes } from '../lanes.js';
import { claimRow, type EndingDeps, endRow, failRow } from './ending.js';

export interface TurnHandlerDeps extends EndingDeps, TurnDeps {
  db: Db;
  memory: Memory;
  transcripts: Transcripts;
  lanes: Lanes;
  /** The id under which this process holds lanes. */
  process: string;
  /** How many turns this process runs at once. */
  concurrency: number;
  /** A failing turn is tried again, and keeps its place at the head of its session, for so long. */
  retryMs: number;
  /** A turn that takes longer is stopped. */
  turnTimeoutMs: number;
  channelHint(channel: string): string;
  /** Shows that somebody is at work, where the chat can show it. Never throws. */
  typing(row: InboxRow): void;
  /** After a turn has ended; a failure in here is logged, not the turn's. */
  afterTurn(row: InboxRow): Promise<void>;
}

const WATCH_MS = 250;
const TYPING_MS = 5_000;

export function turnHandler(deps: TurnHandlerDeps): JobHandler {
  return {
    retry: { baseMs: 2_000, capMs: 30_000, withinMs: deps.retryMs },
    atOnce: deps.concurrency,
    async run(job, context) {
      const row = await claimRow(deps, job);
      if (row?.event.type !== 'message' || row.lane === undefined) return;
      const session = await openSession(
        deps.db,
        { key: row.session, scope: row.scope, chat: row.event.chat },
        deps.clock.now(),
      );
      if (await answerProposal(deps, row, session)) return;
      const transcript = await deps.transcripts.hold(session, hold(deps, row.lane, context));
      await answer(deps, row, session, transcript, context);
      await deps.afterTurn(row).catch((error) => deps.log.warn('after-turn.failed', { error }));
    },
    dead: (job, error) => failRow(deps, job, error),
  };
}

function hold(deps: TurnHandlerDeps, lane: string, { fence }: JobContext) {
  return {
    process: deps.process,
    fence,
    async raise(atLeast: number): Promise<number> {
      const raised = await deps.db.write(() => deps.lanes.raise(lane, deps.process, fence, atLeast));
      if (raised === undefined) throw lostLane();
      return raised;
    },
  };
}

async function answer(
  deps: TurnHandlerDeps,
  row: InboxRow,
  session: SessionRow,
  transcript: Transcript,
  { signal }: JobContext,
): Promise<void> {
  const { event, principal: who, scope, lane = '' } = row;
  if (event.type !== 'message') return;
  const turn = turnId(event);
  const watch = watchTurn(deps, row, lane, turn);
  try {
    const events = runTurn(
      deps,
      {
        turn,
        message: {
          text: event.text,
          from: { account: who.account, name: who.name, role: who.role },
          message: event.id,
          ...(event.quoted ? { quoted: event.quoted } : {}),
        },
        who,
        scope,
        memory: deps.memory.view(scope, who),
        today: localDay(deps.clock.now(), deps.timezone),
        channelHint: deps.channelHint(event.chat.channel),
        transcript,
        propose: (sessionId, call, change) => propose(deps, row, sessionId, turn, call, change),
      },
      { abort: signal, stop: watch.stop },
    );
    for await (const happened of events) {
      if (happened.type === 'failed') throw happened.error;
      if (happened.type !== 'done' && happened.type !== 'stopped') continue;
      const proposals = waitingProposals(deps.db, session.id).filter((proposal) => proposal.turn === turn);
      const replies = [...replyOf(happened, watch.timedOut()), ...(await questions(deps, row, proposals))];
      await endRow(deps, row, {
        state: 'answered',
        replies,
        check: () => {
          if (!deps.lanes.holds(lane, deps.process, transcript.fence)) throw lostLane();
        },
        also: () =>
          recordTurn(deps.db, session.id, happened.type === 'done' ? happened.usage : undefined, deps.clock.now()),
      });
    }
  } finally {
    watch.end();
  }
}

/** What the chat is sent for a turn that ended. Pure. */
function replyOf(ended: Extract<AgentEvent, { type: 'done' | 'stopped' }>, timedOut: boolean): OutboundMessage[] {
  if (ended.type === 'stopped') {
    const note = timedOut ? 'That took too long, so I stopped.' : 'Stopped.';
    return [{ text: ended.text.trim() === '' ? note : `${ended.text.trimEnd()}\n\n(${note})` }];
  }
  if (ended.text.trim().toUpperCase() === 'NO_REPLY') return [];
  const using = ended.using ? `using ${ended.using.model} (default ${ended.using.configured})\n\n` : '';
  return [{ text: `${using}${ended.text.trim()}` }];
}

/** Watches, while a turn runs, for a wish to stop it and for its time limit, and keeps the typing sign alive. */
function watchTurn(deps: TurnHandlerDeps, row: InboxRow, lane: string, turn: string) {
  const stop = new AbortController();
  const startedAt = deps.clock.now();
  let timedOut = false;
  let typedAt = Number.NEGATIVE_INFINITY;
  let cancel = () => {};
  function look(): void {
    const now = deps.clock.now();
    if (deps.lanes.stopRequested(lane, turn)) stop.abort();
    if (now - startedAt >= deps.turnTimeoutMs) {
      timedOut = true;
      stop.abort();
    }
    if (now - typedAt >= TYPING_MS) {
      typedAt = now;
      deps.typing(row);
    }
    if (!stop.signal.aborted) cancel = deps.clock.after(WATCH_MS, look);
  }
  look();
  return { stop: stop.signal, timedOut: () => timedOut, end: () => cancel() };
}

async function propose(
  deps: TurnHandlerDeps,
  row: InboxRow,
  session: string,
  turn: string,
  call: string,
  change: { path: string; text: string; reason: string },
): Promise<void> {
  if (row.scope.kind !== 'main')
    throw new ScopeError(`${change.path} is shared; only the owner changes it, in private`);
  const { revision } = await readShared(deps, row, change.path);
  await deps.db.write(() =>
    insertProposal(deps.db, { ...change, session, call, turn, base: revision }, deps.clock.now()),
  );
}

async function questions(deps: TurnHandlerDeps, row: InboxRow, proposals: Proposal[]): Promise<OutboundMessage[]> {
  const newest = proposals[0];
  if (!newest) return [];
  const { text } = await readShared(deps, row, newest.path);
  return [{ text: proposalText(newest, text) }];
}

async function readShared(deps: TurnHandlerDeps, row: InboxRow, path: string) {
  try {
    return await deps.memory.view(row.scope).read(path);
  } catch (error) {
    if (error instanceof MemoryError && error.kind === 'not-found') return { text: '', revision: 'absent' };
    throw error;
  }
}

/** True when the message was the owner's yes or no to a change that waited for it; any other word lets it lapse. */
async function answerProposal(deps: TurnHandlerDeps, row: InboxRow, session: SessionRow): Promise<boolean> {
  const { event, principal: who } = row;
  if (event.type !== 'message' || row.scope.kind !== 'main' || who.role !== 'owner') return false;
  const turn = turnId(event);
  // What this very turn proposed before it was interrupted is not answered by the message that began it.
  const waiting = waitingProposals(deps.db, session.id).filter((proposal) => proposal.turn !== turn);
  const newest = waiting[0];
  if (!newest) return false;
  const said = readAnswer(event.text);
  if (said === undefined) {
    await deps.db.write(() => {
      for (const { id } of waiting) endProposal(deps.db, id, 'lapsed');
    });
    return false;
  }
  const outcome =
    said === 'yes' ? await apply(deps, row, newest) : { state: 'declined' as const, text: declined(newest) };
  await endRow(deps, row, {
    state: 'command',
    replies: [{ text: outcome.text }],
    also: () => {
      for (const { id } of waiting) endProposal(deps.db, id, id === newest.id ? outcome.state : 'lapsed');
    },
  });
  return true;
}

function declined({ path }: Proposal): string {
  return `${path} stays as it is.`;
}

async function apply(
  deps: TurnHandlerDeps,
  row: InboxRow,
  proposal: Proposal,
): Promise<{ state: 'applied' | 'lapsed'; text: string }> {
  const { path, text, base, reason } = proposal;
  try {
    await deps.memory.replaceShared({
      path,
      text,
      base,
      why: {
        who: row.principal.account,
        by: 'command',
        session: 'proposal',
        call: `${proposal.session}:${proposal.id}`,
        reason,
        trust: 'owner',
      },
    });
    return { state: 'applied', text: `${path} is changed.` };
  } catch (error) {
    if (!(error instanceof MemoryError) || error.kind !== 'conflict') throw error;
    return {
      state: 'lapsed',
      text: `${path} was edited meanwhile, so I left it alone. Ask me again if you still want this.`,
    };
  }
}

function lostLane(): QueueError {
  return new QueueError('this session is in another process’s hands now', { retryable: true });
}

// The job that answers a message: holds the session's transcript, runs the turn of the agent, and ends the inbox row
// with its reply in one transaction under the lane's fence. Safe to run again after a kill at any point.

import { runTurn, type TurnDeps } from '../../agent/turn.js';
import type { AgentEvent, Entry, JobContext, JobHandler, OutboundMessage } from '../../contracts/index.js';
import type { InboxRow } from '../../gateway/inbox.js';
import { turnId } from '../../gateway/turn-id.js';
import type { Memory } from '../../memory/memory.js';
import { openSession, recordTurn, type SessionRow } from '../../sessions/rows.js';
import type { Transcript, Transcripts } from '../../sessions/transcript.js';
import { localDay } from '../../text/local-time.js';
import { type EndingDeps, endRow, failRow, type LaneHolder, lostLane, mustHold, rowToServe } from './ending.js';
import { answerProposal, propose, questionOf } from './proposals.js';

export interface TurnHandlerDeps extends EndingDeps, LaneHolder, TurnDeps {
  memory: Memory;
  transcripts: Transcripts;
  isSenderAlive(role: string): boolean;
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

/** A row that begins a turn, and where it runs. */
interface TurnRow extends InboxRow {
  event: Extract<InboxRow['event'], { type: 'message' }>;
  lane: string;
}

const WATCH_MS = 250;
const TYPING_MS = 5_000;

export function turnHandler(deps: TurnHandlerDeps): JobHandler {
  return {
    retry: { baseMs: 2_000, capMs: 30_000, withinMs: deps.retryMs },
    atOnce: deps.concurrency,
    async run(job, context) {
      const row = rowToServe(deps, job);
      if (!row || !isTurn(row)) return;
      const where = { key: row.session, scope: row.scope, chat: row.event.chat };
      const session = await openSession(deps.db, where, deps.clock.now());
      const check = () => mustHold(deps, row.lane, context.fence);
      if (await answerProposal(deps, row, session.id, check)) return;
      if (session.turns === 0) deps.memory.index.hint({ kind: 'session-start' });
      const transcript = await deps.transcripts.hold(session, hold(deps, row.lane, context));
      await answer(deps, row, session, transcript, context);
      deps.memory.index.hint({ kind: 'transcript', ...growth(transcript.entries, turnId(row.event)) });
      await deps.afterTurn(row).catch((error) => deps.log.warn('after-turn.failed', { error }));
    },
    dead: (job, error) => failRow(deps, job, error),
  };
}

/** What a turn added to a conversation, as search counts it. */
function growth(entries: readonly Entry[], turn: string): { bytes: number; messages: number } {
  const said = entries.flatMap((entry) =>
    entry.turn === turn && (entry.type === 'user' || entry.type === 'assistant') ? [entry.text] : [],
  );
  return { bytes: said.reduce((sum, text) => sum + Buffer.byteLength(text), 0), messages: said.length };
}

function isTurn(row: InboxRow): row is TurnRow {
  return row.event.type === 'message' && row.lane !== undefined;
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
  row: TurnRow,
  session: SessionRow,
  transcript: Transcript,
  { signal }: JobContext,
): Promise<void> {
  const { event, principal: who, scope, lane } = row;
  const { account, name, role } = who;
  const turn = turnId(event);
  const watch = watchTurn(deps, row, turn);
  const input = {
    turn,
    message: {
      text: event.text,
      from: { account, name, role },
      message: event.id,
      ...(event.quoted ? { quoted: event.quoted } : {}),
    },
    who,
    scope,
    memory: deps.memory.view(scope, who),
    today: localDay(deps.clock.now(), deps.timezone),
    channelHint: deps.channelHint(event.chat.channel),
    transcript,
    propose: (inSession: string, call: string, change: Parameters<typeof propose>[3]) =>
      propose(deps, row, { session: inSession, call }, change),
  };
  try {
    for await (const happened of runTurn(deps, input, { abort: signal, stop: watch.stop })) {
      if (happened.type === 'failed') throw happened.error;
      if (happened.type !== 'done' && happened.type !== 'stopped') continue;
      const said = replyOf(happened, watch.timedOut());
      const question = await questionOf(deps, row, session.id);
      await endRow(deps, row, {
        state: 'answered',
        replies: [...said, ...question.messages],
        check: () => mustHold(deps, lane, transcript.fence),
        also(replies) {
          question.asked(replies[said.length]);
          recordTurn(deps.db, session.id, happened.usage, deps.clock.now());
          deps.lanes.clearStop(lane, turn);
        },
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
function watchTurn(deps: TurnHandlerDeps, row: TurnRow, turn: string) {
  const stop = new AbortController();
  let timedOut = false;
  // A timer, not a look at the clock: a clock that is set must not end what is running.
  const cancelLimit = deps.clock.after(deps.turnTimeoutMs, () => {
    timedOut = true;
    stop.abort();
  });
  let typedAt = Number.NEGATIVE_INFINITY;
  let cancel = () => {};
  function look(): void {
    const now = deps.clock.now();
    if (wantsStop(deps, row.lane, turn)) stop.abort();
    if (Math.abs(now - typedAt) >= TYPING_MS) {
      typedAt = now;
      deps.typing(row);
    }
    if (!stop.signal.aborted) cancel = deps.clock.after(WATCH_MS, look);
  }
  look();
  function end(): void {
    cancel();
    cancelLimit();
  }
  return { stop: stop.signal, timedOut: () => timedOut, end };
}

/** Asked by a timer, where a database that is busy or closing has nobody to tell. */
function wantsStop({ lanes, log }: TurnHandlerDeps, lane: string, turn: string): boolean {
  try {
    return lanes.stopRequested(lane, turn);
  } catch (error) {
    log.warn('turn.stop-unknown', { error });
    return false;
  }
}

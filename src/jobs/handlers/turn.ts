// The job that answers messages: gathers what one turn answers, holds the session's transcript, runs the turn of the agent,
// and ends the inbox rows with their reply in one transaction under the lane's fence. Safe to run again after a kill at any
// point.

import { z } from 'zod';
import { runTurn, type TurnDeps } from '../../agent/turn.js';
import type {
  AgentEvent,
  ChatModel,
  Entry,
  JobContext,
  JobHandler,
  OutboundFile,
  OutboundMessage,
} from '../../contracts/index.js';
import { gatherTurn, type MessageRow, releaseLate, turnRows, waitsUntil } from '../../gateway/gather.js';
import { endTurnRows, type InboxRow, type ServedRow } from '../../gateway/inbox.js';
import type { Media } from '../../gateway/media.js';
import type { ChatPolicy } from '../../gateway/policy.js';
import type { DraftWriter } from '../../gateway/streaming.js';
import { turnId } from '../../gateway/turn-id.js';
import type { Memory } from '../../memory/memory.js';
import { openSession, recordTurn, type SessionRow } from '../../sessions/rows.js';
import type { Transcript, Transcripts } from '../../sessions/transcript.js';
import { asData } from '../../text/as-data.js';
import { spoken } from '../../text/control-words.js';
import { localDay } from '../../text/local-time.js';
import { openFence } from '../../text/open-fence.js';
import { type EndingDeps, endRow, failRow, type LaneHolder, lostLane, mustHold, rowToServe } from './ending.js';
import { answerProposal, propose, questionOf } from './proposals.js';
import { isDeleted, type OpenMail, openMail } from './turn-mail.js';
import { watchTurn } from './watch-turn.js';

/** What holds in the chat of a turn. */
export interface TurnChat {
  policy: ChatPolicy;
  model: ChatModel;
  /** What text looks like there. */
  hint: string;
}

export interface TurnHandlerDeps extends EndingDeps, LaneHolder, Omit<TurnDeps, 'model'> {
  memory: Memory;
  transcripts: Transcripts;
  isSenderAlive(role: string): boolean;
  /** How many turns this process runs at once. */
  concurrency: number;
  /** A failing turn is tried again, and keeps its place at the head of its session, for so long. */
  retryMs: number;
  /** A turn that takes longer is stopped. */
  turnTimeoutMs: number;
  chatOf(row: InboxRow): TurnChat;
  media: Media;
  /** Shows a reply while it grows; undefined where it is sent whole. `check` throws, inside a transaction, when the turn is lost. */
  draft(row: InboxRow, policy: ChatPolicy, check: () => void): DraftWriter | undefined;
  /** Shows that somebody is at work, where the chat can show it. Never rejects. */
  typing(row: InboxRow): Promise<void>;
  /** After a turn has ended; a failure in here is logged, not the turn's. */
  afterTurn(row: InboxRow): Promise<void>;
}

/** What send_file leaves in the transcript. */
const sentFile = z.object({ file: z.object({ path: z.string(), name: z.string(), mime: z.string() }) });

/** A row that begins a turn, and where it runs. */
type TurnRow = MessageRow & { lane: string };

export function turnHandler(deps: TurnHandlerDeps): JobHandler {
  return {
    retry: { baseMs: 2_000, capMs: 30_000, withinMs: deps.retryMs },
    atOnce: deps.concurrency,
    async run(job, context) {
      const row = rowToServe(deps, job);
      // What belongs to another's turn ends with that.
      if (!row || !isTurn(row) || (row.lead ?? row.row) !== row.row) return;
      const chat = deps.chatOf(row);
      if (row.lead === undefined) {
        if (await waitsForMore(deps, row)) return;
        await deps.db.write(() => gatherTurn(deps.db, row, chat.policy.context));
      }
      const where = { key: row.session, scope: row.scope, chat: row.event.chat };
      const session = await openSession(deps.db, where, deps.clock.now());
      const check = () => mustHold(deps, row.lane, context.fence);
      if (turnRows(deps.db, row.row).messages.every(isDeleted)) return await endUnread(deps, row, check);
      if (await answerProposal(deps, row, session.id, check)) return;
      if (session.turns === 0) deps.memory.index.hint({ kind: 'session-start' });
      const transcript = await deps.transcripts.hold(session, hold(deps, row.lane, context));
      await answer(deps, row, chat, session, transcript, context);
      deps.memory.index.hint({ kind: 'transcript', ...growth(transcript.entries, turnId(row.event)) });
      await deps.afterTurn(row).catch((error) => deps.log.warn('after-turn.failed', { error }));
    },
    dead: (job, error) => failRow(deps, job, error),
  };
}

/** More of the message may come: a later job looks again. */
async function waitsForMore(deps: TurnHandlerDeps, row: TurnRow): Promise<boolean> {
  const until = waitsUntil(deps.db, row, deps.clock.now());
  if (until === undefined) return false;
  await deps.wakeUps.later({ row: row.row, job: row.job, lane: row.lane, dueAt: until });
  return true;
}

/** Everything that was asked was taken back before anybody read it. */
async function endUnread(deps: TurnHandlerDeps, row: TurnRow, check: () => void): Promise<void> {
  await endRow(deps, row, {
    state: 'refused',
    replies: [],
    check,
    also: () => void endTurnRows(deps.db, row.row, 'refused', deps.clock.now()),
  });
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
  { policy, model, hint }: TurnChat,
  session: SessionRow,
  transcript: Transcript,
  { signal }: JobContext,
): Promise<void> {
  const { principal: who, scope, lane } = row;
  const turn = turnId(row.event);
  const mail = openMail({ db: deps.db, receive: deps.media.receive }, row.row);
  const draft = deps.draft(row, policy, () => mustHold(deps, lane, transcript.fence));
  const watch = watchTurn({
    ...deps,
    lane,
    turn,
    limitMs: deps.turnTimeoutMs,
    typing: () => deps.typing(row),
    look: mail.look,
  });
  const input = {
    turn,
    mail,
    who,
    scope,
    memory: deps.memory.view(scope, who),
    today: localDay(deps.clock.now(), deps.timezone),
    channelHint: hint,
    persona: policy.persona,
    only: policy.tools,
    images: deps.media.images,
    files: {
      keepText: (file: Parameters<Media['keepText']>[1]) => deps.media.keepText(scope, file),
      attach: (path: string) => deps.media.attach(scope, path),
    },
    transcript,
    propose: (inSession: string, call: string, change: Parameters<typeof propose>[3]) =>
      propose(deps, row, { session: inSession, call }, change),
  };
  let growing = '';
  try {
    for await (const happened of runTurn({ ...deps, model }, input, { abort: signal, stop: watch.stop })) {
      if (happened.type === 'failed') throw happened.error;
      if (happened.type === 'text') growing += happened.delta;
      else growing = '';
      if (happened.type === 'text' && draft?.push(growing)) mail.shown();
      if (happened.type !== 'done' && happened.type !== 'stopped') continue;
      await draft?.close();
      await watch.end();
      await endTurn(deps, row, { session, transcript, mail, happened, timedOut: watch.timedOut() });
    }
  } finally {
    await draft?.close();
    await watch.end();
  }
}

/** The reply, the rows that it answers, and what came too late for it, in one transaction. */
async function endTurn(
  deps: TurnHandlerDeps,
  row: TurnRow,
  ended: {
    session: SessionRow;
    transcript: Transcript;
    mail: OpenMail;
    happened: Extract<AgentEvent, { type: 'done' | 'stopped' }>;
    timedOut: boolean;
  },
): Promise<void> {
  const { session, transcript, mail, happened, timedOut } = ended;
  const { db, clock, lanes, wakeUps } = deps;
  const turn = transcript.entries.filter((entry) => entry.turn === turnId(row.event));
  const said = withFiles(replyOf(happened, timedOut), turn).map((message) => inReplyTo(row, mail, db, message));
  const question = await questionOf(deps, row, session.id);
  let late: ServedRow[] = [];
  await endRow(deps, row, {
    state: 'answered',
    replies: [...said, ...question.messages],
    check: () => mustHold(deps, row.lane, transcript.fence),
    also(replies) {
      question.asked(replies[said.length]);
      mail.note();
      late = releaseLate(db, row.row, [row.row, ...mail.read]);
      endTurnRows(db, row.row, 'answered', clock.now());
      recordTurn(db, session.id, happened.usage, clock.now());
      lanes.clearStop(row.lane, turnId(row.event));
    },
  });
  for (const one of late) await wakeUps.serve(one);
}

/** In a group, where others talk meanwhile, a reply shows what it answers: the last of the turn's messages. */
function inReplyTo(row: TurnRow, mail: OpenMail, db: TurnHandlerDeps['db'], message: OutboundMessage): OutboundMessage {
  if (row.event.place === 'direct') return message;
  const last = turnRows(db, row.row).messages.findLast((one) => mail.read.has(one.row)) ?? row;
  return { ...message, replyTo: last.event.message };
}

/** The reply with the files that tools put to it, and a word about those that could not be taken in. Pure. */
function withFiles(replies: OutboundMessage[], turn: readonly Entry[]): OutboundMessage[] {
  const files = turn.flatMap((entry) => (entry.type === 'tool_result' ? (fileOf(entry.details) ?? []) : []));
  const missing = turn
    .flatMap((entry) => (entry.type === 'user' ? (entry.files ?? []) : []))
    .filter((one) => one.missing);
  const notes = missing.map(({ name, missing: why }) => `(I could not take in ${asData(name)}: ${why}.)`);
  if (files.length === 0 && notes.length === 0) return replies;
  const [first, ...rest] = replies.length > 0 ? replies : [{ text: '' }];
  const text = [first?.text ?? '', ...notes].filter((part) => part !== '').join('\n\n');
  return [{ ...first, text, ...(files.length > 0 ? { files } : {}) }, ...rest];
}

function fileOf(details: unknown): OutboundFile | undefined {
  const parsed = sentFile.safeParse(details);
  return parsed.success ? parsed.data.file : undefined;
}

/** What the chat is sent for a turn that ended. Pure. */
function replyOf(ended: Extract<AgentEvent, { type: 'done' | 'stopped' }>, timedOut: boolean): OutboundMessage[] {
  if (ended.type === 'stopped') {
    const note = timedOut ? 'That took too long, so I stopped.' : 'Stopped.';
    const said = spoken(ended.text);
    return [{ text: said === '' ? note : `${said}${openFence(said)}\n\n(${note})` }];
  }
  const text = spoken(ended.text);
  if (text === '') return [];
  const using = ended.using ? `using ${ended.using.model} (default ${ended.using.configured})\n\n` : '';
  return [{ text: `${using}${text}` }];
}

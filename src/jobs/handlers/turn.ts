// The job that answers messages: gathers what one turn answers, holds the session's transcript, runs the turn of the agent,
// and ends the inbox rows with their reply in one transaction under the lane's fence. Safe to run again after a kill at any
// point.

import { runsApart } from '../../agent/apart/run.js';
import { withApart } from '../../agent/apart/used.js';
import type { ToolLayers } from '../../agent/tools/policy.js';
import { runTurn } from '../../agent/turn.js';
import type { TurnDeps } from '../../agent/turn-parts.js';
import { turnSecrets } from '../../agent/turn-secrets.js';
import type {
  AgentEvent,
  ChatModel,
  ContextSession,
  Entry,
  Hit,
  JobHandler,
  Manifest,
  Scope,
  ToolReach,
} from '../../contracts/index.js';
import { deliveredNotes } from '../../gateway/delivered.js';
import { isDeleted, markNoted } from '../../gateway/edits.js';
import {
  freeAround,
  gatherTurn,
  type MessageRow,
  release,
  spendAround,
  turnRows,
  waitsFor,
} from '../../gateway/gather.js';
import { endTurnRows, type InboxRow, type ServedRow, servedBy } from '../../gateway/inbox.js';
import type { Media } from '../../gateway/media.js';
import type { OpenSecrets } from '../../gateway/open-secrets.js';
import type { ChatPolicy } from '../../gateway/policy.js';
import type { DraftWriter } from '../../gateway/streaming.js';
import { turnId } from '../../gateway/turn-id.js';
import type { RecallSignals } from '../../memory/dream/claims/recalls.js';
import { OFFLINE } from '../../models/offline/offline-model.js';
import { inTrace } from '../../ops/log-trace.js';
import { isFleeting, markFleeting } from '../../sessions/fleeting.js';
import { sessionKey } from '../../sessions/keys.js';
import { keepManifests } from '../../sessions/manifests.js';
import { openSession, recordTurn, type SessionRow } from '../../sessions/rows.js';
import type { TokenRatios } from '../../sessions/token-ratios.js';
import type { Transcript, Transcripts } from '../../sessions/transcript.js';
import { type ApartHostDeps, apartHost } from './apart-host.js';
import { type CappedDeps, capsOn, endCapped } from './capped.js';
import { cutsIn } from './compact.js';
import { type ContextSessionDeps, contextSession } from './context-session.js';
import { type EndingDeps, endRow, failRow, type LaneHolder, mustHold, rowToServe, transcriptHold } from './ending.js';
import { answerProposal, type ProposalDeps, questionOf } from './proposals.js';
import { beginAnew, type ResetDeps } from './reset.js';
import { storedNotices } from './stored-notice.js';
import { toolChanges } from './tool-changes.js';
import { mailStanding, openMail } from './turn-mail.js';
import { inReplyTo, replyOf, withFiles } from './turn-reply.js';
import { watchTurn } from './watch-turn.js';

/** What holds in the chat of a turn. */
export interface TurnChat {
  policy: ChatPolicy;
  /** Its author may still speak to the bot there. */
  heard: boolean;
  model: ChatModel;
  /** What text looks like there. */
  hint: string;
  /** Files can be sent there. */
  files: boolean;
}

export interface TurnHandlerDeps
  extends EndingDeps,
    LaneHolder,
    ContextSessionDeps,
    Pick<ApartHostDeps, 'apart'>,
    Pick<CappedDeps, 'reachedCaps'>,
    Omit<TurnDeps, 'observe' | 'compactLater'> {
  /** What requests really cost; kept with the turn. */
  ratios: TokenRatios;
  transcripts: Transcripts;
  isSenderAlive(role: string): boolean;
  deliveryOf: ProposalDeps['deliveryOf'];
  /** How many turns this process runs at once. */
  concurrency: number;
  /** A failing turn is tried again, and keeps its place at the head of its session, for so long. */
  retryMs: number;
  /** A turn that takes longer is stopped. */
  turnTimeoutMs: number;
  chatOf(row: InboxRow): TurnChat;
  /** What takes tools away in a chat of this scope. */
  toolLayers(scope: Scope, policy: ChatPolicy): ToolLayers;
  media: Media;
  /** What people have just said to this process and nobody may write down. Absent: nobody holds that. */
  secrets?: Pick<OpenSecrets, 'of' | 'drop'> | undefined;
  reset: ResetDeps['reset'];
  /** Shows a reply while it grows; undefined where it is sent whole. `check` throws, inside a transaction, when the turn is lost. */
  draft(row: InboxRow, policy: ChatPolicy, check: () => void): DraftWriter | undefined;
  /** Shows that somebody is at work, where the chat can show it. Never rejects. */
  typing(row: InboxRow): Promise<void>;
  /** What the turn's tools may do beyond memory, files and changes of them; absent: nothing. */
  reachOf?: ((of: ReachOf) => Partial<ToolReach>) | undefined;
  /** Is told what a person's question found in memory. Absent: nobody counts that. Never throws. */
  recalled?: RecallSignals['note'] | undefined;
  /** After a turn has ended; a failure in here is logged, not the turn's. */
  afterTurn(row: InboxRow): Promise<void>;
}

/** A turn, and the conversation that it belongs to. */
export interface ReachOf {
  row: InboxRow;
  session: string;
  turn: string;
  policy: ChatPolicy;
  /** As the transcript has them by now. */
  entries(): readonly Entry[];
}

/** So that nothing is promised that nobody will know. */
const NOT_REMEMBERED =
  'Remembering is switched off in this chat: nothing is written down, and nothing of this conversation is known after its end.';

/** A row that begins a turn, and where it runs. */
type TurnRow = MessageRow & { lane: string };

export function turnHandler(deps: TurnHandlerDeps): JobHandler {
  return {
    retry: { baseMs: 2_000, capMs: 30_000, withinMs: deps.retryMs },
    atOnce: deps.concurrency,
    // The owner is not kept waiting by how many groups are talking.
    beyond: [sessionKey({ kind: 'main' }, {})],
    async run(job, context) {
      const row = rowToServe(deps, job);
      // What belongs to another's turn ends with that.
      if (!row || !isTurn(row) || (row.lead ?? row.row) !== row.row) return;
      const chat = deps.chatOf(row);
      const check = () => mustHold(deps, row.lane, context.fence);
      if (!chat.heard) return await endUnread(deps, row, check);
      // What has begun goes on to its end.
      const capped = row.lead === undefined && chat.model.id !== OFFLINE ? capsOn(deps, row) : undefined;
      if (capped) return await endCapped(deps, row, capped, check);
      if (row.lead === undefined && !(await begin(deps, row, chat.policy, check))) return;
      await beginAnew(deps, row, check);
      const where = { key: row.session, scope: row.scope, chat: row.event.chat };
      const session = await openSession(deps.db, where, deps.clock.now());
      await markIfUnkept(deps, session);
      if (turnRows(deps.db, row.row).messages.every(isDeleted)) return await endUnread(deps, row, check);
      if (await answerProposal(deps, row, session.id, check)) return;
      if (session.turns === 0) deps.memory.index.hint({ kind: 'session-start' });
      const transcript = await deps.transcripts.hold(session, transcriptHold(deps, row.lane, context.fence));
      await inTrace({ session: session.id }, async () => {
        deps.log.info('turn.began', { messages: turnRows(deps.db, row.row).messages.length });
        await answer(deps, row, chat, session, transcript, context.signal);
      });
      deps.memory.index.hint({ kind: 'transcript', ...growth(transcript.entries, turnId(row.event)) });
      await deps.afterTurn(row).catch((error) => deps.log.warn('after-turn.failed', { error }));
    },
    dead: (job, error) => failRow(deps, job, error),
  };
}

/** Where nothing is remembered, a conversation leaves nothing behind; one that goes on is what it was at its beginning. */
async function markIfUnkept({ db, memory, transcripts }: TurnHandlerDeps, { id, scope }: SessionRow): Promise<void> {
  if (memory.privacy.remembers(scope) || transcripts.read(id).some(({ turn }) => turn !== undefined)) return;
  await db.write(() => markFleeting(db, id));
}

/** False while more of the message may come, and when somebody ended the row meanwhile. */
async function begin(
  deps: TurnHandlerDeps,
  row: TurnRow,
  { context }: ChatPolicy,
  check: () => void,
): Promise<boolean> {
  const wait = waitsFor(deps.db, row, deps.clock.now());
  // The job that fetches them looks again.
  if (wait === 'files') return false;
  if (wait !== undefined) {
    await deps.wakeUps.serve({ ...servedBy(row), dueAt: wait });
    return false;
  }
  return await deps.db.write(() => {
    check();
    return gatherTurn(deps.db, row, context);
  });
}

/** Everything that was asked was taken back before anybody read it, or whoever asked is not heard any more. */
async function endUnread(deps: TurnHandlerDeps, row: TurnRow, check: () => void): Promise<void> {
  await endRow(deps, row, {
    state: 'refused',
    replies: [],
    check,
    also() {
      freeAround(deps.db, row.row);
      endTurnRows(deps.db, row.row, 'refused', deps.clock.now());
    },
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

async function answer(
  deps: TurnHandlerDeps,
  row: TurnRow,
  { policy, model, hint, files }: TurnChat,
  session: SessionRow,
  transcript: Transcript,
  signal: AbortSignal,
): Promise<void> {
  const { principal: who, scope, lane } = row;
  const turn = turnId(row.event);
  const mail = openMail(deps.db, row.row);
  const draft = deps.draft(row, policy, () => mustHold(deps, lane, transcript.fence));
  const watch = watchTurn({
    ...deps,
    lane,
    turn,
    limitMs: deps.turnTimeoutMs,
    // A reply that grows is the sign, and no platform takes the other back when a message is changed.
    typing: async () => (draft?.isShown() ? undefined : await deps.typing(row)),
    look: mail.look,
  });
  const ending = AbortSignal.any([signal, watch.stop]);
  const since = { scope, thread: row.event.chat.thread, since: session.lastTurnAt, timezone: deps.timezone };
  const isUnkept = isFleeting(deps.db, session.id);
  const recalled = (query: string, hits: readonly Hit[]) =>
    isUnkept ? undefined : deps.recalled?.(scope, session.id, query, hits);
  const conversation = { session: session.id, entries: () => transcript.entries };
  const input = {
    turn,
    mail,
    who,
    session: contextSession(deps, { session, transcript, who, model, signal: ending }),
    channelHint: hint,
    title: row.event.title,
    persona: policy.persona,
    notes: [
      ...(isUnkept ? [NOT_REMEMBERED] : []),
      ...deliveredNotes({ db: deps.db, folders: deps.memory.folders }, since, deps.clock.now()),
    ],
    policy: { layers: deps.toolLayers(scope, policy), person: true, files },
    images: deps.media.images,
    transcript,
    secrets: turnSecrets(() => deps.secrets?.of(turnRows(deps.db, row.row).messages.map(({ event }) => event)) ?? []),
    reach: {
      ...deps.reachOf?.({ row, turn, policy, ...conversation }),
      files: {
        keepText: (file: Parameters<Media['keepText']>[1]) => deps.media.keepText(scope, file),
        attach: (path: string) => deps.media.attach(scope, path),
      },
      // Other bots, and a chat's own voice, ask for nobody.
      ...(row.event.from.kind === 'person' ? { recalled, changes: toolChanges(deps, row, conversation) } : {}),
    },
    apart: runsApart(apartHost(deps, { session, fence: transcript.fence, who, model })),
  };
  const observe = deps.ratios.observe;
  const manifests: Manifest[] = [];
  let growing = '';
  try {
    const compactLater = ({ id, entries }: ContextSession) =>
      deps.wakeUps.compact({ row: row.row, lane, session: id, cuts: cutsIn(entries) });
    const run = { ...deps, observe, compactLater };
    for await (const happened of runTurn(run, input, { abort: signal, stop: watch.stop })) {
      if (happened.type === 'failed') throw happened.error;
      if (happened.type === 'asked') manifests.push(happened.manifest);
      if (happened.type === 'text') growing += happened.delta;
      else if (happened.type !== 'asked') growing = '';
      if (happened.type === 'text' && draft?.push(growing)) mail.shown();
      if (happened.type !== 'done' && happened.type !== 'stopped') continue;
      await draft?.close();
      await watch.end();
      await endTurn(deps, row, {
        ...{ session, transcript, happened, timedOut: watch.timedOut() },
        manifests: manifests.splice(0),
      });
    }
  } finally {
    // What was asked for in vain is worth a look too.
    if (manifests.length > 0) await deps.db.write(() => keepManifests(deps.db, manifests));
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
    happened: Extract<AgentEvent, { type: 'done' | 'stopped' }>;
    timedOut: boolean;
    manifests: readonly Manifest[];
  },
): Promise<void> {
  const { session, transcript, happened, timedOut, manifests } = ended;
  const { db, clock, lanes, wakeUps } = deps;
  const { entries, fence } = transcript;
  const id = turnId(row.event);
  const turn = entries.filter((entry) => entry.turn === id);
  // What the turn has read is asked of the transcript: it may have been another process that read it.
  const { answered } = mailStanding(turnRows(db, row.row).messages, entries);
  const last = answered.findLast((one) => !isDeleted(one)) ?? row;
  const said = withFiles(replyOf(happened, timedOut), turn).map((one) => inReplyTo(last, one));
  const notices = isMinds(turn) ? storedNotices(db, turn, clock.now()) : [];
  const question = await questionOf(deps, row, session.id);
  // Where the owner has just silenced the bot, no late answer follows.
  const replies = deps.chatOf(row).heard ? [...said, ...notices, ...question.messages] : [];
  let late: ServedRow[] = [];
  let changed: MessageRow[] = [];
  await endRow(deps, row, {
    state: 'answered',
    replies,
    check: () => mustHold(deps, row.lane, fence),
    also(queued) {
      question.asked(queued[said.length + notices.length]);
      const now = mailStanding(turnRows(db, row.row).messages, entries);
      for (const one of now.current) markNoted(db, one);
      changed = now.answered.filter((one) => !now.current.includes(one));
      late = release(
        db,
        now.late.filter(({ state }) => state === 'accepted'),
      );
      endTurnRows(db, row.row, 'answered', clock.now());
      spendAround(db, row.row);
      recordTurn(db, session.id, withApart(happened.usage, turn), clock.now());
      keepManifests(db, manifests);
      deps.ratios.keep();
      lanes.clearStop(row.lane, id);
    },
  });
  for (const one of answered) {
    const turn = turnId(one.event);
    if (turn !== id) deps.log.info('message.answered', { turn, by: id });
  }
  deps.secrets?.drop(answered.map(({ event }) => event));
  for (const one of late) await wakeUps.serve(one);
  for (const one of changed) await wakeUps.edit({ row: one.row, lane: row.lane });
}

/** Whether a model had the last word: rules confirm only what they did, and need nobody who does so once more. */
function isMinds(turn: readonly Entry[]): boolean {
  const last = turn.findLast(({ type }) => type === 'assistant');
  return last?.type !== 'assistant' || last.model !== OFFLINE;
}

// The job that runs one claimed slot of a schedule: a session of its own in the scope of the chat it delivers to, with few
// files, few rounds and a bound on time and tokens. The reply and the end of the run are one transaction. Must never write
// another session, and never give the model a tool that schedules.

import { runsApart } from '../../agent/apart/run.js';
import { NO_ANSWER } from '../../agent/ask.js';
import { openLimits, type RunBounds } from '../../agent/run-limits.js';
import { runTurn as runAgent } from '../../agent/turn.js';
import type { TurnDeps } from '../../agent/turn-parts.js';
import {
  type AgentEvent,
  type Budgets,
  type ChatModel,
  type ChatRef,
  type Entry,
  type Job,
  type JobContext,
  type JobHandler,
  MemoryError,
  ModelError,
  type Principal,
  type RunOutcome,
  type Schedule,
  type ScheduledRun,
  type Scope,
  ToolError,
  type ToolReach,
  type WorkKind,
} from '../../contracts/index.js';
import { runTurn } from '../../gateway/delivered.js';
import type { Delivery } from '../../gateway/delivery.js';
import { friendlyFailure } from '../../gateway/friendly.js';
import { insertOutbox, type Outgoing } from '../../gateway/outbox.js';
import { insertOwnerNotice, type OwnerReach } from '../../gateway/owner-notice.js';
import type { ChatPolicy } from '../../gateway/policy.js';
import { GATEWAY } from '../../gateway/roles.js';
import type { TaskWords } from '../../gateway/tool-web.js';
import { runTurnId } from '../../gateway/turn-id.js';
import { sameScope } from '../../memory/visibility.js';
import { dropEpoch } from '../../sessions/epochs.js';
import { runKey } from '../../sessions/keys.js';
import { keepManifests } from '../../sessions/manifests.js';
import { closeSession, currentSession, openSession, type SessionRow } from '../../sessions/rows.js';
import type { TokenRatios } from '../../sessions/token-ratios.js';
import type { Transcripts } from '../../sessions/transcript.js';
import { spoken } from '../../text/control-words.js';
import { localClock } from '../../text/local-time.js';
import { endRun, isOpenRun } from '../scheduler/claims.js';
import { scheduleById } from '../scheduler/rows.js';
import { type ApartHostDeps, apartHost } from './apart-host.js';
import { type ContextSessionDeps, contextSession } from './context-session.js';
import { type EndingDeps, type LaneHolder, mustHold, transcriptHold } from './ending.js';
import { heartbeatTask, isWithin, runMail, runNotes } from './run-mail.js';
import { asItStood, lateWords, pausedWords } from './run-words.js';
import { wordsOfTask } from './task-addresses.js';
import type { TurnHandlerDeps } from './turn.js';
import { withModel } from './turn-reply.js';

export interface ScheduledDeps
  extends EndingDeps,
    LaneHolder,
    ContextSessionDeps,
    Pick<TurnHandlerDeps, 'toolLayers'>,
    Pick<ApartHostDeps, 'apart'>,
    Omit<TurnDeps, 'observe' | 'limits'> {
  ratios: TokenRatios;
  transcripts: Transcripts;
  budgets: Budgets;
  /** Where it is delivered by now, or why nowhere. */
  deliveryOf(schedule: Schedule): Delivery | string;
  modelFor(chat: ChatRef): ChatModel;
  hintOf(chat: ChatRef): string;
  /** What the tools of a run may reach beyond memory; absent: nothing. */
  runReach?: ((of: RunReachOf) => Partial<ToolReach>) | undefined;
  isOwner(account: string): boolean;
  reach: { owners(): OwnerReach['owners'] } & Pick<OwnerReach, 'channels'>;
  /** HEARTBEAT.md as a new home has it. */
  heartbeatTemplate: string;
  runs: RunBounds & {
    toolTimeoutMs: number;
    /** When the heartbeat may beat, as HH:MM in the owner's zone. */
    heartbeat: { from: string; to: string };
  };
}

/** A run, and the conversation that it has with itself. */
export interface RunReachOf {
  scope: Scope;
  policy: ChatPolicy;
  session: string;
  turn: string;
  entries(): readonly Entry[];
  task: TaskWords | undefined;
}

/** What came of a run before it is written down. */
interface Result {
  outcome: RunOutcome;
  text?: string;
  reason?: string;
  tokens: number;
  session?: SessionRow;
}

const AT_ONCE = 4;
/** A run that fails is tried again for so long; by then the next slot may be near. */
const PATIENCE_MS = 15 * 60_000;

/** Delivers a text as it stands: somebody waits for it. */
export function reminderHandler(deps: ScheduledDeps): JobHandler {
  return { ...handler(deps), retry: { baseMs: 1_000, capMs: 60_000, withinMs: PATIENCE_MS } };
}

/** Puts something to the model. */
export function scheduledHandler(deps: ScheduledDeps): JobHandler {
  return { ...handler(deps), background: true, atOnce: AT_ONCE };
}

function handler(deps: ScheduledDeps): JobHandler {
  return {
    retry: { baseMs: 10_000, capMs: 5 * 60_000, withinMs: PATIENCE_MS },
    async run(job, context) {
      const run = runOf(job);
      const schedule = scheduleById(deps.db, run.schedule);
      if (!schedule || !isOpenRun(deps.db, run)) return await deps.db.write(() => endSession(deps, run));
      const to = deps.deliveryOf(schedule);
      const result: Result =
        typeof to === 'string'
          ? { outcome: 'failed', reason: to, tokens: 0 }
          : await carryOut(deps, schedule, to, { run, job, context });
      const check = () => job.lane !== undefined && mustHold(deps, job.lane, context.fence);
      await finish(deps, schedule, { run, result, ...(typeof to === 'string' ? {} : { to }), check });
    },
    dead(job, error) {
      const run = runOf(job);
      const schedule = scheduleById(deps.db, run.schedule);
      if (!schedule) return endSession(deps, run);
      const to = deps.deliveryOf(schedule);
      const reason = friendlyFailure(error, makerOf(deps, schedule), schedule.scope);
      const result: Result = { outcome: 'failed', reason, tokens: 0 };
      const rows = record(deps, schedule, { run, result, ...(typeof to === 'string' ? {} : { to }) });
      setImmediate(() => void wake(deps, rows));
    },
  };
}

function runOf({ data }: Job): ScheduledRun {
  return { schedule: String(data.schedule), slot: Number(data.slot) };
}

/** Throws what another attempt may mend. */
async function carryOut(
  deps: ScheduledDeps,
  schedule: Schedule,
  to: Delivery,
  at: { run: ScheduledRun; job: Job; context: JobContext },
): Promise<Result> {
  if (schedule.task === 'say') return { outcome: 'said', text: schedule.message, tokens: 0 };
  const kind: WorkKind = schedule.task === 'heartbeat' ? 'heartbeat' : 'scheduled';
  const skipped = (reason: string): Result => ({ outcome: 'skipped', reason, tokens: 0 });
  if (schedule.task === 'heartbeat') {
    const { from, to: until } = deps.runs.heartbeat;
    if (!isWithin(localClock(deps.clock.now(), deps.timezone), from, until)) return skipped('outside its hours');
  }
  const task = schedule.task === 'heartbeat' ? await heartbeat(deps, to) : schedule.message;
  if (task === undefined) return { outcome: 'silent', reason: 'HEARTBEAT.md lists nothing', tokens: 0 };
  if (!deps.budgets.allows(kind)) return skipped('the budget of the day is spent');
  const result = await think(deps, schedule, to, { ...at, task });
  await deps.budgets.spend(kind, { runs: 1, tokens: result.tokens });
  return result;
}

async function heartbeat(
  { memory, heartbeatTemplate }: ScheduledDeps,
  { scope }: Delivery,
): Promise<string | undefined> {
  try {
    const { text } = await memory.view(scope).read('HEARTBEAT.md');
    return heartbeatTask(text, heartbeatTemplate);
  } catch (error) {
    if (error instanceof MemoryError && error.kind === 'not-found') return undefined;
    throw error;
  }
}

async function think(
  deps: ScheduledDeps,
  schedule: Schedule,
  to: Delivery,
  { run, job, context, task }: { run: ScheduledRun; job: Job; context: JobContext; task: string },
): Promise<Result> {
  const { db, clock, runs } = deps;
  const { chat, scope, policy } = to;
  const where = { key: runKey(run), scope, chat, purpose: 'run' as const };
  // The schedule was given to another chat since an attempt before this one: what that one has read stays where it is.
  const earlier = currentSession(db, where.key);
  if (earlier && !sameScope(earlier.scope, scope)) await db.write(() => endSession(deps, run));
  const session = await openSession(db, where, clock.now());
  const lane = job.lane ?? '';
  const transcript = await deps.transcripts.hold(session, transcriptHold(deps, lane, context.fence));
  const limits = openLimits(clock, runs, () => transcript.entries);
  const turn = runTurnId(run);
  const who = makerOf(deps, schedule);
  const model = deps.modelFor(chat);
  const signal = AbortSignal.any([context.signal, limits.stop]);
  const words = wordsOfTask(deps, schedule, { text: task, scope });
  const input = {
    turn,
    mail: runMail(turn, { ...who, text: task }),
    who,
    session: contextSession(deps, { session, transcript, who, model, signal }),
    channelHint: deps.hintOf(chat),
    persona: policy.persona,
    notes: runNotes(schedule),
    policy: { layers: deps.toolLayers(scope, policy), person: false, files: false },
    transcript,
    reach: {
      ...deps.runReach?.({ scope, policy, session: session.id, turn, entries: () => transcript.entries, task: words }),
      files: { keepText: noFiles, attach: noFiles },
    },
    apart: runsApart(
      apartHost(deps, {
        ...{ session, fence: transcript.fence, who, model },
        left: () => runs.maxTokens - limits.spent(),
      }),
    ),
  };
  const agent = { ...deps, limits: runs, observe: deps.ratios.observe };
  try {
    for await (const happened of runAgent(agent, input, { abort: context.signal, stop: limits.stop })) {
      if (happened.type === 'failed') throw happened.error;
      if (happened.type === 'asked') {
        limits.asked(happened.manifest.tokens);
        await db.write(() => keepManifests(db, [happened.manifest]));
      } else if (happened.type === 'tool-result') limits.look();
      else if (happened.type === 'done' || happened.type === 'stopped') {
        return { ...resultOf(happened, limits.broken()), tokens: limits.spent(), session };
      }
    }
  } finally {
    limits.end();
  }
  throw new ModelError('network', 'the run ended without an answer', { retryable: true });
}

/** Words that a model chose are nobody's own. */
function makerOf({ isOwner }: ScheduledDeps, { by: account, via }: Schedule): Principal {
  return { account, name: 'schedule', role: via === 'tool' ? 'member' : isOwner(account) ? 'owner' : 'admin' };
}

async function noFiles(): Promise<never> {
  throw new ToolError('A scheduled run answers with text alone.');
}

function resultOf(
  happened: Extract<AgentEvent, { type: 'done' | 'stopped' }>,
  broken: string | undefined,
): Omit<Result, 'tokens'> {
  if (happened.type === 'stopped') return { outcome: 'failed', reason: broken ?? 'it was stopped' };
  const said = happened.text === NO_ANSWER ? '' : spoken(happened.text);
  if (said === '') return { outcome: 'silent' };
  return { outcome: 'said', text: withModel(said, happened.using) };
}

interface Ended {
  run: ScheduledRun;
  result: Result;
  /** Absent where it goes nowhere. */
  to?: Delivery;
  /** Runs first, inside the transaction, and stops it by throwing. */
  check?: () => void;
}

async function finish(deps: ScheduledDeps, schedule: Schedule, ended: Ended): Promise<void> {
  let rows: Outgoing[] = [];
  await deps.db.write(() => {
    ended.check?.();
    rows = record(deps, schedule, asOfNow(deps, schedule, ended));
  });
  for (const { row, chat } of rows) deps.log.info('reply.queued', { row, channel: chat.channel });
  await wake(deps, rows);
}

/** A run takes its time: meanwhile its chat may have moved, and who reads there may be shut out, or nobody's account. */
function asOfNow(deps: ScheduledDeps, schedule: Schedule, { to, ...ended }: Ended): Ended {
  if (!to) return ended;
  const now = deps.deliveryOf(schedule);
  if (typeof now !== 'string') return { ...ended, to: now };
  return { ...ended, result: { ...ended.result, outcome: 'failed', reason: now } };
}

/** Whichever attempt began it, nobody goes on with it. Inside a transaction. */
function endSession({ db, clock }: ScheduledDeps, run: ScheduledRun): void {
  const session = currentSession(db, runKey(run));
  if (!session) return;
  closeSession(db, session.id, 'run', clock.now());
  dropEpoch(db, session.id);
}

async function wake({ wakeUps }: ScheduledDeps, rows: readonly Outgoing[]): Promise<void> {
  for (const row of rows) await wakeUps.send(row);
}

/** Ends the run and queues what is to be said about it, once. Inside a transaction. */
function record(deps: ScheduledDeps, schedule: Schedule, { run, result, to }: Ended): Outgoing[] {
  const { db, clock } = deps;
  endSession(deps, run);
  if (!isOpenRun(db, run)) return [];
  const now = clock.now();
  const { outcome, reason, tokens, session } = result;
  const { paused } = endRun(
    db,
    run,
    {
      outcome,
      tokens,
      ...(reason === undefined ? {} : { reason }),
      ...(session ? { session: session.id } : {}),
    },
    now,
  );
  if (!to) {
    const lost = paused ? tellOwner(deps, schedule, reason, now) : undefined;
    return lost ? [lost] : [];
  }
  const texts = [
    result.text ?? asItStood(schedule, outcome),
    paused ? pausedWords(schedule) : undefined,
    result.text === undefined ? undefined : lateWords(schedule, run, now),
  ];
  return texts.flatMap((text, part) => {
    if (text === undefined) return [];
    // Said instead of an answer, it is not in the way of one that another attempt may bring.
    const turn = `${runTurn(run, to.scope)}${result.text === undefined ? '/instead' : ''}`;
    const row = insertOutbox(db, { turn, part, sender: GATEWAY, chat: to.chat, message: { text }, queuedAt: now });
    return row === undefined ? [] : [{ row, sender: GATEWAY, chat: to.chat }];
  });
}

/** Of a schedule whose chat is out of reach. */
function tellOwner({ db, reach }: ScheduledDeps, schedule: Schedule, reason = '', now: number): Outgoing | undefined {
  const text = `${pausedWords(schedule)}${reason === '' ? '' : ` (${reason}.)`}`;
  const to = { owners: reach.owners(), channels: reach.channels, now };
  return insertOwnerNotice(db, { key: `paused/${schedule.id}/${now}`, text }, to);
}

// What every working process of a home composes alike: the queue with its handlers, and what those stand on. Gateway, terminal
// and worker differ in the connections that they have, and so in the jobs that they take.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TERMINAL_OWNER, takeSeat } from '../channels/console/seat.js';
import { tools } from './agent/tools/table.js';
import { secretsOf } from './config/secret.js';
import { dailyLimits } from './config/work-limits.js';
import type { Channel, ChannelId, JobHandlers, JobQueue, ScheduledRun } from './contracts/index.js';
import type { Db } from './db/database.js';
import { openDreaming } from './dreaming-desk.js';
import { openEngine } from './engine-desk.js';
import { openFrontDesk } from './front-desk.js';
import { insertBudgetNotice } from './gateway/budget-notice.js';
import { insertCapNotice } from './gateway/cap-notice.js';
import { keepConfigured } from './gateway/configured-schedules.js';
import { insertDreamNotice } from './gateway/dream-notice.js';
import { openFlushDesk } from './gateway/flush-desk.js';
import { clearedFor, clearedForgets } from './gateway/forget-log.js';
import { lastForget } from './gateway/forget-wish.js';
import { dropWaits, forgetSpent } from './gateway/gather.js';
import { dropOldModelUse } from './gateway/model-use.js';
import { sweepPrivacy } from './gateway/privacy-retention.js';
import { sweepResets } from './gateway/resets.js';
import { sweepRetention } from './gateway/retention.js';
import { GATEWAY, terminalProcess } from './gateway/roles.js';
import { safeChannels } from './gateway/safe-channel.js';
import { insertStuckNotice } from './gateway/stuck-notice.js';
import { openWakeUps, type WakeUps } from './gateway/wake-ups.js';
import type { House } from './house.js';
import { dropOldUse, openBudgets } from './jobs/budgets.js';
import { isGatewayUp } from './jobs/gateway-lock.js';
import { jobHandlers } from './jobs/handlers/table.js';
import { installationPrefix } from './jobs/installation.js';
import { openLanes } from './jobs/lanes.js';
import { openQueue, refuseUnfitRedis } from './jobs/open-queue.js';
import type { Membership } from './jobs/processes.js';
import { pruneRuns } from './jobs/scheduler/claims.js';
import { scheduleById } from './jobs/scheduler/rows.js';
import { openScheduler } from './jobs/scheduler/scheduler.js';
import { pruneDreams } from './memory/dream/dream-rows.js';
import { retireBootstrap } from './memory/workspace.js';
import { secretFilter } from './ops/secret-filter.js';
import { dropOldManifests } from './sessions/manifests.js';
import { dropOldRuns } from './sessions/old-runs.js';
import { turnsOfScope } from './sessions/rows.js';
import { openTranscripts } from './sessions/transcript.js';
import { openSpending } from './spending-desk.js';
import { localDay } from './text/local-time.js';

/** No platform tells of a message again that is older. */
const REDELIVERY_MS = 7 * 24 * 3_600_000;
const DAY_MS = 24 * 3_600_000;
/** What models were used for is looked at by months, and of the year before. */
const USE_KEPT_MS = 400 * DAY_MS;
const TOOL_TIMEOUT_MS = 60_000;
/** As in forget-desk.ts. */
const CHAT_WAIT_MS = 500;
const SCRUB_AGAIN_MS = 600_000;
/** How often a process looks after the others, and how many looks later it sweeps all the same: half a minute. */
const LOOK_MS = 1_000;
const LOOKS_A_SWEEP = 30;

export interface WorkshopOptions {
  house: House;
  members: Membership;
  version: string;
  /** The process role whose connections this process has; a worker has none. */
  receiver: string | undefined;
  /** The connected channels of this process; filled while it starts. */
  channels: ReadonlyMap<ChannelId, Channel>;
  /** What was built so far, to be taken down in reverse. */
  built: (() => void | Promise<void>)[];
}

export interface Workshop {
  queue: JobQueue;
  wakeUps: WakeUps;
  handlers: JobHandlers;
  desk: ReturnType<typeof openFrontDesk>;
  /** Claims and hands on the slots of schedules until the signal aborts. Any number of processes may. */
  runSchedules(signal: AbortSignal): Promise<void>;
  /** Brings back what an earlier process or a lost wake-up left; `senders` are those whose replies this process may wake. */
  catchUp(senders: readonly string[]): Promise<void>;
}

export async function openWorkshop(options: WorkshopOptions): Promise<Workshop> {
  const { house, members, version, receiver, channels, built } = options;
  const { clock, paths, config, log, state, memory } = house;
  const { db } = state;
  const lanes = openLanes({ db, clock, isAlive: members.isAlive });
  const keepFinishedMs = config.retention.jobsDays * DAY_MS;
  const redis = config.queue.redis?.reveal();
  if (redis !== undefined) await refuseUnfitRedis(redis);
  const prefix = await installationPrefix(db, paths.home);
  const queue = await openQueue({ redis, prefix, ...{ db, process: members, clock, log, keepFinishedMs } });
  built.push(() => queue.close());
  function isSenderAlive(role: string): boolean {
    if (role === receiver) return true;
    const terminal = terminalProcess(role);
    return terminal === undefined ? isGatewayUp(paths.run) : members.isAlive(terminal);
  }
  const wakeUps = openWakeUps({ db, queue, log, isAlive: isSenderAlive });
  const owners = [TERMINAL_OWNER, ...config.owner];
  const dailyBudgets = openBudgets({
    ...{ db, clock, timezone: config.timezone, limits: dailyLimits(config) },
    over(kind, use) {
      log.warn('budget.spent', { kind, runs: use.runs, tokens: use.tokens });
      const notice = insertBudgetNotice(db, use, {
        ...{ owners: desk.identity.owners(), channels: desk.reach.channels },
        ...{ now: clock.now(), timezone: config.timezone },
      });
      if (notice) setImmediate(() => void wakeUps.send(notice));
    },
  });
  const caps = openSpending(house, dailyBudgets, (notices) => {
    const to = { owners: desk.identity.owners(), channels: desk.reach.channels, now: clock.now() };
    for (const notice of notices) {
      const queued = insertCapNotice(db, notice, to);
      if (queued) setImmediate(() => void wakeUps.send(queued));
    }
  });
  const { budgets } = caps;
  const engine = await openEngine(house, version, budgets);
  built.push(() => engine.engine.dispose());
  const transcripts = openTranscripts(paths.sessions, { clock, log });
  /** A run of one that is gone, or cannot be read for now, is left as it is. */
  async function dispatchRun(run: ScheduledRun): Promise<void> {
    const schedule = scheduleById(db, run.schedule);
    if (schedule) await wakeUps.run(run, schedule.task);
  }
  const dreaming = openDreaming(house, transcripts, (dream) => {
    const to = { owners: desk.identity.owners(), channels: desk.reach.channels, now: clock.now() };
    const notice = insertDreamNotice(db, dream, to);
    return notice && (() => void wakeUps.send(notice));
  });
  built.push(() => dreaming.recalls.idle());
  const desk = openFrontDesk({
    ...{ house, lanes, wakeUps, channels, receiver, owners, transcripts },
    engineTroubles: engine.troubles,
    budgets,
    dispatchRun,
    queue,
    dreaming,
    forgetting: {
      // Loaded by the first who forgets: no start waits for it.
      async forgetText(...wish) {
        const { forgetInChat } = await import('./forget-desk.js');
        return await forgetInChat({ house, lanes, process: members.id }, ...wish);
      },
      async goOn({ row }) {
        const { endForgets } = await import('./forgotten-desk.js');
        const state = clearedFor(db, row);
        return state === 'running' ? await endForgets({ house, waitMs: CHAT_WAIT_MS }) : state && [];
      },
      wished: (context) => lastForget(db, context),
    },
  });

  const handlers = jobHandlers({
    ...desk,
    state,
    clock,
    log,
    wakeUps,
    lanes,
    process: members.id,
    sender: receiver,
    memory,
    transcripts,
    budgets,
    reachedCaps: caps.reached,
    dreaming: dreaming.jobs,
    recalled: dreaming.recalls.note,
    tools,
    timezone: config.timezone,
    catalogChars: config.skills.catalogChars,
    limits: { maxToolRounds: config.agent.maxToolRounds, toolTimeoutMs: TOOL_TIMEOUT_MS },
    context: engine.engine,
    ratios: engine.ratios,
    ensureFlushed: openFlushDesk({ db, clock, wakeUps }).ensure,
    turns: {
      concurrency: config.agent.concurrency,
      retryMs: config.agent.retrySeconds * 1_000,
      timeoutMs: config.agent.turnTimeoutSeconds * 1_000,
    },
    ...config.session,
    runs: {
      timeoutMs: config.schedules.timeoutSeconds * 1_000,
      maxTokens: config.schedules.maxTokens,
      maxToolRounds: config.schedules.maxToolRounds,
      toolTimeoutMs: TOOL_TIMEOUT_MS,
      heartbeat: config.heartbeat,
    },
    apart: {
      timeoutMs: config.skills.apart.timeoutSeconds * 1_000,
      maxTokens: config.skills.apart.maxTokens,
      maxToolRounds: config.skills.apart.maxToolRounds,
    },
    heartbeatTemplate: readFileSync(join(house.template, 'HEARTBEAT.md'), 'utf8'),
    home: paths.home,
    channelOf: safeChannels((id) => channels.get(id), secretFilter(secretsOf(config))),
    isSenderAlive,
    async afterTurn(row) {
      if (row.scope.kind !== 'main') return;
      const mainTurns = turnsOfScope(db, row.scope);
      await retireBootstrap({ dir: paths.workspace, template: house.template, mainTurns });
    },
  });

  const leaving = new AbortController();
  let pruning: Promise<void> | undefined;
  built.push(async () => {
    leaving.abort();
    await pruning;
  });
  async function pruneOldRuns(_: Db, before: number): Promise<boolean> {
    const runs = await db.write(() => {
      dropOldUse(db, localDay(before, config.timezone));
      dropOldModelUse(db, localDay(clock.now() - USE_KEPT_MS, config.timezone));
      return pruneRuns(db, before) + pruneDreams(db, before);
    });
    await dreaming.recalls.prune(before);
    return (await dropOldRuns(db, paths.sessions, before)) && runs === 0;
  }
  let scrubbedAt = Number.NEGATIVE_INFINITY;
  /** Old bytes of what was forgotten before a kill. Where something is in the way, that is not tried all the time. */
  async function scrubForgotten(now: number): Promise<void> {
    if (now < scrubbedAt + SCRUB_AGAIN_MS || clearedForgets(db).length === 0) return;
    scrubbedAt = now;
    const { endForgets, isBusy } = await import('./forgotten-desk.js');
    const left = await endForgets({ house, waitMs: 0 }).catch((error: unknown) => {
      if (!isBusy(error)) throw error;
      return [];
    });
    if (left.length > 0) log.warn('forget.unended', { count: left.length });
  }
  async function prune(now: number): Promise<void> {
    const parts = { db, home: paths.home, clock, log, keep: config.retention };
    const { signal } = leaving;
    try {
      await scrubForgotten(now);
      const pruned = await sweepRetention({ ...parts, pruneRuns: pruneOldRuns, signal }, now);
      const wishes = { ...parts, memory, transcripts, timezone: config.timezone, signal };
      if (pruned) await sweepPrivacy(wishes, now);
    } catch (error) {
      log.warn('retention.failed', { error });
    }
  }

  const scheduler = openScheduler({
    ...{ db, clock, log, dispatch: dispatchRun },
    stuck(id, why) {
      log.warn('schedule.stuck', { schedule: id, why });
      const to = { owners: desk.identity.owners(), channels: desk.reach.channels, now: clock.now() };
      const notice = insertStuckNotice(db, { id, why }, to);
      if (notice) setImmediate(() => void wakeUps.send(notice));
    },
  });

  return {
    queue,
    wakeUps,
    handlers,
    desk,
    async runSchedules(signal) {
      const seat = takeSeat({});
      if (typeof seat !== 'string') {
        const to = { owner: seat.from.account, chat: seat.chat, zone: config.timezone };
        const wanted = {
          heartbeat: config.heartbeat,
          dreaming: dreaming.isAnyEnabled() ? config.dreaming : undefined,
        };
        await db.write(() => keepConfigured(db, wanted, to, clock.now()));
      }
      scheduler.start(signal);
    },
    async catchUp(senders) {
      await members.sweep();
      const now = clock.now();
      await db.write(() => {
        dropWaits(db, now);
        forgetSpent(db, now - REDELIVERY_MS);
        dropOldManifests(db, now);
      });
      await wakeUps.tidy();
      await wakeUps.sweep([...senders, GATEWAY]);
      const resets = { db, wakeUps, timezone: config.timezone, privacy: memory.privacy };
      await sweepResets(resets, config.session.reset, now);
      // It may take its time, and nobody waits for it.
      if (pruning === undefined) {
        pruning = prune(now).finally(() => {
          pruning = undefined;
        });
      }
    },
  };
}

/** Does something every so often until it is told to stop; a failure is logged, and the next time comes all the same. */
export function everySoOften(
  { clock, log }: Pick<House, 'clock' | 'log'>,
  what: { name: string; everyMs: number; signal: AbortSignal; work(): Promise<void> },
): () => void {
  let cancel = () => {};
  function later(): void {
    cancel = clock.after(what.everyMs, () => {
      void what
        .work()
        .catch((error) => log.warn(`${what.name}.failed`, { error }))
        .finally(() => {
          if (!what.signal.aborted) later();
        });
    });
  }
  later();
  return () => cancel();
}

/**
 * The sweep of a working process: every so often, and as soon as another one is found dead. That may have owed wake-ups, of a
 * reply that it had just written down for one, which nobody else knows of.
 */
export function sweepNowAndThen(
  house: Pick<House, 'clock' | 'log'>,
  members: Pick<Membership, 'anyDied'>,
  signal: AbortSignal,
  sweep: () => Promise<void>,
): () => void {
  let looks = 0;
  async function work(): Promise<void> {
    looks++;
    if (looks < LOOKS_A_SWEEP && !members.anyDied()) return;
    looks = 0;
    await sweep();
  }
  return everySoOften(house, { name: 'sweep', everyMs: LOOK_MS, signal, work });
}

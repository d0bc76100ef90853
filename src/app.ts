// The composition root: builds the house in order, runs it, and takes it down in reverse. Only here are parts
// constructed; everything else receives what it needs.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ConsoleChannel, consoleAt, type Terminal } from '../channels/console/adapter.js';
import { type Seat, type SeatOptions, takeSeat } from '../channels/console/seat.js';
import { manifests, openChannel } from '../channels/index.js';
import { tools } from './agent/tools/table.js';
import type { StatusLine } from './commands/command.js';
import { runsAtOnce } from './commands/table.js';
import { configChecks, homeChecks } from './config/checks.js';
import { dormantWarnings } from './config/dormant.js';
import { homePaths, prepareHome } from './config/home.js';
import type { LoadedConfig, LoadOptions } from './config/load.js';
import { revealed, secretsOf } from './config/secret.js';
import { type Channel, type Check, ConfigError, type InboundEvent, type JobDesk } from './contracts/index.js';
import { stateChecks } from './db/checks.js';
import { isLocked } from './db/lock.js';
import { openState } from './db/state.js';
import { startChannels } from './gateway/channel-host.js';
import { giveUpRow } from './gateway/give-up.js';
import { openIdentity } from './gateway/identity.js';
import { acceptEvents } from './gateway/inbound.js';
import { countOpenInbox } from './gateway/inbox.js';
import { countUnsent } from './gateway/outbox.js';
import { commandServices } from './gateway/services.js';
import { countHouse, type HouseStatus, houseLines } from './gateway/status.js';
import { adoptFromDead, GATEWAY, terminalRole } from './gateway/terminals.js';
import { openWakeUps, sendJob } from './gateway/wake-ups.js';
import { jobChecks } from './jobs/checks.js';
import { gatewayPid, takeGateway } from './jobs/gateway-lock.js';
import { commandHandler } from './jobs/handlers/command.js';
import { sendHandler } from './jobs/handlers/send.js';
import { turnHandler } from './jobs/handlers/turn.js';
import { openLanes } from './jobs/lanes.js';
import { isProcessAlive, joinProcesses, type Membership } from './jobs/processes.js';
import { sqliteQueue } from './jobs/sqlite-queue.js';
import { openMemory } from './memory/memory.js';
import { prepareWorkspace, retireBootstrap } from './memory/workspace.js';
import { createModel, type ModelChoice, type ModelSettings } from './models/create.js';
import { createLog } from './ops/log.js';
import { nodeVersionCheck } from './ops/node-version.js';
import { systemClock } from './ops/system-clock.js';
import { turnsOfScope } from './sessions/rows.js';
import { openTranscripts } from './sessions/transcript.js';

/** The template a new workspace is made from. */
const TEMPLATE = fileURLToPath(new URL('../workspaces/default', import.meta.url));
const SWEEP_MS = 30_000;
/** Room for commands and replies beside the turns, however long those take. */
const QUICK_JOBS = 8;
const TOOL_TIMEOUT_MS = 60_000;
/** Supervisors kill after ten seconds by custom; what is not finished by then is resumed after the next start. */
const DRAIN_MS = 8_000;

export interface HouseOptions {
  home: string;
  loaded: LoadedConfig;
  version: string;
}

export interface AppOptions extends HouseOptions {
  /** `gateway` runs the configured channels, one per home; `terminal` serves one console beside it. */
  role: 'gateway' | 'terminal';
  /** Who sits at the console, and the console. */
  seat: SeatOptions;
  terminal: Terminal;
  /** Everything stands; the conversation can begin. `serves` names the channels that are up. */
  ready(serves: string[], notes: string[]): void;
}

export interface App {
  /**
   * Resolves when the console's conversation is over, false when a line of it was not accepted; never for a gateway that
   * serves other channels.
   */
  ended: Promise<boolean>;
  /** Takes no new work, lets what runs finish within the drain, closes everything. May be called twice. */
  stop(): Promise<void>;
}

type House = Awaited<ReturnType<typeof openHouse>>;

/** State, memory and log of a home, prepared if it is new. Runs nothing. */
async function openHouse({ home, loaded, version }: HouseOptions) {
  const clock = systemClock;
  const paths = homePaths(home);
  const narrowed = prepareHome(home);
  const { config } = loaded;
  const log = createLog({ file: paths.log, level: config.log.level, secrets: secretsOf(config) });
  if (narrowed.length > 0) log.warn('home.permissions-narrowed', { count: narrowed.length });
  const state = await openState(paths.state);
  await prepareWorkspace({ dir: paths.workspace, template: TEMPLATE, clock });
  const { timezone } = config;
  const { run: runDir, workspace } = paths;
  const memory = await openMemory({ workspace, runDir, db: state.db, clock, timezone, log });
  const model = createModel(modelSettings(config), { clock, log });
  const notes = [...loaded.disabledChannels.map(({ reason }) => reason), ...dormantWarnings(loaded)];

  async function status(channels: ReadonlyMap<string, Channel> = new Map()): Promise<HouseStatus> {
    const { mode, scopes } = await memory.status({ kind: 'main' });
    const configured = Object.keys(config.channels).map((id) => [id, 'configured'] as const);
    const disabled = loaded.disabledChannels.map(({ id }) => [id, 'disabled'] as const);
    const health = [...channels].map(([id, channel]) => [id, channel.health().state] as const);
    return {
      version,
      home,
      gateway: isLocked(gatewayLock(paths.run)) ? (gatewayPid(paths.run) ?? 0) : null,
      model: model.id,
      memory: { mode, files: scopes.reduce((sum, scope) => sum + scope.files, 0) },
      channels: Object.fromEntries([...configured, ...disabled, ...health]),
      ...countHouse(state.db),
      notes,
    };
  }

  function close(): void {
    memory.close();
    state.close();
    log.flush();
  }

  return { clock, paths, config, log, state, memory, model, notes, status, close };
}

/** Starts the bot. Throws a ConfigError for a wrong seat, and when another gateway runs on this home. */
export async function startApp(options: AppOptions): Promise<App> {
  const { home, role } = options;
  const seat = takeSeat(options.seat);
  if (typeof seat === 'string') throw new ConfigError(seat);
  const { run: runDir } = homePaths(home);
  prepareHome(home);
  const gateway = role === 'gateway' ? takeGateway(runDir) : undefined;
  if (role === 'gateway' && !gateway) {
    const pid = gatewayPid(runDir);
    throw new ConfigError(`Nightjar is already running on ${home}${pid ? ` (process ${pid})` : ''}.`, {
      remedy: 'Talk to it with `nightjar chat`, or stop it first.',
    });
  }
  const house = await openHouse(options);
  const members = await joinProcesses({ db: house.state.db, runDir, kind: role, clock: house.clock });
  const app = await runHouse(options, seat, house, members);
  let stopping: Promise<void> | undefined;
  async function stop(): Promise<void> {
    await app.stop();
    await members.leave();
    house.close();
    gateway?.release();
  }
  return {
    ended: app.ended,
    stop() {
      stopping ??= stop();
      return stopping;
    },
  };
}

async function runHouse(options: AppOptions, seat: Seat, house: House, members: Membership): Promise<App> {
  const { role, terminal, loaded } = options;
  const { clock, paths, config, log, state, memory, model } = house;
  const { db } = state;
  const receiver = role === 'gateway' ? GATEWAY : terminalRole(members.id);
  const lanes = openLanes({ db, clock, isAlive: members.isAlive });
  const queue = sqliteQueue({ db, process: members, clock, log });
  const wakeUps = openWakeUps({ db, queue, log });
  const identity = openIdentity({ db, owners: config.owner });
  const channels = new Map<string, Channel>();

  const services = commandServices({
    db,
    clock,
    memory,
    requestStop: lanes.requestStop,
    model: model.id,
    house: () => house.status(channels),
  });
  const ending = { db, clock, wakeUps };
  const handlers = {
    turn: turnHandler({
      ...ending,
      model,
      tools,
      log,
      timezone: config.timezone,
      limits: { maxToolRounds: config.agent.maxToolRounds, toolTimeoutMs: TOOL_TIMEOUT_MS },
      memory,
      transcripts: openTranscripts(paths.sessions, { clock, log }),
      lanes,
      process: members.id,
      concurrency: config.agent.concurrency,
      retryMs: config.agent.retrySeconds * 1_000,
      turnTimeoutMs: config.agent.turnTimeoutSeconds * 1_000,
      channelHint: (id) => manifests.find((manifest) => manifest.id === id)?.promptHint ?? '',
      typing(row) {
        if (row.receiver === receiver) void channels.get(row.event.chat.channel)?.typing?.(row.event.chat);
      },
      async afterTurn(row) {
        if (row.scope.kind !== 'main') return;
        const mainTurns = turnsOfScope(db, row.scope);
        await retireBootstrap({ dir: paths.workspace, template: TEMPLATE, mainTurns });
      },
    }),
    command: commandHandler({ ...ending, log, memory, services }),
    [sendJob(receiver)]: sendHandler({ state, channelOf: (id) => channels.get(id), clock, log }),
  };

  const working = new AbortController();
  const receiving = new AbortController();
  const deliver = (events: InboundEvent[]) =>
    acceptEvents({ state, identity, wakeUps, clock, log, runsAtOnce }, receiver, events);

  if (seat.standing === 'member') await identity.admit(seat.from.account, seat.from.name, clock.now());
  await memory.recover();
  const configured = role === 'gateway' ? configuredChannels(loaded, { clock, log }) : {};
  const host = await startChannels({ open: configured, deliver, signal: receiving.signal, log });
  for (const [id, channel] of host.channels) channels.set(id, channel);
  house.notes.unshift(...host.down);

  // A terminal process has a console, and so has a gateway with no channel to serve.
  const console_ = host.channels.size === 0 ? consoleAt(seat, terminal, { clock, log }) : undefined;
  if (console_) channels.set('console', console_);

  async function catchUp(): Promise<void> {
    await members.sweep();
    if (console_) {
      const alive = { process: members.isAlive, gateway: () => isLocked(gatewayLock(paths.run)) };
      for (const role of await adoptFromDead(db, seat.chat, receiver, alive)) await wakeUps.forget(role);
    }
    await wakeUps.sweep();
  }
  let cancelSweep = () => {};
  function sweepLater(): void {
    cancelSweep = clock.after(SWEEP_MS, () => {
      void catchUp()
        .catch((error) => log.warn('sweep.failed', { error }))
        .finally(() => {
          if (!working.signal.aborted) sweepLater();
        });
    });
  }

  options.ready([...channels.keys()], house.notes);
  await console_?.start(deliver, receiving.signal);
  await catchUp();
  const work = queue
    .work(handlers, { concurrency: config.agent.concurrency + QUICK_JOBS, signal: working.signal, drainMs: DRAIN_MS })
    .catch((error) => log.error('queue.stopped', { error }));
  sweepLater();

  /** Input has ended: what was said is still answered, unless nobody can read the answer. */
  async function answered(channel: ConsoleChannel): Promise<boolean> {
    const accepted = await channel.ended;
    while (!terminal.interactive && channel.health().state === 'up' && !working.signal.aborted) {
      if (countOpenInbox(db, receiver) === 0 && countUnsent(db, receiver) === 0) break;
      await clock.sleep(20, working.signal);
    }
    return accepted;
  }

  return {
    ended: console_ ? answered(console_) : new Promise(() => {}),
    async stop() {
      cancelSweep();
      receiving.abort();
      working.abort();
      await work;
      for (const channel of channels.values()) await channel.stop();
      await queue.close();
    },
  };
}

function configuredChannels(loaded: LoadedConfig, deps: Parameters<typeof openChannel>[2]) {
  const open: Record<string, () => Promise<Channel>> = {};
  for (const manifest of manifests) {
    const config = loaded.config.channels[manifest.id];
    if (manifest.id !== 'console' && config !== undefined)
      open[manifest.id] = () => openChannel(manifest, revealed(config), deps);
  }
  return open;
}

/** The state of the house from outside, beside a running bot or without one. */
export async function readStatus(options: HouseOptions): Promise<{ status: HouseStatus; lines: StatusLine[] }> {
  const house = await openHouse(options);
  try {
    const status = await house.status();
    return { status, lines: houseLines(status) };
  } finally {
    house.close();
  }
}

/** Runs `work` on the queue without taking jobs from it. */
export async function withJobs<T>(options: HouseOptions, work: (desk: JobDesk) => Promise<T>): Promise<T> {
  const house = await openHouse(options);
  const members = await joinProcesses({
    db: house.state.db,
    runDir: house.paths.run,
    kind: 'tool',
    clock: house.clock,
  });
  const { db } = house.state;
  const queue = sqliteQueue({ db, process: members, clock: house.clock, log: house.log });
  const find = async (id: string) => (await queue.list({ limit: 1_000_000 })).find((job) => job.id === id);
  try {
    return await work({
      list: () => queue.list({ limit: 50 }),
      find,
      retry: (id) => queue.retry(id),
      async cancel(id) {
        const job = await find(id);
        await queue.cancel(id);
        if (job) await giveUpRow(db, job, house.clock.now());
      },
    });
  } finally {
    await queue.close();
    await members.leave();
    house.close();
  }
}

/** Every check that fits the home as it is: a home that was never started, or whose configuration is wrong, has few. */
export async function withChecks<T>(
  options: LoadOptions & { loaded?: LoadedConfig; version: string },
  work: (checks: Check[]) => Promise<T>,
): Promise<T> {
  const { home, loaded } = options;
  const checks = [nodeVersionCheck(process.versions.node), ...homeChecks(home), ...configChecks(options)];
  if (!loaded || !existsSync(homePaths(home).state)) return await work(checks);
  const house = await openHouse({ home, loaded, version: options.version });
  try {
    const isAlive = (id: string) => isProcessAlive(house.paths.run, id);
    const { db } = house.state;
    checks.push(...stateChecks(db), ...jobChecks({ db, clock: house.clock, isAlive }), ...house.memory.checks);
    return await work(checks);
  } finally {
    house.close();
  }
}

function modelSettings({ model, agent }: LoadedConfig['config']): ModelSettings {
  function choice(settings: Omit<typeof model, 'fallbacks'>): ModelChoice {
    const { provider, name, baseUrl, apiKey, timeoutSeconds, contextTokens, retries } = settings;
    if (provider === 'offline' || name === undefined) return { provider: 'offline' };
    return {
      provider,
      name,
      retries,
      contextTokens: Math.min(contextTokens, agent.contextTokens ?? contextTokens),
      timeoutMs: timeoutSeconds * 1_000,
      ...(baseUrl ? { baseUrl } : {}),
      ...(apiKey ? { apiKey: apiKey.reveal() } : {}),
      ...(apiKey?.variable ? { keyVariable: apiKey.variable } : {}),
    };
  }
  return { ...choice(model), fallbacks: model.fallbacks.map(choice) };
}

function gatewayLock(runDir: string): string {
  return join(runDir, 'gateway.lock');
}

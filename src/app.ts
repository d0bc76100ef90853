// The composition root of a process with channels: builds the bot in order on an open house, runs it, and takes it down in
// reverse. Parts are constructed here, in house.ts, workshop.ts and the desks beside them alone; everything else receives.

import { type ConsoleChannel, consoleAt, type Terminal } from '../channels/console/adapter.js';
import { type Seat, type SeatOptions, takeSeat } from '../channels/console/seat.js';
import { manifests, openChannel } from '../channels/index.js';
import { commandHints } from './commands/table.js';
import { homePaths, prepareHome } from './config/home.js';
import type { LoadedConfig } from './config/load.js';
import { revealed } from './config/secret.js';
import {
  type Channel,
  type ChannelDeps,
  ChannelError,
  type CommandHint,
  ConfigError,
  type Deliver,
} from './contracts/index.js';
import { adoptFromDead } from './gateway/adoption.js';
import { noteHealth } from './gateway/channel-health.js';
import { commandTeller, startChannels } from './gateway/channel-host.js';
import { channelStore } from './gateway/channel-store.js';
import { showForeignTurns } from './gateway/foreign-turns.js';
import { extendWaits } from './gateway/gather.js';
import { acceptEvents } from './gateway/inbound.js';
import { countOpenInbox } from './gateway/inbox.js';
import { countUnsent } from './gateway/outbox.js';
import { GATEWAY, terminalRole } from './gateway/roles.js';
import { skillHints } from './gateway/skill-hints.js';
import { channelNotes, queueNotes } from './gateway/status.js';
import { type House, type HouseOptions, openHouse } from './house.js';
import { gatewayPid, isGatewayUp, takeGateway } from './jobs/gateway-lock.js';
import { FETCHES_AT_ONCE } from './jobs/handlers/fetch.js';
import { SENDS_AT_ONCE } from './jobs/handlers/send.js';
import { joinProcesses, type Membership } from './jobs/processes.js';
import { everySoOften, openWorkshop, sweepNowAndThen } from './workshop.js';

/** How soon other processes know that a connection broke, or came back, and platforms that somebody became an owner. */
const NEWS_MS = 2_000;
/** How often the disk is looked at for skills that have a place in the menus. */
const MENUS_MS = 60_000;
/** Room for commands beside the turns and the sending, however long those take. */
const QUICK_JOBS = 8;
/** Supervisors kill after ten seconds by custom; what is not finished by then is resumed after the next start. */
const DRAIN_MS = 8_000;
/** A terminal has answered its own by then; what it runs for others goes back to them. */
const TERMINAL_DRAIN_MS = 1_000;

export interface AppOptions extends HouseOptions {
  /** `gateway` runs the configured channels, one per home; `terminal` serves one console beside it. */
  role: 'gateway' | 'terminal';
  /** Who sits at the console, and the console. */
  seat: SeatOptions;
  terminal: Terminal;
  /** The input has ended while something is still to be answered, which is done first. */
  finishing(): void;
  /** Everything stands; the conversation can begin. `serves` names the channels that are up. */
  ready(serves: string[], notes: string[]): void;
}

export interface App {
  /** Resolves when the console's conversation is over, false when a line of it was not accepted, or after `stop`. */
  ended: Promise<boolean>;
  /**
   * Takes no new work, lets what runs finish within the drain, closes everything. May be called twice. Resolves to the
   * number of messages that will be answered after the next start.
   */
  stop(): Promise<number>;
}

/** Starts the bot. Throws a ConfigError for a wrong seat, and when another gateway runs on this home. */
export async function startApp(options: AppOptions): Promise<App> {
  const { home, role } = options;

  const seat = takeSeat(options.seat);
  if (typeof seat === 'string') throw new ConfigError(seat);
  const { run: runDir } = homePaths(home);
  const narrowed = prepareHome(home);
  /** What was built so far, taken down in reverse: at the end, and when a later part fails. */
  const built: (() => void | Promise<void>)[] = [];
  async function takeDown(): Promise<void> {
    for (const undo of built.splice(0).reverse()) await undo();
  }
  try {
    if (role === 'gateway') {
      const lock = await takeGateway(runDir);
      if (!lock) throw alreadyRunning(home, runDir);
      built.push(() => lock.release());
    }
    const house = await openHouse({ ...options, resident: true }, narrowed);
    built.push(() => house.close());
    const members = await joinProcesses({ db: house.state.db, runDir, kind: role, clock: house.clock });
    built.push(() => members.leave());
    const { ended, open } = await runHouse(options, seat, house, members, built);
    let stopping: Promise<number> | undefined;
    async function end(): Promise<number> {
      await built.pop()?.();
      const left = open();
      await takeDown();
      return left;
    }
    return {
      ended,
      stop() {
        stopping ??= end();
        return stopping;
      },
    };
  } catch (error) {
    await takeDown();
    throw error;
  }
}

function alreadyRunning(home: string, runDir: string): ConfigError {
  const pid = gatewayPid(runDir);
  return new ConfigError(`Nightjar is already running on ${home}${pid ? ` (process ${pid})` : ''}.`, {
    remedy: 'Talk to it with `nightjar chat`, or stop it first.',
  });
}

/** Runs the parts on a house that stands, noting in `built` how to end them; `open` counts what is still to be answered. */
async function runHouse(
  options: AppOptions,
  seat: Seat,
  house: House,
  members: Membership,
  built: (() => void | Promise<void>)[],
): Promise<{ ended: Promise<boolean>; open(): number }> {
  const { role, terminal, loaded, version } = options;
  const { clock, paths, config, log, state, memory } = house;
  const { db } = state;
  const receiver = role === 'gateway' ? GATEWAY : terminalRole(members.id);
  const channels = new Map<string, Channel>();
  const workshop = await openWorkshop({ house, members, version, receiver, channels, built });
  const { desk, queue } = workshop;

  const working = new AbortController();
  const receiving = new AbortController();
  let work: Promise<void> = Promise.resolve();
  const cancels: (() => void)[] = [];
  built.push(async () => {
    for (const cancel of cancels) cancel();
    receiving.abort();
    working.abort();
    await work;
    for (const channel of channels.values()) await channel.stop();
  });
  const deliverFrom =
    (channel: string): Deliver =>
    (events, mark) =>
      acceptEvents(desk.inbound, receiver, events, mark && { channel, ...mark });

  const configured =
    role === 'gateway' ? configuredChannels(loaded, (id) => ({ clock, log, store: channelStore(db, id) })) : {};
  // A terminal process has a console, and so has a gateway that was given no channel, or the console as one.
  const hasConsole = Object.keys(configured).length === 0 || config.channels.console !== undefined;
  const console_ = hasConsole ? consoleAt(seat, terminal, { clock, log }) : undefined;
  if (console_) channels.set('console', console_);

  /** Why a configured channel is not among those that run. */
  let down: Record<string, string> = {};
  async function catchUp(): Promise<void> {
    if (console_) {
      await members.sweep();
      const alive = { process: members.isAlive, gateway: () => isGatewayUp(paths.run) };
      await adoptFromDead(db, seat.chat, receiver, alive);
    }
    await workshop.catchUp([receiver]);
  }

  const tellCommands = commandTeller(channels, hintsNowAndThen(house));
  async function tellNews(): Promise<void> {
    // Any process may have made somebody an owner.
    tellCommands(desk.identity.owners());
    await noteHealth(db, channels, down);
  }

  if (seat.standing === 'member') await desk.identity.admit(seat.from.account, seat.from.name, clock.now());
  await memory.recover();
  if (config.memory.sync.watch) memory.hands.watch();
  await db.write(() => extendWaits(db, receiver, clock.now()));
  // What an earlier process left is in its lanes before anything new can be.
  await catchUp();
  down = await startChannels({ open: configured, channels, deliverFrom, signal: receiving.signal, clock, log });
  const { signal } = working;
  if (role === 'gateway') {
    // Whoever asks for the status now is told of this start, not of the last one.
    await noteHealth(db, channels, down);
    cancels.push(everySoOften(house, { name: 'news', everyMs: NEWS_MS, signal, work: tellNews }));
    cancels.push(showForeignTurns({ ...{ db, clock, log, channels, receiver, signal }, process: members.id }));
  }
  const sentences = Object.entries(down).map(([id, why]) => `${id} is not connected. ${why}`);
  if (channels.size === 0) {
    throw new ChannelError('unavailable', sentences.join(' '), {
      remedy: 'Talk in this terminal with `nightjar chat`.',
    });
  }
  // The status says of each channel how it is, so that these are no notes of the house.
  const hints = [...channels].flatMap(([id, channel]) => channelNotes(id, channel.health()));
  options.ready([...channels.keys()], [...sentences, ...hints, ...house.notes, ...queueNotes(queue.health())]);
  await console_?.start(deliverFrom('console'), receiving.signal);
  // Asked now, so that no first answer has to wait for it.
  void house.models.usual.ready?.(signal);
  const concurrency = config.agent.concurrency + QUICK_JOBS + SENDS_AT_ONCE + FETCHES_AT_ONCE;
  const drainMs = role === 'gateway' ? DRAIN_MS : TERMINAL_DRAIN_MS;
  work = queue
    .work(workshop.handlers, { concurrency, signal, drainMs })
    .catch((error) => log.error('queue.stopped', { error }));
  if (role === 'gateway') await workshop.runSchedules(signal);
  cancels.push(sweepNowAndThen(house, members, signal, catchUp));
  tellCommands(desk.identity.owners());

  const open = () => countOpenInbox(db, receiver);
  const leaving = new Promise<boolean>((resolve) => {
    signal.addEventListener('abort', () => resolve(true), { once: true });
  });
  /** Input has ended: what was said is still answered, unless nobody can read the answer. */
  async function answered(channel: ConsoleChannel): Promise<boolean> {
    const accepted = await channel.ended;
    const waits = () => channel.health().state === 'up' && !signal.aborted;
    if (waits() && open() > 0) options.finishing();
    while (waits() && open() + countUnsent(db, receiver) > 0) await clock.sleep(20, signal);
    return accepted;
  }

  return {
    ended: console_ && channels.size === 1 ? Promise.race([answered(console_), leaving]) : leaving,
    open,
  };
}

/** The menus' commands; a skill that comes or goes is seen a little later. */
function hintsNowAndThen({ clock, skills }: House): () => CommandHint[] {
  let seen: { at: number; hints: CommandHint[] } | undefined;
  return () => {
    if (!seen || clock.now() - seen.at >= MENUS_MS) {
      seen = { at: clock.now(), hints: [...commandHints(), ...skillHints(skills)] };
    }
    return seen.hints;
  };
}

function configuredChannels(loaded: LoadedConfig, depsOf: (id: string) => ChannelDeps) {
  const open: Record<string, () => Promise<Channel>> = {};
  for (const manifest of manifests) {
    const config = loaded.config.channels[manifest.id];
    if (manifest.id !== 'console' && config !== undefined)
      open[manifest.id] = () => openChannel(manifest, revealed(config), depsOf(manifest.id));
  }
  return open;
}

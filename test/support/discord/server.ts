// A strict local stand-in of Discord on 127.0.0.1: REST and gateway on one port, with a world that tests furnish and
// speak in. The real discord.js talks to it: `new Client({ rest: { api: dc.root } })`. It knows nothing of our code.

import { createServer } from 'node:http';
import { CommandBook } from './commands.js';
import { type Fault, Faults } from './faults.js';
import { Gateway } from './gateway.js';
import { Guild } from './guild.js';
import { Hub } from './hub.js';
import { Interactions } from './interactions.js';
import { CHANNEL_TYPE } from './model.js';
import { Person } from './person.js';
import { Place } from './place.js';
import { RateLimits } from './rate-limits.js';
import { type Call, Rest } from './rest.js';
import { routerOf } from './router.js';
import { applicationRoutes } from './routes-application.js';
import { channelRoutes } from './routes-channels.js';
import { interactionRoutes } from './routes-interactions.js';
import { messageRoutes } from './routes-messages.js';
import { fileRoutes, userRoutes } from './routes-users.js';
import { type DiscordOptions, type Settings, settingsFrom } from './settings.js';
import { World } from './world.js';

const BOT_ID = '1310000000000000001';

export interface DiscordServer {
  /** For `rest.api` of discord.js, which appends the version. */
  root: string;
  token: string;
  botId: string;
  /** `<@…>` of the bot. */
  mention: string;
  /** May be changed while it runs: portal switches, time limits. */
  settings: Settings;
  /** The gateway's counts (`connects`, `identifies`, `resumes`, `closes`, `heartbeats`), `acks`, `connected`. */
  gateway: Gateway;
  commands: CommandBook;

  user(options: { id?: string; name: string; bot?: boolean }): Person;
  /** `joined: false`: a guild that the bot is not in yet. */
  guild(options: { id?: string; name: string; owner?: Person; joined?: boolean }): Guild;
  /** The bot's direct chat with a person. */
  dm(user: Person): Place;
  /** Direct messages without the bot, for commands of an app that a user installed: two people, or a group. */
  groupDm(users: Person[], name?: string): Place;
  addsBotTo(guild: Guild, by: Person): void;
  removesBotFrom(guild: Guild): void;

  /** Calls so far, by method and route: `calls('POST', '/channels/:channel/messages')`. */
  calls(method?: string, route?: string): Call[];
  /** Resolves as soon as it holds; asked again whenever anything happens. Rejects after `ms` (default 5,000) real ones. */
  waitFor(holds: () => boolean, ms?: number): Promise<void>;

  /** The next `times` calls of 'METHOD /route' go wrong; see Fault. */
  fail(route: string, times: number, fault: Fault): void;
  healed(): void;
  /** Ends gateway connections: a close code, or 1006 (the default) for a socket that dies. */
  drop(code?: number): void;
  /** Open gateway connections go half open for so long: no events, acknowledgements or close frames. */
  silence(ms: number): void;
  refuseConnections(times: number): void;
  invalidateSessions(resumable?: boolean): void;
  askReconnect(): void;
  /** Links of attachments that were given out so far stop working; fresh ones are in the messages. */
  expireLinks(): void;
  /** Nobody listens: connections are refused until `up`. World, sessions and port stay. */
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
}

export async function startDiscord(options: DiscordOptions = {}): Promise<DiscordServer> {
  const bot = { id: options.bot?.id ?? BOT_ID, name: options.bot?.name ?? 'nightjar' };
  const settings = settingsFrom(options, bot.id);
  const world = new World(bot, options.now ?? Date.now);
  const commands = new CommandBook(world);
  const interactions = new Interactions(world, settings);
  const hub = new Hub(world, interactions, commands);
  const faults = new Faults();
  let port = 0;
  let links = 1;
  const gatewayUrl = () => `ws://127.0.0.1:${port}/gateway`;
  const gateway = new Gateway(world, settings, gatewayUrl);
  world.publish = (event) => gateway.publish(event);
  world.fileUrl = (channel, file, name) =>
    `http://127.0.0.1:${port}/cdn/attachments/${channel}/${file}/${encodeURIComponent(name)}?ex=0&is=0&hm=${links}`;
  const rest = new Rest({
    find: routerOf([
      ...messageRoutes(world, settings),
      ...channelRoutes(world),
      ...interactionRoutes(world, interactions),
      ...applicationRoutes(world, settings, commands, gatewayUrl),
      ...userRoutes(world, (guild) => hub.leave(guild)),
      ...fileRoutes(world, () => links),
    ]),
    faults,
    limits: settings.rateLimits ? new RateLimits(world.now) : undefined,
    token: () => settings.token,
    fileBytes: settings.fileBytes,
    now: world.now,
    changed: () => world.changed(),
  });

  const server = createServer((incoming, response) => {
    rest.serve(incoming, response).catch(() => response.destroy());
  });
  server.on('upgrade', (request, socket, head) => gateway.upgrade(request, socket, head));
  server.keepAliveTimeout = 60_000;

  async function up(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
    const address = server.address();
    if (typeof address === 'object' && address) port = address.port;
  }

  async function down(): Promise<void> {
    if (!server.listening) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    gateway.destroy();
    server.closeAllConnections();
    await closed;
  }

  await up();
  return {
    root: `http://127.0.0.1:${port}/api`,
    token: settings.token,
    botId: bot.id,
    mention: `<@${bot.id}>`,
    settings,
    gateway,
    commands,
    user({ id, name, bot: isBot }) {
      const user = { id: id ?? world.id(), name, bot: isBot ?? false, blocks: false };
      world.users.set(user.id, user);
      return new Person(hub, user);
    },
    guild({ id, name, owner, joined }) {
      const ownerId = owner?.id ?? [...world.users.keys()].find((one) => one !== bot.id) ?? bot.id;
      const state = { joined: joined ?? true, joinedAt: world.now(), members: new Set([ownerId]), dark: false };
      const guild = { id: id ?? world.id(), name, ownerId, ...state };
      world.guilds.set(guild.id, guild);
      if (guild.joined) world.tellOfGuild(guild);
      return new Guild(hub, guild);
    },
    dm: (user) => new Place(hub, world.direct(user.id)),
    groupDm(users, name = '') {
      const type = users.length > 2 ? CHANNEL_TYPE.groupDm : CHANNEL_TYPE.dm;
      return new Place(hub, world.open({ type, name, recipients: users.map((one) => one.id) }));
    },
    addsBotTo: (guild, by) => guild.adds(by),
    removesBotFrom: (guild) => guild.removes(),
    calls: (method, route) => rest.matching(method, route),
    waitFor: (holds, ms = 5_000) => hub.waitFor(holds, ms, () => `${holds}; calls: ${summary(rest.calls)}`),
    fail: (route, times, fault) => faults.plan(route, times, fault),
    healed: () => faults.clear(),
    drop: (code) => gateway.drop(code),
    silence: (ms) => gateway.silence(ms),
    refuseConnections: (times) => gateway.refuseConnections(times),
    invalidateSessions: (resumable) => gateway.invalidateSessions(resumable),
    askReconnect: () => gateway.askReconnect(),
    expireLinks: () => {
      links += 1;
    },
    down,
    up,
    close: down,
  };
}

function summary(calls: readonly Call[]): string {
  const last = calls.slice(-8).map((call) => `${call.method} ${call.path} ${call.status ?? '-'}`);
  return `${calls.length} [${last.join(', ')}]`;
}

// What each event of the gateway means: where it is remembered, and what is delivered of it. Interactions are acknowledged
// before anything else. Decides nothing about who may speak.

import { ChannelType, type GatewayDispatchPayload, PermissionFlagsBits } from 'discord-api-types/v10';
import type { ZodType } from 'zod';
import type { ChannelStore, Clock, Log } from '../../src/contracts/index.js';
import { Delivery } from './delivery.js';
import { type Arrival, Feed } from './feed.js';
import { fetchChannel, fetchMissed, type GapDeps } from './gap.js';
import { deletionEvent, editEvent, messageEvent, type Reader } from './inbound.js';
import { readInteraction } from './interactions.js';
import { GUILDS, joinedEvent, type KnownGuilds, leftEvent, readKnownGuilds } from './membership.js';
import {
  awayPayload,
  channelPayload,
  deletionPayload,
  editPayload,
  type GuildPayload,
  guildPayload,
  type InteractionPayload,
  interactionPayload,
  type MessagePayload,
  messagePayload,
  readyPayload,
  rolePayload,
  threadsPayload,
} from './payloads.js';
import { may } from './permissions.js';
import { type Place, Places } from './places.js';
import type { Replies } from './replies.js';
import type { Rest } from './rest.js';
import { SEEN, Seen } from './seen.js';
import { idAt, isNewer } from './snowflake.js';

export interface ListenerDeps {
  rest: Rest;
  clock: Clock;
  log: Log;
  store: ChannelStore;
  signal: AbortSignal;
  replies: Replies;
  /** Whether the answer to a command of this name is for whoever typed it. */
  isHidden(name: string): boolean;
  /** The application's id is known. */
  ready(application: string): void;
}

/** Direct chats that are asked for missed messages after a time away; Discord tells of no others. */
const MOST_DIRECTS = 100;
/** How long people are told of a gap. */
const REMEMBERED_MS = 86_400_000;
/** What this machine's time and Discord's may differ. */
const SKEW_MS = 60_000;
const READ = PermissionFlagsBits.ViewChannel | PermissionFlagsBits.ReadMessageHistory;

export class Listener {
  readonly delivery: Delivery;
  readonly places = new Places();
  readonly #meanings: Record<string, (data: unknown) => void>;
  readonly #deps: ListenerDeps;
  readonly #feed: Feed;
  readonly #seen: Seen;
  #known: KnownGuilds;
  #username = '';
  /** The newest message before this session, or its beginning: a chat without a record missed nothing older. */
  #floor: string | undefined;
  #incomplete = { chats: 0, at: 0 };

  constructor(deps: ListenerDeps) {
    this.#deps = deps;
    this.#seen = new Seen(deps.store.get(SEEN));
    this.#known = readKnownGuilds(deps.store.get(GUILDS));
    this.delivery = new Delivery({
      clock: deps.clock,
      log: deps.log,
      markFor: (batch) => this.#seen.markFor(batch),
      accepted: (batch) => {
        this.#seen.accepted(batch);
        this.#feed.eased();
      },
    });
    this.#feed = new Feed({
      delivery: this.delivery,
      isKnown: (channel) => this.places.of(channel) !== undefined,
      learn: (channel) => this.#learn(channel),
      missed: (channel) => this.#missed(channel),
      received: (channel, message) => this.#seen.receive(channel, message),
      overflowed: (channel) => deps.log.error('discord.overflow', { channel }),
      unreadable: (error) => deps.log.error('discord.unreadable', { error }),
    });
    this.#meanings = this.#readers();
  }

  /** What is known to be missing, for people. */
  hints(): string[] {
    const { chats, at } = this.#incomplete;
    if (chats === 0 || this.#deps.clock.now() - at > REMEMBERED_MS) return [];
    return [`Not all that was written while I was away could be read (chats: ${chats}). Ask again there.`];
  }

  /** Never throws: an event that cannot be read is none. */
  dispatch(payload: GatewayDispatchPayload): void {
    try {
      this.#meanings[payload.t]?.(payload.d);
    } catch (error) {
      this.#deps.log.error('discord.unreadable', { event: payload.t, error });
    }
  }

  #readers(): Record<string, (data: unknown) => void> {
    const as =
      <T>(shape: ZodType<T>, then: (payload: T) => void) =>
      (data: unknown) =>
        then(shape.parse(data));
    const learn = as(channelPayload, (channel) => this.places.learn(channel));
    const forget = as(channelPayload, ({ id }) => this.places.forget(id));
    const deletion = as(deletionPayload, (payload) => this.#deletion(payload));
    const role = as(rolePayload, (one) => {
      this.places.learnRole(one.guild_id, one.role.id, one.role.name, one.role.tags?.bot_id);
    });
    return {
      INTERACTION_CREATE: as(interactionPayload, (payload) => this.#interaction(payload)),
      MESSAGE_CREATE: as(messagePayload, (payload) => this.#message(payload)),
      MESSAGE_UPDATE: (data) => this.#edit(editPayload.safeParse(data).data),
      MESSAGE_DELETE: deletion,
      MESSAGE_DELETE_BULK: deletion,
      READY: as(readyPayload, (payload) => this.#ready(payload)),
      GUILD_CREATE: (data) => this.#guild(guildPayload.safeParse(data).data),
      // An outage is not a farewell.
      GUILD_DELETE: as(awayPayload, ({ id, unavailable }) => (unavailable ? undefined : this.#left(id))),
      CHANNEL_CREATE: learn,
      CHANNEL_UPDATE: learn,
      CHANNEL_DELETE: forget,
      THREAD_CREATE: learn,
      THREAD_UPDATE: learn,
      THREAD_DELETE: forget,
      THREAD_LIST_SYNC: as(threadsPayload, ({ guild_id, threads }) => {
        for (const thread of threads) this.places.learn({ ...thread, guild_id });
      }),
      GUILD_ROLE_CREATE: role,
      GUILD_ROLE_UPDATE: role,
    };
  }

  #ready({ user, application, guilds }: ReturnType<typeof readyPayload.parse>): void {
    this.places.bot = user.id;
    this.#username = user.username;
    // A bot that never saw a message yet can miss those that have no room here from now on.
    this.#floor = this.#seen.last() ?? this.#floor ?? idAt(this.#deps.clock.now() - SKEW_MS);
    this.#deps.ready(application.id);
    const still = new Set(guilds.map(({ id }) => id));
    for (const id of Object.keys(this.#known)) if (!still.has(id)) this.#left(id);
    const directs = this.#seen.directs();
    if (directs.length > MOST_DIRECTS)
      this.#deps.log.warn('discord.directs-not-asked', { left: directs.length - MOST_DIRECTS });
    for (const id of directs.slice(0, MOST_DIRECTS)) {
      this.places.learn({ id, type: ChannelType.DM });
      this.#feed.catchUp(id);
    }
  }

  #guild(guild: GuildPayload | undefined): void {
    // One that is out of order tells nothing but its id, and comes again.
    if (!guild || guild.unavailable) return;
    this.places.learnGuild(guild);
    const joined = joinedEvent(guild, this.#known, this.places.bot, this.#deps.clock.now());
    if (joined) {
      this.#known = joined.known;
      this.delivery.push([{ event: joined.event, mark: { name: GUILDS, value: JSON.stringify(joined.known) } }]);
    }
    if (!joined) this.#catchUp(guild);
  }

  /** Where something newer stands than was read, and the bot may read it. */
  #catchUp(guild: GuildPayload): void {
    const open = new Set<string>();
    for (const room of guild.channels) if (may(READ, guild, room, this.places.bot)) open.add(room.id);
    for (const { id, parent_id: parent, last_message_id: last } of [...guild.channels, ...guild.threads]) {
      const after = this.#after(id);
      if (!last || after === undefined || !isNewer(last, after)) continue;
      if (open.has(id) || open.has(parent ?? '')) this.#feed.catchUp(id);
    }
  }

  #left(guild: string): void {
    const left = leftEvent(guild, this.#known, this.places.bot, this.#deps.clock.now());
    this.places.forgetGuild(guild);
    if (!left) return;
    this.#known = left.known;
    this.delivery.push([{ event: left.event, mark: { name: GUILDS, value: JSON.stringify(left.known) } }]);
  }

  #interaction(payload: InteractionPayload): void {
    const known = this.places.of(payload.channel_id ?? '');
    const { isHidden, replies, log, clock } = this.#deps;
    const arrived = readInteraction(payload, { isHidden, known, bot: this.places.bot, now: clock.now() });
    if (arrived) {
      replies.acknowledge(arrived.ticket, arrived.acknowledgement);
      this.delivery.push([{ event: arrived.event }]);
    } else {
      log.warn('discord.interaction-unknown', { type: payload.type });
    }
  }

  #message(message: MessagePayload): void {
    const { channel_id: id, channel_type: type, guild_id } = message;
    // Threads need more than their type: whose they are.
    const plain = type === ChannelType.DM || type === ChannelType.GuildText || type === ChannelType.GuildAnnouncement;
    if (type !== undefined && plain && !this.places.of(id)) {
      this.places.learn({ id, type, guild_id });
    }
    this.#feed.arrive(this.#arrivalOf(message));
  }

  #arrivalOf(message: MessagePayload): Arrival {
    const { channel_id: channel, id } = message;
    return {
      channel,
      message: id,
      read: () => {
        const place = this.places.of(channel);
        if (!place) return undefined;
        const event = messageEvent(message, place, this.#reader(place));
        const seen = { channel, message: id, direct: place.place === 'direct' };
        return event ? { event, seen } : { seen };
      },
    };
  }

  /** An update of which the words are missing changed none. */
  #edit(message: MessagePayload | undefined): void {
    if (!message?.edited_timestamp || message.author.id === this.places.bot) return;
    const channel = message.channel_id;
    this.#feed.arrive({
      channel,
      read: () => {
        const place = this.places.of(channel);
        const event = place && editEvent(message, place, this.#reader(place));
        return event && { event };
      },
    });
  }

  #deletion({ id, ids, channel_id: channel }: ReturnType<typeof deletionPayload.parse>): void {
    for (const one of id === undefined ? ids : [id]) {
      this.#feed.arrive({
        channel,
        read: () => {
          const place = this.places.of(channel);
          return place && { event: deletionEvent(one, place, this.#deps.clock.now()) };
        },
      });
    }
  }

  #reader(place: Place): Reader {
    return {
      bot: this.places.bot,
      username: this.#username,
      isOwnRole: (id) => this.places.isOwnRole(id),
      roleName: (id) => this.places.roleName(id, place),
      channelName: (id) => this.places.channelName(id, place),
    };
  }

  #gap(): GapDeps {
    const { rest, clock, log, signal } = this.#deps;
    return { rest, clock, log, signal };
  }

  async #learn(id: string): Promise<void> {
    const found = await fetchChannel(id, this.#gap());
    // What cannot be asked about is a group of its own.
    this.places.learn(found ?? { id, type: ChannelType.GroupDM });
  }

  async #missed(channel: string): Promise<Arrival[]> {
    const after = this.#after(channel);
    if (after === undefined) return [];
    const { messages, incomplete } = await fetchMissed(channel, after, this.#gap());
    if (messages.length > 0) this.#deps.log.info('discord.missed', { channel, messages: messages.length });
    if (incomplete && !this.#deps.signal.aborted) {
      this.#incomplete = { chats: this.#incomplete.chats + 1, at: this.#deps.clock.now() };
      this.#deps.log.error('discord.gap', { channel });
    }
    return messages.map((message) => this.#arrivalOf(message));
  }

  #after(channel: string): string | undefined {
    return this.#seen.lastOf(channel) ?? this.#floor;
  }
}

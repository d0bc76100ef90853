// Users, guilds, channels and messages of the Discord stand-in. Owns every change of them and tells the gateway of it;
// knows nothing of HTTP or sockets.

import { apiError } from './errors.js';
import {
  CHANNEL_TYPE,
  FLAG,
  type GatewayEvent,
  INTENT,
  MESSAGE_TYPE,
  type PermissionName,
  type StoredChannel,
  type StoredGuild,
  type StoredMessage,
  type StoredUser,
} from './model.js';
import { channelJson, guildJson, messageJson, redact } from './payloads.js';
import type { WorldView } from './world-view.js';

const EPOCH = 1_420_070_400_000;
const EARLIEST = Date.UTC(2026, 0, 1);

export type NewMessage = Partial<Omit<StoredMessage, 'id' | 'at' | 'deleted'>> & { authorId: string };

export class World implements WorldView {
  readonly users = new Map<string, StoredUser>();
  readonly guilds = new Map<string, StoredGuild>();
  readonly channels = new Map<string, StoredChannel>();
  readonly messages = new Map<string, StoredMessage>();
  readonly botId: string;
  readonly now: () => number;
  /** Filled in by the server. */
  publish: (event: GatewayEvent) => void = () => {};
  fileUrl: (channelId: string, fileId: string, name: string) => string = () => '';
  #last = 0n;
  readonly #listeners = new Set<() => void>();

  constructor(bot: { id: string; name: string }, now: () => number) {
    this.botId = bot.id;
    this.now = now;
    this.users.set(bot.id, { ...bot, bot: true, blocks: false });
  }

  /** A new snowflake: a decimal string of 19 digits that grows with time, also where the clock stands still. */
  id(): string {
    const base = BigInt(Math.max(EARLIEST, Math.floor(this.now())) - EPOCH) << 22n;
    this.#last = base > this.#last ? base : this.#last + 1n;
    return String(this.#last);
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  changed(): void {
    for (const listener of this.#listeners) listener();
  }

  user(id: string): StoredUser {
    const user = this.users.get(id);
    if (!user) throw apiError(10013);
    return user;
  }

  /** The channel as the bot reaches it. Throws 10003 where it is not, 50001 where the bot may not look. */
  reach(id: string): StoredChannel {
    const channel = this.channels.get(id);
    if (!channel || channel.deleted) throw apiError(10003);
    if (!this.sees(channel)) throw apiError(50001);
    return channel;
  }

  sees(channel: StoredChannel): boolean {
    if (channel.guildId === undefined) return channel.recipients.includes(this.botId);
    if (!this.guilds.get(channel.guildId)?.joined) return false;
    if (channel.type === CHANNEL_TYPE.privateThread && !channel.thread?.botJoined) return false;
    return this.may(channel, 'ViewChannel');
  }

  /** A thread stands under the permissions of its parent, and its own. */
  may(channel: StoredChannel, permission: PermissionName): boolean {
    if (channel.guildId === undefined) return true;
    const parent = channel.parentId === undefined ? undefined : this.channels.get(channel.parentId);
    return !channel.denied.has(permission) && !parent?.denied.has(permission);
  }

  require(channel: StoredChannel, permission: PermissionName): void {
    if (!this.may(channel, permission)) throw apiError(50013);
  }

  /** A message of this channel that the bot can name. Throws 10008. */
  message(channel: StoredChannel, id: string): StoredMessage {
    const message = this.messages.get(id);
    if (!message || message.channelId !== channel.id || message.deleted || message.ephemeralFor) throw apiError(10008);
    return message;
  }

  /** The direct channel of the bot and a user; made when it is not there. */
  direct(userId: string): StoredChannel {
    for (const channel of this.channels.values()) {
      if (channel.type !== CHANNEL_TYPE.dm || channel.deleted) continue;
      if (channel.recipients.includes(userId) && channel.recipients.includes(this.botId)) return channel;
    }
    return this.open({ type: CHANNEL_TYPE.dm, name: '', recipients: [userId, this.botId] });
  }

  open(fields: Partial<StoredChannel> & { type: number; name: string }): StoredChannel {
    const channel: StoredChannel = {
      id: this.id(),
      recipients: [],
      denied: new Set(),
      deleted: false,
      messages: [],
      ...fields,
    };
    this.channels.set(channel.id, channel);
    this.tellOfChannel(channel, 'CREATE');
    return channel;
  }

  /** Deletes a channel, and its threads with it. */
  closeDown(channel: StoredChannel): void {
    for (const one of this.channels.values()) if (one.parentId === channel.id && one.thread) one.deleted = true;
    this.tellOfChannel(channel, 'DELETE');
    channel.deleted = true;
  }

  /** CHANNEL_ or THREAD_ CREATE, UPDATE and DELETE. Nothing is told of direct channels, as on the platform. */
  tellOfChannel(channel: StoredChannel, what: 'CREATE' | 'UPDATE' | 'DELETE'): void {
    if (channel.guildId === undefined || !this.sees(channel) || this.guilds.get(channel.guildId)?.dark) return;
    const kind = channel.thread ? 'THREAD' : 'CHANNEL';
    const d: Record<string, unknown> =
      kind === 'THREAD' && what === 'DELETE'
        ? { id: channel.id, guild_id: channel.guildId, parent_id: channel.parentId, type: channel.type }
        : { ...channelJson(this, channel), ...(kind === 'THREAD' && what === 'CREATE' && { newly_created: true }) };
    this.tell({ t: `${kind}_${what}`, d, intent: INTENT.guilds });
  }

  tellOfGuild(guild: StoredGuild): void {
    this.tell({ t: 'GUILD_CREATE', d: guildJson(this, guild), intent: INTENT.guilds });
  }

  /** Stores a message; with `gap` nothing is told of it, as while the bot was away. */
  post(channel: StoredChannel, fields: NewMessage, gap = false): StoredMessage {
    const message: StoredMessage = {
      id: this.id(),
      channelId: channel.id,
      type: MESSAGE_TYPE.plain,
      content: '',
      at: this.now(),
      files: [],
      embeds: [],
      components: [],
      stickers: [],
      flags: 0,
      pings: [],
      reactions: [],
      deleted: false,
      ...fields,
    };
    if (channel.thread?.archived) {
      channel.thread.archived = false;
      this.tellOfChannel(channel, 'UPDATE');
    }
    channel.messages.push(message);
    this.messages.set(message.id, message);
    if (!gap) this.#tellOfMessage('MESSAGE_CREATE', message);
    this.changed();
    return message;
  }

  revise(message: StoredMessage, fields: Partial<StoredMessage>, gap = false): void {
    const editedAt = message.flags & FLAG.loading ? {} : { editedAt: this.now() };
    this.amend(message, { ...editedAt, ...fields }, gap);
  }

  /** A change that is no edit of the author's, as a preview of a link; an update is told all the same. */
  amend(message: StoredMessage, fields: Partial<StoredMessage>, gap = false): void {
    Object.assign(message, fields);
    if (!gap) this.#tellOfMessage('MESSAGE_UPDATE', message);
    this.changed();
  }

  /** An edit that is told in part, `without` these fields. */
  touch(message: StoredMessage, without: readonly string[]): void {
    message.editedAt = this.now();
    this.#tellOfMessage('MESSAGE_UPDATE', message, without);
  }

  remove(message: StoredMessage, gap = false): void {
    message.deleted = true;
    const channel = this.channels.get(message.channelId);
    if (!gap && channel && !message.ephemeralFor && this.sees(channel)) {
      const d = { id: message.id, channel_id: channel.id, ...(channel.guildId && { guild_id: channel.guildId }) };
      this.tell({ t: 'MESSAGE_DELETE', d, intent: messageIntent(channel) });
    }
    this.changed();
  }

  tell(event: GatewayEvent): void {
    this.publish(event);
    this.changed();
  }

  #tellOfMessage(t: string, message: StoredMessage, without: readonly string[] = []): void {
    const channel = this.channels.get(message.channelId);
    if (!channel || message.ephemeralFor) return;
    // No bot can be in a group of direct messages; it is told all the same, so that an adapter's caution is testable.
    if (channel.type !== CHANNEL_TYPE.groupDm && !this.sees(channel)) return;
    const d = messageJson(this, message, { nonce: t === 'MESSAGE_CREATE', gateway: true });
    for (const field of without) delete d[field];
    this.tell({ t, d, intent: messageIntent(channel), redacted: redact(this, message, d) });
  }
}

function messageIntent(channel: StoredChannel): number {
  return channel.guildId === undefined ? INTENT.directMessages : INTENT.guildMessages;
}

// The stored world as Discord's JSON: pure functions of it.

import {
  CHANNEL_TYPE,
  PERMISSION,
  type StoredChannel,
  type StoredFile,
  type StoredGuild,
  type StoredMessage,
  type StoredUser,
} from './model.js';
import type { WorldView } from './world-view.js';

type Json = Record<string, unknown>;

const ALL_PERMISSIONS = String(Object.values(PERMISSION).reduce((all, bit) => all | bit, 0n));

export function userJson(user: StoredUser): Json {
  return {
    id: user.id,
    username: user.name,
    global_name: user.bot ? null : user.name,
    discriminator: user.bot ? '0420' : '0',
    avatar: null,
    public_flags: 0,
    bot: user.bot,
  };
}

export function memberJson(world: WorldView, guild: StoredGuild, userId: string): Json {
  const joinedAt = new Date(userId === world.botId ? guild.joinedAt : 1_600_000_000_000).toISOString();
  return {
    roles: [],
    nick: null,
    avatar: null,
    joined_at: joinedAt,
    premium_since: null,
    deaf: false,
    mute: false,
    pending: false,
    flags: 0,
    communication_disabled_until: null,
  };
}

export function channelJson(world: WorldView, channel: StoredChannel): Json {
  const last = channel.messages.findLast((message) => !message.ephemeralFor)?.id ?? null;
  const base = { id: channel.id, type: channel.type, flags: 0, last_message_id: last };
  if (channel.guildId === undefined) {
    const others = channel.recipients.filter((id) => id !== world.botId).map((id) => userJson(world.user(id)));
    const group = channel.type === CHANNEL_TYPE.groupDm && { name: channel.name || null, owner_id: others[0]?.id };
    return { ...base, recipients: others, ...group };
  }
  const inGuild = { ...base, guild_id: channel.guildId, name: channel.name, parent_id: channel.parentId ?? null };
  if (channel.thread) {
    const { thread } = channel;
    const shown = channel.messages.filter((message) => !message.ephemeralFor).length;
    const since = new Date(thread.createdAt).toISOString();
    return {
      ...inGuild,
      owner_id: thread.ownerId,
      message_count: shown,
      total_message_sent: shown,
      member_count: 2,
      rate_limit_per_user: 0,
      thread_metadata: {
        archived: thread.archived,
        locked: thread.locked,
        auto_archive_duration: 1440,
        archive_timestamp: since,
        create_timestamp: since,
        ...(channel.type === CHANNEL_TYPE.privateThread && { invitable: true }),
      },
      ...(thread.botJoined && { member: threadMemberJson(world, channel) }),
    };
  }
  const forum = { available_tags: [], default_reaction_emoji: null, default_sort_order: null, default_forum_layout: 0 };
  return {
    ...inGuild,
    topic: null,
    position: 0,
    nsfw: false,
    rate_limit_per_user: 0,
    permission_overwrites: overwrites(world, channel),
    ...(channel.type === CHANNEL_TYPE.forum && forum),
  };
}

export function threadMemberJson(world: WorldView, channel: StoredChannel): Json {
  const joined = new Date(channel.thread?.createdAt ?? 0).toISOString();
  return { id: channel.id, user_id: world.botId, join_timestamp: joined, flags: 1 };
}

function overwrites(world: WorldView, channel: StoredChannel): Json[] {
  if (channel.denied.size === 0) return [];
  const deny = [...channel.denied].reduce((all, name) => all | PERMISSION[name], 0n);
  return [{ id: world.botId, type: 1, allow: '0', deny: String(deny) }];
}

export function appPermissions(world: WorldView, channel: StoredChannel): string {
  const held = Object.entries(PERMISSION).filter(([name]) => world.may(channel, name as keyof typeof PERMISSION));
  return String(held.reduce((all, [, bit]) => all | bit, 0n));
}

/** As GUILD_CREATE carries it. */
export function guildJson(world: WorldView, guild: StoredGuild): Json {
  const own = [...world.channels.values()].filter((one) => one.guildId === guild.id && !one.deleted);
  const members = [...new Set([world.botId, ...guild.members])];
  return {
    ...plainGuildJson(guild),
    joined_at: new Date(guild.joinedAt).toISOString(),
    large: false,
    unavailable: false,
    member_count: members.length,
    members: members.map((id) => ({ ...memberJson(world, guild, id), user: userJson(world.user(id)) })),
    channels: own.filter((one) => !one.thread).map((one) => channelJson(world, one)),
    threads: own
      .filter((one) => one.thread && !one.thread.archived && world.sees(one))
      .map((one) => channelJson(world, one)),
    presences: [],
    voice_states: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
}

export function plainGuildJson(guild: StoredGuild): Json {
  const everyone = { id: guild.id, name: '@everyone', permissions: ALL_PERMISSIONS, position: 0, color: 0 };
  return {
    id: guild.id,
    name: guild.name,
    icon: null,
    owner_id: guild.ownerId,
    roles: [{ ...everyone, hoist: false, managed: false, mentionable: false, flags: 0 }],
    emojis: [],
    stickers: [],
    features: [],
    verification_level: 0,
    default_message_notifications: 0,
    explicit_content_filter: 0,
    mfa_level: 0,
    nsfw_level: 0,
    premium_tier: 0,
    premium_progress_bar_enabled: false,
    system_channel_id: null,
    system_channel_flags: 0,
    rules_channel_id: null,
    public_updates_channel_id: null,
    afk_channel_id: null,
    afk_timeout: 300,
    preferred_locale: 'en-US',
  };
}

export interface MessageView {
  /** The nonce is told once, when the message is new. */
  nonce?: boolean;
  /** Over the gateway a message names its guild and member too. */
  gateway?: boolean;
  /** A referenced message holds no further one. */
  nested?: boolean;
}

export function messageJson(world: WorldView, message: StoredMessage, view: MessageView = {}): Json {
  const channel = world.channels.get(message.channelId);
  const guild = channel?.guildId === undefined ? undefined : world.guilds.get(channel.guildId);
  const json: Json = {
    id: message.id,
    type: message.type,
    channel_id: message.channelId,
    author: authorJson(world, message),
    content: message.content,
    timestamp: new Date(message.at).toISOString(),
    edited_timestamp: message.editedAt === undefined ? null : new Date(message.editedAt).toISOString(),
    tts: false,
    pinned: false,
    mention_everyone: message.pings.includes('everyone'),
    mentions: message.pings
      .flatMap((id) => world.users.get(id) ?? [])
      .map((user) => ({
        ...userJson(user),
        ...(view.gateway && guild && { member: memberJson(world, guild, user.id) }),
      })),
    mention_roles: [],
    attachments: message.files.map((file) => fileJson(world, message.channelId, file)),
    embeds: message.embeds,
    components: message.components,
    flags: message.flags,
  };
  if (view.gateway) {
    json.channel_type = channel?.type;
    if (guild) {
      json.guild_id = guild.id;
      if (message.webhookId === undefined) json.member = memberJson(world, guild, message.authorId);
    }
  }
  if (view.nonce && message.nonce !== undefined) json.nonce = message.nonce;
  if (message.stickers.length > 0) json.sticker_items = message.stickers;
  if (message.snapshots) json.message_snapshots = message.snapshots;
  if (message.webhookId !== undefined) json.webhook_id = message.webhookId;
  if (message.webhookId === world.botId) json.application_id = world.botId;
  if (message.reactions.length > 0) json.reactions = reactionsJson(world, message);
  if (message.interaction) {
    const { id, type, userId, name } = message.interaction;
    const user = userJson(world.user(userId));
    json.interaction_metadata = { id, type, user, authorizing_integration_owners: {}, ...(name && { name }) };
  }
  if (message.reference) {
    json.message_reference = message.reference;
    if (message.reference.type === 0 && !view.nested) {
      const source = world.messages.get(message.reference.message_id);
      json.referenced_message = source && !source.deleted ? messageJson(world, source, { nested: true }) : null;
    }
  }
  return json;
}

/** The message as an application sees it that may not read content: empty unless it is its own, direct, or calls it. */
export function redact(world: WorldView, message: StoredMessage, json: Json): Json {
  const channel = world.channels.get(message.channelId);
  const mine = message.authorId === world.botId || message.pings.includes(world.botId);
  if (channel?.guildId === undefined || mine) return json;
  return { ...json, content: '', attachments: [], embeds: [], components: [] };
}

function authorJson(world: WorldView, message: StoredMessage): Json {
  const user = userJson(world.user(message.authorId));
  return message.webhookId !== undefined && message.webhookId !== world.botId ? { ...user, bot: true } : user;
}

export function fileJson(world: WorldView, channelId: string, file: StoredFile): Json {
  const url = world.fileUrl(channelId, file.id, file.name);
  return {
    id: file.id,
    filename: file.name,
    size: file.bytes.byteLength,
    url,
    proxy_url: url,
    ...(file.mime && { content_type: file.mime }),
    ...(file.description !== undefined && { description: file.description }),
    ...(file.mime.startsWith('image/') && { width: 64, height: 64 }),
    ...(file.seconds !== undefined && { duration_secs: file.seconds, waveform: 'AAAA' }),
  };
}

function reactionsJson(world: WorldView, message: StoredMessage): Json[] {
  const emojis = [...new Set(message.reactions.map((one) => one.emoji))];
  return emojis.map((name) => {
    const users = message.reactions.filter((one) => one.emoji === name).map((one) => one.userId);
    const count = users.length;
    const me = users.includes(world.botId);
    return { emoji: { id: null, name }, count, count_details: { normal: count, burst: 0 }, me, me_burst: false };
  });
}

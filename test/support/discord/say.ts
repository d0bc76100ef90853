// What a person's message carries besides its text, as fields of the stored world. Pure but for new ids.

import { pingsOf } from './message-rules.js';
import { CHANNEL_TYPE, MESSAGE_TYPE, type StoredChannel, type StoredFile } from './model.js';
import { fileJson, messageJson } from './payloads.js';
import type { NewMessage, World } from './world.js';

export interface SayOptions {
  /** Writes the bot's mention in front of the text. */
  mentionBot?: boolean;
  replyTo?: string;
  /** False: a reply that does not call its author. Default true, as people's clients do it. */
  ping?: boolean;
  attachments?: { name: string; mime?: string; bytes?: Uint8Array | string; seconds?: number }[];
  sticker?: string;
  embeds?: unknown[];
  /** Sent by a webhook that shows the user's name. */
  webhook?: boolean;
  /** Another message, by id, passed on. `text` must be empty then. */
  forwarded?: string;
  /** A system message of this type, as 7 for somebody's joining. */
  type?: number;
  /** Stored and not told, as while the bot was away. */
  gap?: boolean;
}

export function spoken(
  world: World,
  channel: StoredChannel,
  userId: string,
  text: string,
  options: SayOptions,
): NewMessage {
  const source = options.replyTo === undefined ? undefined : world.messages.get(options.replyTo);
  const content = [options.mentionBot ? `<@${world.botId}>` : '', text].filter(Boolean).join(' ');
  const called = options.ping === false ? undefined : source?.authorId;
  const guild = channel.guildId === undefined ? {} : { guild_id: channel.guildId };
  const fields: NewMessage = {
    authorId: userId,
    type: options.type ?? (options.replyTo === undefined ? MESSAGE_TYPE.plain : MESSAGE_TYPE.reply),
    content,
    files: (options.attachments ?? []).map((one) => stored(world, one)),
    embeds: options.embeds ?? [],
    stickers: options.sticker === undefined ? [] : [{ id: world.id(), name: options.sticker, format_type: 1 }],
    // In a direct chat a reply calls its author too, and everybody is told anyway.
    pings: pingsOf(world, content, undefined, called),
  };
  if (options.attachments?.some((one) => one.seconds !== undefined)) fields.flags = 1 << 13;
  if (options.webhook) fields.webhookId = userId;
  if (options.replyTo !== undefined) {
    fields.reference = { type: 0, message_id: options.replyTo, channel_id: channel.id, ...guild };
  }
  if (options.forwarded !== undefined) Object.assign(fields, forwardOf(world, options.forwarded));
  return fields;
}

/** A forward is an empty message that holds a picture of the other one, without its author. */
function forwardOf(world: World, id: string): Partial<NewMessage> {
  const original = world.messages.get(id);
  if (!original) throw new Error(`no message ${id} to forward`);
  const whole = messageJson(world, original);
  const keys = ['type', 'content', 'embeds', 'timestamp', 'edited_timestamp', 'flags', 'mentions', 'mention_roles'];
  const picture = Object.fromEntries([...keys, 'components'].map((key) => [key, whole[key]]));
  const attachments = original.files.map((file) => fileJson(world, original.channelId, file));
  const guildId = world.channels.get(original.channelId)?.guildId;
  const guild = guildId === undefined ? {} : { guild_id: guildId };
  return {
    reference: { type: 1, message_id: id, channel_id: original.channelId, ...guild },
    snapshots: [{ message: { ...picture, attachments } }],
    flags: 1 << 14,
  };
}

function stored(world: World, file: NonNullable<SayOptions['attachments']>[number]): StoredFile {
  const bytes = typeof file.bytes === 'string' ? Buffer.from(file.bytes) : (file.bytes ?? new Uint8Array());
  const seconds = file.seconds === undefined ? {} : { seconds: file.seconds };
  return { id: world.id(), name: file.name, mime: file.mime ?? '', bytes, ...seconds };
}

export function isSpeakable(channel: StoredChannel): boolean {
  return channel.type !== CHANNEL_TYPE.forum && !channel.deleted;
}

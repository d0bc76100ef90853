// A message of the bot as a reader sees it, made from the raw one.

import type { Message, MessageEntity } from 'grammy/types';
import type { StoredFile } from './files.js';
import type { StoredMessage, World } from './world.js';

export interface ShownButton {
  label: string;
  data?: string;
  url?: string;
}

export interface ShownMessage {
  id: number;
  /** The text, or the caption. */
  text: string;
  entities: MessageEntity[];
  /** How many entities were over the hundred and ignored. */
  ignoredEntities: number;
  /** Row by row. */
  buttons: ShownButton[][];
  replyTo?: number;
  thread?: number;
  directTopic?: number;
  files: StoredFile[];
  album?: string;
  /** How often the bot edited it. */
  edits: number;
  silent: boolean;
  linkPreview: boolean;
  reactions: string[];
  raw: Message;
}

export function shownOf(world: World, stored: StoredMessage): ShownMessage {
  const { message } = stored;
  const { message_thread_id: thread, reply_to_message: answered, media_group_id: album } = message;
  const rows = message.reply_markup?.inline_keyboard ?? [];
  return {
    id: message.message_id,
    text: message.text ?? message.caption ?? '',
    entities: message.entities ?? message.caption_entities ?? [],
    ignoredEntities: stored.ignored,
    buttons: rows.map((row) =>
      row.map((one) => ({
        label: one.text,
        ...('callback_data' in one && { data: one.callback_data }),
        ...('url' in one && { url: one.url }),
      })),
    ),
    ...(answered && { replyTo: answered.message_id }),
    ...(thread !== undefined && { thread }),
    ...(message.direct_messages_topic && { directTopic: message.direct_messages_topic.topic_id }),
    files: filesOf(world, message),
    ...(album !== undefined && { album }),
    edits: stored.edits,
    silent: stored.silent,
    linkPreview: stored.linkPreview,
    reactions: stored.reactions,
    raw: message,
  };
}

function filesOf(world: World, message: Message): StoredFile[] {
  const holder =
    message.photo?.at(-1) ??
    message.animation ??
    message.document ??
    message.voice ??
    message.audio ??
    message.video ??
    message.video_note;
  const file = holder && world.files.byId(holder.file_id);
  return file ? [file] : [];
}

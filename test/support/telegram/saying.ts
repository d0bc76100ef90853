// Turns what a person says in a test into the message Telegram would hand to a bot, traps of its shapes included.

import type { Chat, Message, MessageEntity, MessageOrigin, User } from 'grammy/types';
import type { FileKind } from './files.js';
import { contentOf } from './methods/media.js';
import { shallow } from './methods/send.js';
import { hasTopics, type Place, unixTime, type World } from './world.js';

export interface SaidFile {
  name?: string;
  mime?: string;
  bytes?: Uint8Array;
  /** Says the file is so large, whatever the bytes. */
  size?: number;
}

export interface SayOptions {
  /** Beside the mentions and commands, which are found by themselves. */
  entities?: MessageEntity[];
  /** Id of the answered message. */
  replyTo?: number;
  /** The part of the answered message that is quoted. */
  quote?: string;
  /** Id of the topic; in a forum without it the message stands in General, which has no id unless 1 is given. */
  topic?: number;
  /** A user, a channel or group, or the bare name of somebody who hides. */
  forwardFrom?: User | Chat | string;
  mediaGroup?: string;
  /** With a file the text is its caption. */
  photo?: SaidFile;
  document?: SaidFile;
  voice?: SaidFile;
  audio?: SaidFile;
  video?: SaidFile;
  viaBot?: User;
  /** 'anonymous': an admin who speaks as the group; 'linked': the discussion's channel; or any chat spoken as. */
  asChat?: 'anonymous' | Chat | { linked: Chat };
  /** Milliseconds since the epoch. */
  at?: number;
  /** Anything else that the message holds: sticker, location, contact, poll … */
  extra?: Partial<Message>;
}

const fileKinds = ['photo', 'document', 'voice', 'audio', 'video'] as const;
const mimes: Record<(typeof fileKinds)[number], [string, string]> = {
  photo: ['photo.jpg', 'image/jpeg'],
  document: ['file.bin', 'application/octet-stream'],
  voice: ['voice.oga', 'audio/ogg'],
  audio: ['audio.mp3', 'audio/mpeg'],
  video: ['video.mp4', 'video/mp4'],
};

/** The message, not yet kept or delivered. Throws when no client could send it. */
export function saidMessage(world: World, place: Place, user: User, text: string, options: SayOptions): Message {
  if (text.length > 4096) throw new Error('a Telegram client cuts a text at 4096: say it in parts');
  const media = mediaOf(world, options);
  const marks = marksOf(text, options.entities);
  const words =
    media || options.extra ? captionOf(text, marks) : { text, ...(marks.length > 0 && { entities: marks }) };
  return {
    message_id: place.nextMessageId(),
    ...authorOf(place, user, options),
    chat: place.chat,
    date: options.at === undefined ? unixTime(world) : Math.floor(options.at / 1000),
    ...threadOf(place, options),
    ...replyOf(place, options),
    ...(options.quote !== undefined && { quote: { text: options.quote, position: 0, is_manual: true } }),
    ...(options.forwardFrom !== undefined && { forward_origin: originOf(world, options.forwardFrom) }),
    ...(options.mediaGroup !== undefined && { media_group_id: options.mediaGroup }),
    ...(options.viaBot && { via_bot: options.viaBot }),
    ...media,
    ...words,
    ...options.extra,
  };
}

function captionOf(text: string, marks: MessageEntity[]): Partial<Message> {
  return text === '' ? {} : { caption: text, ...(marks.length > 0 && { caption_entities: marks }) };
}

/** Commands, mentions and links that Telegram finds by itself, and those given. */
export function marksOf(text: string, given: readonly MessageEntity[] = []): MessageEntity[] {
  const marks: MessageEntity[] = [...given];
  const find = (type: 'bot_command' | 'mention' | 'url' | 'hashtag', pattern: RegExp): void => {
    for (const match of text.matchAll(pattern)) {
      const word = match[1] ?? '';
      marks.push({ type, offset: match.index + match[0].length - word.length, length: word.length });
    }
  };
  find('bot_command', /(?<![\w/@.<>])(\/[a-z0-9_]{1,64}(?:@[a-z0-9_]{3,32})?)(?![\w/])/gi);
  find('mention', /(?<![\w/@])(@[a-z][a-z0-9_]{2,31})(?!\w)/gi);
  find('url', /(?<!\S)(https?:\/\/[^\s<>"]+)/gi);
  find('hashtag', /(?<![\w#&])(#[\p{L}_][\p{L}\p{N}_]*)/gu);
  const inside = (a: MessageEntity): boolean =>
    !given.includes(a) && given.some((b) => ['code', 'pre', 'text_link'].includes(b.type) && overlap(a, b));
  return marks.filter((one) => !inside(one)).sort((a, b) => a.offset - b.offset || b.length - a.length);
}

function overlap(a: MessageEntity, b: MessageEntity): boolean {
  return a.offset < b.offset + b.length && b.offset < a.offset + a.length;
}

function mediaOf(world: World, options: SayOptions): Partial<Message> | undefined {
  for (const kind of fileKinds) {
    const file = options[kind];
    if (!file) continue;
    const [name, mime] = mimes[kind];
    const stored = world.files.add(kind satisfies FileKind, {
      name: file.name ?? name,
      mime: file.mime ?? mime,
      bytes: file.bytes ?? new Uint8Array(Buffer.from(`the bytes of a ${kind}`)),
      ...(file.size !== undefined && { size: file.size }),
    });
    return contentOf(kind, stored);
  }
  return undefined;
}

function authorOf(place: Place, user: User, options: SayOptions): Partial<Message> {
  const { asChat } = options;
  if (asChat === undefined) return { from: user };
  if (asChat === 'anonymous') {
    return {
      from: { id: 1087968824, is_bot: true, first_name: 'Group', username: 'GroupAnonymousBot' },
      sender_chat: place.chat,
    };
  }
  if ('linked' in asChat) {
    return {
      from: { id: 777000, is_bot: false, first_name: 'Telegram' },
      sender_chat: asChat.linked,
      is_automatic_forward: true,
    };
  }
  return {
    from: { id: 136817688, is_bot: true, first_name: 'Channel', username: 'Channel_Bot' },
    sender_chat: asChat,
  };
}

function threadOf(place: Place, options: SayOptions): Partial<Message> {
  if (options.topic !== undefined) return { message_thread_id: options.topic, is_topic_message: true };
  const answered = options.replyTo === undefined ? undefined : place.messages.get(options.replyTo)?.message;
  if (!answered) return {};
  const thread = answered.message_thread_id;
  if (hasTopics(place)) return thread === undefined ? {} : { message_thread_id: thread, is_topic_message: true };
  // In a supergroup that is no forum every reply carries the id of the first message it descends from.
  return place.chat.type === 'supergroup' ? { message_thread_id: thread ?? answered.message_id } : {};
}

function replyOf(place: Place, options: SayOptions): Partial<Message> {
  if (options.replyTo !== undefined) {
    const answered = place.messages.get(options.replyTo)?.message;
    return answered ? { reply_to_message: shallow(answered) } : {};
  }
  // A plain message in a topic "answers" the service message that opened it.
  const opened = options.topic === undefined ? undefined : place.messages.get(options.topic)?.message;
  return opened?.forum_topic_created ? { reply_to_message: shallow(opened) } : {};
}

function originOf(world: World, from: User | Chat | string): MessageOrigin {
  const date = unixTime(world) - 3600;
  if (typeof from === 'string') return { type: 'hidden_user', sender_user_name: from, date };
  if (!('type' in from)) return { type: 'user', sender_user: from, date };
  if (from.type === 'channel') return { type: 'channel', chat: from, message_id: 7, date };
  return { type: 'chat', sender_chat: from, date };
}

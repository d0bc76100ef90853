// Makes the world and fills it: people, chats, topics, channel posts.

import type { Chat, Message, Update, UserFromGetMe } from 'grammy/types';
import { createChanges } from './changes.js';
import { TestChat } from './chat.js';
import { createFileStore } from './files.js';
import { createFlood } from './flood.js';
import { saidMessage } from './saying.js';
import type { Telegram, TelegramOptions } from './telegram.js';
import { createUpdateQueue } from './updates.js';
import { keepMessage, type Place, type World } from './world.js';

/** A world with a bot in it and nobody else. */
export function createWorld(token: string, options: TelegramOptions): World {
  const now = options.now ?? Date.now;
  const me = {
    id: Number(token.split(':')[0]),
    is_bot: true as const,
    first_name: 'Nightjar',
    username: 'nightjar_bot',
    can_join_groups: true,
    can_read_all_group_messages: true,
    supports_inline_queries: false,
    can_connect_to_business: false,
    has_main_web_app: false,
    has_topics_enabled: false,
    ...options.me,
  } as UserFromGetMe;
  let presses = 0;
  return {
    token,
    me,
    users: new Map(),
    places: new Map(),
    files: createFileStore(),
    updates: createUpdateQueue(800_000_001),
    menus: new Map(),
    presses: new Map(),
    nextPressId: () => {
      presses += 1;
      return `${4_000_000_000_000_000_000n + BigInt(presses)}`;
    },
    answered: [],
    webhook: '',
    flood: options.floodLimits ? createFlood(now) : undefined,
    changes: createChanges(),
    now,
  };
}

/** The part of the stand-in that makes people and chats. */
export function createPlaces(
  world: World,
): Pick<Telegram, 'user' | 'private' | 'group' | 'channel' | 'topic' | 'channelPost'> {
  const chats = new Map<number, TestChat>();
  /** Private chats and basic groups count their messages together; supergroups and channels each for itself. */
  let shared = 1000;
  const open = (chat: Chat, standing: Place['standing']): TestChat => {
    const existing = chats.get(chat.id);
    if (existing) return existing;
    let own = 0;
    const nextShared = (): number => {
      shared += 1;
      return shared;
    };
    const nextOwn = (): number => {
      do own += 1;
      while (place.messages.has(own));
      return own;
    };
    const place: Place = {
      chat,
      standing,
      admins: new Set(),
      topics: new Map(),
      messages: new Map(),
      nextMessageId: chat.type === 'private' || chat.type === 'group' ? nextShared : nextOwn,
    };
    world.places.set(chat.id, place);
    const test = new TestChat(world, place, (id) =>
      open({ id, type: 'supergroup', title: chat.title ?? '' }, place.standing),
    );
    chats.set(chat.id, test);
    return test;
  };
  return {
    user({ id, name, lastName, username, isBot = false }) {
      const user = {
        id,
        is_bot: isBot,
        first_name: name,
        ...(lastName !== undefined && { last_name: lastName }),
        ...(username !== undefined && { username }),
        ...(!isBot && { language_code: 'en' }),
      };
      world.users.set(id, user);
      return user;
    },
    private(user) {
      const { id, first_name, last_name, username } = user;
      return open(
        { id, type: 'private', first_name, ...(last_name && { last_name }), ...(username && { username }) },
        'member',
      );
    },
    group({
      id,
      title,
      forum,
      directMessages,
      username,
      type = forum || directMessages ? 'supergroup' : 'group',
      bot,
    }) {
      if (id >= 0) throw new Error('the id of a group is negative');
      if (type === 'group') return open({ id, type, title }, bot ?? 'member');
      const chat: Chat = {
        id,
        type,
        title,
        ...(username && { username }),
        ...(forum && { is_forum: true as const }),
        ...(directMessages && { is_direct_messages: true as const }),
      };
      return open(chat, bot ?? 'member');
    },
    channel: ({ id, title, username }) =>
      open({ id, type: 'channel', title, ...(username && { username }) }, 'administrator'),
    topic(chat, { id, name }, by) {
      const place = world.places.get(chat.id);
      if (!place) throw new Error('no such chat');
      if (place.messages.has(id))
        throw new Error(`message ${id} is there already: a topic has the id of its first message`);
      place.topics.set(id, { id, name, closed: false });
      const message: Message = {
        message_id: id,
        from: by ?? { id: 1, is_bot: false, first_name: 'Somebody' },
        chat: chat.chat,
        date: Math.floor(world.now() / 1000),
        message_thread_id: id,
        is_topic_message: true,
        forum_topic_created: { name, icon_color: 7322096 },
      };
      keepMessage(place, message, false);
      world.updates.add({ message: message as NonNullable<Update['message']> });
      world.changes.tell();
    },
    channelPost(channel, text, options = {}) {
      const place = world.places.get(channel.id);
      if (place?.chat.type !== 'channel') throw new Error('no such channel');
      const nobody = { id: 0, is_bot: false, first_name: '' };
      const { from: _, ...post } = saidMessage(world, place, nobody, text, options);
      const message: Message = { ...post, sender_chat: place.chat };
      keepMessage(place, message, false);
      world.updates.add({ channel_post: message as NonNullable<Update['channel_post']> });
      world.changes.tell();
      return message.message_id;
    },
  };
}

// What the stand-in knows: the bot, its users, chats, files and updates. Plain data; the methods and the tests change it.

import type { BotCommand, CallbackQuery, Chat, Message, User, UserFromGetMe } from 'grammy/types';
import type { Changes } from './changes.js';
import type { FileStore } from './files.js';
import type { Flood } from './flood.js';
import type { UpdateQueue } from './updates.js';

export interface Topic {
  id: number;
  name: string;
  closed: boolean;
}

export interface StoredMessage {
  message: Message;
  byBot: boolean;
  /** How often the bot edited it. */
  edits: number;
  /** Entities beyond the hundredth, ignored in silence. */
  ignored: number;
  /** What the bot reacts with now. */
  reactions: string[];
  silent: boolean;
  linkPreview: boolean;
}

export type BotStanding = 'member' | 'administrator' | 'left' | 'kicked' | 'blocked';

export interface Place {
  chat: Chat;
  standing: BotStanding;
  admins: Set<number>;
  topics: Map<number, Topic>;
  messages: Map<number, StoredMessage>;
  /** Where the group went when it became a supergroup. */
  movedTo?: number;
  nextMessageId: () => number;
}

export interface AnsweredCallback {
  id: string;
  text: string;
  alert: boolean;
}

export interface World {
  token: string;
  me: UserFromGetMe;
  users: Map<number, User>;
  places: Map<number, Place>;
  files: FileStore;
  updates: UpdateQueue;
  /** By scope and language. */
  menus: Map<string, BotCommand[]>;
  /** Presses that were not answered yet. */
  presses: Map<string, CallbackQuery>;
  nextPressId: () => string;
  answered: AnsweredCallback[];
  webhook: string;
  flood: Flood | undefined;
  changes: Changes;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** The bot as messages name their author. */
export function botUser(world: World): User {
  const { id, first_name, username } = world.me;
  return { id, is_bot: true, first_name, username };
}

export function unixTime(world: World): number {
  return Math.floor(world.now() / 1000);
}

export function keepMessage(place: Place, message: Message, byBot: boolean): StoredMessage {
  const stored: StoredMessage = {
    message,
    byBot,
    edits: 0,
    ignored: 0,
    reactions: [],
    silent: false,
    linkPreview: true,
  };
  place.messages.set(message.message_id, stored);
  return stored;
}

/** Topics may be told apart there: a forum, or a private chat with topics. */
export function hasTopics(place: Place): boolean {
  return place.chat.is_forum === true || place.topics.size > 0;
}

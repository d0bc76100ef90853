// Where a message of Telegram stands and who sent it, in our terms. Pure. Only the platform's own facts count here: a
// chat that is not certainly private is a group.

import type { Chat, Message, User } from 'grammy/types';
import type { ChatRef, InboundEvent } from '../../src/contracts/index.js';

/** The bot itself, as getMe tells. */
export interface Self {
  id: number;
  /** Without the @. */
  username: string;
}

export type Place = Pick<InboundEvent, 'chat' | 'place' | 'inside' | 'title'>;

/** The topic that every forum has, and that is sent to without naming it. */
export const GENERAL = '1';

/** What a message tells of its place; a button under a message that is too old tells less. */
type Placed = Pick<Message, 'chat' | 'date' | 'message_thread_id' | 'is_topic_message' | 'direct_messages_topic'> &
  Partial<Pick<Message, 'from' | 'business_connection_id'>>;

export function placeOf(message: Placed, self: Self): Place {
  const { chat, direct_messages_topic: topic } = message;
  const id = String(chat.id);
  const title = titleOf(chat);
  const here = { ...chatRef(self, id), ...(title === '' || chat.type === 'private' ? {} : { title }) };
  if (chat.is_direct_messages && topic) {
    return { ...here, chat: chatRef(self, `${id}/${topic.topic_id}`).chat, place: 'group', inside: [id] };
  }
  const thread = threadOf(message);
  return {
    ...here,
    chat: { ...here.chat, ...(thread === undefined ? {} : { thread }) },
    place: isOwnDirect(message, self) ? 'direct' : 'group',
  };
}

/** The bot's own chat with the person it is named after; what a person lets the bot see of another chat is none. */
function isOwnDirect({ chat, from, business_connection_id: business }: Placed, self: Self): boolean {
  const own = from === undefined || from.id === chat.id || from.id === self.id;
  return chat.type === 'private' && business === undefined && own;
}

export function chatRef(self: Pick<Self, 'id'>, chat: string): { chat: ChatRef } {
  return { chat: { channel: 'telegram', account: String(self.id), chat } };
}

/**
 * A topic's id. A thread id without the mark of a topic only counts replies; and what stands in no topic of a forum stands
 * in the General one.
 */
function threadOf({ chat, date, message_thread_id: id, is_topic_message: inTopic }: Placed): string | undefined {
  if (id !== undefined && inTopic) return String(id);
  // Date 0: Telegram no longer knows the message, and so not its topic either.
  return chat.is_forum && date !== 0 ? GENERAL : undefined;
}

/** Who wrote a message: a person, another bot, or a chat that speaks for itself, as an anonymous admin does. */
export function senderOf(message: Pick<Message, 'chat' | 'from' | 'sender_chat'>): InboundEvent['from'] {
  const { from, sender_chat: as } = message;
  if (as && as.type !== 'private') return speakingChat(as);
  return from ? userAs(from) : speakingChat(message.chat);
}

export function userAs(user: User): InboundEvent['from'] {
  return { account: `telegram:${user.id}`, name: nameOf(user), kind: user.is_bot ? 'bot' : 'person' };
}

function speakingChat(chat: Chat): InboundEvent['from'] {
  return { account: `telegram:chat:${chat.id}`, name: titleOf(chat) || 'a chat', kind: 'chat' };
}

export function nameOf(user: Pick<User, 'first_name' | 'last_name' | 'username'>): string {
  return [user.first_name, user.last_name].filter(Boolean).join(' ').trim() || (user.username ?? 'somebody');
}

export function titleOf(chat: Chat): string {
  if (chat.type === 'private') return nameOf(chat);
  return chat.title.trim() || (chat.username ?? '');
}

// One canonical text per chat, for columns and lanes. Pure.

import type { ChatRef } from '../contracts/index.js';

/** Equal for equal chats, whatever the order of the object's keys. Threads of a chat are chats of their own. */
export function chatKey(chat: ChatRef): string {
  const { channel, account, chat: id, thread } = chat;
  return JSON.stringify(thread === undefined ? { channel, account, chat: id } : { channel, account, chat: id, thread });
}

/** The lane in which a chat's replies are sent one after another. */
export function outboxLane(chat: ChatRef): string {
  return `outbox:${chatKey(chat)}`;
}
